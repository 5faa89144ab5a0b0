"""Positive specific agreement on mentions under six criteria, from span alone to everything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from goldsmith.alignment import align
from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Key, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.mention_pairs import ignore_type
from goldsmith.metrics.engine.one_sided import (
    add_traits,
    describe_one_sided,
    mark_compared,
    withhold_one_sided,
)
from goldsmith.metrics.engine.traits import Defaults, get_attributes, get_concept, get_defaults

_CONCEPT = "concept"


class Criterion(NamedTuple):
    """A criterion: its key, whether overlap is enough, and the traits that it compares."""

    key: Callable[[Mention], Hashable]
    overlap: bool
    traits: tuple[str, ...] = ()


class PositiveAgreement(Metric):
    """Agreement as in Table 3 of the Mayo paper."""

    title = "Positive specific agreement"
    definition = (
        "2·pairs / (a + b) under six criteria: equal spans; overlap; overlap and the same "
        "concept, context or status; overlap and all three the same. For each criterion, mentions "
        "on equal spans that meet it are paired first, then as many overlapping mentions that "
        "meet it as possible, one to one. The type is not a criterion (Mayo §2.3, Table 3). A "
        "criterion has no value if it compares a property that one set never has."
    )
    groups = "criterion"
    columns = {
        "a": "mentions of the first set",
        "b": "mentions of the second set",
        "pairs": "pairs of mentions that meet the criterion",
    }
    values = {"agreement": "positive specific agreement: 2·pairs / (a + b)"}
    main = "agreement"
    symmetric = perfect = frozenset(values)
    example_schema = "mayo-disorder"
    pooled = False
    named_by_options = {"attributes": "attribute"}

    def __init__(self, *, attributes: Sequence[str] = ("context", "status")) -> None:
        self.attributes = (attributes,) if isinstance(attributes, str) else tuple(attributes)

    def count(self, pair: SetPair, tally: Tally) -> None:
        a, b = pair.a.mentions, pair.b.mentions
        defaults = get_defaults(pair.schema)
        for side, mentions in (("a", a), ("b", b)):
            add_traits(tally, side, (self._list_traits(mention, defaults) for mention in mentions))
        for name, criterion in self._build_criteria(defaults).items():
            tally.add(name, "a", len(a), a=(mention.id for mention in a))
            tally.add(name, "b", len(b), b=(mention.id for mention in b))
            mark_compared(tally, name, criterion.traits)
            for match in align(a, b, key=criterion.key, partial=criterion.overlap).pairs:
                tally.add(name, "pairs", a=(match.a.id,), b=(match.b.id,))

    def _list_traits(self, mention: Mention, defaults: Defaults) -> list[str]:
        """Return the traits of a mention that the criteria compare."""
        attributes = get_attributes(mention, defaults)
        names = [_name_trait(name) for name in self.attributes if attributes.get(name)]
        return [*names, *([_CONCEPT] if mention.codes else [])]

    def _build_criteria(self, defaults: Defaults) -> dict[str, Criterion]:
        """Return the criteria by name; each has a key for the alignment."""

        def get_values(mention: Mention) -> tuple[str, ...]:
            attributes = get_attributes(mention, defaults)
            return tuple(attributes.get(name, "") for name in self.attributes)

        def build_key(name: str) -> Callable[[Mention], Hashable]:
            return lambda mention: get_attributes(mention, defaults).get(name, "")

        def get_all(mention: Mention) -> Hashable:
            return get_concept(mention), get_values(mention)

        traits = {name: _name_trait(name) for name in self.attributes}
        return {
            "span exact": Criterion(ignore_type, overlap=False),
            "overlap": Criterion(ignore_type, overlap=True),
            "overlap + concept": Criterion(get_concept, overlap=True, traits=(_CONCEPT,)),
            **{
                f"overlap + {trait}": Criterion(build_key(name), overlap=True, traits=(trait,))
                for name, trait in traits.items()
            },
            "overlap + all": Criterion(get_all, overlap=True, traits=(_CONCEPT, *traits.values())),
        }

    def compute(self, sums: Columns) -> dict[str, Value]:
        agreement = divide(2 * sums["pairs"], sums["a"] + sums["b"])
        return withhold_one_sided({"agreement": agreement}, sums)

    def list_notices(self, sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
        return describe_one_sided(sums, names)


def _name_trait(attribute: str) -> str:
    """Name an attribute, so that its criterion differs from the built-in criteria."""
    return attribute if attribute not in (_CONCEPT, "all") else f"{attribute} (attribute)"


provides = PositiveAgreement()
