"""Coreference: which mentions are the same thing, by precise rules and a trained ranker."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec

from goldsmith.components.coreference.bridging import BridgingNouns
from goldsmith.components.coreference.candidates import find_candidates
from goldsmith.components.coreference.clustering import cluster_markables
from goldsmith.components.coreference.markables import build_markables
from goldsmith.components.coreference.options import Options
from goldsmith.components.coreference.ranker import LabelledDocument, Ranker
from goldsmith.components.coreference.sieves import score_by_rules
from goldsmith.components.coreference.writing import IDENTITY, ChainWriter, choose_relation_type
from goldsmith.core import AnnotationSet, Mention, Schema, derive_chains
from goldsmith.core.chain import select_identity_groups
from goldsmith.core.schema import ANY
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Coreference", "Options", "provides"]

_INFO = "coreference.json"


class _Info(msgspec.Struct, frozen=True):
    """The content of coreference.json: what was learned besides the ranker."""

    is_trained: bool = False
    types: tuple[str, ...] = ()
    as_groups: bool = False
    leaves_single: bool = True
    bridges: tuple[tuple[str, str, str], ...] = ()


class Coreference:
    """Links mentions of the same thing into chains.

    Each mention becomes a markable: its head, modifiers, number, gender, section, values, times and
    so on. Earlier markables nearby, and those that share words, are its candidates. A trained
    ranker scores the pairs; without training, precise rules do. Clusters are joined best first, and
    never if they name two different specific things.

    Example:
        >>> component = Coreference(Options(), Resources(schema=load_builtin_schema("odie")))
        >>> component(analysis)
        >>> analysis.derive_chains(schema)

    Options: see `Options` and docs/reference/components/coreference.md, which has what was
    measured.
    """

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"chains"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._kind = choose_relation_type(resources.schema, options.relation)
        self._schema = Schema("", "", "", relation=(self._kind,))
        self._ranker, self._info = Ranker(), _Info()
        self._nouns = BridgingNouns()

    def __call__(self, analysis: Analysis) -> None:
        markables = build_markables(analysis, self._select_mentions(analysis.mentions))
        pairs = find_candidates(markables, self.options.window)
        table = self._ranker.make_table(markables, pairs)
        if self._ranker.is_trained and not self.options.rules_only:
            scores = self._ranker.score(markables, table) - self.options.threshold
        else:
            scores = score_by_rules(table)
            decided = scores != 0
            pairs, scores = (pairs[0][decided], pairs[1][decided]), scores[decided]
        chains = cluster_markables(markables, pairs, scores, leave_single=self._leaves_single())
        writer = self._make_writer()
        writer.write_chains(analysis, markables, chains)
        if self.options.bridging and writer.has_relation_types:
            labels = _label_markables(len(markables), chains)
            writer.write_bridges(analysis, markables, self._nouns.find(markables, labels))

    def _select_mentions(self, mentions: Iterable[Mention]) -> list[Mention]:
        """Select the mentions of types that may be in a chain."""
        types = self.options.types or self._info.types
        if types:
            return [mention for mention in mentions if mention.type in types]
        members = self._kind.members
        return [mention for mention in mentions if ANY in members or mention.type in members]

    def _leaves_single(self) -> bool:
        if self.options.singletons == "auto":
            return self._info.leaves_single
        return self.options.singletons == "allow"

    def _make_writer(self) -> ChainWriter:
        form = self.options.form
        as_groups = self._info.as_groups if not form else form == "groups"
        return ChainWriter(self._kind, as_groups=as_groups)

    def train(self, examples: Sequence[Example]) -> None:
        """Train the ranker on the chains of the gold standard.

        Raises:
            InputError: The gold standard has no chain of two mentions.
        """
        chains = [self._list_chains(example.gold) for example in examples]
        if not any(chains):
            raise InputError(
                f"no chain is made of {self._kind.name}",
                expected="relations or groups of this type with two mentions",
            )
        self._info = self._learn_info(examples, chains)
        docs = [
            self._label_document(example, of_doc)
            for example, of_doc in zip(examples, chains, strict=True)
        ]
        self._nouns = BridgingNouns({(a, b): kind for a, b, kind in self._info.bridges})
        self._ranker = Ranker()
        self._ranker.fit(docs, self.options)

    def _list_chains(self, gold: AnnotationSet) -> list[tuple[str, ...]]:
        chains = derive_chains(gold, self._schema)
        return [chain.members for chain in chains if len(chain.members) > 1]

    def _learn_info(
        self, examples: Sequence[Example], chains: Sequence[Sequence[tuple[str, ...]]]
    ) -> _Info:
        linked = [{member for chain in of_doc for member in chain} for of_doc in chains]
        mentions = [example.gold.mentions for example in examples]
        types = {
            mention.type
            for of_doc, ids in zip(mentions, linked, strict=True)
            for mention in of_doc
            if mention.id in ids
        }
        single = any(
            mention.type in types and mention.id not in ids
            for of_doc, ids in zip(mentions, linked, strict=True)
            for mention in of_doc
        )
        groups = any(select_identity_groups(example.gold, self._schema) for example in examples)
        bridges = tuple(self._learn_bridges(examples))
        return _Info(True, tuple(sorted(types)), groups, single, bridges)

    def _learn_bridges(self, examples: Sequence[Example]) -> list[tuple[str, str, str]]:
        """Learn the nouns of pairs that are no identity; of several types, the most frequent."""
        counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        writer = ChainWriter(self._kind, as_groups=False)
        for analysis, gold in examples:
            markables = {m.mention.id: m for m in build_markables(analysis, gold.mentions)}
            for rel in gold.relations if writer.has_relation_types else ():
                anaphor, antecedent = map(markables.get, writer.order_ids(rel))
                kind = writer.get_relation_type(rel)
                if rel.type == self._kind.name and kind != IDENTITY and anaphor and antecedent:
                    counts[anaphor.phrase.head, antecedent.phrase.head][kind] += 1
        rows = ((key, kinds.most_common(1)[0][0]) for key, kinds in sorted(counts.items()))
        return [(*key, kind) for key, kind in rows if key[0] != key[1]]

    def _label_document(
        self, example: Example, chains: Sequence[tuple[str, ...]]
    ) -> LabelledDocument:
        of_mention = {member: number for number, chain in enumerate(chains) for member in chain}
        markables = build_markables(example.analysis, self._select_mentions(example.gold.mentions))
        labels = [of_mention.get(markable.mention.id, -1) for markable in markables]
        return LabelledDocument(markables, labels)

    def save(self, folder: Path) -> None:
        (folder / _INFO).write_bytes(msgspec.json.encode(self._info))
        if self._ranker.is_trained:
            self._ranker.save(folder)

    def load(self, folder: Path) -> None:
        try:
            self._info = msgspec.json.decode((folder / _INFO).read_bytes(), type=_Info)
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                "a file of the model cannot be read", remedy="Train the model again"
            ).at(str(folder)) from None
        self._nouns = BridgingNouns({(a, b): kind for a, b, kind in self._info.bridges})
        if self._info.is_trained:
            self._ranker = Ranker.load(folder)


def _label_markables(count: int, chains: Sequence[Sequence[int]]) -> list[int]:
    """Return the chain of each markable; those in none get numbers of their own."""
    labels = list(range(len(chains), len(chains) + count))
    for number, chain in enumerate(chains):
        for member in chain:
            labels[member] = number
    return labels


provides = Coreference
