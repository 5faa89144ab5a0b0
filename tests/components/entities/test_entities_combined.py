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
DRUGS, ILLS = ("tamoxifen", "aspirin", "letrozole"), ("cough", "fever", "anaemia")
NOTE = "Started letrozole for cough. No chest pain."


def _docs() -> list[Document]:
    text = "Started <Drug>{}</> for <Condition>{}</>. No <Condition>chest pain</>."
    return [
        inline.parse(text.format(drug, ill), doc_id=f"{drug}-{ill}")
        for drug, ill in product(DRUGS, ILLS)
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
    made = pipeline(_toml(transformer, 0.3))
    made.train(examples(_docs()))
    return made


def _part(made: Pipeline) -> EntitiesCombined:
    [part] = made.components
    assert isinstance(part, EntitiesCombined)
    return part


def test_it_finds_what_both_learned(both: Pipeline) -> None:
    mentions = both(NOTE).sets["system"].mentions
    assert [(one.type, NOTE[one.start : one.end]) for one in mentions] == [
        ("Drug", "letrozole"),
        ("Condition", "cough"),
        ("Condition", "chest pain"),
    ]


def test_scores_are_the_average_of_both(both: Pipeline) -> None:
    part, work = _part(both), Analysis(Document("d", NOTE))
    [mixed] = part.scores(work)
    [crf] = part._crf.scores(work)
    neural = part._neural.log_probabilities(work)
    for (chain, scores), (own, theirs), other in zip(mixed.layers, crf.layers, neural, strict=True):
        assert chain.layout == own.layout
        assert scores == pytest.approx(0.7 * theirs + 0.3 * other, abs=1e-4)
        for one, two in zip(chain.transitions, own.transitions, strict=True):
            assert one == pytest.approx(two * np.float32(0.7))


def test_without_weight_it_is_the_crf(both: Pipeline, transformer: Path) -> None:
    alone = pipeline(_toml(transformer, 0))
    part = _part(alone)
    part._crf, part._neural = _part(both)._crf, _part(both)._neural
    part._fit_together()
    work, other = Analysis(Document("d", NOTE)), Analysis(Document("d", NOTE))
    part(work)
    part._crf(other)
    assert work.mentions == other.mentions
    assert part.doubt(work) == pytest.approx(part._crf.doubt(work), abs=1e-4)


def test_saved_and_loaded_it_finds_the_same(both: Pipeline, tmp_path: Path) -> None:
    both.save(tmp_path / "m")
    again = load(tmp_path / "m", find=lambda name: pytest.fail(f"{name} was wanted"))
    assert again(NOTE).sets["system"].mentions == both(NOTE).sets["system"].mentions


def test_before_training_it_says_so(transformer: Path) -> None:
    with pytest.raises(InputError, match="not trained"):
        pipeline(_toml(transformer, 0.3))(NOTE)


def test_an_empty_note_has_no_mentions(both: Pipeline) -> None:
    assert both("  ").sets["system"].mentions == ()
