"""Coreference metrics.

This module provides the metric `coreference`, the average that the 2011 i2b2/VA challenge and CoNLL
use to rank systems; the other modules provide the metrics that it averages, BLANC and LEA.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from goldsmith.errors import InputError
from goldsmith.metrics.coreference.b_cubed import BCubed
from goldsmith.metrics.coreference.ceaf_e import CeafE
from goldsmith.metrics.coreference.ceaf_m import CeafM
from goldsmith.metrics.coreference.chains import ChainComparison, ChainMetric, Singletons
from goldsmith.metrics.coreference.muc import Muc
from goldsmith.metrics.engine.base import Columns, Tally, Value

CeafKind = Literal["entity", "mention"]
_PARTS: dict[str, ChainMetric] = {
    "muc": Muc(),
    "b_cubed": BCubed(),
    "ceaf_e": CeafE(),
    "ceaf_m": CeafM(),
}


class Coreference(ChainMetric):
    """The average of MUC, B³ and CEAF (i2b2/VA 2011; Pradhan et al. 2012)."""

    title = "Coreference: mean of MUC, B³ and CEAF"
    definition = (
        "The unweighted means of the precision, recall and F1 of MUC, B³ and CEAF (i2b2/VA 2011). "
        "CEAF is entity-based unless the mention-based variant is requested. The CoNLL average is "
        "the mean of the F1 of MUC, B³ and always entity-based CEAF (Pradhan et al. 2012)."
    )
    columns = {
        f"{name}_{column}": f"{part.title}: {meaning}"
        for name, part in _PARTS.items()
        for column, meaning in part.columns.items()
    }
    values = {
        "precision": "mean precision of MUC, B³ and CEAF",
        "recall": "mean recall of MUC, B³ and CEAF",
        "f1": "mean F1 of MUC, B³ and CEAF",
        "conll": "mean F1 of MUC, B³ and entity-based CEAF",
        "muc_f1": "F1 of MUC",
        "b_cubed_f1": "F1 of B³",
        "ceaf_f1": "F1 of CEAF",
    }
    perfect = frozenset({"b_cubed_f1", "ceaf_f1"})
    optional = frozenset(f"ceaf_m_{column}" for column in CeafM.columns)

    def __init__(
        self,
        *,
        singletons: Singletons = "given",
        overlap: bool = False,
        by_type: bool = False,
        ceaf: CeafKind = "entity",
    ) -> None:
        super().__init__(singletons=singletons, overlap=overlap, by_type=by_type)
        if ceaf not in get_args(CeafKind):
            raise InputError(f"there is no CEAF based on {ceaf!r}", expected="entity or mention")
        self.ceaf = "ceaf_e" if ceaf == "entity" else "ceaf_m"

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        for name in dict.fromkeys(("muc", "b_cubed", "ceaf_e", self.ceaf)):
            _PARTS[name].count_chains(chains, _PrefixingTally(tally, f"{name}_"), group)

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        parts = {
            name: part.score_chains({column: sums[f"{name}_{column}"] for column in part.columns})
            for name, part in _PARTS.items()
        }
        muc, b_cubed, ceaf = parts["muc"], parts["b_cubed"], parts[self.ceaf]
        values = {
            name: (muc[name] + b_cubed[name] + ceaf[name]) / 3
            for name in ("precision", "recall", "f1")
        }
        values["conll"] = (muc["f1"] + b_cubed["f1"] + parts["ceaf_e"]["f1"]) / 3
        parts_f1 = {"muc_f1": muc["f1"], "b_cubed_f1": b_cubed["f1"], "ceaf_f1": ceaf["f1"]}
        return {**values, **parts_f1}


class _PrefixingTally(Tally):
    """A tally that adds everything to another tally, with a prefix before each column."""

    def __init__(self, tally: Tally, prefix: str) -> None:
        super().__init__(tally.document)
        self._tally, self._prefix = tally, prefix

    def add(
        self,
        group: str,
        column: str,
        number: float = 1.0,
        *,
        a: Iterable[str] = (),
        b: Iterable[str] = (),
    ) -> None:
        self._tally.add(group, self._prefix + column, number, a=a, b=b)


provides = Coreference()
