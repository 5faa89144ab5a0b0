"""What the layers of a sequence model learned, as arrays: put together, saved, loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from goldsmith.learning.crf.chain import NEVER, Chain, Floats, Layout, Transitions
from goldsmith.learning.crf.crfsuite import weights
from goldsmith.learning.crf.descent import Net
from goldsmith.learning.crf.tag_ends import columns, spread

#: Fewer digits than are reckoned with: a table has millions of weights.
_SHORT = np.float16
_NAMES, _ARRAYS = "names.json", "arrays.npz"


class _Names(msgspec.Struct, frozen=True):
    """The kinds of pieces of each layer, and the features in the order of their rows."""

    kinds: tuple[tuple[str, ...], ...]
    features: tuple[str, ...]


class Layer(NamedTuple):
    """A layer of tags: its chain, and the votes of its hidden units."""

    chain: Chain
    hidden: Floats

    @property
    def width(self) -> int:
        """How many columns of the table are its own: labels, then hidden units."""
        return sum(self.hidden.shape)

    def scores(self, sums: Floats) -> Floats:
        """The scores of labels, of what features add to its columns."""
        labels = self.hidden.shape[1]
        direct = np.ascontiguousarray(sums[:, :labels])
        if self.hidden.shape[0]:
            direct += np.tanh(sums[:, labels:]) @ self.hidden
        return direct


class Learned(NamedTuple):
    """The layers of a model. A row of the table is a feature, a column a label or hidden unit."""

    layers: tuple[Layer, ...]
    features: dict[str, int]
    table: Floats

    @classmethod
    def of_nets(
        cls, names: Mapping[str, int], kinds: Sequence[Sequence[str]], nets: Sequence[Net]
    ) -> Learned:
        """Nets over the same features as the layers of one model."""
        layers = tuple(
            Layer(Chain(mine, net.transitions), net.hidden)
            for mine, net in zip(kinds, nets, strict=True)
        )
        # Rounded here, not when it is saved: a model finds the same before and after.
        table = np.concatenate([net.table for net in nets], axis=1).astype(_SHORT)
        return cls(layers, dict(names), table.astype(np.float32))

    @classmethod
    def of_crfsuite(cls, kinds: Sequence[Sequence[str]], models: Sequence[bytes]) -> Learned:
        """Models of crfsuite, which have plain tags, as the layers of one model."""
        several = [weights(model) for model in models]
        names = sorted({name for one in several for name in one.features})
        numbers = {name: at for at, name in enumerate(names)}
        layers, tables = [], []
        for mine, one in zip(kinds, several, strict=True):
            places = columns(Layout(tuple(mine)), one.labels)
            plain = np.zeros((len(names), len(one.labels)), np.float32)
            rows = np.array([numbers[name] for name in one.features] or [0], np.int64)
            plain[rows[one.states["source"]], one.states["label"]] = one.states["weight"]
            tables.append(spread(plain, places, 0.0))
            steps = np.zeros((len(one.labels), len(one.labels)), np.float32)
            steps[one.transitions["source"], one.transitions["label"]] = one.transitions["weight"]
            layers.append(Layer(Chain(mine, _spread_steps(mine, steps, places)), _no_units(mine)))
        return cls(tuple(layers), numbers, np.concatenate(tables, axis=1))

    def scores(self, sums: Floats) -> list[Floats]:
        """The scores of each layer's labels, of what features add to all columns."""
        edges = accumulate((layer.width for layer in self.layers), initial=0)
        parts = zip(self.layers, pairwise(edges), strict=True)
        return [layer.scores(sums[:, first:end]) for layer, (first, end) in parts]

    def save(self, folder: Path) -> None:
        kinds = tuple(layer.chain.layout.kinds for layer in self.layers)
        (folder / _NAMES).write_bytes(msgspec.json.encode(_Names(kinds, tuple(self.features))))
        short = self.table.astype(_SHORT)
        arrays: dict[str, Any] = {"table": short if (short == self.table).all() else self.table}
        for number, layer in enumerate(self.layers):
            arrays[f"hidden{number}"] = layer.hidden
            arrays[f"across{number}"], arrays[f"within{number}"] = layer.chain.transitions
        np.savez_compressed(folder / _ARRAYS, **arrays)

    @classmethod
    def load(cls, folder: Path) -> Learned:
        """What was saved; ValueError if its parts do not fit each other."""
        names = msgspec.json.decode((folder / _NAMES).read_bytes(), type=_Names)
        with np.load(folder / _ARRAYS, allow_pickle=False) as file:
            arrays = {name: file[name].astype(np.float32) for name in file.files}
        layers = [_layer(kinds, arrays, number) for number, kinds in enumerate(names.kinds)]
        shape = (len(names.features), sum(layer.width for layer in layers))
        if arrays["table"].shape != shape:
            raise ValueError("features and weights do not fit")
        features = {name: at for at, name in enumerate(names.features)}
        return cls(tuple(layers), features, arrays["table"])


def _layer(kinds: Sequence[str], arrays: Mapping[str, Floats], number: int) -> Layer:
    expected = Transitions.none(len(kinds))
    steps = Transitions(arrays[f"across{number}"], arrays[f"within{number}"])
    hidden = arrays[f"hidden{number}"]
    fits = [one.shape == two.shape for one, two in zip(expected, steps, strict=True)]
    if not all(fits) or hidden.ndim != 2 or hidden.shape[1] != Layout(tuple(kinds)).size:
        raise ValueError("kinds and weights do not fit")
    return Layer(Chain(kinds, steps), hidden)


def _no_units(kinds: Sequence[str]) -> Floats:
    return np.zeros((0, Layout(tuple(kinds)).size), np.float32)


def _spread_steps(kinds: Sequence[str], steps: Floats, places: Sequence[int]) -> Transitions:
    """What plain tags say of each other, as a chain has it."""
    layout = Layout(tuple(kinds))
    whole = np.pad(steps, ((0, 1), (0, 1)), constant_values=NEVER)[
        np.ix_(list(places), list(places))
    ]
    within = [
        np.diagonal(whole[one, two])
        for one in (layout.begin, layout.inside)
        for two in (layout.inside, layout.ending)
    ]
    return Transitions(whole[layout.closed, layout.opening].copy(), np.array(within, np.float32))
