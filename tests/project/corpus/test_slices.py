"""Slices of a corpus by one or more metadata fields."""

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.corpus.slices import (
    group_slices,
    name_slice,
    parse_fields,
    require_fields,
    sort_slices,
    split_slice,
)

NOTE = Metadata(type="clinical", institution="Mayo", extra={"batch": "cc1"})


@pytest.mark.parametrize(
    ("by", "fields"),
    [
        ("", ()),
        ("batch", ("batch",)),
        ("institution, type,", ("institution", "type")),
        (["institution", "type", "type"], ("institution", "type")),
    ],
)
def test_fields_are_parsed(by: str | list[str], fields: tuple[str, ...]) -> None:
    assert parse_fields(by) == fields


def test_slice_has_the_values_of_its_fields() -> None:
    assert name_slice(NOTE, ()) == ""
    assert name_slice(NOTE, ("batch",)) == "cc1"
    assert name_slice(NOTE, ("institution", "type")) == "Mayo / clinical"
    assert name_slice(NOTE, ("institution", "subtype")) == "Mayo / (none)"


def test_values_that_contain_the_separator_stay_distinct() -> None:
    fields = ("institution", "type")
    first = name_slice(Metadata(institution="a / b", type="c"), fields)
    second = name_slice(Metadata(institution="a", type="b / c"), fields)
    assert first != second
    assert [len(split_slice(name)) for name in (first, second)] == [2, 2]


def test_slices_are_sorted_by_number_and_missing_values_last() -> None:
    names = ["p1", "(none)", "cc10", "cc9", "CC1"]
    assert sort_slices(names) == ["CC1", "cc9", "cc10", "p1", "(none)"]
    assert sort_slices(["B / 1", "A / (none)", "A / 2", "A / 10"]) == [
        "A / 2",
        "A / 10",
        "A / (none)",
        "B / 1",
    ]


def test_crossed_slices_are_grouped() -> None:
    assert group_slices(["all", "A / 1", "A / 2", "B / 1"]) == [
        ("", ["all"]),
        ("A", ["1", "2"]),
        ("B", ["1"]),
    ]
    assert group_slices(["cc1", "cc2"]) == [("", ["cc1", "cc2"])]


def test_fields_that_no_document_has_are_refused() -> None:
    docs = [Document("1", "x", NOTE)]
    assert list(require_fields(docs, ("batch", "type"))) == docs
    with pytest.raises(UnknownName, match="'bath'; expected one of batch, institution, type"):
        list(require_fields(docs, ("type", "bath")))
    with pytest.raises(InputError, match="no document has a value in the metadata field 'date'"):
        list(require_fields(docs, ("date",)))
