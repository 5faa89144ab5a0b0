"""Which documents are chosen: by lot, by doubt, by doubt and novelty; always the same ones."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Config, Example, Pipeline, Resources
from goldsmith.training.choosing import (
    STRATEGIES,
    Candidate,
    candidate,
    choose,
    doubt,
    strategy,
)


def one(name: str, text: str, doubt: float = 1.0, size: int = 100) -> Candidate:
    return Candidate(name, size, dict.fromkeys(text.split(), 1), doubt)


def names(candidates: Sequence[Candidate], by: str, count: int = 9, **more: object) -> list[str]:
    found = choose(strategy(by), candidates, count, **more)  # type: ignore[arg-type]
    return [candidates[choice.at].id for choice in found]


SHORT = one("short", "liver lesion", doubt=3, size=20)
LONG = one("long", "knee pain", doubt=10, size=900)
SURE = one("sure", "chest pain", doubt=0.1, size=100)


def test_doubt_is_for_each_token_and_doubt_total_for_the_document() -> None:
    assert names([LONG, SURE, SHORT], "doubt") == ["short", "long", "sure"]
    assert names([LONG, SURE, SHORT], "doubt-total") == ["long", "short", "sure"]


def test_a_few_words_do_not_pay_for_opening_the_document() -> None:
    tiny = one("tiny", "ok", doubt=0.5, size=2)
    assert names([tiny, SHORT], "doubt") == ["short", "tiny"]


def test_diverse_leaves_copies_for_later() -> None:
    first = one("first", "mastectomy axillary clearance", doubt=5)
    copy = one("copy", "mastectomy axillary clearance", doubt=4)
    other = one("other", "colonoscopy polyp caecum", doubt=1)
    assert names([first, copy, other], "doubt") == ["first", "copy", "other"]
    assert names([first, copy, other], "diverse") == ["first", "other", "copy"]
    assert names([first, other], "diverse", known=[copy]) == ["other", "first"]


def test_the_score_says_what_a_document_was_chosen_for() -> None:
    [found] = choose("diverse", [SHORT], 1)
    assert found.score == pytest.approx(3 / 120)
    [known] = choose("diverse", [SHORT], 1, known=[SHORT])
    assert known.score == pytest.approx(0)


def test_a_lot_follows_from_seed_and_ids() -> None:
    many = [one(str(number), "same") for number in range(20)]
    drawn = names(many, "random", 5)
    assert drawn == names(many[::-1], "random", 5) != names(many, "random", 5, seed=1)


texts = st.lists(st.sampled_from("colon liver lung breast biopsy scan".split()), max_size=6)
candidates = st.lists(st.tuples(texts, st.floats(0, 50), st.integers(0, 500)), max_size=12).map(
    lambda rows: [one(f"d{at}", " ".join(t), d, n) for at, (t, d, n) in enumerate(rows)]
)


@given(candidates, st.integers(0, 14), st.sampled_from(STRATEGIES), st.randoms())
def test_every_strategy_takes_each_once_whatever_the_order(
    many: list[Candidate], count: int, by: str, chance: object
) -> None:
    chosen = names(many, by, count)
    assert len(chosen) == len(set(chosen)) == min(count, len(many))
    mixed = list(many)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert names(mixed, by, count) == chosen
    # A shorter list is the beginning of a longer one.
    assert names(many, by, len(many))[:count] == chosen


def test_mistakes_are_told() -> None:
    with pytest.raises(InputError, match="-1 documents cannot be chosen"):
        choose("random", [], -1)
    with pytest.raises(InputError, match="strategy called 'clever'"):
        strategy("clever")


def test_a_document_is_its_words() -> None:
    found = candidate(Analysis(Document("d", "Pain in the left knee; knee pain 3/10.")), 2.0)
    assert found.words == {"pain": 2, "the": 1, "left": 1, "knee": 2}
    assert (found.id, found.doubt) == ("d", 2.0) and found.size > 8


def test_what_was_learned_is_doubted_less(config: Config, few: list[Example]) -> None:
    pipeline = Pipeline(config, Resources())
    with pytest.raises(InputError, match="was not trained"):
        doubt(pipeline, few[0].work)
    pipeline.train(few[:6])
    new = [doubt(pipeline, each.work) / len(each.work.tokens.words) for each in few[6:]]
    old = [doubt(pipeline, each.work) / len(each.work.tokens.words) for each in few[:6]]
    assert 0 < max(old) < min(new) < 1
    assert doubt(pipeline, Analysis(Document("empty", ""))) == 0


def test_some_pipelines_cannot_tell(config: Config) -> None:
    silent = Pipeline(config, Resources())
    silent.components = []
    with pytest.raises(InputError, match="how sure it is"):
        doubt(silent, Analysis(Document("d", "No pain.")))
