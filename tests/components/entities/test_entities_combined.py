"""CRF and transformer together."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from goldsmith.components.entities.entities_combined import EntitiesCombined
from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis, Pipeline, load

from ..conftest import examples, pipeline

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
DRUGS, ILLNESSES = ("tamoxifen", "aspirin", "letrozole"), ("cough", "fever", "anaemia")
NOTE = "Started letrozole for cough. No chest pain."


def _docs() -> list[Document]:
    text = "Started <Drug>{}</> for <Condition>{}</>. No <Condition>chest pain</>."
    return [
        inline.parse(text.format(drug, illness), doc_id=f"{drug}-{illness}")
        for drug, illness in product(DRUGS, ILLNESSES)
    ]


def _toml(folder: Path, weight: float) -> str:
    return (
        f'[[component]]\nuse = "entities-combined"\nweight = {weight}\n'
        "crf = { epochs = 20, members = 1 }\n"
        f"neural = {{ model = {json.dumps(str(folder))}, epochs = 20, rate = 2e-3,"
        " head_rate = 1e-2, batch = 3, width = 40, threads = 1 }\n"
    )


@pytest.fixture(scope="module")
def both(transformer: Path) -> Pipeline:
    tagger = pipeline(_toml(transformer, 0.3))
    tagger.train(examples(_docs()))
    return tagger


def _get_component(tagger: Pipeline) -> EntitiesCombined:
    [part] = tagger.components
    assert isinstance(part, EntitiesCombined)
    return part


def test_combination_finds_the_training_mentions(both: Pipeline) -> None:
    mentions = both(NOTE).sets["system"].mentions
    assert [(mention.type, NOTE[mention.start : mention.end]) for mention in mentions] == [
        ("Drug", "letrozole"),
        ("Condition", "cough"),
        ("Condition", "chest pain"),
    ]


def test_scores_are_the_average_of_both(both: Pipeline) -> None:
    part, analysis = _get_component(both), Analysis(Document("d", NOTE))
    [mixed] = part.score_sentences(analysis)
    [crf] = part._crf.score_sentences(analysis)
    neural = part._neural.compute_log_probabilities(analysis)
    for (chain, scores), (own, theirs), alone in zip(mixed.layers, crf.layers, neural, strict=True):
        assert chain.layout == own.layout
        assert scores == pytest.approx(0.7 * theirs + 0.3 * alone, abs=1e-4)
        for scaled, original in zip(chain.transitions, own.transitions, strict=True):
            assert scaled == pytest.approx(original * np.float32(0.7))


def test_weight_zero_gives_the_result_of_the_crf(both: Pipeline, transformer: Path) -> None:
    part = _get_component(pipeline(_toml(transformer, 0)))
    part._crf, part._neural = _get_component(both)._crf, _get_component(both)._neural
    part._scale_transitions()
    analysis, alone = Analysis(Document("d", NOTE)), Analysis(Document("d", NOTE))
    part(analysis)
    part._crf(alone)
    assert analysis.mentions == alone.mentions
    assert part.estimate_uncertainty(analysis) == pytest.approx(
        part._crf.estimate_uncertainty(analysis), abs=1e-4
    )


def test_saved_model_finds_the_same_mentions(both: Pipeline, tmp_path: Path) -> None:
    both.save(tmp_path / "m")
    loaded = load(tmp_path / "m", find=lambda name: pytest.fail(f"{name} was opened"))
    assert loaded(NOTE).sets["system"].mentions == both(NOTE).sets["system"].mentions


def test_untrained_component_is_refused(transformer: Path) -> None:
    with pytest.raises(InputError, match="not trained"):
        pipeline(_toml(transformer, 0.3))(NOTE)


def test_empty_note_has_no_mentions(both: Pipeline) -> None:
    assert both("  ").sets["system"].mentions == ()
