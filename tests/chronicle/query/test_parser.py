"""The query language: valid queries, their trees, and the positions of errors."""

from __future__ import annotations

import pytest

from goldsmith.chronicle.query.model import (
    Age,
    All,
    Detail,
    Either,
    Followed,
    Has,
    Not,
    Sex,
)
from goldsmith.chronicle.query.parser import parse_query
from goldsmith.chronicle.query.reading import list_clauses, write_query
from goldsmith.errors import QueryError

PAPER = (
    "How many patients with stage 2 adenocarcinoma who were treated with tamoxifen were "
    "symptom-free after 5 years?"
)
ISSUE = (
    "Patients with stage 2 adenocarcinoma, treated with tamoxifen, symptom-free after five years"
)


def test_two_wordings_of_the_question_of_the_paper_have_the_same_clauses() -> None:
    assert list_clauses(parse_query(PAPER)) == [
        'event "adenocarcinoma" stage "2"',
        'treated with "tamoxifen"',
        'followed until 5 years after first start of (treated with "tamoxifen")',
        'no event "symptom" after 5 years after first start of (treated with "tamoxifen")',
    ]
    assert list_clauses(parse_query(ISSUE)) == list_clauses(parse_query(PAPER))


def test_how_many_asks_only_for_the_number() -> None:
    assert parse_query(PAPER).counts_only
    assert not parse_query(ISSUE).counts_only


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("patients", "patients"),
        ("which women", "patients with female"),
        ("patients with drug tamoxifen", 'patients with drug "tamoxifen"'),
        ("patients taking tamoxifen", 'patients with drug "tamoxifen"'),
        ("patients without drug tamoxifen", 'patients with no drug "tamoxifen"'),
        ("patients with breast cancer", 'patients with event "breast cancer"'),
        ("patients with problem DOID:299", 'patients with problem code "DOID:299"'),
        (
            "patients with drug tamoxifen, letrozole or anastrozole",
            'patients with drug "tamoxifen" or "letrozole" or "anastrozole"',
        ),
        (
            "patients with drug x before May 2010",
            'patients with drug "x" before 2010-05-01',
        ),
        ("patients with drug x after 2010", 'patients with drug "x" after 2010-12-31'),
        (
            "patients with drug x in 2010-02",
            'patients with drug "x" between 2010-02-01 and 2010-02-28',
        ),
        (
            "patients with drug x on 3 May 2010",
            'patients with drug "x" at 2010-05-03',
        ),
        (
            "patients with new problem pain within six weeks after operation mastectomy",
            'patients with problem "pain" starting between start of (procedure "mastectomy") and '
            '6 weeks after start of (procedure "mastectomy")',
        ),
        (
            "patients with problem pain during (drug x since 2010)",
            'patients with problem "pain" between start of (drug "x" since 2010-01-01) and '
            'end of (drug "x" since 2010-01-01)',
        ),
        (
            "patients with problem pain at least 2 months before last end of drug x",
            'patients with problem "pain" until 2 months before last end of (drug "x")',
        ),
        (
            "patients with investigation CEA with value above 5",
            'patients with investigation "CEA" value above 5',
        ),
        (
            "patients with problem asthma resolved by 2015",
            'patients with problem "asthma" resolved at 2015-12-31',
        ),
        (
            "patients with family history of cancer, at most 2 operations and died before 2015",
            'patients with family history of event "cancer" and at most 2 procedure and died '
            "before 2015-01-01",
        ),
        ("patients aged 50 to 60", "patients with aged 50 to 60 at end of record"),
        (
            "patients with drug x for problem y",
            'patients with drug "x" for (problem "y")',
        ),
    ],
)
def test_queries_have_a_canonical_form(query: str, canonical: str) -> None:
    assert write_query(parse_query(query)) == canonical
    assert write_query(parse_query(canonical)) == canonical


def test_details_may_come_before_or_after_the_name() -> None:
    before = parse_query('patients with stage IIA problem "adenocarcinoma"').condition
    after = parse_query('patients with problem "adenocarcinoma" at stage IIA').condition
    assert isinstance(before, Has)
    assert isinstance(after, Has)
    assert before.event == after.event
    assert before.event.details == (Detail("stage", "is", "IIA"),)


def test_connectives() -> None:
    assert isinstance(parse_query("patients with drug x, drug y or drug z").condition, Either)
    assert isinstance(parse_query("patients with drug x, drug y, female").condition, All)
    nested = parse_query("patients with (drug x or drug y) and not problem z").condition
    assert isinstance(nested, All)
    assert isinstance(nested.conditions[0], Either)
    assert isinstance(nested.conditions[1], Not)


def test_people() -> None:
    condition = parse_query("men older than 50, followed for 2 years from death").condition
    assert isinstance(condition, All)
    assert condition.conditions[0] == Sex("male")
    inner = condition.conditions[1]
    assert isinstance(inner, All)
    assert inner.conditions[0] == Age(low=51)
    assert isinstance(inner.conditions[1], Followed)


def test_clauses_store_their_position_in_the_query() -> None:
    query = parse_query("patients with stage 2 adenocarcinoma, treated with tamoxifen")
    assert isinstance(query.condition, All)
    places = [part.place for part in query.condition.conditions if isinstance(part, Has)]
    assert [query.text[place.start : place.end] for place in places] == [
        "stage 2 adenocarcinoma",
        "treated with tamoxifen",
    ]


@pytest.mark.parametrize(
    ("query", "wrong", "message"),
    [
        ("", "", "expected patients, women or men"),
        ("persons with pain", "persons", "expected patients, women or men"),
        ("patient with", "", "expected a clause"),
        ("patients with no", "", "expected an event"),
        ('patients with "pain', '"pain', "quotation mark is not closed"),
        ('patients with ""', '""', "name is empty"),
        ("patients with drug x & drug y", "&", "no meaning"),
        ("patients with drug tamoxifen befor 2010", "befor", "Did you mean before?"),
        ("patients with possbly drug x", "possbly", "Did you mean possibly?"),
        ("patients with stge 2 adenocarcinoma", "stge", "Did you mean stage?"),
        ("patients with drug x aftr start of drug y", "aftr", "Did you mean after?"),
        ("patients with drug x after 2010-02-30", "2010-02-30", "no such day"),
        ("patients with drug x within 30 days", "", "a time to count from"),
        ("patients with drug x within 30 of drug y", "30", "expected a duration"),
        ("patients with drug x after", "", "expected a time"),
        ("patients with (drug x or drug y", "", "closing parenthesis"),
        ("patients with drug x and drug y or drug z", "or", "parentheses that say"),
        ("patients with new problem", "", "new says that it begins then"),
        ("patients aged old", "old", "whole number"),
        ("patients with value over pain", "pain", "number to compare with"),
        ("patients with drug x 5", "5", "expected and, or, a comma"),
        ("patients followed 5 years", "5", "for and a duration"),
    ],
)
def test_errors_point_at_the_wrong_words(query: str, wrong: str, message: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(query)
    error = caught.value
    assert query[error.start : error.end] == wrong
    assert message in str(error)
    assert str(error).splitlines()[-1].strip("^ ") == ""
    assert str(error).splitlines()[-1].index("^") == error.start + 2


def test_an_error_shows_the_line_where_it_is() -> None:
    with pytest.raises(QueryError) as caught:
        parse_query("patients with drug x\n  and drug y befor 2010")
    assert str(caught.value).splitlines()[1:] == [
        "    and drug y befor 2010",
        "               ^^^^^",
    ]


def test_words_unlike_any_keyword_are_a_name() -> None:
    condition = parse_query("patients with lymph node metastases").condition
    assert isinstance(condition, Has)
    assert condition.event.names[0].text == "lymph node metastases"
