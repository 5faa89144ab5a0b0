"""The consistency radar: planted slips of each kind, found among consistent notes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.builders import parse_sentence
from tests.terminology.builders import make_concept

from goldsmith.core import Document, Group, load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.radar.api import radar
from goldsmith.project.radar.counts import AnswerCounts
from goldsmith.project.radar.hierarchy import CodeHierarchy
from goldsmith.project.radar.model import Suspect
from goldsmith.project.radar.page import render_radar
from goldsmith.project.radar.score import RateEstimator, get_posterior
from goldsmith.project.radar.tables import make_tables
from goldsmith.project.radar.wordings import TokenisedNote, Vocabulary, WordingCounts
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

USUAL = "She has <m1:Condition|code=C1>chest pain</> in the <m2:Locus|code=C2>left arm</> today."
TIMES = 20


def build_corpus(usual: str, *slips: str) -> list[Document]:
    """Build identical notes, followed by the notes with slips."""
    docs = [parse_sentence(text)[0] for text in [usual] * TIMES + list(slips)]
    return [replace(doc, id=f"note-{number}") for number, doc in enumerate(docs)]


def find_first(docs: Iterable[Document], kind: str, **options: object) -> Suspect:
    """Return the first suspect of a kind."""
    suspects = radar(docs, kinds=[kind], **options).suspects  # type: ignore[arg-type]
    return suspects[0]


def test_a_consistent_corpus_has_no_suspects() -> None:
    result = radar(build_corpus(USUAL))
    assert result.suspects == ()
    assert (result.documents, result.mentions) == (TIMES, 2 * TIMES)


@pytest.mark.parametrize(
    ("slip", "kind", "actual", "expected"),
    [
        (
            "She has chest pain in the <m2:Locus|code=C2>left arm</> today.",
            "missed",
            "not marked",
            "Condition",
        ),
        (
            "She has <m1:Result|code=C1>chest pain</> in the <m2:Locus|code=C2>left arm</> today.",
            "type",
            "Result",
            "Condition",
        ),
        (
            "She has <m1:Condition|code=C9>chest pain</> in the <m2:Locus|code=C2>left arm</> now.",
            "code",
            "C9",
            "C1",
        ),
        (
            "She has <m1:Condition|code=C1>chest pain</> in <m2:Locus|code=C2>the left arm</> now.",
            "span",
            "inside",
            "outside",
        ),
        (
            "She has <m1:Condition|code=C1>chest pain</> in the left <m2:Locus|code=C2>arm</> now.",
            "span",
            "outside",
            "inside",
        ),
        (
            "She has <m1:Condition|code=C1>chest pa</>in in the <m2:Locus|code=C2>left arm</> now.",
            "span",
            "cuts a word",
            "whole words",
        ),
        (
            "She <m3:Condition>has</> <m1:Condition|code=C1>chest pain</> in the "
            "<m2:Locus|code=C2>left arm</> today.",
            "extra",
            "marked",
            "not marked",
        ),
    ],
)
def test_a_slip_is_ranked_first(slip: str, kind: str, actual: str, expected: str) -> None:
    suspect = find_first(build_corpus(USUAL, slip), kind)
    assert suspect.place.document == f"note-{TIMES}"
    assert (suspect.actual, suspect.expected) == (actual, expected)
    assert suspect.support >= TIMES / 2
    assert suspect.siblings and all(p.document != f"note-{TIMES}" for p in suspect.siblings)


def test_the_fix_of_a_span_is_the_extent_of_the_siblings() -> None:
    slip = "She has <m1:Condition|code=C1>chest pain</> in <m2:Locus|code=C2>the left arm</> now."
    docs = build_corpus(USUAL, slip)
    [(start, end)] = find_first(docs, "span").fix
    assert docs[-1].text[start:end] == "left arm"


def test_an_attribute_is_compared_with_the_same_context() -> None:
    usual = (
        "She denies <m1:disorder|status=negated>nausea</>.\nShe has <m2:disorder|status=>fever</>."
    )
    slip = "She denies <m1:disorder|status=>nausea</>.\nShe has <m2:disorder|status=>fever</>."
    suspect = find_first(build_corpus(usual, slip), "attribute")
    assert (suspect.question, suspect.expected) == ("status", "negated")
    assert suspect.place.document == f"note-{TIMES}"


def test_context_explains_differences_that_words_alone_do_not() -> None:
    """Accept a word that is always marked after one word and never after another."""
    usual = "Has <m1:Condition>cold</> today. Drinks cold water."
    assert not [s for s in radar(build_corpus(usual)).suspects if s.probability > 0.1]


def test_a_chain_that_joins_two_codes_is_found() -> None:
    schema = load_builtin_schema("i2b2-2011")
    identity = next(kind.name for kind in schema.relation if kind.identity)
    group = (Group("G1", identity, ("m1", "m2")),)
    usual = "<m1:problem|code=C1>pain</> and <m2:problem|code=C1>ache</>"
    slip = usual.replace("m2:problem|code=C1", "m2:problem|code=C7")
    docs = [parse_sentence(text, groups=group)[0] for text in [usual] * TIMES + [slip]]
    docs = [replace(doc, id=f"note-{number}") for number, doc in enumerate(docs)]
    suspect = find_first(docs, "chain", schema=schema)
    assert suspect.place.document == f"note-{TIMES}"
    assert "C7" in suspect.actual or "C1 in a chain of C7" in suspect.actual


def test_a_code_and_a_broader_code_are_related(tmp_path: Path) -> None:
    concepts = [
        make_concept("C1", "Pain"),
        make_concept("C7", "Chest pain", parents=("C1",)),
        make_concept("C9", "Fever"),
    ]
    compile_concepts(concepts, tmp_path / "terms", name="terms")
    hierarchy = CodeHierarchy([Terminology(tmp_path / "terms")])
    assert hierarchy.is_related("C1", "C7") and hierarchy.is_related("C7", "C1")
    assert not hierarchy.is_related("C1", "C9") and not hierarchy.is_related("C1", "unknown")
    assert hierarchy.describe("C7 + C0") == "C7 Chest pain + C0"
    assert not CodeHierarchy().is_related("C1", "C7")


def test_a_place_is_listed_once_and_the_limit_is_respected() -> None:
    slip = "She has <m1:Result|code=C9>chest pain</> in the left <m2:Locus|code=C8>arm</> now."
    result = radar(build_corpus(USUAL, slip))
    places = [(s.place.document, s.place.mention or s.place.start) for s in result.suspects]
    assert len(places) == len(set(places))
    assert len(radar(build_corpus(USUAL, slip), limit=1).suspects) == 1
    assert [s.rank for s in result.suspects] == list(range(1, len(places) + 1))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="missed"):
        radar(build_corpus(USUAL), kinds=["mised"])
    with pytest.raises(UnknownName, match="gold"):
        radar(build_corpus(USUAL), set_name="golden")
    with pytest.raises(InputError, match="limit"):
        radar(build_corpus(USUAL), limit=0)


def test_the_page_shows_places_and_can_leave_out_text() -> None:
    slip = "She has chest pain in the <m2:Locus|code=C2>left arm</> today."
    docs = build_corpus(USUAL, slip)
    result = radar(docs)
    page = render_radar(result, docs)
    assert 'id="suspect-1"' in page and "chest pain" in page
    shared = render_radar(result, docs, with_text=False)
    assert "chest" not in shared and f"note-{TIMES}" in shared
    assert "chest pain" in make_tables(result)[0].rows[0]


def test_counts_forget_only_rare_keys() -> None:
    counts = AnswerCounts(most_keys=100)
    for number in range(1000):
        counts.add("frequent", "yes")
        counts.add("mixed", "yes" if number % 2 else "no")
        counts.add(("rare", number), "yes")
    assert len(counts) <= 100
    assert counts.get("frequent", "yes") == (1000, 1000)
    assert counts.get("mixed", "no") == (500, 1000)
    assert counts.list_answers("mixed") == {"yes": 500, "no": 500}
    assert counts.get("never", "yes") == (0, 0)


def test_the_rate_of_slips_is_estimated() -> None:
    estimator = RateEstimator()
    for number in range(1000):
        estimator.add(8.0 if number < 30 else -3.0)
    rate = estimator.estimate()
    assert 0.02 < rate < 0.04
    assert get_posterior(8.0, rate) > 0.95
    assert math.isclose(get_posterior(0.0, 0.02), 0.02)


def test_a_rare_longer_wording_does_not_hide_the_usual_one() -> None:
    wordings = WordingCounts()
    for _ in range(50):
        wordings.add(("tumour",))
    wordings.add(("the", "tumour"))
    wordings.add(("breast", "cancer"))
    vocabulary = Vocabulary(wordings.list_usual())
    note = TokenisedNote(Document("a", "The tumour is breast cancer."))
    assert list(vocabulary.find(note)) == [(1, 2), (3, 5)]
