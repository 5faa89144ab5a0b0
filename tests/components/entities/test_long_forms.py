"""Abbreviations: the evidence of all occurrences is pooled."""

from __future__ import annotations

import pytest

from goldsmith.components.entities.long_forms import TypedSpans, propagate_long_forms
from goldsmith.core import Document, Span
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis

from ..conftest import examples, pipeline


def find_span(text: str, words: str, start: int = 0) -> Span:
    at = text.index(words, start)
    return Span(at, at + len(words))


def list_strings(analysis: Analysis, mentions: set[TypedSpans]) -> list[str]:
    return sorted(analysis.text[span.start : span.end] for _, (span,) in mentions)


DEFICIENCY = "Deficiency of xanthine oxidase"
SEVERE = "Severe congestive heart failure"
ENZYME = "Deficiency of xanthine oxidase (XO) is rare. XO was measured. XO is an enzyme."
FAILURE = "Severe congestive heart failure (CHF). CHF is worse. No CHF before."


def propagate(text: str, probabilities: dict[str, float]) -> list[str]:
    """Propagate with a probability for every occurrence of some strings."""
    analysis = Analysis(Document("d", text))
    evidence = {
        ("C", Span(at, at + len(words))): probability
        for words, probability in probabilities.items()
        for at in range(len(text))
        if text.startswith(words, at)
    }
    mentions: set[TypedSpans] = {
        ("C", (span,)) for (_, span), value in evidence.items() if value >= 0.3
    }
    return list_strings(analysis, propagate_long_forms(analysis, mentions, evidence))


@pytest.mark.parametrize(
    ("text", "probabilities", "expected"),
    [
        # The long form is only the tail of the mention: it says nothing about the abbreviation.
        (ENZYME, {DEFICIENCY: 0.95, "XO": 0.1}, [DEFICIENCY]),
        (ENZYME, {DEFICIENCY: 0.95, "XO": 0.7}, [DEFICIENCY, "XO", "XO", "XO"]),
        (FAILURE, {SEVERE: 0.6, "CHF": 0.25}, [SEVERE]),
        (FAILURE, {SEVERE: 0.9, "CHF": 0.4}, [SEVERE, "CHF", "CHF", "CHF"]),
        # The long form is a mention or not, and the abbreviation is not recognised by itself.
        (FAILURE, {"congestive heart failure": 0.9, "CHF": 0.05},
         ["CHF", "CHF", "CHF", "congestive heart failure"]),
        (FAILURE, {"congestive heart failure": 0.05, "CHF": 0.4}, []),
        (FAILURE, {}, []),
    ],
)  # fmt: skip
def test_mean_probability_of_all_occurrences_decides(
    text: str, probabilities: dict[str, float], expected: list[str]
) -> None:
    assert propagate(text, probabilities) == sorted(expected)


def test_mentions_without_probabilities_are_certain() -> None:
    analysis = Analysis(Document("d", FAILURE))
    long = ("C", (find_span(FAILURE, "congestive heart failure"),))
    assert list_strings(analysis, propagate_long_forms(analysis, {long})) == [
        "CHF", "CHF", "CHF", "congestive heart failure",
    ]  # fmt: skip
    tail = ("C", (find_span(ENZYME, "Deficiency of xanthine oxidase"),))
    enzyme = Analysis(Document("d", ENZYME))
    assert propagate_long_forms(enzyme, {tail}) == {tail}


def test_occurrences_inside_other_mentions_are_not_added() -> None:
    text = "Congestive heart failure (CHF). CHF exacerbation. CHF."
    analysis = Analysis(Document("d", text))
    mentions: set[TypedSpans] = {
        ("C", (find_span(text, "Congestive heart failure"),)),
        ("C", (find_span(text, "CHF exacerbation"),)),
    }
    strings = list_strings(analysis, propagate_long_forms(analysis, mentions))
    assert strings == ["CHF", "CHF", "CHF exacerbation", "Congestive heart failure"]


def test_the_tail_of_a_mention_does_not_override_the_training_data() -> None:
    """The training data annotates deficiencies of enzymes, but not the enzymes."""
    enzymes = ("xanthine oxidase", "lactate lyase", "pyruvate kinase", "acid maltase")
    lines = [
        f"A <C>deficiency of {name}</> was found. The {name} was normal. {short} was measured."
        for name in enzymes
        for short in ("ABC", "PKX", "LLY")
    ]
    docs = [inline.parse(line, doc_id=str(number)) for number, line in enumerate(lines)]
    tagger = pipeline('[[component]]\nuse = "entities"\nepochs = 8\nmembers = 1\n')
    tagger.train(examples(docs))
    text = "A deficiency of pyruvate kinase (PK) was found. PK was measured. The PK was normal."
    predicted = [text[m.start : m.end] for m in tagger(text).sets["system"].mentions]
    assert predicted == ["deficiency of pyruvate kinase"]
