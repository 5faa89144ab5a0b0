"""Fill the forms of the tables with the counts that a paper prints, without annotations."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from goldsmith.core import AnnotationSet, Document, Metadata
from goldsmith.metrics import Measurement, Tally
from goldsmith.project.tables.build import build_tables
from goldsmith.project.tables.forms import load_forms
from goldsmith.project.tables.model import PaperTable, TablePart
from goldsmith.project.tables.roles import Pairs, Roles
from goldsmith.project.tables.view import CorpusView, FigureKey

HERE = Path(__file__).parent
#: Group and column -> number.
Counts = Mapping[tuple[str, str], float]
Cells = list[list[str]]


def make_document(doc_id: str, sets: Iterable[str], **metadata: str) -> Document:
    """Make a document with empty sets; only its metadata matter."""
    own = {
        name: metadata.pop(name) for name in list(metadata) if name in Metadata.__struct_fields__
    }
    annotation_sets = {name: AnnotationSet(name) for name in sets}
    return Document(doc_id, "", Metadata(**own, extra=metadata), sets=annotation_sets)


def fill(
    view: CorpusView,
    metric: str,
    pairs: Pairs,
    counts: Mapping[str, Counts],
    *,
    without: tuple[str, ...] = (),
    **options: str | bool | tuple[str, ...],
) -> None:
    """Give a view counts for each document, in place of the counts that it would measure."""
    key = FigureKey(metric, tuple(sorted(options.items())), pairs, without=without)
    measurement = Measurement(view.make_metric(key))
    for doc_id, numbers in counts.items():
        tally = Tally(doc_id)
        for (group, column), number in numbers.items():
            tally.add(group, column, number)
        measurement.add(tally)
    view.measurements[key] = measurement


def build(view: CorpusView, paper: str, number: str) -> PaperTable:
    """Build a table of a paper."""
    [table] = build_tables(view, load_forms(paper), [number]).tables
    return table


def list_cells(part: TablePart) -> Cells:
    """Return a part in the layout of the published files: columns, then labels and cells."""
    head = [*part.stubs, *part.columns]
    return [head, *([*row.labels, *(cell.text for cell in row.cells)] for row in part.rows)]


@cache
def _load(paper: str) -> dict[str, dict[str, str]]:
    text = (HERE / "published" / f"{paper}.toml").read_text("utf-8")
    tables: dict[str, dict[str, str]] = tomllib.loads(text)["table"]
    return tables


def read_published(paper: str, number: str) -> list[Cells]:
    """Return the parts of a published table, each as columns, then labels and cells."""
    blocks = _load(paper)[number]["cells"].strip("\n").split("\n\n")
    return [[line.split("\t") for line in block.split("\n")] for block in blocks]


def make_view(docs: Iterable[Document], **roles: tuple[str, ...]) -> CorpusView:
    """Make a view of documents whose sets have these roles."""
    return CorpusView(list(docs), Roles(**roles))
