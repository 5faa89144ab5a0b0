"""Entities by SVM classifiers of boundaries: training, pairing and conflict resolution."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.entities.boundary_pairs import (
    BoundaryStatistics,
    Candidate,
    Thresholds,
    count_statistics,
    generate_candidates,
    resolve_conflicts,
)
from goldsmith.components.entities.entities_svm import EntitiesSvm
from goldsmith.core import Document, Mention
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.learning.crf.tags import TaggedMention
from goldsmith.pipeline import Pipeline, load

from ..conftest import examples, pipeline

TOML = '[[component]]\nuse = "entities-svm"\n'
TERMS = Thresholds(boundary=0.4, mention=0.2, inside=0.0)


def _refuse_terminology(name: str) -> object:
    raise AssertionError(f"no terminology is needed, but {name} was opened")


@pytest.fixture(scope="module")
def svm(notes: list[Document]) -> Pipeline:
    tagger = pipeline(TOML)
    tagger.train(examples(notes[::2]))
    return tagger


def _get_keys(mentions: tuple[Mention, ...]) -> set[tuple[str, object]]:
    return {(mention.type, mention.spans) for mention in mentions}


def test_precision_and_recall_on_unseen_notes(svm: Pipeline, notes: list[Document]) -> None:
    right = predicted = expected = 0
    for doc in notes[1::2]:
        gold, system = _get_keys(doc.sets["gold"].mentions), _get_keys(svm.annotate(doc).mentions)
        right, predicted, expected = (
            right + len(gold & system),
            predicted + len(system),
            expected + len(gold),
        )
    assert right / predicted > 0.65 and right / expected > 0.5


def test_saved_model_finds_the_same_mentions(
    svm: Pipeline, notes: list[Document], tmp_path: Path
) -> None:
    svm.save(tmp_path / "m")
    loaded = load(tmp_path / "m", find=_refuse_terminology)  # type: ignore[arg-type]
    for doc in notes[:6]:
        assert loaded.annotate(doc) == svm.annotate(doc)
    endings = {path.suffix for path in (tmp_path / "m" / "0-entities-svm").iterdir()}
    assert endings == {".json", ".npy"}


@pytest.mark.parametrize("text", ["", "x", "\n\n", "心电图正常", "\x00\x01", "a" * 5000, "🙂"])
def test_odd_texts_do_not_fail(svm: Pipeline, text: str) -> None:
    assert isinstance(svm(text), Document)


def _make_documents(template: str) -> list[Document]:
    places = [(side, part) for side in ("left", "right") for part in ("arm", "leg", "hand", "eye")]
    return [
        inline.parse(template.format(side=side, part=part), doc_id=f"{side}{part}")
        for side, part in places
    ]


NESTED = "Pain in the <Locus><Side>{side}</> {part}</> since May."


def _find_mentions(tagger: Pipeline, text: str) -> list[tuple[str, str]]:
    doc = tagger(text)
    return [
        (mention.type, text[mention.spans[0].start : mention.spans[0].end])
        for mention in doc.sets["system"].mentions
    ]


def test_types_that_nest_in_training_may_nest() -> None:
    tagger = pipeline(TOML)
    tagger.train(examples(_make_documents(NESTED)))
    predicted = _find_mentions(tagger, "Pain in the left hand since May.")
    assert sorted(predicted) == [("Locus", "left hand"), ("Side", "left")]


def test_without_overlaps_one_of_two_overlapping_mentions_is_kept() -> None:
    tagger = pipeline(TOML + 'overlaps = "never"\n')
    tagger.train(examples(_make_documents(NESTED)))
    assert len(_find_mentions(tagger, "Pain in the left hand since May.")) == 1


def test_only_requested_types_are_found() -> None:
    tagger = pipeline(TOML + 'types = ["Side"]\n')
    tagger.train(examples(_make_documents(NESTED)))
    assert _find_mentions(tagger, "Pain in the left hand since May.") == [("Side", "left")]


def test_lower_tau_finds_more_mentions(notes: list[Document]) -> None:
    counts = []
    for tau in (1.0, 0.1):
        tagger = pipeline(TOML + f"tau = {tau}\n")
        tagger.train(examples(notes[:8]))
        counts.append(sum(len(tagger.annotate(doc).mentions) for doc in notes[8:14]))
    assert counts[0] < counts[1]


def _probabilities(rows: list[list[float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array(rows, np.float32)


def test_boundaries_pair_at_known_lengths() -> None:
    begins = _probabilities([[0.9], [0.0], [0.0], [0.0]])
    ends = _probabilities([[0.0], [0.0], [0.5], [0.9]])
    statistics = BoundaryStatistics({"Drug": {3: 1.0}})
    predicted = list(generate_candidates(begins, ends, ["Drug"], statistics, TERMS))
    assert [(candidate.first, candidate.end) for candidate in predicted] == [(0, 3)]
    assert predicted[0].confidence == pytest.approx(0.45)


def test_single_boundary_does_not_make_a_candidate() -> None:
    begins, ends = _probabilities([[0.9], [0.0]]), _probabilities([[0.3], [0.3]])
    assert not list(
        generate_candidates(begins, ends, ["Drug"], BoundaryStatistics({"Drug": {1: 1.0}}), TERMS)
    )


def test_boundaries_inside_a_candidate_lower_its_confidence() -> None:
    begins = _probabilities([[0.9], [0.8], [0.0]])
    ends = _probabilities([[0.8], [0.0], [0.9]])
    statistics = BoundaryStatistics({"Drug": {1: 0.5, 2: 0.3, 3: 0.2}})
    loose = list(generate_candidates(begins, ends, ["Drug"], statistics, TERMS))
    strict = list(
        generate_candidates(begins, ends, ["Drug"], statistics, TERMS._replace(inside=1.0))
    )
    assert resolve_conflicts(loose, ()) == [TaggedMention("Drug", ((0, 3),))]
    assert sorted(resolve_conflicts(strict, ())) == [
        TaggedMention("Drug", ((0, 1),)),
        TaggedMention("Drug", ((1, 3),)),
    ]


ranges = st.tuples(st.integers(0, 12), st.integers(1, 5)).map(lambda pair: (pair[0], sum(pair)))
drawn_candidates = st.builds(
    lambda confidence, type_, place: Candidate(confidence, type_, *place),
    st.floats(0.1, 1),
    st.sampled_from("ABC"),
    ranges,
)


@given(st.lists(drawn_candidates, max_size=12))
def test_conflict_resolution_is_valid_and_maximal(
    candidates: list[Candidate],
) -> None:
    allowed = {("A", "B")}
    selected = resolve_conflicts(candidates, allowed)

    def clash(a: TaggedMention, b: TaggedMention) -> bool:
        over = a.ranges[0][0] < b.ranges[0][1] and b.ranges[0][0] < a.ranges[0][1]
        return over and tuple(sorted((a.type, b.type))) not in allowed

    assert not any(clash(a, b) for at, a in enumerate(selected) for b in selected[:at])
    for candidate in candidates:
        mention = TaggedMention(candidate.type, ((candidate.first, candidate.end),))
        assert mention in selected or any(clash(mention, placed) for placed in selected)


def test_statistics_count_lengths_and_overlaps() -> None:
    sentence = [
        TaggedMention("A", ((0, 2),)),
        TaggedMention("B", ((1, 2),)),
        TaggedMention("A", ((4, 5), (6, 7))),
    ]
    assert count_statistics([sentence], least=1) == BoundaryStatistics(
        {"A": {2: 0.5, 3: 0.5}, "B": {1: 1.0}}, (("A", "B"),)
    )
    assert count_statistics([sentence], least=2).overlaps == ()


def test_untrained_component_is_refused() -> None:
    with pytest.raises(InputError, match="was not trained"):
        pipeline(TOML)("Chest pain.")


def test_training_without_mentions_is_refused() -> None:
    with pytest.raises(InputError, match="no mentions"):
        pipeline(TOML).train(examples([inline.parse("Nothing here.")]))


def test_unknown_option_is_refused() -> None:
    with pytest.raises(InputError, match="kernel"):
        pipeline(TOML + 'kernel = "rbf"\n')


@pytest.mark.parametrize("name", ["names.json", "weights.npy", "pairs.json"])
def test_damaged_model_is_refused(svm: Pipeline, tmp_path: Path, name: str) -> None:
    part = svm.components[0]
    assert isinstance(part, EntitiesSvm)
    part.save(tmp_path)
    (tmp_path / name).write_bytes(b"{")
    fresh = EntitiesSvm(part.options, part.resources)
    with pytest.raises(InputError, match="cannot be read"):
        fresh.load(tmp_path)


def test_training_twice_gives_the_same_model(notes: list[Document], tmp_path: Path) -> None:
    for name in ("a", "b"):
        tagger = pipeline(TOML)
        tagger.train(examples(notes[:4]))
        (tmp_path / name).mkdir()
        tagger.components[0].save(tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
