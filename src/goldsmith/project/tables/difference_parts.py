"""Examples of differences between two annotators, in the form of CLEF's Table 11."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.core import Document
from goldsmith.differences import Difference, find_differences
from goldsmith.metrics import Place
from goldsmith.project.agreement.causes.responses import quote_text, write_response
from goldsmith.project.tables.forms import PartForm
from goldsmith.project.tables.model import CellPlaces, TableCell, TablePart, TableRow
from goldsmith.project.tables.view import CorpusView

#: The maximum number of examples, as in the paper.
_MOST = 12
_COLUMNS = ("Annotator 1 response", "Annotator 2 response", "Type of difference")


def build_differences(view: CorpusView, form: PartForm) -> TablePart:
    """Build the first example of each combination of classes of differences."""
    pairs = view.roles.pair_sets(form.compare, {})
    examples: dict[tuple[str, ...], TableRow] = {}
    for doc, pair, difference in _list_differences(view, pairs):
        classes = (*difference.classes, difference.kind)
        if classes not in examples:
            examples[classes] = _make_row(view, doc, pair, difference)
        if len(examples) == _MOST:
            break
    return TablePart(form.title, form.stubs, (), _COLUMNS, tuple(examples.values()))


def _list_differences(
    view: CorpusView, pairs: Iterable[tuple[str, str]]
) -> Iterator[tuple[Document, tuple[str, str], Difference]]:
    for pair in pairs:
        for doc in view.docs:
            first, second = (doc.sets.get(name) for name in pair)
            if first and second:
                for difference in find_differences(doc, first, second, view.schema):
                    if difference.confusion is None:  # the paper compares no attributes and codes
                        yield doc, pair, difference


def _make_row(
    view: CorpusView, doc: Document, pair: tuple[str, str], difference: Difference
) -> TableRow:
    sides = ((difference.a, difference.relations_a), (difference.b, difference.relations_b))
    place = Place(doc.id, "", "differences", difference.a, difference.b)
    places = CellPlaces(listed=((pair, place),))
    responses = [
        TableCell(write_response(doc, doc.sets[name], (*ids, *relations), with_text=view.with_text))
        for name, (ids, relations) in zip(pair, sides, strict=True)
    ]
    kind = "; ".join(difference.classes).capitalize()
    suffix = f" ({difference.kind})" if difference.kind == "relation" else ""
    text = _quote(view, doc, difference)
    return TableRow((text,), (*responses, TableCell(kind + suffix, places=places)))


def _quote(view: CorpusView, doc: Document, difference: Difference) -> str:
    """Return the words around a difference; or its offsets if notes may not be quoted."""
    if view.with_text:
        return quote_text(doc, difference)
    return f"{doc.id}, {difference.start}–{difference.end}"
