"""Annotations of a type crossed by two of their features: CTLinks by type and task (CLEF 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from goldsmith.core import Annotation, AnnotationSet
from goldsmith.errors import InputError, UnknownName, quote_id
from goldsmith.project.corpus.describe.model import MOST_VALUES, Cross
from goldsmith.project.corpus.slices import NO_VALUE

_EXPECTED = "TYPE.ATTRIBUTE,ATTRIBUTE or KIND,ATTRIBUTE, where KIND is mention, relation or group"
#: Kind of annotation -> the attribute of a set that contains them.
_KINDS = {"mention": "mentions", "relation": "relations", "group": "groups"}


class CrossPlan(msgspec.Struct, frozen=True):
    """What to cross: a type of annotation by two attributes, or a kind by type and attribute."""

    owner: str
    """A type of annotation, or mention, relation or group for all types of that kind."""
    row: str
    """The attribute of the rows; "" for the type."""
    column: str
    """The attribute of the columns."""

    @property
    def title(self) -> str:
        """The plan as the user writes it."""
        rows = f"{self.owner}.{self.row}" if self.row else self.owner
        return f"{rows},{self.column}"


def parse_cross(text: str) -> CrossPlan:
    """Parse `CTLink.type,task` or `mention,status`.

    Raises:
        InputError: The text has another form.
    """
    first, comma, column = (part.strip() for part in text.partition(","))
    owner, dot, row = (part.strip() for part in first.partition("."))
    is_complete = owner and column and bool(dot) == bool(row)
    if not comma or not is_complete or (not row and owner not in _KINDS):
        raise InputError(f"{quote_id(text)} is not a valid cross", expected=_EXPECTED)
    return CrossPlan(owner, row, column)


class CrossCounter:
    """Counts the annotations of one set for a plan."""

    def __init__(self, plan: CrossPlan) -> None:
        self.plan = plan
        self.counts: dict[str, Counter[str]] = {}
        self.types: set[str] = set()
        self.attributes: set[str] = set()

    def add(self, annotation_set: AnnotationSet) -> None:
        """Count the annotations of a document."""
        plan = self.plan
        for item in self._select(annotation_set):
            self.attributes |= item.attributes.keys()
            row = item.attributes.get(plan.row, NO_VALUE) if plan.row else item.type
            column = item.attributes.get(plan.column, NO_VALUE)
            self.counts.setdefault(row or NO_VALUE, Counter())[column or NO_VALUE] += 1

    def _select(self, annotation_set: AnnotationSet) -> Iterator[Annotation]:
        """Yield the annotations of the type or kind."""
        owner = self.plan.owner
        self.types |= {item.type for item in annotation_set.annotations}
        if owner in _KINDS:
            yield from getattr(annotation_set, _KINDS[owner])
        else:
            yield from (item for item in annotation_set.annotations if item.type == owner)

    def make_result(self) -> Cross | None:
        """Return the counts; None if the set has no annotations with these attributes.

        Raises:
            InputError: An attribute is free text.
        """
        plan = self.plan
        if not {plan.row, plan.column} - {""} <= self.attributes:
            return None
        self._check_values()
        order = sorted(self.counts, key=lambda row: (-self.counts[row].total(), row))
        rows = f"{plan.owner}.{plan.row}" if plan.row else "type"
        counts = {row: dict(sorted(self.counts[row].items())) for row in order}
        return Cross(plan.title, rows, plan.column, counts)

    def _check_values(self) -> None:
        """Refuse attributes of free text: their values may quote notes."""
        columns = {name for row in self.counts.values() for name in row}
        for name, values in ((self.plan.row, self.counts), (self.plan.column, columns)):
            if name and len(values) > MOST_VALUES:
                raise InputError(
                    f"{name} of {self.plan.owner} has {len(values):,} different values",
                    expected=f"an attribute with at most {MOST_VALUES} values",
                )


def check_crosses(counters: Iterable[CrossCounter]) -> None:
    """Refuse a plan whose type or attributes no set has.

    Raises:
        UnknownName: No set has the type or the attribute; the message lists the existing ones.
    """
    by_plan: dict[CrossPlan, list[CrossCounter]] = {}
    for counter in counters:
        by_plan.setdefault(counter.plan, []).append(counter)
    for plan, own in by_plan.items():
        if any(counter.make_result() for counter in own):
            continue
        types = {name for counter in own for name in counter.types}
        if plan.owner not in types | _KINDS.keys():
            raise UnknownName("type of annotation", plan.owner, types | _KINDS.keys())
        attributes = {name for counter in own for name in counter.attributes}
        absent = [name for name in (plan.row, plan.column) if name and name not in attributes]
        if absent:
            raise UnknownName(f"attribute of {plan.owner}", absent[0], attributes)
        raise InputError(
            f"no annotation set has both attributes of {plan.title}",
            expected="attributes of one annotation set",
        )
