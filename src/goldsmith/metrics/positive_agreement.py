"""Positive specific agreement on mentions under six criteria, from span alone to everything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from goldsmith.alignment import align
from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.engine.mention_pairs import anything
from goldsmith.metrics.engine.traits import Defaults, concept, defaults, traits

#: What must be equal, and whether overlap is enough.
Criterion = tuple[Callable[[Mention], Hashable], bool]


class PositiveAgreement(Metric):
    """Agreement of the Mayo paper's Table 3."""

    title = "Positive specific agreement"
    definition = (
        "2·pairs / (a + b) under six criteria: equal spans; overlap; overlap and the same concept, "
        "context, status; overlap and all three the same. For each criterion mentions on equal "
        "spans that meet it are paired first, then as many overlapping ones that meet it as there "
        "can be, one to one. The type is not a criterion (Mayo §2.3, Table 3)."
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

    def __init__(self, *, attributes: Sequence[str] = ("context", "status")) -> None:
        self.attributes = tuple(attributes)

    def count(self, pair: Compared, tally: Tally) -> None:
        a, b = pair.a.mentions, pair.b.mentions
        for name, (same, overlap) in self._criteria(defaults(pair.schema)).items():
            tally.add(name, "a", len(a), a=(mention.id for mention in a))
            tally.add(name, "b", len(b), b=(mention.id for mention in b))
            for found in align(a, b, kind=same, partial=overlap).pairs:
                tally.add(name, "pairs", a=(found.a.id,), b=(found.b.id,))

    def _criteria(self, given: Defaults) -> dict[str, Criterion]:
        """The criteria by name. All of them ask for equality, so that each is a kind of mention."""

        def values(mention: Mention) -> tuple[str, ...]:
            known = traits(mention, given)
            return tuple(known.get(name, "") for name in self.attributes)

        def only(name: str) -> Callable[[Mention], Hashable]:
            return lambda mention: traits(mention, given).get(name, "")

        return {
            "span exact": (anything, False),
            "overlap": (anything, True),
            "overlap + concept": (concept, True),
            **{f"overlap + {name}": (only(name), True) for name in self.attributes},
            "overlap + all": (lambda mention: (concept(mention), values(mention)), True),
        }

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {"agreement": ratio(2 * sums["pairs"], sums["a"] + sums["b"])}


provides = PositiveAgreement()
