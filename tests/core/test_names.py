"""Names of sets and metadata fields, checked at the end of a stream of documents."""

import pytest

from goldsmith.core import (
    AnnotationSet,
    Document,
    Metadata,
    get_field,
    require_field,
    require_sets,
)
from goldsmith.errors import InputError, UnknownName


def make_docs() -> list[Document]:
    metadata = Metadata(type="letter", extra={"batch": "3"})
    return [
        Document("1", "a", metadata, sets={"gold": AnnotationSet("gold")}),
        Document("2", "b", sets={"system": AnnotationSet("system")}),
    ]


def test_documents_pass_if_every_set_occurs_somewhere() -> None:
    assert list(require_sets(make_docs(), ["gold", "system"])) == make_docs()
    assert list(require_sets(make_docs(), [])) == make_docs()
    assert list(require_sets([], ["gold"])) == []


def test_unknown_set_is_refused_after_the_last_document() -> None:
    stream = require_sets(make_docs(), ["gold", "gould"])
    assert [next(stream).id, next(stream).id] == ["1", "2"]
    with pytest.raises(UnknownName) as caught:
        next(stream)
    assert "'gould'; expected one of gold, system. Did you mean gold?" in str(caught.value)


def test_set_name_is_refused_if_documents_have_no_sets() -> None:
    with pytest.raises(UnknownName, match="called 'gold', nor any other"):
        list(require_sets([Document("1", "a")], ["gold"]))


@pytest.mark.parametrize("name", ["type", "batch", ""])
def test_fields_with_values_pass(name: str) -> None:
    assert list(require_field(make_docs(), name)) == make_docs()


@pytest.mark.parametrize("name", ["typ", "extra", "__class__"])
def test_unknown_field_lists_the_fields_with_values(name: str) -> None:
    with pytest.raises(UnknownName, match="expected one of batch, type"):
        list(require_field(make_docs(), name))


def test_field_without_any_value_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"no document has a value .*'date'; expected one of batch"
    ):
        list(require_field(make_docs(), "date"))


def test_fields_are_read_by_name() -> None:
    metadata = make_docs()[0].metadata
    assert [get_field(metadata, name) for name in ("type", "batch", "date", "extra")] == [
        *("letter", "3"),
        *("", ""),
    ]
