"""What the layers of a sequence model learned, as arrays: taken from crfsuite, saved, loaded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from goldsmith.components._chain import Chain
from goldsmith.components._crfsuite import weights

_NAMES, _STATES, _TRANSITIONS = "names.json", "states.npz", "transitions.npz"
Floats = NDArray[np.float32]


class _Names(msgspec.Struct, frozen=True):
    """The labels of each layer, and the features in the order of their rows."""

    labels: tuple[tuple[str, ...], ...]
    features: tuple[str, ...]


class Learned(NamedTuple):
    """The layers of a model. A row of `states` is a feature, a column a label of some layer."""

    chains: tuple[Chain, ...]
    features: dict[str, int]
    states: csr_array

    @classmethod
    def of(cls, models: Sequence[bytes]) -> Learned:
        """Several models of crfsuite as the layers of one."""
        layers = [weights(model) for model in models]
        names = {name: 0 for layer in layers for name in layer.features}
        names = {name: at for at, name in enumerate(sorted(names))}
        rows, columns, values, chains = [], [], [], []
        first = 0
        for layer in layers:
            numbers = np.array([names[name] for name in layer.features] or [0], np.int64)
            rows.append(numbers[layer.states["source"]])
            columns.append(layer.states["label"].astype(np.int64) + first)
            values.append(layer.states["weight"].astype(np.float32))
            first += len(layer.labels)
            steps = np.zeros((len(layer.labels), len(layer.labels)), np.float32)
            steps[layer.transitions["source"], layer.transitions["label"]] = layer.transitions[
                "weight"
            ]
            chains.append(Chain(layer.labels, steps))
        places = np.concatenate(rows), np.concatenate(columns)
        states = coo_array((np.concatenate(values), places), shape=(len(names), first))
        return cls(tuple(chains), names, states.tocsr())

    def split(self, scores: Floats) -> list[Floats]:
        """The scores of each layer's labels."""
        edges = accumulate((len(chain.labels) for chain in self.chains), initial=0)
        return [np.ascontiguousarray(scores[:, a:b]) for a, b in pairwise(edges)]

    def save(self, folder: Path) -> None:
        labels = tuple(chain.labels for chain in self.chains)
        (folder / _NAMES).write_bytes(msgspec.json.encode(_Names(labels, tuple(self.features))))
        states: Any = self.states
        np.savez_compressed(
            folder / _STATES,
            starts=states.indptr.astype(np.int64),
            labels=states.indices.astype(np.int32),
            weights=states.data,
        )
        steps: dict[str, Any] = {f"layer{n}": c.transitions for n, c in enumerate(self.chains)}
        np.savez_compressed(folder / _TRANSITIONS, **steps)

    @classmethod
    def load(cls, folder: Path) -> Learned:
        """What was saved; ValueError if its parts do not fit each other."""
        names = msgspec.json.decode((folder / _NAMES).read_bytes(), type=_Names)
        total = sum(map(len, names.labels))
        with np.load(folder / _STATES, allow_pickle=False) as file:
            starts, labels, values = file["starts"], file["labels"], file["weights"]
        whole = len(starts) == len(names.features) + 1 and starts[-1] == len(labels) == len(values)
        if not whole or starts[0] or (np.diff(starts) < 0).any():
            raise ValueError("features and weights do not fit")
        if len(labels) and not 0 <= labels.min() <= labels.max() < total:
            raise ValueError("labels and weights do not fit")
        states = csr_array(
            (values.astype(np.float32), labels.astype(np.int32), starts.astype(np.int32)),
            shape=(len(names.features), total),
        )
        features = {name: at for at, name in enumerate(names.features)}
        return cls(tuple(_chains(folder, names)), features, states)


def _chains(folder: Path, names: _Names) -> list[Chain]:
    found = []
    with np.load(folder / _TRANSITIONS, allow_pickle=False) as file:
        for at, labels in enumerate(names.labels):
            steps = file[f"layer{at}"].astype(np.float32)
            if steps.shape != (len(labels), len(labels)):
                raise ValueError("labels and transitions do not fit")
            found.append(Chain(labels, steps))
    return found
