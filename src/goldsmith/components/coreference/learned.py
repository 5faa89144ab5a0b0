"""The state that the component learns from a gold standard in addition to the ranker."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from goldsmith.components.coreference.markables import Markable, build_markables
from goldsmith.components.coreference.options import DEFAULT_THRESHOLD
from goldsmith.components.coreference.writing import IDENTITY, ChainWriter
from goldsmith.core.chain import select_identity_groups
from goldsmith.core.schema import Schema
from goldsmith.pipeline.component import Example

_Key = TypeVar("_Key", bound=Hashable)
_SEMANTIC_CLASS = "semantic_class"


class LearnedParameters(msgspec.Struct, frozen=True):
    """The content of coreference.json.

    Attributes:
        is_trained: Whether there is a ranker.
        types: Mention types that occur in chains.
        as_groups: Whether chains are written as groups.
        leaves_single: Whether the gold standard has mentions of these types outside any chain.
        bridges: Heads of an anaphor and of its antecedent, and the type of their relation.
        classes: Head -> its semantic class.
        threshold: The score that a link must exceed.
    """

    is_trained: bool = False
    types: tuple[str, ...] = ()
    as_groups: bool = False
    leaves_single: bool = True
    bridges: tuple[tuple[str, str, str], ...] = ()
    classes: dict[str, str] = {}
    threshold: float = DEFAULT_THRESHOLD


def learn(
    examples: Sequence[Example],
    chains: Sequence[Sequence[tuple[str, ...]]],
    writer: ChainWriter,
    schema: Schema,
) -> LearnedParameters:
    """Learn types, form and words of the chains of a gold standard.

    Args:
        examples: The documents with their gold standard.
        chains: The chains of each document.
        writer: Knows the attributes of pairs.
        schema: The schema of the relation type of chains.
    """
    linked = [{member for chain in of_doc for member in chain} for of_doc in chains]
    mentions = [example.gold.mentions for example in examples]
    rows = [
        (mention, mention.id in ids)
        for of_doc, ids in zip(mentions, linked, strict=True)
        for mention in of_doc
    ]
    types = {mention.type for mention, is_linked in rows if is_linked}
    markables = [build_markables(analysis, gold.mentions) for analysis, gold in examples]
    return LearnedParameters(
        is_trained=True,
        types=tuple(sorted(types)),
        as_groups=any(select_identity_groups(example.gold, schema) for example in examples),
        leaves_single=any(m.type in types and not is_linked for m, is_linked in rows),
        bridges=tuple(_learn_bridges(examples, markables, writer)),
        classes=_learn_classes(markables),
    )


def _learn_classes(markables: Iterable[Iterable[Markable]]) -> dict[str, str]:
    """Learn the semantic class of each head that has one in most of its mentions."""
    return _choose_most_frequent(
        (markable.phrase.head, name)
        for of_doc in markables
        for markable in of_doc
        if not markable.phrase.pronoun
        and (name := markable.mention.attributes.get(_SEMANTIC_CLASS))
    )


def _learn_bridges(
    examples: Sequence[Example], markables: Sequence[Sequence[Markable]], writer: ChainWriter
) -> list[tuple[str, str, str]]:
    """Learn the nouns of bridging pairs, each with its most frequent type."""
    if not writer.has_relation_types:
        return []
    kinds = _choose_most_frequent(
        row
        for example, of_doc in zip(examples, markables, strict=True)
        for row in _list_bridges(example, of_doc, writer)
    )
    return [(*heads, kind) for heads, kind in sorted(kinds.items())]


def _list_bridges(
    example: Example, markables: Sequence[Markable], writer: ChainWriter
) -> Iterator[tuple[tuple[str, str], str]]:
    by_id = {markable.mention.id: markable for markable in markables}
    for rel in example.gold.relations:
        anaphor, antecedent = map(by_id.get, writer.order_ids(rel))
        kind = writer.get_relation_type(rel)
        if rel.type == writer.kind.name and kind != IDENTITY and anaphor and antecedent:
            heads = anaphor.phrase.head, antecedent.phrase.head
            if heads[0] != heads[1]:
                yield heads, kind


def _choose_most_frequent(rows: Iterable[tuple[_Key, str]]) -> dict[_Key, str]:
    counts: dict[_Key, Counter[str]] = defaultdict(Counter)
    for key, value in rows:
        counts[key][value] += 1
    return {key: values.most_common(1)[0][0] for key, values in counts.items()}
