"""Relations between mentions: linear classifiers over typed pairs, after the CLEF system.

Pairs of mentions in the same or in neighbouring sentences whose types can be related are told
apart twice: by what is seen of the pair, then also by how the pairs they compete with fared.
Relations that say that two mentions are the same thing are another component's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from goldsmith.components.relations.feature_parts import Spelled, Telling, Told
from goldsmith.components.relations.filter import Filter
from goldsmith.components.relations.model import Candidates, Model, Named
from goldsmith.components.relations.pairs import (
    NONE,
    Outline,
    Pair,
    Placed,
    Types,
    allowed,
    labels,
    pairs,
    place,
)
from goldsmith.components.relations.view import View
from goldsmith.core import Relation
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "relations.json"
_FILTER, _MODEL = "filter", "model"
Cost = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]
_Labels = Mapping[Pair, str]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is made."""

    #: Types of relations to find; empty: all that the training data has, but for identity.
    types: tuple[str, ...] = ()
    #: Types of relations that are not looked for.
    leave_out: tuple[str, ...] = ()
    #: How many sentences apart the two mentions may be; 0: in the same sentence only.
    sentences: Annotated[int, msgspec.Meta(ge=0)] = 1
    #: Without a schema: how often a pair of types must be related to be looked at.
    least: Count = 1
    #: The share of related pairs that may be lost by looking at types and distance alone first.
    lost: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.01
    #: What an error costs (C) at the first and at the second look.
    c: Cost = 0.02
    c_second: Cost = 0.02
    #: Folds within the training data for the second look and the thresholds; 1: no second look.
    folds: Count = 4


class _Info(msgspec.Struct):
    """What is learned beside the classifiers."""

    heads: tuple[str, ...] = ()
    both_ways: tuple[str, ...] = ()
    allowed: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class Relations:
    """Finds relations between the mentions that are there."""

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"relations"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._info = _Info()
        self._allowed: dict[Types, tuple[str, ...]] = {}
        self._filter, self._model = Filter(), Model()

    def __call__(self, work: Analysis) -> None:
        if not self._allowed:
            raise InputError("the component relations was not trained", remedy="Train it first")
        placed = place(work, work.mentions)
        near = [pair for pair, outline in self._pairs(placed) if self._filter(outline)]
        if not near:
            return
        seen = self._candidates(work, placed, near, self._model.numbered())
        found = self._model(seen, self._allowed)
        known = {(rel.type, rel.arg1, rel.arg2) for rel in work.relations}
        for (one, two), label in sorted(found.items()):
            ids = placed[one].mention.id, placed[two].mention.id
            first, second = ids if label.endswith(">") else ids[::-1]
            # A component before this one may have linked its signals already.
            if (label[:-1], first, second) in known:
                continue
            work.relations.append(Relation(work.fresh_id("r"), label[:-1], first, second))

    def _pairs(self, placed: Sequence[Placed]) -> Iterator[tuple[Pair, Outline]]:
        return pairs(placed, self.options.sentences, self._allowed)

    def _candidates(
        self, work: Analysis, placed: Sequence[Placed], near: Sequence[Pair], tell: Telling[Told]
    ) -> Candidates[Told]:
        see = View(work, placed, self._info.heads, tell)
        return Candidates(placed, near, [see(pair) for pair in near])

    def train(self, examples: Sequence[Example]) -> None:
        placed = [place(one.work, one.gold.mentions) for one in examples]
        both = self._both_ways()
        told: list[dict[Pair, str]] = [
            labels(each, self._wanted(one), both)
            for each, one in zip(placed, examples, strict=True)
        ]
        self._take(_Info(_heads(placed, told), both, self._may_be(placed, told)))
        told = [self._fitting(each, of) for each, of in zip(placed, told, strict=True)]
        near = [list(self._pairs(each)) for each in placed]
        self._filter = Filter().fit(
            [outline for each in near for _, outline in each],
            [of.get(pair, NONE) for each, of in zip(near, told, strict=True) for pair, _ in each],
            lost=self.options.lost,
        )
        names = Spelled()
        docs = [
            self._labelled(one.work, each, several, of, names)
            for one, each, several, of in zip(examples, placed, near, told, strict=True)
        ]
        if not any(label != NONE for doc in docs for label in doc.labels):
            raise self._nothing()
        self._model = Model()
        self._model.fit(
            docs,
            self._allowed,
            costs=(self.options.c, self.options.c_second),
            folds=self.options.folds,
            progress=self.resources.progress,
        )

    def _labelled(
        self,
        work: Analysis,
        placed: Sequence[Placed],
        several: Sequence[tuple[Pair, Outline]],
        told: _Labels,
        names: Spelled,
    ) -> Named:
        near = [pair for pair, outline in several if self._filter(outline)]
        found = self._candidates(work, placed, near, names)
        return found._replace(labels=[told.get(pair, NONE) for pair in near])

    def _wanted(self, example: Example) -> list[Relation]:
        """The relations to learn: of the types asked for, and not of identity."""
        types, schema = self.options.types, self.resources.schema
        found = []
        for rel in example.gold.relations:
            kind = schema.relation_type(rel.type) if schema else None
            identity = kind is not None and kind.makes_identity(rel.attributes)
            asked = rel.type in types if types else not identity
            if asked and rel.type not in self.options.leave_out:
                found.append(rel)
        return found

    def _both_ways(self) -> tuple[str, ...]:
        """Relations without a direction, whose arguments may be of the same types."""
        schema = self.resources.schema
        kinds = schema.relation if schema else ()
        return tuple(k.name for k in kinds if k.symmetric and set(k.first) == set(k.second))

    def _may_be(
        self, placed: Sequence[Sequence[Placed]], told: Sequence[_Labels]
    ) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        seen: dict[Types, Counter[str]] = defaultdict(Counter)
        for each, of in zip(placed, told, strict=True):
            for (one, two), label in of.items():
                seen[each[one].type, each[two].type][label] += 1
        found = allowed(seen, self.resources.schema, least=self.options.least)
        return tuple((*types, names) for types, names in sorted(found.items()))

    def _fitting(self, placed: Sequence[Placed], told: _Labels) -> dict[Pair, str]:
        """The labels that pairs of their types may have."""
        return {
            (one, two): label
            for (one, two), label in told.items()
            if label in self._allowed.get((placed[one].type, placed[two].type), ())
        }

    def _nothing(self) -> InputError:
        self._take(_Info())
        wanted = self.options.types
        return InputError(
            "the training data has no relations to learn",
            expected="relations between mentions that are near each other"
            + (f", of the types {', '.join(wanted)}" if wanted else ""),
            remedy="Is it the right annotation set (--set), and do they fit the schema?",
        )

    def _take(self, info: _Info) -> None:
        self._info = info
        self._allowed = {(first, second): names for first, second, names in info.allowed}

    def save(self, folder: Path) -> None:
        (folder / _INFO).write_bytes(msgspec.json.encode(self._info))
        for name, part in ((_FILTER, self._filter), (_MODEL, self._model)):
            (folder / name).mkdir()
            part.save(folder / name)

    def load(self, folder: Path) -> None:
        try:
            self._take(msgspec.json.decode((folder / _INFO).read_bytes(), type=_Info))
            self._filter = Filter.load(folder / _FILTER)
            self._model = Model.load(folder / _MODEL)
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                "a part of the component relations cannot be read",
                where=str(folder),
                remedy="Train the model again",
            ) from None


def _heads(placed: Sequence[Sequence[Placed]], told: Sequence[_Labels]) -> tuple[str, ...]:
    """Types that are the second argument of a relation more often than the first."""
    counts: Counter[str] = Counter()
    for each, of in zip(placed, told, strict=True):
        for (one, two), label in of.items():
            way = 1 if label.endswith(">") else -1
            counts[each[two].type] += way
            counts[each[one].type] -= way
    return tuple(sorted(type_ for type_, count in counts.items() if count > 0))


provides = Relations
