"""The trained ranker, which scores whether two expressions corefer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.associations import Associations
from goldsmith.components.coreference.candidates import Pairs, find_candidates
from goldsmith.components.coreference.columns import MarkableColumns
from goldsmith.components.coreference.features import PairTable, build_table
from goldsmith.components.coreference.markables import Markable
from goldsmith.components.coreference.options import Options
from goldsmith.errors import InputError
from goldsmith.learning.boosting import BoostedTrees, BoostingOptions
from goldsmith.learning.model_files import read_state, write_state

_INFO = "ranker.json"
#: Below these numbers of pairs, fewer trees are trained, and then smaller trees.
_FEW_PAIRS, _FEW_TREES = 50_000, 100
_VERY_FEW_PAIRS, _SMALL_DEPTH = 20_000, 4


class LabelledDocument(NamedTuple):
    """The markables of a document and the number of the chain of each; negative for none."""

    markables: list[Markable]
    chains: list[int]


class _Words(msgspec.Struct):
    """Associated words: the first, the second, the number of coreferring pairs and of all pairs."""

    rows: list[tuple[str, str, int, int]] = []


class _Info(msgspec.Struct):
    """The content of ranker.json."""

    types: list[str] = []
    phrases: _Words = msgspec.field(default_factory=_Words)
    heads: _Words = msgspec.field(default_factory=_Words)


class Ranker:
    """Scores candidate pairs with boosted trees over the features and learned associations."""

    def __init__(self) -> None:
        self._types: dict[str, int] = {}
        self._associations = Associations()
        self._trees = BoostedTrees()

    @property
    def is_trained(self) -> bool:
        return self._trees.is_trained

    def score(self, markables: Sequence[Markable], table: PairTable) -> NDArray[np.float64]:
        """Score candidate pairs by the log odds that they corefer."""
        if not len(table):
            return np.zeros(0)
        learned = self._associations.compute(markables, table.pairs)
        return self._trees.score(np.column_stack([table.matrix, *learned]))

    def make_columns(self, markables: Sequence[Markable]) -> MarkableColumns:
        """Return the features of single markables."""
        return MarkableColumns(markables, self._types)

    def fit(self, docs: Sequence[LabelledDocument], options: Options) -> None:
        """Train on documents with chains."""
        names = sorted({markable.type for doc in docs for markable in doc.markables})
        self._types = {name: number for number, name in enumerate(names)}
        pairs = [find_candidates(doc.markables, options.window) for doc in docs]
        labels = [_label_pairs(doc, of_doc) for doc, of_doc in zip(docs, pairs, strict=True)]
        own = [Associations() for _ in docs]
        self._associations = Associations()
        for doc, of_doc, label, counts in zip(docs, pairs, labels, own, strict=True):
            counts.add(doc.markables, of_doc, label)
            self._associations.add(doc.markables, of_doc, label)
        self._associations.remove_rare()
        rows, drawn = self._draw_rows(docs, pairs, labels, own, options)
        if not drawn.any():
            raise InputError(
                "no candidate pair of the training data is in one chain",
                expected="documents with coreference chains",
            )
        trees, depth = options.trees, options.depth
        growth = BoostingOptions(
            trees=min(trees, _FEW_TREES) if len(rows) < _FEW_PAIRS else trees,
            depth=min(depth, _SMALL_DEPTH) if len(rows) < _VERY_FEW_PAIRS else depth,
            seed=options.seed,
        )
        self._trees = BoostedTrees().fit(rows, drawn, growth)

    def _draw_rows(
        self,
        docs: Sequence[LabelledDocument],
        pairs: Sequence[Pairs],
        labels: Sequence[NDArray[np.bool_]],
        own: Sequence[Associations],
        options: Options,
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Return features and labels of the pairs, sampled by anaphor if there are too many.

        The pairs of an anaphor stay together, because some features rank all its antecedents.
        """
        total = sum(map(len, labels))
        share = min(1.0, options.max_pairs / max(1, total))
        random = np.random.default_rng(options.seed)
        rows, drawn = [], []
        for doc, of_doc, label, counts in zip(docs, pairs, labels, own, strict=True):
            if not len(label):
                continue
            selected = (random.random(len(doc.markables)) <= share)[of_doc[1]]
            part = of_doc[0][selected], of_doc[1][selected]
            table = build_table(self.make_columns(doc.markables), part)
            learned = self._associations.compute(doc.markables, part, counts)
            rows.append(np.column_stack([table.matrix, *learned]))
            drawn.append(label[selected])
        if not rows:
            return np.zeros((0, 0), np.float32), np.zeros(0, np.bool_)
        return np.concatenate(rows), np.concatenate(drawn)

    def save(self, folder: Path) -> None:
        """Write the ranker to an existing folder."""
        words = [
            _Words([(*key, entry[0], entry[1]) for key, entry in sorted(counts.items())])
            for counts in (self._associations.phrases, self._associations.heads)
        ]
        info = _Info(list(self._types), *words)
        write_state(folder / _INFO, info)
        self._trees.save(folder)

    @classmethod
    def load(cls, folder: Path) -> Ranker:
        """Load a ranker.

        Raises:
            InputError: A file is missing or damaged.
        """
        ranker = cls()
        info = read_state(folder / _INFO, _Info)
        ranker._types = {name: number for number, name in enumerate(info.types)}
        phrases, heads = (
            {(first, second): [hits, total] for first, second, hits, total in words.rows}
            for words in (info.phrases, info.heads)
        )
        ranker._associations = Associations(phrases, heads)
        ranker._trees = BoostedTrees.load(folder)
        return ranker


def _label_pairs(doc: LabelledDocument, pairs: Pairs) -> NDArray[np.bool_]:
    chains = np.array(doc.chains, np.intp)
    if not len(chains):
        return np.zeros(0, np.bool_)
    same = chains[pairs[0]] == chains[pairs[1]]
    return np.asarray(same & (chains[pairs[1]] >= 0), np.bool_)
