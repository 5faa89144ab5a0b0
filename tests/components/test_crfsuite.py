"""The features that a model of crfsuite knows, read from its bytes."""

from __future__ import annotations

import pycrfsuite
import pytest

from goldsmith.components._crfsuite import attributes
from goldsmith.components._features import Features, Seen
from goldsmith.components.entities import trained_bytes
from goldsmith.core import Document
from goldsmith.pipeline import Analysis


@pytest.fixture(scope="module")
def model() -> bytes:
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.append([["w=no", "b"], ["w=fièvre", "b"], ["w=now", "b"]], ["O", "B-Condition", "O"])
    return trained_bytes(trainer)


def test_they_are_those_that_the_library_tells(model: bytes) -> None:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(model)
    known = attributes(model)
    assert known is not None and "w=fièvre" in known
    assert sorted(known) == sorted(tagger.info().attributes)


@pytest.mark.parametrize("cut", [0, 10, 48, 200])
def test_what_is_no_whole_model_is_not_guessed_at(model: bytes, cut: int) -> None:
    assert attributes(model[:cut]) is None
    assert attributes(b"x" + model) is None


def test_features_of_words_that_are_not_known_are_left_out() -> None:
    work = Analysis(Document("d", "No fever now."))
    [every] = Features(Seen())(work)
    [kept] = Features(Seen(), known={"w=fever", "-1w=no", "p|no|fever"})(work)
    assert [name for name in every[1] if name in ("w=fever", "-1w=no", "p|no|fever")] == kept[1]
    assert kept[0] == []
