"""The function of `goldsmith` that finds inconsistencies: radar."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from goldsmith.core import Document, Schema
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.inputs import Documents, make_opener, resolve_schema
from goldsmith.project.radar.find import find_suspects
from goldsmith.project.radar.model import Radar
from goldsmith.terminology.shelf import open_terminologies


def radar(
    docs: Documents,
    *,
    set_name: str = "gold",
    schema: Schema | str | None = None,
    terms: Collection[str] = (),
    kinds: Collection[str] = (),
    limit: int = 200,
    siblings: bool = True,
    fmt: str | None = None,
    track: Track = pass_on,
) -> Radar:
    """Find annotations that are probably slips, because the same words differ elsewhere.

    Args:
        docs: A path in any format, "demo", or documents.
        set_name: The annotation set to examine.
        schema: The schema, by name, path or as an object; by default the schema that the set names.
        terms: Terminologies that distinguish broader from contradictory codes: names on the shelf,
            "demo", or folders.
        kinds: The kinds to find, such as "missed" or "code"; all by default.
        limit: The maximum number of suspects.
        siblings: Also find places that are treated as expected.
        fmt: The format of the path; detected by default.
        track: Shows progress.

    Raises:
        InputError: The path cannot be read, or a terminology cannot be opened.
        UnknownName: There is no such set, schema or kind.

    Example:
        for suspect in goldsmith.radar("demo", limit=5).suspects:
            print(suspect.probability, suspect.kind, suspect.place.document, suspect.expected)
    """
    open_notes = make_opener(docs, fmt)

    def open_documents() -> Iterable[Document]:
        notes = open_notes()
        return track(notes, notes.total)

    return find_suspects(
        open_documents,
        set_name=set_name,
        schema=resolve_schema(schema),
        terminologies=open_terminologies(terms) if terms else (),
        kinds=kinds,
        limit=limit,
        siblings=siblings,
    )
