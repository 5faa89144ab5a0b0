"""The page of the radar: rows link to their places, and to places treated as expected."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from goldsmith.core import AnnotationSet, Document
from goldsmith.project.agreement.report.content import ReportDocument, ReportMention, ReportSet
from goldsmith.project.radar.model import KINDS, Place, Radar, Suspect
from goldsmith.project.radar.questions import UNMARKED, format_codes
from goldsmith.project.radar.tables import (
    describe_answer,
    describe_evidence,
    describe_place,
    leave_out_words,
    make_kind_table,
)
from goldsmith.rendering.blocks import Block, Cell, Column, DataTable, Details, Section
from goldsmith.rendering.environment import encode_data
from goldsmith.rendering.page import Page, render_page
from goldsmith.rendering.table import make_data_table

_EXPECTED = "expected"
_METHOD = (
    "The answer at a place (marked or not, type, codes, attribute, extent) is compared with the "
    "answers at all other places with the same words, in the same context. The probability of a "
    "slip is the posterior of a mixture: either the convention of the corpus, estimated from the "
    "other places, or a slip, at the rate that explains the corpus best."
)
#: Document, ids in the set, ids of the expected annotations.
_Spot = tuple[int, tuple[str, ...], tuple[str, ...]]


class _Figure(msgspec.Struct, frozen=True):
    columns: dict[str, str]
    places: dict[str, dict[str, list[_Spot]]]
    """Rank -> "here" or "elsewhere" -> places."""


class _Pair(msgspec.Struct, frozen=True):
    first: str
    second: str
    figures: list[_Figure]
    differences: tuple[()] = ()
    confusion: dict[str, str] = {}


class _Data(msgspec.Struct, frozen=True):
    """The data for the script of the page."""

    documents: list[ReportDocument]
    pairs: list[_Pair]


class _Part(msgspec.Struct, frozen=True):
    id: str
    label: str
    heading: str
    blocks: tuple[Block, ...]


def render_radar(
    radar: Radar, docs: Iterable[Document], *, title: str = "Consistency", with_text: bool = True
) -> str:
    """Render the suspects as a page that needs no network and no server.

    Args:
        radar: The suspects.
        docs: The documents of the corpus; the page contains those with a place.
        title: The title of the page.
        with_text: Include the text of the notes and the words of the suspects.
    """
    if not with_text:
        radar = leave_out_words(radar)
    builder = _DataBuilder(radar, with_text=with_text)
    data = builder.build(docs)
    likely = sum(suspect.probability for suspect in radar.suspects)
    page = Page(
        "Consistency radar",
        title,
        finding=f"About {likely:.0f} of the {len(radar.suspects):,} places below are slips.",
        facts={
            "Set": radar.set,
            "Documents": f"{radar.documents:,}",
            "Mentions": f"{radar.mentions:,}",
            "Text of the notes": "included" if with_text else "left out",
        },
        title=title,
    )
    blocks: tuple[Block, ...] = (
        Details("How places are ranked", _METHOD),
        _make_table(radar, with_text=with_text),
        Section("kinds", "Kinds", (make_data_table(make_kind_table(radar), "kinds.table"),)),
    )
    part = _Part("suspects", radar.set, f"Probable slips in {radar.set}", blocks)
    return render_page(page, template="report.html", pairs=[part], data=encode_data(data))


def _make_table(radar: Radar, *, with_text: bool) -> DataTable:
    columns = (
        Column("Place", "The document; opens the place in its context.", numeric=False),
        Column("Probability", "The probability that it is a slip."),
        Column("Kind", "; ".join(f"{name}: {text}" for name, text in KINDS.items()), numeric=False),
        *([Column("Words", numeric=False)] if with_text else []),
        Column("Here", "What the set has.", numeric=False),
        Column("Expected", "What the set has elsewhere.", numeric=False),
        Column(
            "Elsewhere",
            "How often the same words or the same context are treated as expected; opens a few "
            "of these places.",
        ),
    )
    rows = tuple(_make_row(suspect, with_text=with_text) for suspect in radar.suspects)
    return DataTable("suspects.table", "Places by probability", columns, rows)


def _make_row(suspect: Suspect, *, with_text: bool) -> tuple[Cell, ...]:
    rank = str(suspect.rank)
    return (
        Cell(
            suspect.place.document,
            id=f"suspect-{rank}",
            opens=_open(rank, "here", describe_place(suspect)),
        ),
        Cell(f"{suspect.probability:.2f}", value=suspect.probability, share=suspect.probability),
        Cell(suspect.kind),
        *([Cell(suspect.words)] if with_text else []),
        Cell(describe_answer(suspect, suspect.actual)),
        Cell(describe_answer(suspect, suspect.expected)),
        Cell(
            describe_evidence(suspect),
            value=suspect.support,
            id=f"siblings-{rank}",
            opens=_open(rank, "elsewhere", "As expected") if suspect.siblings else {},
        ),
    )


def _open(rank: str, column: str, title: str) -> dict[str, str]:
    return {"pair": "0", "figure": "0", "group": rank, "column": column, "title": title}


class _DataBuilder:
    """Collects the notes and places that the page can show."""

    def __init__(self, radar: Radar, *, with_text: bool) -> None:
        self._radar, self._with_text = radar, with_text
        self._documents: list[ReportDocument] = []
        self._numbers: dict[str, int] = {}

    def build(self, docs: Iterable[Document]) -> _Data:
        """Build the data of the page."""
        involved = {
            place.document
            for suspect in self._radar.suspects
            for place in (suspect.place, *suspect.siblings)
        }
        for doc in docs:
            if doc.id in involved:
                self._add_document(doc)
        places = {str(suspect.rank): self._list_spots(suspect) for suspect in self._radar.suspects}
        labels = {"here": "suspect", "elsewhere": "as expected"}
        pair = _Pair(self._radar.set, _EXPECTED, [_Figure(labels, places)])
        return _Data(self._documents, [pair])

    def _add_document(self, doc: Document) -> None:
        self._numbers[doc.id] = len(self._documents)
        sets = {
            self._radar.set: _make_set(doc.sets[self._radar.set]),
            _EXPECTED: ReportSet({}, {}),
        }
        text = doc.text if self._with_text else None
        self._documents.append(ReportDocument(doc.id, doc.metadata.type, "", text, sets))

    def _list_spots(self, suspect: Suspect) -> dict[str, list[_Spot]]:
        here = self._make_spot(suspect.place, f"suspect-{suspect.rank}", suspect)
        elsewhere = [
            self._make_spot(place, f"sibling-{suspect.rank}-{number}")
            for number, place in enumerate(suspect.siblings)
        ]
        return {"here": [here], "elsewhere": elsewhere}

    def _make_spot(self, place: Place, key: str, suspect: Suspect | None = None) -> _Spot:
        """Make a place; an expected or unmarked span is drawn as a mention."""
        number = self._numbers[place.document]
        marked = (place.mention,) if place.mention else ()
        if suspect is None and marked:
            return number, marked, ()
        expected = ReportMention(UNMARKED, ((place.start, place.end),))
        if suspect is not None:
            expected = ReportMention(describe_answer(suspect, suspect.expected), suspect.fix)
        self._documents[number].sets[_EXPECTED].mentions[key] = expected
        return number, marked, (key,)


def _make_set(annotation_set: AnnotationSet) -> ReportSet:
    mentions = {
        mention.id: ReportMention(
            mention.type,
            tuple((span.start, span.end) for span in mention.spans),
            {name: value for name, value in mention.attributes.items() if ":" not in name},
            (format_codes(mention),) if mention.codes else (),
        )
        for mention in annotation_set.mentions
    }
    return ReportSet(mentions, {})
