"""Coreference resolution by precise rules and a trained ranker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from goldsmith.components.coreference.bridging import BridgingNouns
from goldsmith.components.coreference.candidates import Pairs, divide_pairs, find_candidates
from goldsmith.components.coreference.clustering import cluster_markables
from goldsmith.components.coreference.columns import MarkableColumns
from goldsmith.components.coreference.concepts import ConceptNames
from goldsmith.components.coreference.features import build_table
from goldsmith.components.coreference.finding import find_markables, widen_mentions
from goldsmith.components.coreference.layouts import get_layout, load_layouts
from goldsmith.components.coreference.learned import LearnedParameters, learn
from goldsmith.components.coreference.markables import Knowledge, Markable, build_markables
from goldsmith.components.coreference.options import Options
from goldsmith.components.coreference.ranker import LabelledDocument, Ranker
from goldsmith.components.coreference.sieves import score_by_rules
from goldsmith.components.coreference.threshold import choose_threshold
from goldsmith.components.coreference.writing import (
    ChainWriter,
    choose_relation_type,
    describe_mentions,
)
from goldsmith.core import AnnotationSet, Mention, Schema, derive_chains
from goldsmith.core.schema import ANY
from goldsmith.errors import InputError
from goldsmith.learning.model_files import read_state, write_state
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Coreference", "Options", "provides"]

_INFO = "coreference.json"


class Coreference:
    """Links mentions of the same thing into chains.

    Each mention becomes a markable with its head, modifiers, number, gender, section, values, times
    and so on. Its candidate antecedents are earlier markables that are near or share words. A
    trained ranker scores the pairs; without training, precise rules do. Clusters are merged best
    first, but never if they name two different specific things.

    Example:
        >>> component = Coreference(Options(), Resources(schema=load_builtin_schema("odie")))
        >>> component(analysis)
        >>> analysis.derive_chains(schema)

    Options: see `Options` and docs/reference/components/coreference.md, which also has the measured
    results.
    """

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"chains"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._kind = choose_relation_type(resources.schema, options.relation)
        self._schema = Schema("", "", "", relation=(self._kind,))
        self._layout = get_layout(resources.schema)
        if options.markables == "find" and self._layout is None:
            raise InputError(
                "coreference cannot find markables in this schema",
                expected="one of the schemas " + ", ".join(load_layouts()),
            )
        names = options.terms or tuple(resources.terms)
        self._names = ConceptNames([resources.get_terminology(name) for name in names])
        self._ranker = Ranker()
        self._use(LearnedParameters())

    def _use(self, learned: LearnedParameters) -> None:
        """Apply the learned state other than the ranker."""
        self._learned = learned
        self._nouns = BridgingNouns({(a, b): kind for a, b, kind in learned.bridges})
        self._knowledge = Knowledge(self._names, learned.classes)

    def __call__(self, analysis: Analysis) -> None:
        if self.options.markables == "find" and self._layout:
            if not self._learned.is_trained and not analysis.has_given_mentions:
                widen_mentions(analysis)
            analysis.mentions += find_markables(analysis, self._layout)
        markables = self._build_markables(analysis, analysis.mentions)
        describe_mentions(analysis, markables, self.resources.schema)
        chains = self._find_chains(markables, leave_single=self._leaves_single(analysis))
        writer = self._make_writer()
        writer.write_chains(analysis, markables, chains)
        if self.options.bridging and writer.has_relation_types:
            labels = _label_markables(len(markables), chains)
            writer.write_bridges(analysis, markables, self._nouns.find(markables, labels))
        if self._drops_single(analysis):
            _drop_single(analysis, markables)

    def _find_chains(self, markables: list[Markable], *, leave_single: bool) -> list[list[int]]:
        pairs = find_candidates(markables, self.options.window)
        columns = self._ranker.make_columns(markables)
        blocks = [self._score_pairs(columns, block) for block in divide_pairs(pairs)]
        scores = np.concatenate(blocks) if blocks else np.zeros(0)
        if not self._uses_ranker:
            decided = scores != 0
            pairs, scores = (pairs[0][decided], pairs[1][decided]), scores[decided]
        return cluster_markables(markables, pairs, scores, leave_single=leave_single)

    @property
    def _uses_ranker(self) -> bool:
        return self._ranker.is_trained and not self.options.rules_only

    def _score_pairs(self, columns: MarkableColumns, pairs: Pairs) -> NDArray[np.float64]:
        table = build_table(columns, pairs)
        if self._uses_ranker:
            return self._ranker.score(columns.markables, table) - self._learned.threshold
        return score_by_rules(table)

    def _build_markables(self, analysis: Analysis, mentions: Iterable[Mention]) -> list[Markable]:
        return build_markables(analysis, self._select_mentions(mentions), self._knowledge)

    def _select_mentions(self, mentions: Iterable[Mention]) -> list[Mention]:
        """Select the mentions of types that may be in a chain."""
        types = self.options.types or self._learned.types
        if types:
            return [mention for mention in mentions if mention.type in types]
        members = self._kind.members
        return [mention for mention in mentions if ANY in members or mention.type in members]

    def _leaves_single(self, analysis: Analysis) -> bool:
        """Return whether a mention may be outside all chains: predicted ones may be wrong."""
        if self.options.singletons == "auto":
            return self._learned.leaves_single or not analysis.has_given_mentions
        return self.options.singletons == "allow"

    def _drops_single(self, analysis: Analysis) -> bool:
        """Return whether to drop mentions without a pair, because the gold standard has none."""
        if analysis.has_given_mentions or self.options.singletons != "auto":
            return False
        if self._learned.is_trained:
            return not self._learned.leaves_single
        finds = self.options.markables == "find"
        return finds and self._layout is not None and self._layout.only_linked

    def _make_writer(self) -> ChainWriter:
        form = self.options.form
        as_groups = self._learned.as_groups if not form else form == "groups"
        return ChainWriter(self._kind, as_groups=as_groups)

    def train(self, examples: Sequence[Example]) -> None:
        """Train the ranker on the chains of the gold standard.

        Raises:
            InputError: The gold standard has no chain of two mentions.
        """
        chains = [self._list_chains(example.gold) for example in examples]
        if not any(chains):
            raise InputError(
                f"the training data has no chain of {self._kind.name}",
                expected="relations or groups of this type with two mentions",
            )
        writer = ChainWriter(self._kind, as_groups=False)
        self._use(learn(examples, chains, writer, self._schema))
        docs = [
            self._label_document(example, of_doc)
            for example, of_doc in zip(examples, chains, strict=True)
        ]
        self._ranker = Ranker()
        self._ranker.fit(docs, self.options)
        self._learned = replace(self._learned, threshold=self._choose_threshold(docs))

    def _choose_threshold(self, docs: Sequence[LabelledDocument]) -> float:
        if self.options.threshold is not None:
            return self.options.threshold
        return choose_threshold(docs, self.options, leave_single=self._learned.leaves_single)

    def _list_chains(self, gold: AnnotationSet) -> list[tuple[str, ...]]:
        chains = derive_chains(gold, self._schema)
        return [chain.members for chain in chains if len(chain.members) > 1]

    def _label_document(
        self, example: Example, chains: Sequence[tuple[str, ...]]
    ) -> LabelledDocument:
        of_mention = {member: number for number, chain in enumerate(chains) for member in chain}
        markables = self._build_markables(example.analysis, example.gold.mentions)
        labels = [of_mention.get(markable.mention.id, -1) for markable in markables]
        return LabelledDocument(markables, labels)

    def save(self, folder: Path) -> None:
        write_state(folder / _INFO, self._learned)
        if self._ranker.is_trained:
            self._ranker.save(folder)

    def load(self, folder: Path) -> None:
        learned = read_state(folder / _INFO, LearnedParameters)
        self._use(learned)
        if learned.is_trained:
            self._ranker = Ranker.load(folder)


def _label_markables(count: int, chains: Sequence[Sequence[int]]) -> list[int]:
    """Return the chain number of each markable; one outside any chain gets a unique number."""
    labels = list(range(len(chains), len(chains) + count))
    for number, chain in enumerate(chains):
        for member in chain:
            labels[member] = number
    return labels


def _drop_single(analysis: Analysis, markables: Iterable[Markable]) -> None:
    """Drop the mentions of markables that are in no relation or group."""
    linked = {member for rel in analysis.relations for member in (rel.arg1, rel.arg2)}
    linked |= {member for group in analysis.groups for member in group.members}
    single = {markable.mention.id for markable in markables} - linked
    analysis.mentions = [mention for mention in analysis.mentions if mention.id not in single]


provides = Coreference
