"""The forms of the tables name only metrics, values, styles and needs that exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from goldsmith.errors import UnknownName
from goldsmith.project.tables.figures import DERIVED_COUNTS
from goldsmith.project.tables.forms import PAPERS, Axis, Facets, PartForm, load_forms, merge
from goldsmith.project.tables.measures import make_metric
from goldsmith.project.tables.needs import list_missing
from goldsmith.project.tables.numbers import format_number
from goldsmith.project.tables.roles import Roles
from goldsmith.project.tables.view import CorpusView, FigureKey

PARTS = [
    pytest.param(part, id=f"{paper}-{form.number}-{index}")
    for paper in PAPERS
    for form in load_forms(paper).table
    for index, part in enumerate(form.part)
]


def list_leaves(axes: Sequence[Axis], base: Facets) -> Iterator[Facets]:
    """Yield the facets of the innermost axes."""
    for axis in axes:
        facets = merge(base, axis)
        yield from list_leaves(axis.inside, facets) if axis.inside else [facets]


def list_cells(part: PartForm) -> Iterator[Facets]:
    """Yield the facets of every kind of cell in a part."""
    base = merge(Facets(), part)
    for row in list(list_leaves(part.rows, base)) or [base]:
        for column in list(list_leaves(part.columns, base)) or [base]:
            changes = {
                name: getattr(column, name)
                for name in Facets.__struct_fields__
                if getattr(column, name) != getattr(base, name)
            }
            yield merge(row, Facets(**changes))


@pytest.mark.parametrize("part", PARTS)
def test_cells_show_values_that_their_metric_has(part: PartForm) -> None:
    if part.kind not in ("grid", "matrix", "p-values"):
        return
    for cell in list_cells(part):
        if cell.text:
            continue
        format_number(0.5, cell.style)
        if cell.select:
            assert cell.select.split()[0] in (
                "documents", "words", "mentions", "relations", "codes", "values"
            )  # fmt: skip
            continue
        metric = make_metric(FigureKey(cell.metric, tuple(cell.options.items()), ()))
        names = {*metric.values, *metric.columns, *DERIVED_COUNTS}
        assert {cell.show, cell.bracket} - {""} <= names, cell
        assert cell.compare or part.kind == "matrix" or "pair" in str(part.rows)


@pytest.mark.parametrize("paper", PAPERS)
def test_needs_are_known(paper: str) -> None:
    view = CorpusView([], Roles())
    for form in load_forms(paper).table:
        assert len(list_missing(view, (*form.needs, *form.wants))) == len(
            (*form.needs, *form.wants)
        )


def test_unknown_paper_and_table_list_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="clef, i2b2, mayo, odie, share"):
        load_forms("muc")
    with pytest.raises(UnknownName, match="1, 2, 3, 4"):
        load_forms("mayo").find_table("9")


@pytest.mark.parametrize(
    ("value", "style", "text"),
    [
        (0.66065, "fraction-4", "0.6607"),
        (0.00004, "fraction-4", "0.0000"),
        (-0.00004, "fraction-4", "0.0000"),
        (-0.000012, "short-4", "-1.20E-05"),
        (0.0, "short-4", "0"),
        (0.83, "trim-3", "0.83"),
        (1.0, "trim-3", "1"),
        (0.285, "percent-0", "29"),
        (0.757, "percent%-1", "75.7%"),
        (1601, "count", "1601"),
        (5816, "grouped", "5,816"),
        (93_600, "thousands", "94K"),
        (412, "thousands", "412"),
    ],
)
def test_numbers_are_formatted_as_in_the_papers(value: float, style: str, text: str) -> None:
    assert format_number(value, style) == text
