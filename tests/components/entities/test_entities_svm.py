"""Entities by their boundaries: begins and ends learned apart, put together, kept apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.entities.boundary_pairs import (
    Candidate,
    Learned,
    Terms,
    candidates,
    learn,
    settled,
)
from goldsmith.components.entities.entities_svm import EntitiesSvm
from goldsmith.core import Document, Mention
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.learning.crf.tags import Tagged
from goldsmith.pipeline import Pipeline, load

from ..conftest import examples, pipeline

TOML = '[[component]]\nuse = "entities-svm"\n'
TERMS = Terms(boundary=0.4, mention=0.2, inside=0.0)


def _none(name: str) -> object:
    raise AssertionError(f"no terminology is wanted, but {name} was")


@pytest.fixture(scope="module")
def svm(notes: list[Document]) -> Pipeline:
    made = pipeline(TOML)
    made.train(examples(notes[::2]))
    return made


def _keys(mentions: tuple[Mention, ...]) -> set[tuple[str, object]]:
    return {(one.type, one.spans) for one in mentions}


def test_it_finds_most_of_what_it_has_not_seen(svm: Pipeline, notes: list[Document]) -> None:
    right = found = there = 0
    for doc in notes[1::2]:
        gold, system = _keys(doc.sets["gold"].mentions), _keys(svm.annotate(doc).mentions)
        right, found, there = right + len(gold & system), found + len(system), there + len(gold)
    assert right / found > 0.65 and right / there > 0.5


def test_a_saved_model_finds_the_same(svm: Pipeline, notes: list[Document], tmp_path: Path) -> None:
    svm.save(tmp_path / "m")
    again = load(tmp_path / "m", find=_none)  # type: ignore[arg-type]
    for doc in notes[:6]:
        assert again.annotate(doc) == svm.annotate(doc)
    endings = {path.suffix for path in (tmp_path / "m" / "0-entities-svm").iterdir()}
    assert endings == {".json", ".npy"}


@pytest.mark.parametrize("text", ["", "x", "\n\n", "心电图正常", "\x00\x01", "a" * 5000, "🙂"])
def test_odd_texts_are_no_trouble(svm: Pipeline, text: str) -> None:
    assert isinstance(svm(text), Document)


def _sides(template: str) -> list[Document]:
    places = [(side, part) for side in ("left", "right") for part in ("arm", "leg", "hand", "eye")]
    return [
        inline.parse(template.format(side=side, part=part), doc_id=f"{side}{part}")
        for side, part in places
    ]


NESTED = "Pain in the <Locus><Side>{side}</> {part}</> since May."


def _found(made: Pipeline, text: str) -> list[tuple[str, str]]:
    doc = made(text)
    return [
        (one.type, text[one.spans[0].start : one.spans[0].end])
        for one in doc.sets["system"].mentions
    ]


def test_types_that_nest_in_training_nest_in_use() -> None:
    made = pipeline(TOML)
    made.train(examples(_sides(NESTED)))
    found = _found(made, "Pain in the left hand since May.")
    assert sorted(found) == [("Locus", "left hand"), ("Side", "left")]


def test_with_never_the_surer_mention_stays_alone() -> None:
    made = pipeline(TOML + 'overlaps = "never"\n')
    made.train(examples(_sides(NESTED)))
    assert len(_found(made, "Pain in the left hand since May.")) == 1


def test_only_the_types_asked_for_are_found() -> None:
    made = pipeline(TOML + 'types = ["Side"]\n')
    made.train(examples(_sides(NESTED)))
    assert _found(made, "Pain in the left hand since May.") == [("Side", "left")]


def test_a_lower_tau_finds_no_less(notes: list[Document]) -> None:
    counts = []
    for tau in (1.0, 0.1):
        made = pipeline(TOML + f"tau = {tau}\n")
        made.train(examples(notes[:8]))
        counts.append(sum(len(made.annotate(doc).mentions) for doc in notes[8:14]))
    assert counts[0] < counts[1]


def _probabilities(rows: list[list[float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array(rows, np.float32)


def test_a_begin_goes_with_an_end_at_a_length_that_was_seen() -> None:
    begins = _probabilities([[0.9], [0.0], [0.0], [0.0]])
    ends = _probabilities([[0.0], [0.0], [0.5], [0.9]])
    learned = Learned({"Drug": {3: 1.0}})
    found = list(candidates(begins, ends, ["Drug"], learned, TERMS))
    assert [(one.first, one.end) for one in found] == [(0, 3)]
    assert found[0].confidence == pytest.approx(0.45)


def test_a_boundary_alone_makes_no_mention() -> None:
    begins, ends = _probabilities([[0.9], [0.0]]), _probabilities([[0.3], [0.3]])
    assert not list(candidates(begins, ends, ["Drug"], Learned({"Drug": {1: 1.0}}), TERMS))


def test_boundaries_inside_speak_against_a_mention() -> None:
    begins = _probabilities([[0.9], [0.8], [0.0]])
    ends = _probabilities([[0.8], [0.0], [0.9]])
    learned = Learned({"Drug": {1: 0.5, 2: 0.3, 3: 0.2}})
    loose = list(candidates(begins, ends, ["Drug"], learned, TERMS))
    strict = list(candidates(begins, ends, ["Drug"], learned, TERMS._replace(inside=1.0)))
    assert settled(loose, ()) == [Tagged("Drug", ((0, 3),))]
    assert sorted(settled(strict, ())) == [Tagged("Drug", ((0, 1),)), Tagged("Drug", ((1, 3),))]


ranges = st.tuples(st.integers(0, 12), st.integers(1, 5)).map(lambda one: (one[0], sum(one)))
made = st.builds(
    lambda confidence, type_, place: Candidate(confidence, type_, *place),
    st.floats(0.1, 1),
    st.sampled_from("ABC"),
    ranges,
)


@given(st.lists(made, max_size=12))
def test_what_stays_overlaps_only_where_it_may_and_nothing_is_left_out_in_vain(
    several: list[Candidate],
) -> None:
    allowed = {("A", "B")}
    kept = settled(several, allowed)

    def clash(a: Tagged, b: Tagged) -> bool:
        over = a.ranges[0][0] < b.ranges[0][1] and b.ranges[0][0] < a.ranges[0][1]
        return over and tuple(sorted((a.type, b.type))) not in allowed

    assert not any(clash(a, b) for at, a in enumerate(kept) for b in kept[:at])
    for one in several:
        mention = Tagged(one.type, ((one.first, one.end),))
        assert mention in kept or any(clash(mention, other) for other in kept)


def test_lengths_and_overlaps_are_learned() -> None:
    sentence = [Tagged("A", ((0, 2),)), Tagged("B", ((1, 2),)), Tagged("A", ((4, 5), (6, 7)))]
    assert learn([sentence], least=1) == Learned(
        {"A": {2: 0.5, 3: 0.5}, "B": {1: 1.0}}, (("A", "B"),)
    )
    assert learn([sentence], least=2).overlaps == ()


def test_without_training_it_says_so() -> None:
    with pytest.raises(InputError, match="was not trained"):
        pipeline(TOML)("Chest pain.")


def test_without_mentions_there_is_nothing_to_learn() -> None:
    with pytest.raises(InputError, match="no mentions"):
        pipeline(TOML).train(examples([inline.parse("Nothing here.")]))


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(InputError, match="kernel"):
        pipeline(TOML + 'kernel = "rbf"\n')


@pytest.mark.parametrize("name", ["names.json", "weights.npy", "pairs.json"])
def test_a_damaged_model_is_refused(svm: Pipeline, tmp_path: Path, name: str) -> None:
    part = svm.components[0]
    assert isinstance(part, EntitiesSvm)
    part.save(tmp_path)
    (tmp_path / name).write_bytes(b"{")
    fresh = EntitiesSvm(part.options, part.resources)
    with pytest.raises(InputError, match="cannot be read"):
        fresh.load(tmp_path)


def test_training_twice_gives_the_same_model(notes: list[Document], tmp_path: Path) -> None:
    for name in ("a", "b"):
        made = pipeline(TOML)
        made.train(examples(notes[:4]))
        (tmp_path / name).mkdir()
        made.components[0].save(tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
