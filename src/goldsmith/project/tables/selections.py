"""Counts of documents and annotations, with the places that are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import Document, Mention, Relation
from goldsmith.metrics import Place
from goldsmith.metrics.engine.traits import get_attributes, get_concept, get_defaults
from goldsmith.project.tables.view import CorpusView, PairPlace

_VALUES = "values "


class Selection(msgspec.Struct, frozen=True):
    """A selection to count: documents, words, or annotations of a set with certain properties."""

    what: str
    """documents, words, mentions, relations, codes (different ones), or values FIELD."""
    set_name: str
    where: Mapping[str, tuple[str, ...]]
    having: Mapping[str, str]
    """annotation (its type), coding, shape, or an attribute -> value."""
    without: tuple[str, ...] = ()
    """Types of annotations that are not counted."""


class PlacedCount(msgspec.Struct, frozen=True):
    """A count and its places."""

    count: int
    places: tuple[PairPlace, ...] = ()


def select(view: CorpusView, selection: Selection) -> PlacedCount:
    """Count what a selection describes."""
    docs = view.select(selection.where)
    if selection.what == "documents":
        return PlacedCount(len(docs), _list_places(view, selection, [(doc, None) for doc in docs]))
    if selection.what.startswith(_VALUES):
        return PlacedCount(
            len(view.list_values(selection.what.removeprefix(_VALUES), selection.where))
        )
    if selection.what == "words":
        return PlacedCount(sum(len(doc.text.split()) for doc in docs))
    matches = [(doc, item) for doc in docs for item in list_matches(view, doc, selection)]
    if selection.what == "codes":
        mentions = (item for _, item in matches if isinstance(item, Mention))
        return PlacedCount(len({code for mention in mentions for code in get_concept(mention)}))
    return PlacedCount(len(matches), _list_places(view, selection, matches))


def _list_places(
    view: CorpusView,
    selection: Selection,
    matches: Sequence[tuple[Document, Mention | Relation | None]],
) -> tuple[PairPlace, ...]:
    """Return the counted places, if the view keeps places."""
    if not view.keep_places:
        return ()
    names = (selection.set_name, selection.set_name)
    return tuple(
        (names, Place(doc.id, "", selection.what, (item.id,) if item else (), ()))
        for doc, item in matches
    )


def find_layer(view: CorpusView, sets: Sequence[str], what: str, kind: str) -> str:
    """Return the first set with annotations of a type, or the first set if none has any."""
    for name in sets if kind else ():
        selection = Selection(what, name, {}, {"annotation": kind})
        if any(True for doc in view.docs for _ in list_matches(view, doc, selection)):
            return name
    return next(iter(sets), "")


def list_matches(
    view: CorpusView, doc: Document, selection: Selection
) -> Iterator[Mention | Relation]:
    """Yield the annotations of a document that a selection describes."""
    annotation_set = doc.sets.get(selection.set_name)
    if annotation_set is None:
        return
    is_relation = selection.what == "relations"
    for item in annotation_set.relations if is_relation else annotation_set.mentions:
        if item.type in selection.without:
            continue
        if all(read_trait(view, item, name) == value for name, value in selection.having.items()):
            yield item


def read_trait(view: CorpusView, item: Mention | Relation, name: str) -> str:
    """Return a property of an annotation: its type, coding or shape, or an attribute."""
    if name == "annotation":
        return item.type
    if isinstance(item, Mention):
        if name == "coding":
            return classify_coding(item)
        if name == "shape":
            return "discontiguous" if item.is_discontiguous else "contiguous"
        return get_attributes(item, get_defaults(view.schema)).get(name, "")
    return item.attributes.get(name, "")


def classify_coding(mention: Mention) -> str:
    """Return whether a mention is coded, CUI-less or uncoded."""
    if any(not code.is_cui_less for code in mention.codes):
        return "coded"
    return "cui-less" if mention.codes else "uncoded"


def list_traits(view: CorpusView, selection: Selection, name: str) -> list[str]:
    """List the values of a property among the annotations of a selection."""
    values = {
        read_trait(view, item, name)
        for doc in view.select(selection.where)
        for item in list_matches(view, doc, selection)
    }
    return sorted(values - {""})
