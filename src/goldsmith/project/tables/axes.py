"""Rows and columns of a form, expanded over the fields, groups and sets of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec
from msgspec.structs import replace

from goldsmith.project.tables.figures import list_groups, make_selection, read_figure
from goldsmith.project.tables.forms import Axis, Facets, merge
from goldsmith.project.tables.selections import list_traits
from goldsmith.project.tables.view import CorpusView

_ROLES = ("annotator", "consensus", "gold", "system")
_HAVING = "having "


class Leaf(msgspec.Struct, frozen=True):
    """A row or a column of a table: its labels from the outside in, and its facets."""

    labels: tuple[str, ...]
    facets: Facets
    is_total: bool = False


def expand(view: CorpusView, axes: Sequence[Axis], base: Facets) -> list[Leaf]:
    """Return the rows or columns of a table.

    Args:
        view: The corpus.
        axes: The axes of the form.
        base: The facets of the surrounding part.
    """
    return [leaf for axis in axes for leaf in _expand_axis(view, axis, base)]


def _expand_axis(view: CorpusView, axis: Axis, base: Facets) -> Iterator[Leaf]:
    for label, facets in _list_choices(view, axis, merge(base, axis)):
        outer = () if axis.silent else (label,)
        if axis.inside:
            for leaf in expand(view, axis.inside, facets):
                yield Leaf((*outer, *leaf.labels), leaf.facets, leaf.is_total)
        else:
            yield Leaf((label,), facets, axis.is_total)


#: A value of an axis, and its facets.
Choice = tuple[str, Facets]


def _list_choices(view: CorpusView, axis: Axis, facets: Facets) -> list[Choice]:
    """Return the labels and facets of an axis: one, or one for each value."""
    if axis.omit and not view.roles.pair_sets(facets.compare, facets.bound):
        return []
    if not axis.each:
        return [(_write_label(view, axis, "", facets), facets)]
    values = dict(_find_values(axis.each)(view, axis.each, facets))
    choices = [
        (value, values[value] if value in values else _set_value(axis.each, value, facets))
        for value in _order(axis, values)
    ]
    if axis.rank_by:
        choices.sort(key=lambda choice: -(read_figure(view, choice[1]).get(axis.rank_by) or 0.0))
    return [
        (str(number) if axis.numbered else _write_label(view, axis, value, chosen), chosen)
        for number, (value, chosen) in enumerate(choices, 1)
    ]


def _order(axis: Axis, values: Mapping[str, Facets]) -> list[str]:
    """Order values as the paper does; values that the paper lacks come last."""
    is_whole = axis.whole and any(value in values for value in axis.names)
    listed = [value for value in axis.names if is_whole or value in values]
    rest = [value for value in values if value not in axis.names]
    return [value for value in (*listed, *rest) if value not in axis.leave_out]


def _write_label(view: CorpusView, axis: Axis, value: str, facets: Facets) -> str:
    """Return the label of a value; `{}` in a label is the value, `{role}` the sets of a role."""
    name = axis.names.get(value, value)
    name = view.facts.get(value, {}).get("label") or name if axis.each in _ROLES else name
    if axis.label_from:
        name = view.facts.get(value, {}).get(axis.label_from) or name
    if not axis.label:
        return name
    roles = {role: ", ".join(view.roles.choose(role, facets.bound)) for role in _ROLES}
    return axis.label.format(name, **roles)


# The possible expansions of an axis: each function yields values with their facets.

Values = Iterator[Choice]


def _list_fields(view: CorpusView, each: str, facets: Facets) -> Values:
    for value in view.list_values(each, facets.where):
        yield value, _set_value(each, value, facets)


def _list_groups(view: CorpusView, each: str, facets: Facets) -> Values:
    for value in list_groups(view, facets):
        yield value, _set_value(each, value, facets)


def _list_role(view: CorpusView, each: str, facets: Facets) -> Values:
    for name in view.list_sets(each, facets.where):
        yield name, replace(facets, bound={**facets.bound, each: name})


def _list_entrants(view: CorpusView, _each: str, facets: Facets) -> Values:
    """Yield the systems, and the runs without a set whose figures are given."""
    yield from _list_role(view, "system", facets)
    for name in view.facts:
        if facets.show in view.find_reference(name):
            yield name, replace(facets, bound={**facets.bound, "system": name})


def _list_all_sets(view: CorpusView, each: str, facets: Facets) -> Values:
    for role in _ROLES:
        for name in view.list_sets(role, facets.where):
            yield name, replace(facets, bound={**facets.bound, each: name})


def _list_pairs(view: CorpusView, _each: str, facets: Facets) -> Values:
    """Yield the pairs of annotators that share documents."""
    names = view.list_sets("annotator", facets.where)
    for first, second in combinations(names, 2):
        if any(first in doc.sets and second in doc.sets for doc in view.docs):
            bound = {**facets.bound, "first": first, "second": second}
            yield f"{first}-{second}", replace(facets, compare="first second", bound=bound)


def _list_traits(view: CorpusView, each: str, facets: Facets) -> Values:
    for value in list_traits(view, make_selection(view, facets), each.removeprefix(_HAVING)):
        yield value, _set_value(each, value, facets)


def _list_runs(view: CorpusView, each: str, facets: Facets) -> Values:
    """Yield the entries of the table of sets and runs; each team once."""
    teams: set[str] = set()
    for name, row in view.facts.items():
        team = row.get("team") or name
        if each == "run" or team not in teams:
            yield name, replace(facets, bound={**facets.bound, each: name})
        teams.add(team)


def _list_sources(view: CorpusView, _each: str, facets: Facets) -> Values:
    """Yield institutions; precede one that has several document types by those types."""
    for institution in view.list_values("institution", facets.where):
        where = {**facets.where, "institution": (institution,)}
        kinds = view.list_values("type", where)
        if len(kinds) > 1:
            for kind in kinds:
                yield f"{institution} {kind}", replace(facets, where={**where, "type": (kind,)})
        label = f"{institution} {' & '.join(kinds)}" if len(kinds) > 1 else institution
        yield label, replace(facets, where=where)


def _set_value(each: str, value: str, facets: Facets) -> Facets:
    """Return the facets with the group, the property or the field that a value represents."""
    if each == "group":
        return replace(facets, group=value)
    if each.startswith(_HAVING):
        return replace(facets, having={**facets.having, each.removeprefix(_HAVING): value})
    return replace(facets, where={**facets.where, each: (value,)})


_SPREADS: Mapping[str, Callable[[CorpusView, str, Facets], Values]] = {
    "group": _list_groups,
    **dict.fromkeys(_ROLES, _list_role),
    "set": _list_all_sets,
    "entrant": _list_entrants,
    "pair": _list_pairs,
    "run": _list_runs,
    "team": _list_runs,
    "source": _list_sources,
}


def _find_values(each: str) -> Callable[[CorpusView, str, Facets], Values]:
    if each.startswith(_HAVING):
        return _list_traits
    return _SPREADS.get(each, _list_fields)
