"""Active learning: random, uncertainty and diversity sampling, always reproducible."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Config, Example, Pipeline, Resources
from goldsmith.training.active_learning import (
    STRATEGIES,
    Candidate,
    choose,
    estimate_uncertainty,
    find_strategy,
    make_candidate,
)


def build_candidate(name: str, text: str, doubt: float = 1.0, size: int = 100) -> Candidate:
    return Candidate(name, size, dict.fromkeys(text.split(), 1), doubt)


def choose_ids(
    candidates: Sequence[Candidate], by: str, count: int = 9, **more: object
) -> list[str]:
    choices = choose(find_strategy(by), candidates, count, **more)  # type: ignore[arg-type]
    return [candidates[choice.position].id for choice in choices]


SHORT = build_candidate("short", "liver lesion", doubt=3, size=20)
LONG = build_candidate("long", "knee pain", doubt=10, size=900)
SURE = build_candidate("sure", "chest pain", doubt=0.1, size=100)


def test_doubt_is_per_token_and_doubt_total_per_document() -> None:
    assert choose_ids([LONG, SURE, SHORT], "doubt") == ["short", "long", "sure"]
    assert choose_ids([LONG, SURE, SHORT], "doubt-total") == ["long", "short", "sure"]


def test_very_short_documents_are_penalised() -> None:
    tiny = build_candidate("tiny", "ok", doubt=0.5, size=2)
    assert choose_ids([tiny, SHORT], "doubt") == ["short", "tiny"]


def test_diverse_ranks_copies_last() -> None:
    first = build_candidate("first", "mastectomy axillary clearance", doubt=5)
    copy = build_candidate("copy", "mastectomy axillary clearance", doubt=4)
    other = build_candidate("other", "colonoscopy polyp caecum", doubt=1)
    assert choose_ids([first, copy, other], "doubt") == ["first", "copy", "other"]
    assert choose_ids([first, copy, other], "diverse") == ["first", "other", "copy"]
    assert choose_ids([first, other], "diverse", annotated=[copy]) == ["other", "first"]


def test_score_reflects_uncertainty_and_novelty() -> None:
    [new] = choose("diverse", [SHORT], 1)
    assert new.score == pytest.approx(3 / 120)
    [copy] = choose("diverse", [SHORT], 1, annotated=[SHORT])
    assert copy.score == pytest.approx(0)


def test_random_choice_depends_on_seed_and_ids_only() -> None:
    documents = [build_candidate(str(number), "same") for number in range(20)]
    chosen = choose_ids(documents, "random", 5)
    assert (
        chosen
        == choose_ids(documents[::-1], "random", 5)
        != choose_ids(documents, "random", 5, seed=1)
    )


texts = st.lists(st.sampled_from("colon liver lung breast biopsy scan".split()), max_size=6)
candidates = st.lists(st.tuples(texts, st.floats(0, 50), st.integers(0, 500)), max_size=12).map(
    lambda rows: [
        build_candidate(f"d{index}", " ".join(words), doubt, size)
        for index, (words, doubt, size) in enumerate(rows)
    ]
)


@given(candidates, st.integers(0, 14), st.sampled_from(STRATEGIES), st.randoms())
def test_every_strategy_chooses_each_document_once_in_any_order(
    documents: list[Candidate], count: int, by: str, random: object
) -> None:
    chosen = choose_ids(documents, by, count)
    assert len(chosen) == len(set(chosen)) == min(count, len(documents))
    shuffled = list(documents)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert choose_ids(shuffled, by, count) == chosen
    # A shorter list is a prefix of a longer one.
    assert choose_ids(documents, by, len(documents))[:count] == chosen


def test_wrong_count_and_unknown_strategy_are_rejected() -> None:
    with pytest.raises(InputError, match="-1 documents cannot be chosen"):
        choose("random", [], -1)
    with pytest.raises(InputError, match="strategy called 'clever'"):
        find_strategy("clever")


def test_candidate_has_the_word_counts_of_its_document() -> None:
    candidate = make_candidate(
        Analysis(Document("d", "Pain in the left knee; knee pain 3/10.")), 2.0
    )
    assert candidate.words == {"pain": 2, "the": 1, "left": 1, "knee": 2}
    assert (candidate.id, candidate.uncertainty) == ("d", 2.0) and candidate.size > 8


def test_training_documents_are_less_uncertain(config: Config, examples: list[Example]) -> None:
    pipeline = Pipeline(config, Resources())
    with pytest.raises(InputError, match="was not trained"):
        estimate_uncertainty(pipeline, examples[0].analysis)
    pipeline.train(examples[:6])
    new = [
        estimate_uncertainty(pipeline, example.analysis) / len(example.analysis.tokens.words)
        for example in examples[6:]
    ]
    old = [
        estimate_uncertainty(pipeline, example.analysis) / len(example.analysis.tokens.words)
        for example in examples[:6]
    ]
    assert 0 < max(old) < min(new) < 1
    assert estimate_uncertainty(pipeline, Analysis(Document("empty", ""))) == 0


def test_pipeline_without_uncertainty_is_rejected(config: Config) -> None:
    silent = Pipeline(config, Resources())
    silent.components = []
    with pytest.raises(InputError, match="no component of the pipeline estimates its uncertainty"):
        estimate_uncertainty(silent, Analysis(Document("d", "No pain.")))
