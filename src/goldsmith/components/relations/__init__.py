"""Relations between mentions by linear classifiers over typed pairs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec

from goldsmith.components.relations.clef_features import ClefPairFeatureExtractor
from goldsmith.components.relations.feature_encoding import Encoded, FeatureEncoder, NameEncoder
from goldsmith.components.relations.filter import Filter
from goldsmith.components.relations.model import CandidatePairs, NamedPairs, RelationModel
from goldsmith.components.relations.options import Options
from goldsmith.components.relations.pairs import (
    NO_RELATION,
    Pair,
    PairOutline,
    PlacedMention,
    Types,
    find_allowed_labels,
    generate_pairs,
    label_pairs,
    place_mentions,
)
from goldsmith.components.relations.view import PairFeatureExtractor
from goldsmith.core import Relation
from goldsmith.errors import InputError, Remedy
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Options", "Relations", "provides"]

_INFO = "relations.json"
_FILTER, _MODEL = "filter", "model"
_Labels = Mapping[Pair, str]


class _Info(msgspec.Struct):
    """The content of relations.json."""

    heads: tuple[str, ...] = ()
    both_ways: tuple[str, ...] = ()
    allowed: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class Relations:
    """Finds relations between mentions with two linear classifiers, after the CLEF system.

    Candidates are pairs of mentions in the same or neighbouring sentences whose types can be
    related. A filter drops most of them by types and distance. A first classifier scores the rest;
    a second one also sees how rival pairs scored. Relations of identity (coreference) are left to
    another component.

    Example:
        >>> component = Relations(Options(), Resources(schema=schema))
        >>> component.train(examples)
        >>> component(analysis)
        >>> analysis.relations

    Options: see `Options` and docs/reference/components/relations.md. Measured:

        CLEF types, 40 demo notes, ten folds, gold mentions      P 0.88   R 0.61   F 0.72
        MACCROBAT, six types, five folds, gold mentions          P 0.844  R 0.736  F 0.786
    """

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"relations"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._info = _Info()
        self._allowed: dict[Types, tuple[str, ...]] = {}
        self._filter, self._model = Filter(), RelationModel()

    def __call__(self, analysis: Analysis) -> None:
        if not self._allowed:
            raise InputError("the component relations was not trained", remedy="Train it first")
        placed = place_mentions(analysis, analysis.mentions)
        pairs = [pair for pair, outline in self._generate_pairs(placed) if self._filter(outline)]
        if not pairs:
            return
        candidates = self._extract(analysis, placed, pairs, self._model.get_encoder())
        labels = self._model(candidates, self._allowed)
        existing = {(rel.type, rel.arg1, rel.arg2) for rel in analysis.relations}
        for (first, second), label in sorted(labels.items()):
            ids = placed[first].mention.id, placed[second].mention.id
            arg1, arg2 = ids if label.endswith(">") else ids[::-1]
            # The component assertion may have linked its signals already.
            if (label[:-1], arg1, arg2) in existing:
                continue
            analysis.relations.append(Relation(analysis.make_id("r"), label[:-1], arg1, arg2))

    def _generate_pairs(
        self, placed: Sequence[PlacedMention]
    ) -> Iterator[tuple[Pair, PairOutline]]:
        return generate_pairs(placed, self.options.sentences, self._allowed)

    def _extract(
        self,
        analysis: Analysis,
        placed: Sequence[PlacedMention],
        pairs: Sequence[Pair],
        encoder: FeatureEncoder[Encoded],
    ) -> CandidatePairs[Encoded]:
        """Extract the features of pairs."""
        extract: Callable[[Pair], list[Encoded]]
        if self.options.feature_set == "clef-2009":
            extract = ClefPairFeatureExtractor(analysis, placed, self.options.window, encoder)
        else:
            extract = PairFeatureExtractor(analysis, placed, self._info.heads, encoder)
        return CandidatePairs(placed, pairs, [extract(pair) for pair in pairs])

    def train(self, examples: Sequence[Example]) -> None:
        placed = [place_mentions(example.analysis, example.gold.mentions) for example in examples]
        symmetric = self._find_symmetric()
        labels: list[dict[Pair, str]] = [
            label_pairs(mentions, self._select_relations(example), symmetric)
            for mentions, example in zip(placed, examples, strict=True)
        ]
        allowed = self._find_allowed(placed, labels)
        self._set_info(_Info(_find_heads(placed, labels), symmetric, allowed))
        labels = [
            self._drop_forbidden(mentions, of_document)
            for mentions, of_document in zip(placed, labels, strict=True)
        ]
        outlined = [list(self._generate_pairs(mentions)) for mentions in placed]
        self._fit_filter(outlined, labels)
        encoder = NameEncoder()
        docs = [
            self._make_training_pairs(example.analysis, mentions, pairs, of_document, encoder)
            for example, mentions, pairs, of_document in zip(
                examples, placed, outlined, labels, strict=True
            )
        ]
        if not any(label != NO_RELATION for doc in docs for label in doc.labels):
            self._set_info(_Info())
            raise self._make_empty_error()
        self._model = RelationModel()
        self._model.fit(
            docs,
            self._allowed,
            costs=(self.options.c, self.options.c_second),
            folds=self.options.folds,
            progress=self.resources.progress,
        )

    def _fit_filter(
        self, outlined: Sequence[Sequence[tuple[Pair, PairOutline]]], labels: Sequence[_Labels]
    ) -> None:
        self._filter = Filter()
        if not self.options.prefilter:
            return
        self._filter.fit(
            [outline for pairs in outlined for _, outline in pairs],
            [
                of_document.get(pair, NO_RELATION)
                for pairs, of_document in zip(outlined, labels, strict=True)
                for pair, _ in pairs
            ],
            lost=self.options.lost,
        )

    def _make_training_pairs(
        self,
        analysis: Analysis,
        placed: Sequence[PlacedMention],
        outlined: Sequence[tuple[Pair, PairOutline]],
        labels: _Labels,
        encoder: NameEncoder,
    ) -> NamedPairs:
        pairs = [pair for pair, outline in outlined if self._filter(outline)]
        candidates = self._extract(analysis, placed, pairs, encoder)
        return candidates._replace(labels=[labels.get(pair, NO_RELATION) for pair in pairs])

    def _select_relations(self, example: Example) -> list[Relation]:
        """Select the relations to learn: the requested types; by default all but identity."""
        types, schema = self.options.types, self.resources.schema
        selected = []
        for rel in example.gold.relations:
            kind = schema.get_relation_type(rel.type) if schema else None
            identity = kind is not None and kind.is_identity(rel.attributes)
            requested = rel.type in types if types else not identity
            if requested and rel.type not in self.options.leave_out:
                selected.append(rel)
        return selected

    def _find_symmetric(self) -> tuple[str, ...]:
        """Find symmetric relation types whose arguments have the same types."""
        schema = self.resources.schema
        kinds = schema.relation if schema else ()
        return tuple(k.name for k in kinds if k.symmetric and set(k.first) == set(k.second))

    def _find_allowed(
        self, placed: Sequence[Sequence[PlacedMention]], labels: Sequence[_Labels]
    ) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        counts: dict[Types, Counter[str]] = defaultdict(Counter)
        for mentions, of_document in zip(placed, labels, strict=True):
            for (first, second), label in of_document.items():
                counts[mentions[first].type, mentions[second].type][label] += 1
        allowed = find_allowed_labels(counts, self.resources.schema, least=self.options.least)
        return tuple((*types, names) for types, names in sorted(allowed.items()))

    def _drop_forbidden(self, placed: Sequence[PlacedMention], labels: _Labels) -> dict[Pair, str]:
        """Drop labels that pairs of these types may not have."""
        return {
            (first, second): label
            for (first, second), label in labels.items()
            if label in self._allowed.get((placed[first].type, placed[second].type), ())
        }

    def _make_empty_error(self) -> InputError:
        types = self.options.types
        return InputError(
            "the training data has no relations to learn",
            expected="relations between mentions that are near each other"
            + (f", of the types {', '.join(types)}" if types else ""),
            remedy=Remedy.CHECK_SET,
        )

    def _set_info(self, info: _Info) -> None:
        self._info = info
        self._allowed = {(first, second): names for first, second, names in info.allowed}

    def save(self, folder: Path) -> None:
        (folder / _INFO).write_bytes(msgspec.json.encode(self._info))
        for name, part in ((_FILTER, self._filter), (_MODEL, self._model)):
            (folder / name).mkdir()
            part.save(folder / name)

    def load(self, folder: Path) -> None:
        try:
            self._set_info(msgspec.json.decode((folder / _INFO).read_bytes(), type=_Info))
            self._filter = Filter.load(folder / _FILTER)
            self._model = RelationModel.load(folder / _MODEL)
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                "a file of the component relations cannot be read",
                where=str(folder),
                remedy="Train the model again",
            ) from None


def _find_heads(
    placed: Sequence[Sequence[PlacedMention]], labels: Sequence[_Labels]
) -> tuple[str, ...]:
    """Find types that are more often the target of a relation than its source."""
    counts: Counter[str] = Counter()
    for mentions, of_document in zip(placed, labels, strict=True):
        for (first, second), label in of_document.items():
            direction = 1 if label.endswith(">") else -1
            counts[mentions[second].type] += direction
            counts[mentions[first].type] -= direction
    return tuple(sorted(type_ for type_, count in counts.items() if count > 0))


provides = Relations
