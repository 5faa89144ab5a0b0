"""The chains and the time line of a note, in each of its sets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from typing import Final

from goldsmith.components.temporal_links.page import EVENT, LINK, TIME, TYPE
from goldsmith.core import AnnotationSet, Document, Mention, Schema, derive_chains
from goldsmith.core.offsets import get_covered_text
from goldsmith.rendering.blocks import NoteChain, NoteLinks, NoteSet, NoteTime, NoteView, make_id
from goldsmith.text.timex_days import parse_days

_VALUE, _FUNCTION, _CREATION = "value", "functionInDocument", "CREATION_TIME"
_NOTE_DATE: Final = "date of the note"
#: Times without days, such as lengths, come after all others.
_LAST: Final = (10**9, 10**9)
#: Characters of an expression that are shown.
_LONGEST: Final = 60
_Chain = tuple[Mention, ...]


def make_note_view(doc: Document, names: Sequence[str], schema: Schema | None) -> NoteView | None:
    """Make the view of a note; None if no set has a chain or a time.

    Args:
        doc: The document.
        names: The sets to show, in this order.
        schema: The schema, which defines chains.
    """
    sets = [doc.sets[name] for name in names if name in doc.sets]
    chains = [_list_chains(annotations, schema) for annotations in sets]
    placed = [{_place(chain) for chain in of_set} for of_set in chains]
    shared = set.intersection(*placed) if len(placed) > 1 else set()
    views = tuple(
        NoteSet(
            annotations.name,
            tuple(_make_chain(doc, chain, shared, len(sets) > 1) for chain in of_set),
            tuple(_make_times(doc, annotations)),
        )
        for annotations, of_set in zip(sets, chains, strict=True)
    )
    if not any(view.chains or view.times for view in views):
        return None
    return NoteView(make_id("note", doc.id), doc.id, views)


def _list_chains(annotations: AnnotationSet, schema: Schema | None) -> list[_Chain]:
    """List the chains of at least two mentions, in text order."""
    if schema is None:
        return []
    mentions = annotations.mentions_by_id()
    chains = [
        tuple(mentions[member] for member in chain.members if mentions[member].spans)
        for chain in derive_chains(annotations, schema)
    ]
    return sorted((c for c in chains if len(c) > 1), key=lambda chain: chain[0].start)


def _place(chain: _Chain) -> tuple[object, ...]:
    return tuple(mention.spans for mention in chain)


def _make_chain(doc: Document, chain: _Chain, shared: Set[object], compares: bool) -> NoteChain:
    words = tuple(_get_words(doc, mention) for mention in chain)
    return NoteChain(words, differs=compares and _place(chain) not in shared)


def _make_times(doc: Document, annotations: AnnotationSet) -> Iterable[NoteTime]:
    """Make the times of a set in the order of their days, each with the events linked to it."""
    mentions = annotations.mentions_by_id()
    links: dict[str, dict[str, list[Mention]]] = defaultdict(lambda: defaultdict(list))
    for rel in annotations.relations:
        if rel.type == LINK:
            event, time = _order_arguments(mentions[rel.arg1], mentions[rel.arg2])
            links[time.id][rel.attributes.get(TYPE, "")].append(event)
    times = [mention for mention in annotations.mentions if mention.type == TIME]
    for mention in sorted(times, key=_get_order):
        yield NoteTime(
            mention.attributes.get(_VALUE, ""),
            _name_time(doc, mention),
            tuple(
                NoteLinks(kind.replace("_", " "), tuple(_get_words(doc, event) for event in events))
                for kind, events in sorted(links[mention.id].items())
            ),
        )


def _order_arguments(first: Mention, second: Mention) -> tuple[Mention, Mention]:
    """Return event and time of a link."""
    return (first, second) if first.type == EVENT else (second, first)


def _get_order(mention: Mention) -> tuple[tuple[int, int], int]:
    days = parse_days(mention.attributes.get(_VALUE, ""))
    return days or _LAST, mention.start if mention.spans else -1


def _name_time(doc: Document, mention: Mention) -> str:
    if mention.attributes.get(_FUNCTION) == _CREATION:
        return _NOTE_DATE
    return _get_words(doc, mention)


def _get_words(doc: Document, mention: Mention) -> str:
    if not mention.spans:
        return ""
    words = " ".join(get_covered_text(doc.text, mention.spans).split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
