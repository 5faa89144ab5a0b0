"""Assemble, save and load the parameters of a trained CRF as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.learning.crf.chain import (
    IMPOSSIBLE,
    Floats,
    LabelLayout,
    LinearChain,
    Transitions,
    get_kind,
)
from goldsmith.learning.crf.crfsuite import CrfsuiteModel, parse_model
from goldsmith.learning.crf.descent import LayerParameters
from goldsmith.learning.crf.tag_ends import expand_scores, map_columns
from goldsmith.learning.crf.tag_sets import DEFAULT, TagSet

#: Weights are kept at lower precision than computed, because a table has millions of them.
_STORED = np.float16
_NAMES, _ARRAYS, _TABLE = "names.json", "arrays.npz", "table"


class _Names(msgspec.Struct, frozen=True):
    """The kinds of segments of each layer, and the features in row order."""

    kinds: tuple[tuple[str, ...], ...]
    features: tuple[str, ...]


class TagLayer(NamedTuple):
    """A tag layer: its chain, and the weights of its hidden units for labels."""

    chain: LinearChain
    hidden: Floats

    @property
    def width(self) -> int:
        """Number of table columns of this layer: labels, then hidden units."""
        return sum(self.hidden.shape)

    def score(self, sums: Floats) -> Floats:
        """Compute emission scores of labels from the summed feature weights of its columns."""
        labels = self.hidden.shape[1]
        direct = np.ascontiguousarray(sums[:, :labels])
        if self.hidden.shape[0]:
            direct += np.tanh(sums[:, labels:]) @ self.hidden
        return direct


class CrfModel(NamedTuple):
    """The layers of a model. A table row is a feature, a column a label or hidden unit."""

    layers: tuple[TagLayer, ...]
    features: dict[str, int]
    table: NDArray[np.floating[Any]]

    @classmethod
    def from_parameters(
        cls,
        names: Mapping[str, int],
        kinds: Sequence[Sequence[str]],
        parameters: Sequence[LayerParameters],
    ) -> CrfModel:
        """Build a model from the trained parameters of layers over the same features."""
        layers = tuple(
            TagLayer(LinearChain(of_layer, trained.transitions), trained.hidden)
            for of_layer, trained in zip(kinds, parameters, strict=True)
        )
        # Round here, not in `save`, so that the model predicts the same before and after saving.
        table = np.concatenate([trained.table for trained in parameters], axis=1).astype(_STORED)
        return cls(layers, dict(names), table)

    @classmethod
    def from_crfsuite(
        cls, kinds: Sequence[Sequence[str]], models: Sequence[bytes], tag_set: TagSet = DEFAULT
    ) -> CrfModel:
        """Build a model from crfsuite models over the tags of a tag set, one for each layer."""
        parsed = [parse_model(model) for model in models]
        names = sorted({name for model in parsed for name in model.features})
        numbers = {name: number for number, name in enumerate(names)}
        layers, tables = [], []
        for of_layer, model in zip(kinds, parsed, strict=True):
            layout = LabelLayout(tuple(of_layer))
            columns = map_columns(layout, model.labels, tag_set.rename_label)
            table = _fill_table(model, numbers)
            tables.append(expand_scores(table, columns, 0.0))
            transitions = _expand_transitions(of_layer, _fill_transitions(model), columns)
            if tag_set.part:
                _join_neighbouring_parts(layout, transitions)
            layers.append(TagLayer(LinearChain(of_layer, transitions), _no_hidden(of_layer)))
        return cls(tuple(layers), numbers, np.concatenate(tables, axis=1))

    def score(self, sums: Floats) -> list[Floats]:
        """Compute the emission scores of each layer from summed feature weights."""
        edges = accumulate((layer.width for layer in self.layers), initial=0)
        parts = zip(self.layers, pairwise(edges), strict=True)
        return [layer.score(sums[:, first:end]) for layer, (first, end) in parts]

    def save(self, folder: Path) -> None:
        kinds = tuple(layer.chain.layout.kinds for layer in self.layers)
        (folder / _NAMES).write_bytes(msgspec.json.encode(_Names(kinds, tuple(self.features))))
        rounded = self.table.astype(_STORED)
        table = rounded if (rounded == self.table).all() else self.table
        arrays: dict[str, Any] = {_TABLE: table}
        for number, layer in enumerate(self.layers):
            arrays[f"hidden{number}"] = layer.hidden
            arrays[f"across{number}"], arrays[f"within{number}"] = layer.chain.transitions
        np.savez_compressed(folder / _ARRAYS, **arrays)

    @classmethod
    def load(cls, folder: Path) -> CrfModel:
        """Load a saved model.

        Raises:
            ValueError: Names and arrays do not match.
        """
        names = msgspec.json.decode((folder / _NAMES).read_bytes(), type=_Names)
        with np.load(folder / _ARRAYS, allow_pickle=False) as file:
            table = file[_TABLE]
            arrays = {name: file[name].astype(np.float32) for name in file.files if name != _TABLE}
        layers = [_build_layer(kinds, arrays, number) for number, kinds in enumerate(names.kinds)]
        shape = (len(names.features), sum(layer.width for layer in layers))
        if table.shape != shape:
            raise ValueError("features and weights do not match")
        features = {name: number for number, name in enumerate(names.features)}
        return cls(tuple(layers), features, table)


def _build_layer(kinds: Sequence[str], arrays: Mapping[str, Floats], number: int) -> TagLayer:
    expected = Transitions.zeros(len(kinds))
    transitions = Transitions(arrays[f"across{number}"], arrays[f"within{number}"])
    hidden = arrays[f"hidden{number}"]
    same = [zeros.shape == part.shape for zeros, part in zip(expected, transitions, strict=True)]
    if not all(same) or hidden.ndim != 2 or hidden.shape[1] != LabelLayout(tuple(kinds)).size:
        raise ValueError("kinds and weights do not match")
    return TagLayer(LinearChain(kinds, transitions), hidden)


def _no_hidden(kinds: Sequence[str]) -> Floats:
    return np.zeros((0, LabelLayout(tuple(kinds)).size), np.float32)


def _fill_table(model: CrfsuiteModel, numbers: Mapping[str, int]) -> Floats:
    """Fill a table of state weights, a row for each feature of all layers."""
    table = np.zeros((len(numbers), len(model.labels)), np.float32)
    rows = np.array([numbers[name] for name in model.features] or [0], np.int64)
    table[rows[model.states["source"]], model.states["label"]] = model.states["weight"]
    return table


def _fill_transitions(model: CrfsuiteModel) -> Floats:
    weights = np.zeros((len(model.labels), len(model.labels)), np.float32)
    transitions = model.transitions
    weights[transitions["source"], transitions["label"]] = transitions["weight"]
    return weights


def _expand_transitions(
    kinds: Sequence[str], weights: Floats, columns: Sequence[int]
) -> Transitions:
    """Expand transition scores of BIO tags to the labels of a chain."""
    layout = LabelLayout(tuple(kinds))
    padded = np.pad(weights, ((0, 1), (0, 1)), constant_values=IMPOSSIBLE)
    scores = padded[np.ix_(list(columns), list(columns))]
    within = [
        np.diagonal(scores[source, target])
        for source in (layout.begin, layout.inside)
        for target in (layout.inside, layout.ending)
    ]
    return Transitions(scores[layout.closed, layout.opening].copy(), np.array(within, np.float32))


def _join_neighbouring_parts(layout: LabelLayout, transitions: Transitions) -> None:
    """Forbid adjacent parts of discontiguous mentions of the same type.

    Tags that do not mark the beginning of a part cannot separate them: a run of such tags is one
    part.
    """
    sources, targets = layout.labels[layout.closed], layout.labels[layout.opening]
    for row, source in enumerate(sources):
        for column, target in enumerate(targets):
            if source[:1] == target[:1] == "D" and get_kind(source) == get_kind(target):
                transitions.across[row, column] = IMPOSSIBLE
