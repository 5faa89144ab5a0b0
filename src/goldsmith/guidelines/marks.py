"""Annotated sentences for display: marked pieces of text, and relations as lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Schema

#: The number of colours of the style sheet.
COLOURS = 9


class Mark(msgspec.Struct, frozen=True):
    """The label of a marked piece of text: type, attributes and codes of its mention."""

    type: str
    colour: int
    href: str = ""
    details: str = ""
    fragment: str = ""
    """The number of the fragment in the mention, such as 1/2; "" for a contiguous mention."""


class Piece(msgspec.Struct, frozen=True):
    """A piece of a sentence: plain text, or a mark around further pieces."""

    text: str = ""
    mark: Mark | None = None
    pieces: tuple[Piece, ...] = ()


class Arrow(msgspec.Struct, frozen=True):
    """A relation of a sentence with the words of its arguments."""

    first: str
    relation: str
    second: str
    href: str = ""
    details: str = ""
    is_symmetric: bool = False


class MarkedSentence(msgspec.Struct, frozen=True):
    """An annotated sentence, prepared for display."""

    pieces: tuple[Piece, ...]
    arrows: tuple[Arrow, ...] = ()
    note: str = ""
    is_wrong: bool = False


class _Fragment(msgspec.Struct, frozen=True):
    start: int
    end: int
    mark: Mark


class Marker:
    """Turns documents into marked sentences.

    Args:
        schema: The schema, whose order of types determines the colours.
        link: Returns the address of the page about a type, or "".
    """

    def __init__(self, schema: Schema, link: Callable[[str], str]) -> None:
        self._colours = {
            entry.name: index % COLOURS + 1 for index, entry in enumerate(schema.mention)
        }
        self._schema, self._link = schema, link

    def get_colour(self, type_name: str) -> int:
        """Return the number of the colour of a type; 0 for a type that the schema lacks."""
        return self._colours.get(type_name, 0)

    def mark(
        self,
        doc: Document,
        annotation_set: AnnotationSet,
        *,
        start: int = 0,
        end: int | None = None,
        note: str = "",
        is_wrong: bool = False,
    ) -> MarkedSentence:
        """Mark a stretch of a document.

        Args:
            doc: The document.
            annotation_set: The annotations to mark.
            start: The start of the stretch.
            end: The end of the stretch; by default the end of the text.
            note: An explanation of the example.
            is_wrong: Whether the annotation shows a case that the guideline forbids.
        """
        stop = len(doc.text) if end is None else end
        mentions = [item for item in annotation_set.mentions if _is_inside(item, start, stop)]
        fragments = sorted(
            (fragment for mention in mentions for fragment in self._make_fragments(mention)),
            key=lambda fragment: (fragment.start, -fragment.end),
        )
        inside = {mention.id: doc.get_covered_text(mention) for mention in mentions}
        arrows = [
            self._make_arrow(rel, inside)
            for rel in annotation_set.relations
            if rel.arg1 in inside and rel.arg2 in inside
        ]
        pieces = _nest(doc.text, start, stop, fragments)
        return MarkedSentence(pieces, tuple(arrows), note, is_wrong)

    def _make_fragments(self, mention: Mention) -> list[_Fragment]:
        details = [f"{name}: {value}" for name, value in mention.attributes.items()]
        details += [f"{code.system} {code.code}".strip() for code in mention.codes]
        count = len(mention.spans)
        return [
            _Fragment(
                span.start,
                span.end,
                Mark(
                    mention.type,
                    self.get_colour(mention.type),
                    self._link(mention.type),
                    ", ".join(details),
                    f"{number}/{count}" if count > 1 else "",
                ),
            )
            for number, span in enumerate(mention.spans, 1)
        ]

    def _make_arrow(self, rel: Relation, words: Mapping[str, str]) -> Arrow:
        kind = self._schema.get_relation_type(rel.type)
        return Arrow(
            words[rel.arg1],
            rel.type,
            words[rel.arg2],
            self._link(rel.type),
            ", ".join(f"{name}: {value}" for name, value in rel.attributes.items()),
            kind is not None and kind.symmetric,
        )


def _is_inside(mention: Mention, start: int, end: int) -> bool:
    return bool(mention.spans) and all(
        start <= span.start and span.end <= end for span in mention.spans
    )


def _nest(text: str, start: int, end: int, fragments: Sequence[_Fragment]) -> tuple[Piece, ...]:
    """Nest fragments, sorted by start and length; cut a fragment at the end of one it crosses."""
    pieces: list[Piece] = []
    place, index = start, 0
    while index < len(fragments):
        outer = fragments[index]
        stop = min(outer.end, end)
        inner = [item for item in fragments[index + 1 :] if item.start < stop]
        if outer.start > place:
            pieces.append(Piece(text[place : outer.start]))
        pieces.append(Piece("", outer.mark, _nest(text, outer.start, stop, inner)))
        place, index = stop, index + 1 + len(inner)
    if place < end:
        pieces.append(Piece(text[place:end]))
    return tuple(pieces)
