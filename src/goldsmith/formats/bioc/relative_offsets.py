"""Offsets that count from the start of the sentence or passage instead of the document.

BioC counts from the start of the document, but INCEpTION (at least up to version 36) does not. The
recorded wording of annotations shows which is the case: if every wording occurs at its relative
offset, and not every wording at its absolute offset, the offsets are relative.
"""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.core.offsets import Span, sort_spans
from goldsmith.core.structure import is_wording_at
from goldsmith.formats.bioc.model import BioCAnnotation, BioCDocument, BioCLocation

#: The remark on documents whose offsets are relative.
RELATIVE_OFFSETS = (
    "offsets count from the start of the sentence or passage, as all recorded wordings show; "
    "they were read as such"
)


def has_relative_offsets(source: BioCDocument, text: str, ends: list[int]) -> bool:
    """Return whether annotations count from the start of their sentence or passage.

    Args:
        source: The document.
        text: Its whole text.
        ends: The end of each passage in the text.
    """
    placed = [pair for pair in _iterate_places(source, text, ends) if _has_wording(pair[0])]
    if all(_is_at(text, annotation, 0, place) for annotation, place in placed):
        return False
    return all(_is_at(text, annotation, place.start, place) for annotation, place in placed)


def make_absolute(source: BioCDocument) -> None:
    """Count the offsets of all annotations from the start of the document."""
    for passage in source.passages:
        _move(passage.annotations, passage.offset)
        for sentence in passage.sentences:
            _move(sentence.annotations, sentence.offset)


def _move(annotations: list[BioCAnnotation], distance: int) -> None:
    for annotation in annotations:
        annotation.locations = [
            BioCLocation(location.offset + distance, location.length)
            for location in annotation.locations
        ]


def _iterate_places(
    source: BioCDocument, text: str, ends: list[int]
) -> Iterator[tuple[BioCAnnotation, Span]]:
    """Yield each annotation with the span of the document, passage or sentence that contains it."""
    for annotation in source.annotations:
        yield annotation, Span(0, len(text))
    for passage, end in zip(source.passages, ends, strict=True):
        for annotation in passage.annotations:
            yield annotation, Span(passage.offset, end)
        for sentence in passage.sentences:
            sentence_end = sentence.offset + len(sentence.text or "") if sentence.text else end
            for annotation in sentence.annotations:
                yield annotation, Span(sentence.offset, sentence_end)


def _has_wording(annotation: BioCAnnotation) -> bool:
    return bool(annotation.text and annotation.locations)


def _is_at(text: str, annotation: BioCAnnotation, base: int, place: Span) -> bool:
    """Return whether an annotation lies within its container and has its wording there."""
    spans = sort_spans(
        (base + location.offset, base + location.offset + location.length)
        for location in annotation.locations
    )
    inside = place.start <= spans[0].start and spans[-1].end <= place.end
    return inside and is_wording_at(text, spans, annotation.text or "")
