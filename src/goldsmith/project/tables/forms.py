"""The forms of the papers' tables: rows, columns, order, rounding and requirements."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from goldsmith.errors import UnknownName

#: The papers, in the order in which help lists them.
PAPERS = ("clef", "odie", "mayo", "i2b2", "share")

#: The kinds of parts of a table.
Kind = Literal[
    "grid",
    "matrix",
    "p-values",
    "entities",
    "relations",
    "semantic-types",
    "differences",
    "fixed",
]


class Facets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The properties that a row, a column or a whole part gives to its cells.

    A cell has the facets of its part, its row and its column; the inner ones take precedence. With
    `select` it counts annotations or documents, otherwise it shows a figure of `metric`.
    """

    metric: str = ""
    options: Mapping[str, str | bool | tuple[str, ...]] = {}
    compare: str = ""
    """One role (all pairs of its sets) or two roles: "annotator", "annotator gold"."""
    average: str = ""
    """"pairs" for the mean over pairs of sets, or a field: the mean over its values."""
    group: str = ""
    """The row of the metric; by default the row over all groups."""
    requires: tuple[str, ...] = ()
    """Attributes that both sets must have somewhere; otherwise the cell has no value."""
    without: tuple[str, ...] = ()
    """Types of annotations that the table ignores."""
    where: Mapping[str, tuple[str, ...]] = {}
    show: str = ""
    bracket: str = ""
    """A second value in brackets."""
    select: str = ""
    """What to count: documents, words, mentions, relations, codes."""
    having: Mapping[str, str] = {}
    """annotation (the type), coding, shape, or an attribute -> value to count."""
    of: str = ""
    """The role of the set in which annotations are counted."""
    share_by: tuple[str, ...] | None = None
    """The fields that are fixed in the total for a share."""
    text: str = ""
    """A column of the table of sets or of runs: description, hours, team …"""
    style: str = ""
    empty: str | None = None
    """The text of a cell without a value."""
    bound: Mapping[str, str] = {}
    """Role -> the set that an axis chose; forms leave it out."""


class Axis(Facets, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row or a column; with `each` one for each value of a field, group or set of a role."""

    label: str = ""
    """The label; `{}` is the value, `{annotator}` and so on are the sets of a role."""
    label_from: str = ""
    """The column of the table of sets and runs that contains the labels."""
    each: str = ""
    """The expansion of the axis: a metadata field, group, pair, set, source, run, team, a role,
    or "having NAME" for an attribute."""
    silent: bool = False
    """Whether the axis has no label of its own around its inner axes."""
    omit: bool = False
    """Whether the axis is left out if there are no sets to compare."""
    numbered: bool = False
    """Whether rows are labelled by their numbers."""
    names: Mapping[str, str] = {}
    """Value -> label, in the order of the paper."""
    whole: bool = False
    """Whether to show all values in `names`, even absent ones, if the corpus has any of them."""
    leave_out: tuple[str, ...] = ()
    rank_by: str = ""
    """The value by which the axis is sorted, highest first."""
    inside: tuple[Axis, ...] = ()
    is_total: bool = False


class PartForm(Facets, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a table: its own columns and rows."""

    kind: Kind = "grid"
    title: str = ""
    stubs: tuple[str, ...] = ("",)
    """The headings of the columns of labels."""
    columns: tuple[Axis, ...] = ()
    rows: tuple[Axis, ...] = ()
    sets: tuple[str, ...] = ()
    """The roles whose sets make a matrix, in order."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The rows of a fixed table."""


class TableForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a paper."""

    number: str
    caption: str
    needs: tuple[str, ...] = ()
    """The data that the table requires."""
    wants: tuple[str, ...] = ()
    """The data that fill further cells."""
    dataset: int = 0
    """The dataset of the paper that the table covers, from 1; 0 for all documents."""
    part: tuple[PartForm, ...] = ()
    differs: str = ""
    """How the form differs from the printed table."""


class PaperForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tables of a paper."""

    paper: str
    source: str
    schema: str
    table: tuple[TableForm, ...]

    def find_table(self, number: str) -> TableForm:
        """Return the table of this number.

        Raises:
            UnknownName: The paper has no such table; the message lists its tables.
        """
        for form in self.table:
            if form.number == number:
                return form
        raise UnknownName(f"table of {self.paper}", number, [form.number for form in self.table])


@cache
def load_forms(paper: str) -> PaperForm:
    """Load the forms of a paper.

    Raises:
        UnknownName: There is no such paper; the message lists the papers.
    """
    if paper not in PAPERS:
        raise UnknownName("paper", paper, PAPERS)
    text = files("goldsmith.project.tables").joinpath("data", f"{paper}.toml").read_text("utf-8")
    content = tomllib.loads(text)
    shared = content.pop("shared", {})
    for table in content["table"]:
        table["part"] = [_apply_shared(part, shared) for part in table.get("part", ())]
    return msgspec.convert(content, PaperForm)


def _apply_shared(part: dict[str, Any], shared: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return a part merged with the shared part that it uses; its own entries take precedence."""
    name = part.get("use")
    if not name:
        return part
    own = {key: value for key, value in part.items() if key != "use"}
    return {**_apply_shared(shared[name], shared), **own}


def merge(outer: Facets, inner: Facets) -> Facets:
    """Return the facets of both; inner ones take precedence, conditions and sets are combined."""
    values: dict[str, object] = {}
    for name in Facets.__struct_fields__:
        first, second = getattr(outer, name), getattr(inner, name)
        if isinstance(first, Mapping):
            values[name] = {**first, **second}
        else:
            is_unset = second in (None, ()) or (second == "" and name != "empty")
            values[name] = first if is_unset else second
    return Facets(**values)  # type: ignore[arg-type]
