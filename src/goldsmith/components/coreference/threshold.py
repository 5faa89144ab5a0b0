"""Choose the threshold of links by cross-validation on the training documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith import metrics
from goldsmith.components.coreference.candidates import Pairs, find_candidates
from goldsmith.components.coreference.clustering import cluster_markables
from goldsmith.components.coreference.features import build_table
from goldsmith.components.coreference.markables import Markable
from goldsmith.components.coreference.options import DEFAULT_THRESHOLD, Options
from goldsmith.components.coreference.ranker import LabelledDocument, Ranker
from goldsmith.core import AnnotationSet, Document, Group, Mention, Span
from goldsmith.core.schema import RelationType, Schema
from goldsmith.metrics import Measurement, SetPair

#: The thresholds to choose from, as log odds.
_THRESHOLDS: Final = (-1.5, -1.0, -0.5, 0.0, 0.5)
_FOLDS: Final = 2
#: With fewer documents the choice would be random.
_LEAST_DOCUMENTS: Final = 45
_NAME: Final = "same"
_KIND: Final = RelationType(_NAME, first=("*",), second=("*",), symmetric=True, identity=True)
_SCHEMA: Final = Schema("", "", "", relation=(_KIND,))


class _ScoredDocument(NamedTuple):
    """A document with the scores of a ranker that was trained on other documents."""

    doc: LabelledDocument
    pairs: Pairs
    scores: NDArray[np.float64]


def choose_threshold(
    docs: Sequence[LabelledDocument], options: Options, *, leave_single: bool
) -> float:
    """Return the threshold with the best CoNLL average on held-out documents.

    Args:
        docs: The training documents.
        options: The options of the component.
        leave_single: Whether a markable may remain without a partner.
    """
    if len(docs) < _LEAST_DOCUMENTS:
        return DEFAULT_THRESHOLD
    scored = list(_score_folds(docs, options))
    values = {
        threshold: _compute_average(scored, threshold, leave_single=leave_single)
        for threshold in _THRESHOLDS
    }
    best = max(values.values())
    equal = [threshold for threshold, value in values.items() if value == best]
    return min(equal, key=lambda threshold: abs(threshold - DEFAULT_THRESHOLD))


def _score_folds(docs: Sequence[LabelledDocument], options: Options) -> Iterator[_ScoredDocument]:
    for fold in range(_FOLDS):
        ranker = Ranker()
        ranker.fit([doc for n, doc in enumerate(docs) if n % _FOLDS != fold], options)
        for doc in docs[fold::_FOLDS]:
            pairs = find_candidates(doc.markables, options.window)
            table = build_table(ranker.make_columns(doc.markables), pairs)
            yield _ScoredDocument(doc, pairs, ranker.score(doc.markables, table))


def _compute_average(
    scored: Sequence[_ScoredDocument], threshold: float, *, leave_single: bool
) -> float:
    metric = metrics.get("coreference").with_options(singletons="none")
    measurement = Measurement(metric)
    for doc, pairs, scores in scored:
        chains = cluster_markables(
            doc.markables, pairs, scores - threshold, leave_single=leave_single
        )
        gold = _make_set(doc.markables, _list_chains(doc))
        system = _make_set(doc.markables, chains)
        measurement.count_pair(SetPair(Document("", ""), gold, system, _SCHEMA))
    row = measurement.compute_result(intervals=False).find_row("all")
    return (row.values.get("conll") or 0.0) if row else 0.0


def _list_chains(doc: LabelledDocument) -> list[list[int]]:
    order = sorted((n for n, c in enumerate(doc.chains) if c >= 0), key=lambda n: doc.chains[n])
    return [list(members) for _, members in groupby(order, key=lambda n: doc.chains[n])]


def _make_set(markables: Sequence[Markable], chains: Sequence[Sequence[int]]) -> AnnotationSet:
    """Make a set with one mention for each markable, all at different offsets."""
    mentions = tuple(
        Mention(str(number), _NAME, (Span(number, number + 1),)) for number in range(len(markables))
    )
    groups = tuple(
        Group(f"g{number}", _NAME, tuple(map(str, chain))) for number, chain in enumerate(chains)
    )
    return AnnotationSet("", mentions, groups=groups)
