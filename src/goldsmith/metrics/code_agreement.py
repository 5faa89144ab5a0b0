"""Agreement of two annotators on codes, over identical and over overlapping spans."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from goldsmith.alignment import get_type
from goldsmith.core import Mention
from goldsmith.core.offsets import merge_spans
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.mention_pairs import MentionPair, pair_mentions
from goldsmith.metrics.engine.traits import get_concept


class CodeAgreement(Metric):
    """The accuracies of Table 2 of SemEval-2014 Task 7."""

    title = "Agreement on codes"
    definition = (
        "Mentions of the same type are paired on the same spans (those with the same codes first), "
        "then one to one by overlap; pairs without any code are left out. Strict accuracy = pairs "
        "on the same spans with the same codes / pairs on the same spans; relaxed accuracy = the "
        "same over all pairs that overlap (SemEval-2014 §2.1, Table 2). CUI-less is a code."
    )
    columns = {
        "identical": "pairs of mentions on the same spans, of which at least one has a code",
        "identical_agree": "pairs of these with the same codes",
        "overlapping": "pairs on the same or overlapping spans, of which at least one has a code",
        "overlapping_agree": "pairs of these with the same codes",
    }
    values = {
        "strict_accuracy": "identical_agree / identical",
        "relaxed_accuracy": "overlapping_agree / overlapping",
    }
    main = "strict_accuracy"
    symmetric = perfect = frozenset(values)
    example_schema = "share-2014"

    def count(self, pair: SetPair, tally: Tally) -> None:
        for first, second in pair_coded(pair.a.mentions, pair.b.mentions):
            is_identical = merge_spans(first.spans) == merge_spans(second.spans)
            columns = ["overlapping"] + ["identical"] * is_identical
            if get_concept(first) == get_concept(second):
                columns += [f"{column}_agree" for column in columns]
            for column in columns:
                tally.add(first.type, column, a=(first.id,), b=(second.id,))

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {
            "strict_accuracy": divide(sums["identical_agree"], sums["identical"]),
            "relaxed_accuracy": divide(sums["overlapping_agree"], sums["overlapping"]),
        }


def pair_coded(a: Sequence[Mention], b: Sequence[Mention]) -> list[MentionPair]:
    """Pair mentions of the same type that overlap, if at least one of the two has a code."""
    pairs = pair_mentions(a, b, keys=(_get_content, get_type), partial=True)
    return [(first, second) for first, second in pairs if first.codes or second.codes]


def _get_content(mention: Mention) -> Hashable:
    return mention.type, get_concept(mention)


provides = CodeAgreement()
