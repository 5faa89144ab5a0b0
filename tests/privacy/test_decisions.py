"""Decisions of a reviewer, and the review on which they are based."""

import json
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.privacy import (
    Decision,
    Decisions,
    Outcome,
    Pseudonymiser,
    Replacement,
    read_decisions,
)
from goldsmith.privacy.leftovers import Leftover
from goldsmith.privacy.review import ReviewWriter, Tally, plan_sample
from goldsmith.privacy.review.spool import DOUBTFUL, MAX_PLACES, REPLACED, Spool


def pseudonymise(text: str, *decisions: Decision) -> Outcome:
    worker = Pseudonymiser(b"a key for the tests", decisions=Decisions(decisions))
    doc = Document("d", text, Metadata(patient="P", date="2012-05-24"))
    worker.survey(doc)
    return worker.apply(doc)


def list_replaced(outcome: Outcome) -> list[str]:
    return [place.old for place in outcome.replacements]


@pytest.mark.parametrize(
    ("wording", "kind", "olds"),
    [
        ("Levo", "NAME", ["Levo"]),
        ("levo drip", "NAME", ["levo", "drip"]),
        ("the big house", "PLACE", ["the big house"]),
        ("xq 77-b", "NUMBER", ["xq 77-b"]),
        ("zz@home", "CONTACT", ["zz@home"]),
        ("Whitsun", "DATE", ["Whitsun"]),
        ("ninetyish", "AGE", ["ninetyish"]),
    ],
)
def test_decided_identifiers_are_always_replaced(wording: str, kind: str, olds: list[str]) -> None:
    text = f"Given at noon: {wording}, and again ({wording.replace(' ', chr(10))})."
    outcome = pseudonymise(text, Decision(wording, True, kind))
    decided = [place for place in outcome.replacements if place.rule == "decision"]
    assert [" ".join(place.old.split()) for place in decided] == olds * 2
    assert {place.kind for place in decided} == {kind}
    assert wording not in outcome.document.text
    assert wording not in {place.text for place in outcome.leftovers}


def test_decided_name_gets_one_surrogate_for_a_patient() -> None:
    outcome = pseudonymise("Levo came. LEVO left. Levo slept.", Decision("Levo", True, "NAME"))
    new = [place.new for place in outcome.replacements if place.old == "Levo"]
    assert len(new) == 2 and len(set(new)) == 1


def test_decided_date_is_shifted() -> None:
    text = "Reviewed on 14 March 2012. Fell on 21 March 2012."
    outcome = pseudonymise(text, Decision("14 March 2012", True, "DATE"))
    assert outcome.document.text == pseudonymise(text).document.text


def test_a_decision_applies_only_to_the_exact_wording() -> None:
    text = "Levo, Levothyroxine, levo and LEVO."
    outcome = pseudonymise(text, Decision("Levo", True, "PLACE"))
    decided = [place.old for place in outcome.replacements if place.rule == "decision"]
    assert decided == ["Levo"]


def test_cleared_wording_is_neither_replaced_nor_doubtful() -> None:
    text = "Mrs Tarrow slept. Gwendolyth ate. Mrs Tarrow went home."
    assert "Tarrow" in list_replaced(pseudonymise(text))
    outcome = pseudonymise(text, Decision("Tarrow", False), Decision("Gwendolyth", False))
    assert not {"Tarrow", "Gwendolyth"} & {*list_replaced(outcome)}
    assert not {"Tarrow", "Gwendolyth"} & {place.text for place in outcome.leftovers}
    assert outcome.document.text.count("Tarrow") == 2


def test_file_of_decisions_is_read(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    lines: Iterable[dict[str, object]] = (
        {"warning": "holds identifiers"},
        {"text": "Sorrel", "identifier": True, "kind": "NAME"},
        {"text": "Levo", "identifier": False},
    )
    path.write_text("\n\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    assert read_decisions(path) == [Decision("Sorrel", True, "NAME"), Decision("Levo", False)]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Sorrel", "line 2: this is not a JSON object"),
        ('{"text": "Sorrel", "identifier": true}', "line 2: the kind of an identifier is one of"),
        ('{"text": "Sorrel", "identifier": true, "kind": "Name"}', "NAME, DATE, PLACE"),
        ('{"text": "Sorrel", "identifier": "yes"}', "line 2: Expected `bool`, got `str`"),
        ('{"text": "Sorrel", "kind": "NAME"}', "line 2: Object missing required field"),
        ('{"text": "--", "identifier": false}', "line 2: the text has neither a letter nor a"),
        (
            '{"text": "Levo", "identifier": true, "kind": "NAME"}',
            "line 2: another line has a different decision",
        ),
    ],
)
def test_bad_decisions_are_refused_without_their_text(
    line: str, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"text": "Levo", "identifier": false}\n' + line + "\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read_decisions(path)
    assert problem in str(caught.value)
    assert "Sorrel" not in str(caught.value).partition("; expected")[0]


def make_outcome(number: int) -> Outcome:
    """Make the outcome of a note with "<Ivy>" replaced and three doubtful places."""
    name, text = f"d{number}", "Mrs Anna met\nZorbex and Zorbex. Hollowbeck ate & slept."
    places = [(4, "Anna"), (13, "Zorbex"), (24, "Zorbex"), (32, "Hollowbeck")]
    spans = [(start, start + len(word), word) for start, word in places]
    assert all(text[start:end] == word for start, end, word in spans)
    doubts = [
        Leftover(name, start, end, 2, "r", word, "", "NAME", 0.25 if word == "Zorbex" else 0.9)
        for start, end, word in spans[1:]
    ]
    replaced = Replacement(name, 4, 8, 1, "NAME", "title", "<Ivy>", "Anna")
    return Outcome(Document(name, text), [replaced], doubts, False)


def test_spool_groups_places_by_wording_and_ranks_them_by_risk() -> None:
    spool = Spool()
    for number in range(3):
        spool.add(make_outcome(number), None)
    first, second = spool.read_groups(DOUBTFUL)
    assert (first.wording, first.count, first.documents, first.risk) == ("Hollowbeck", 3, 3, 2.7)
    assert (second.wording, second.count, second.documents, second.risk) == ("Zorbex", 6, 3, 1.5)
    around = {(place.before[-5:], place.after[:5]) for place in second.places}
    assert around == {(" met ", " and "), (" and ", ". Hol")}
    (replaced,) = spool.read_groups(REPLACED)
    assert (replaced.wording, replaced.places[0].new) == ("<Ivy>", "Anna")
    spool.close()


def test_spool_limits_the_places_of_a_frequent_wording() -> None:
    spool = Spool()
    for number in range(MAX_PLACES):
        spool.add(make_outcome(number), None)
    group = next(group for group in spool.read_groups(DOUBTFUL) if group.wording == "Zorbex")
    assert group.count == 2 * MAX_PLACES and len(group.places) == MAX_PLACES
    numbers = [int(place.document[1:]) for place in group.places]
    assert numbers != sorted(numbers) and max(numbers) > MAX_PLACES // 2
    spool.close()


def test_expected_number_includes_places_too_improbable_to_list() -> None:
    tally = Tally()
    doubts = [Leftover("d", 0, 4, 1, "r", "Levo", "", "NAME", p) for p in (0.25, 0.5)]
    tally.add(Outcome(Document("d", ""), [], doubts, False, unlisted=0.2))
    assert tally.expected == {"NAME": 0.75}
    assert tally.expected_remaining == pytest.approx(0.95)


def test_review_has_a_warning_the_sample_and_both_lists() -> None:
    lines, page, tally = StringIO(), StringIO(), Tally()
    writer = ReviewWriter(lines, page, plan_sample(1))
    outcome = make_outcome(0)
    tally.add(outcome)
    writer.add(outcome)
    writer.finish(tally)
    writer.close()
    rows = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert "identifiers" in rows[0]["warning"]
    assert [row["list"] for row in rows[1:]] == ["sample", "replaced", "left", "left", "left"]
    assert "holds identifiers" in page.getvalue() and "<Ivy>" not in page.getvalue()
    data = json.loads(page.getvalue().partition('id="review-data">')[2].partition("</script>")[0])
    assert [group[0] for group in data["doubtful"]] == ["Hollowbeck", "Zorbex"]
    assert [group[0] for group in data["replaced"]] == ["<Ivy>"]
    assert data["sample"][0][1][:2] == ["Mrs ", "Anna"]
    assert "".join(data["sample"][0][1]) == outcome.document.text
