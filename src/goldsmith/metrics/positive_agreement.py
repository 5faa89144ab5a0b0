"""Positive specific agreement on mentions under six criteria, from span alone to everything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from goldsmith.alignment import align
from goldsmith.core import Mention
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.mention_pairs import ignore_type
from goldsmith.metrics.engine.traits import Defaults, get_attributes, get_concept, get_defaults

#: The key that must be equal, and whether overlap is enough.
Criterion = tuple[Callable[[Mention], Hashable], bool]


class PositiveAgreement(Metric):
    """Agreement as in Table 3 of the Mayo paper."""

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
        self.attributes = (attributes,) if isinstance(attributes, str) else tuple(attributes)

    def count(self, pair: SetPair, tally: Tally) -> None:
        a, b = pair.a.mentions, pair.b.mentions
        for name, (key, overlap) in self._build_criteria(get_defaults(pair.schema)).items():
            tally.add(name, "a", len(a), a=(mention.id for mention in a))
            tally.add(name, "b", len(b), b=(mention.id for mention in b))
            for match in align(a, b, key=key, partial=overlap).pairs:
                tally.add(name, "pairs", a=(match.a.id,), b=(match.b.id,))

    def _build_criteria(self, defaults: Defaults) -> dict[str, Criterion]:
        """Return the criteria by name; each demands equality, so that it is a key to align by."""

        def get_values(mention: Mention) -> tuple[str, ...]:
            attributes = get_attributes(mention, defaults)
            return tuple(attributes.get(name, "") for name in self.attributes)

        def build_key(name: str) -> Callable[[Mention], Hashable]:
            return lambda mention: get_attributes(mention, defaults).get(name, "")

        return {
            "span exact": (ignore_type, False),
            "overlap": (ignore_type, True),
            "overlap + concept": (get_concept, True),
            **{f"overlap + {name}": (build_key(name), True) for name in self.attributes},
            "overlap + all": (lambda mention: (get_concept(mention), get_values(mention)), True),
        }

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {"agreement": divide(2 * sums["pairs"], sums["a"] + sums["b"])}


provides = PositiveAgreement()
