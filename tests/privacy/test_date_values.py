"""Dates outside the text are read and shifted in any form, or the run stops before it writes."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.errors import InputError
from goldsmith.formats import write
from goldsmith.privacy import Options, Pseudonymiser
from goldsmith.privacy.finders.date_values import is_unreadable, read_value, shift_value
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.project.corpus.pseudonymise import pseudonymise
from goldsmith.project.corpus.sources import Source

DAY = date(2008, 3, 14)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2008-03-14", "2008-04-23"),
        ("2008-03-14T16:40:00Z", "2008-04-23T16:40:00Z"),
        ("2008-03-14 16:40:00+00:00", "2008-04-23 16:40:00+00:00"),
        ("20080314", "20080423"),
        ("20080314164000", "20080423164000"),
        ("2008/3/14", "2008/4/23"),
        ("14/03/2008", "23/04/2008"),
        ("14/03/2008 16:40", "23/04/2008 16:40"),
        ("03/14/08", "04/23/08"),
        ("14.3.2008", "23.4.2008"),
        ("14 03 2008", "23 04 2008"),
        ("14 March 2008", "23 April 2008"),
        ("14th March 2008", "23rd April 2008"),
        ("Fri 14 Mar 2008", "Wed 23 Apr 2008"),
        ("Friday, March 14, 2008 4:40 PM", "Wednesday, April 23, 2008 4:40 PM"),
        ("14-MAR-08 04.40.00.000000 PM", "23-APR-08 04.40.00.000000 PM"),
        ("14MAR2008:16:40:00", "23APR2008:16:40:00"),
        ("2008 Mar 14", "2008 Apr 23"),
        ("Fri Mar 14 16:40:00 2008", "Wed Apr 23 16:40:00 2008"),
    ],
)
def test_value_is_read_and_shifted_in_its_form(old: str, new: str) -> None:
    assert read_value(old) == DAY
    assert shift_value(old, Calendar(40)) == new
    assert not is_unreadable(old, field="date")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2008", "2008"),
        ("2008-03", "2008-06"),
        ("March 2008", "June 2008"),
        ("Mar-08", "Jun-08"),
        ("3/2008", "6/2008"),
        ("2008-W11", "2008-W25"),
        ("2008-Q1", "2008-Q2"),
        ("2008-SU", "2008-FA"),
        ("2008-03-XX", "2008-06-XX"),
        ("XXXX-03-14", "XXXX-06-22"),
        ("2008-03-14/2008-04-01", "2008-06-22/2008-07-10"),
    ],
)
def test_partial_value_is_shifted_in_its_form(old: str, new: str) -> None:
    assert shift_value(old, Calendar(100)) == new


@pytest.mark.parametrize("text", ["negated", "P3W", "PRESENT_REF", "7.5.3", "Mrs Tarrow", "12", ""])
def test_other_values_are_not_dates(text: str) -> None:
    assert read_value(text) is None and shift_value(text, Calendar(40)) is None
    assert not is_unreadable(text)


def make_document(doc_id: str = "d", **metadata: Any) -> Document:
    return Document(doc_id, "Cough.", Metadata(patient="P", **metadata))


def apply(*docs: Document, options: Options | None = None) -> list[Document]:
    pseudonymiser = Pseudonymiser(b"k" * 16, options=options or Options())
    for doc in docs:
        pseudonymiser.survey(doc)
    pseudonymiser.check_dates()
    return [pseudonymiser.apply(doc).document for doc in docs]


def test_metadata_dates_in_all_forms_have_the_same_shift() -> None:
    extra = {"admitted": "14 Mar 2008", "collected": "20080314", "seen": "14/03/2008"}
    (new,) = apply(make_document(date="14-MAR-08", extra=extra))
    days = {read_value(text) for text in (new.metadata.date, *new.metadata.extra.values())}
    assert len(days) == 1 and days != {DAY}


def test_order_of_day_and_month_in_metadata_comes_from_the_corpus() -> None:
    first, second = apply(
        make_document("a", date="03/27/2014"), make_document("b", date="04/05/2014")
    )
    days = [read_value(doc.metadata.date, month_first=True) for doc in (first, second)]
    assert days[0] and days[1] and (days[1] - days[0]).days == 9
    options = Options(month_first=False)
    (new,) = apply(make_document(date="04/05/2014"), options=options)
    british = read_value(new.metadata.date)
    assert british and days[1] and (british - days[1]).days == 29


def test_attributes_are_shifted_in_any_form() -> None:
    values = {"value": "2012-03-14", "when": "14 March 2012", "day": "14/03/2012"}
    mention = Mention("m", "TIMEX3", (Span(0, 5),), values)
    doc = Document("d", "Cough.", sets={"gold": AnnotationSet("gold", (mention,))})
    (new,) = apply(doc)
    attributes = new.sets["gold"].mentions[0].attributes
    days = {read_value(text) for text in attributes.values()}
    assert len(days) == 1 and days != {date(2012, 3, 14)}


@pytest.mark.parametrize(
    "metadata",
    [
        {"date": "2008-074"},
        {"date": "week 11 of 2008"},
        {"date": "1205510400"},
        {"date": "31/02/2008"},
        {"extra": {"admission_date": "the 14th, 2008"}},
        {"extra": {"seen": "2008-13-45"}},
    ],
)
def test_unreadable_date_stops_the_run_before_it_writes(
    metadata: dict[str, Any], tmp_path: Path
) -> None:
    docs = [make_document("a" * 30, **metadata), make_document("good", date="2008-03-14")]
    write(docs, tmp_path / "notes", "corpus")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError, match="cannot be read") as caught:
        pseudonymise(
            lambda: Source(str(tmp_path / "notes"), None), tmp_path / "out", secret=b"k" * 16
        )
    message = str(caught.value)
    assert "a" * 20 + "…" in message and "a" * 21 not in message and "good" not in message
    assert "2008-074" not in message and sorted(tmp_path.rglob("*")) == before


def test_list_of_unreadable_dates_is_truncated() -> None:
    pseudonymiser = Pseudonymiser(b"k" * 16)
    for number in range(25):
        pseudonymiser.survey(make_document(f"d{number:02}", date="2008-99"))
    with pytest.raises(InputError, match=r"25 dates .*d19 \(date\) and 5 more"):
        pseudonymiser.check_dates()


def test_unreadable_date_never_passes_unshifted() -> None:
    doc = make_document(date="2008-99")
    pseudonymiser = Pseudonymiser(b"k" * 16)
    pseudonymiser.survey(doc)
    with pytest.raises(InputError, match="cannot be read"):
        pseudonymiser.apply(doc)


def test_date_without_information_is_unchanged() -> None:
    (new,) = apply(make_document(date="unknown"))
    assert new.metadata.date == "unknown"
