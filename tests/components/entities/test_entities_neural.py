"""Entities by a transformer: a tiny one with random weights."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldsmith.components.entities.entities_neural import EntitiesNeural, NeuralOptions
from goldsmith.core import Document
from goldsmith.errors import InputError, MissingExtra
from goldsmith.examples import inline
from goldsmith.learning.crf.chain import LinearChain
from goldsmith.learning.crf.tag_ends import expand_scores, map_columns
from goldsmith.learning.transformer.windows import WindowBuilder
from goldsmith.pipeline import Analysis, Pipeline, Resources, load

from ..conftest import examples, pipeline

#: Ignores warnings of the libraries about each other.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
DRUGS, ILLNESSES = ("tamoxifen", "aspirin", "letrozole"), ("cough", "fever", "anaemia")


def _refuse_terminology(name: str) -> object:
    raise AssertionError(f"no terminology is needed, but {name} was opened")


def _docs() -> list[Document]:
    text = "Started <Drug>{}</> for <Condition>{}</>. No <Condition>chest pain</>."
    return [
        inline.parse(text.format(drug, illness), doc_id=f"{drug}-{illness}")
        for drug, illness in product(DRUGS, ILLNESSES)
    ]


def _toml(folder: Path, more: str = "") -> str:
    options = "epochs = 20\nrate = 2e-3\nhead_rate = 1e-2\nbatch = 3\nwidth = 40\nthreads = 1\n"
    return f'[[component]]\nuse = "entities-neural"\nmodel = {json.dumps(str(folder))}\n' + (
        more or options
    )


@pytest.fixture(scope="module")
def tagger(transformer: Path) -> Pipeline:
    trained = pipeline(_toml(transformer))
    trained.train(examples(_docs()))
    return trained


def _find_mentions(trained: Pipeline, text: str) -> list[tuple[str, str]]:
    mentions = trained(text).sets["system"].mentions
    return [
        (mention.type, text[mention.spans[0].start : mention.spans[0].end]) for mention in mentions
    ]


def test_component_finds_the_mentions_it_was_trained_on(tagger: Pipeline) -> None:
    mentions = _find_mentions(tagger, "Started aspirin for fever. No chest pain.")
    assert mentions == [("Drug", "aspirin"), ("Condition", "fever"), ("Condition", "chest pain")]


def test_saved_model_is_complete_and_finds_the_same_mentions(
    tagger: Pipeline, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tagger.save(tmp_path / "m")
    assert capfd.readouterr() == ("", "")
    loaded = load(tmp_path / "m", find=_refuse_terminology)  # type: ignore[arg-type]
    for doc in _docs():
        assert loaded.annotate(doc) == tagger.annotate(doc)
    names = {path.name for path in (tmp_path / "m" / "0-entities-neural").iterdir()}
    assert {"config.json", "model.safetensors", "tags.json", "tokenizer.json"} <= names
    assert not [name for name in names if name.endswith((".bin", ".pt", ".pkl"))]


def test_same_seed_gives_the_same_model(tagger: Pipeline, transformer: Path) -> None:
    retrained = pipeline(_toml(transformer))
    retrained.train(examples(_docs()))
    analysis = Analysis(_docs()[0])
    first, second = tagger.components[0], retrained.components[0]
    assert isinstance(first, EntitiesNeural) and isinstance(second, EntitiesNeural)
    for mine, theirs in zip(
        first.compute_log_probabilities(analysis),
        second.compute_log_probabilities(analysis),
        strict=True,
    ):
        np.testing.assert_array_equal(mine, theirs)


def test_frozen_layers_do_not_change(transformer: Path, tmp_path: Path) -> None:
    numbers = pytest.importorskip("safetensors.numpy", reason="the extra neural is not installed")
    trained = pipeline(_toml(transformer, "epochs = 1\nrate = 1e-2\nfrozen = 1\nthreads = 1\n"))
    trained.train(examples(_docs()))
    trained.components[0].save(tmp_path)
    before = numbers.load_file(transformer / "model.safetensors")
    after = numbers.load_file(tmp_path / "model.safetensors")
    weight = "encoder.layer.{}.output.dense.weight"
    same = [
        np.array_equal(before[weight.format(n)], after["bert." + weight.format(n)]) for n in (0, 1)
    ]
    assert same == [True, False]


@pytest.mark.parametrize("text", ["", "x", "\n\n", "心电图正常", "\x00\x01", "a" * 500, "🙂 " * 90])
def test_odd_texts_do_not_fail(tagger: Pipeline, text: str) -> None:
    assert isinstance(tagger(text), Document)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_incomplete_folder_is_refused(transformer: Path, tmp_path: Path, name: str) -> None:
    for path in transformer.iterdir():
        if path.name != name:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "pytorch_model.bin").write_bytes(b"a pickle would be here")
    with pytest.raises(InputError, match=f"lacks {name}"):
        pipeline(_toml(tmp_path)).train(examples(_docs()))


def test_damaged_weights_are_refused(transformer: Path, tmp_path: Path) -> None:
    for path in transformer.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(InputError, match="cannot be opened"):
        pipeline(_toml(tmp_path)).train(examples(_docs()))


def test_sentences_share_a_window_while_they_fit(tokeniser: Any) -> None:
    cut = WindowBuilder(tokeniser, width=8, limit=64)
    windows = cut([("No pain", [0, 3]), ("No chest", [0, 3]), ("for chest pain", [0, 4, 10])])
    assert [window.ids for window in windows] == [[2, 6, 8, 6, 7, 3], [2, 5, 7, 8, 3]]
    assert [window.heads for window in windows] == [[1, 2, 3, 4], [1, 2, 3]]


def test_long_sentences_are_split_between_words(tokeniser: Any) -> None:
    cut = WindowBuilder(tokeniser, width=0, limit=8)
    windows = cut([("chest abc pain for abcdefghij No", [0, 6, 10, 15, 19, 30])])
    assert all(len(window.ids) <= 8 for window in windows)
    assert sum(len(window.heads) for window in windows) == 6
    firsts = [window.ids[head] for window in windows for head in window.heads if head >= 0]
    assert firsts == [7, 9, 8, 5, 9, 6]


def test_inside_tag_follows_only_a_begin_tag() -> None:
    scores = np.log(np.array([[0.6, 0.3, 0.1], [0.1, 0.0001, 0.8999]], np.float32))
    chain = LinearChain(("-Drug",))
    wide = expand_scores(scores, map_columns(chain.layout, ("O", "B-Drug", "I-Drug")), -40)
    [likeliest, *_] = sorted(
        chain.find_segments(wide, [2]), key=lambda segment: -segment.probability
    )
    # Allowed sequences: B I 0.270, O O 0.060, B O 0.030; a second B is next to impossible.
    assert (likeliest.start, likeliest.end) == (0, 2)
    assert likeliest.probability == pytest.approx(0.27 / 0.36, abs=1e-3)


def test_missing_extra_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    part = EntitiesNeural(NeuralOptions(model="somewhere"), Resources())
    with pytest.raises(MissingExtra, match=r"goldsmith\[neural\]"):
        part.train(examples(_docs()))


def test_untrained_component_is_refused() -> None:
    with pytest.raises(InputError, match="was not trained"):
        pipeline(_toml(Path("nowhere")))("Chest pain.")


def test_training_without_mentions_is_refused() -> None:
    with pytest.raises(InputError, match="no mentions"):
        pipeline(_toml(Path("nowhere"))).train(examples([inline.parse("Nothing here.")]))
