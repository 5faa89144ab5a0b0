"""Choice by the rates of features over documents."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from goldsmith.learning.choice import ChoiceModel
from goldsmith.learning.choice_rates import train_on_rates

LONG_OR_SHORT = [["size=long"], ["size=short"]]
BIG_OR_SMALL = [["size=big"], ["size=small"]]
#: All documents prefer big to small, and six of them prefer long to short. The last document
#: prefers short to long, more often than the others together prefer long to short.
QUESTIONS = [BIG_OR_SMALL] * 42 + [LONG_OR_SHORT] * 28
CHOSEN = [0] * 42 + [0] * 12 + [1] * 16
DOCUMENTS = [*range(7)] * 6 + [*range(6)] * 2 + [6] * 16


def test_each_document_has_one_vote() -> None:
    by_rates = train_on_rates(QUESTIONS, CHOSEN, DOCUMENTS)
    by_likelihood = ChoiceModel().fit(QUESTIONS, CHOSEN)
    assert by_rates.predict([LONG_OR_SHORT])[0].argmax() == 0
    assert by_likelihood.predict([LONG_OR_SHORT])[0].argmax() == 1


def test_a_pattern_of_a_single_document_is_not_learned() -> None:
    """The colour decides differently in each document; the size decides alike in all."""
    questions, chosen, documents = [], [], []
    for document in range(8):
        for long in range(4):
            question = [["size=short", f"colour={document}"] for _ in range(4)]
            question[long] = ["size=long", f"colour={document} right"]
            questions.append(question)
            chosen.append(long)
            documents.append(document)
    model = train_on_rates(questions, chosen, documents)
    (row,) = model.predict([[["size=short", "colour=0 right"], ["size=long", "colour=0"]]])
    assert row.argmax() == 1


def test_unknown_features_have_no_weight() -> None:
    model = train_on_rates(QUESTIONS, CHOSEN, DOCUMENTS)
    (row,) = model.predict([[["size=huge"], ["weight=light"]]])
    assert row.tolist() == [0.5, 0.5]


def test_saved_model_gives_the_same_probabilities(tmp_path: Path) -> None:
    model = train_on_rates(QUESTIONS, CHOSEN, DOCUMENTS)
    model.save(tmp_path)
    assert np.array_equal(ChoiceModel.load(tmp_path).predict(QUESTIONS), model.predict(QUESTIONS))
