"""A transformer that scores tags of words: opened from a local folder, trained, saved.

Only safetensors are read and written; nothing is unpickled, fetched, or run from the folder.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError, MissingExtra
from goldsmith.learning.transformer.windows import Cutter, Pieces

Floats = NDArray[np.float32]
Targets = NDArray[np.int64]
_CONFIG, _TOKENISER, _WEIGHTS = "config.json", "tokenizer.json", "model.safetensors"
_LONGEST = 512
#: Batches that are sorted by length together: little padding, and still an order by chance.
_POOL = 20
_HEAD = "classifier"


class Settings(NamedTuple):
    """How a network is trained."""

    epochs: int
    rate: float
    head_rate: float
    batch: int
    seed: int
    frozen: int


class _Libraries(NamedTuple):
    torch: Any
    transformers: Any
    tokenizers: Any


def libraries() -> _Libraries:
    """The packages of the extra, imported when they are first needed."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        return _Libraries(*map(import_module, _Libraries._fields))
    except ImportError:
        raise MissingExtra("the component entities-neural", "neural") from None


class Network:
    """A transformer with `sizes` scores for each word: one group of them for each layer of tags."""

    def __init__(
        self, folder: Path, sizes: Sequence[int], *, width: int, device: str, threads: int
    ) -> None:
        self._torch, transformers, tokenizers = libraries()
        _checked(folder)
        if threads:
            self._torch.set_num_threads(threads)
        self.sizes, self._tokeniser = tuple(sizes), (folder / _TOKENISER).read_bytes()
        with _quiet(transformers), _told(folder):
            self._model = transformers.AutoModelForTokenClassification.from_pretrained(
                str(folder),
                num_labels=sum(sizes),
                use_safetensors=True,
                local_files_only=True,
                trust_remote_code=False,
            ).to(device)
            tokeniser = tokenizers.Tokenizer.from_file(str(folder / _TOKENISER))
        self._device = device
        most = getattr(self._model.config, "max_position_embeddings", None) or _LONGEST + 2
        self.cut = Cutter(tokeniser, width=width, most=min(_LONGEST, max(3, most - 2)))
        self._model.eval()

    def scores(self, windows: Sequence[Pieces], *, batch: int) -> list[Floats]:
        """For each window, for each of its words, the scores of all tags; zero without a piece."""
        found: dict[int, Floats] = {}
        order = sorted(range(len(windows)), key=lambda at: len(windows[at].ids))
        with self._torch.inference_mode():
            for first in range(0, len(order), batch):
                some = order[first : first + batch]
                logits = self._logits([windows[at] for at in some]).float().cpu().numpy()
                for row, at in zip(logits, some, strict=True):
                    found[at] = _of_words(row, windows[at].heads)
        return [found[at] for at in range(len(windows))]

    def _logits(self, windows: Sequence[Pieces]) -> Any:
        longest = max(len(one.ids) for one in windows)
        pad = self._model.config.pad_token_id or 0
        ids = np.full((len(windows), longest), pad, np.int64)
        mask = np.zeros_like(ids)
        for row, one in enumerate(windows):
            ids[row, : len(one.ids)], mask[row, : len(one.ids)] = one.ids, 1
        return self._model(input_ids=self._tensor(ids), attention_mask=self._tensor(mask)).logits

    def _tensor(self, array: Targets) -> Any:
        return self._torch.from_numpy(array).to(self._device)

    def fit(
        self,
        windows: Sequence[Pieces],
        targets: Sequence[Targets],
        settings: Settings,
        progress: Callable[[str], None],
    ) -> None:
        """Train on windows; `targets` has a row for each word, a column for each layer."""
        chance = random.Random(settings.seed)
        with self._torch.random.fork_rng(devices=[]):
            self._torch.manual_seed(settings.seed)
            self._renew_head()
            self._freeze(settings.frozen)
            steps = settings.epochs * -(-len(windows) // settings.batch)
            optimiser, schedule = self._optimiser(settings, steps)
            self._model.train()
            for epoch in range(settings.epochs):
                loss = 0.0
                for some in _batches(windows, settings.batch, chance):
                    loss += self._step([windows[at] for at in some], [targets[at] for at in some])
                    optimiser.step()
                    schedule.step()
                    optimiser.zero_grad()
                mean = loss * settings.epochs / steps
                progress(f"epoch {epoch + 1} of {settings.epochs}: loss {mean:.4f}")
            self._model.eval()

    def _renew_head(self) -> None:
        """Start the top layer from the seed, so that training twice gives the same model."""
        head = getattr(self._model, _HEAD, None)
        if head is not None and hasattr(head, "reset_parameters"):
            self._torch.nn.init.normal_(head.weight, std=0.02)
            self._torch.nn.init.zeros_(head.bias)

    def _freeze(self, count: int) -> None:
        """Leave the first layers, and what comes before them, as they are."""
        whole = self._model.base_model
        kind = self._torch.nn.ModuleList
        stack = next((list(part) for part in whole.modules() if isinstance(part, kind)), [])
        learning = {id(weights) for layer in stack[count:] for weights in layer.parameters()}
        for weights in whole.parameters():
            weights.requires_grad_(not count or id(weights) in learning)

    def _optimiser(self, settings: Settings, steps: int) -> tuple[Any, Any]:
        """Adam with a higher rate for the new layer; a short rise, then a straight fall."""
        groups: dict[float, list[Any]] = {settings.rate: [], settings.head_rate: []}
        for name, weights in self._model.named_parameters():
            top = name.startswith(_HEAD)
            if weights.requires_grad:
                groups[settings.head_rate if top else settings.rate].append(weights)
        optimiser = self._torch.optim.AdamW(
            [{"params": some, "lr": rate} for rate, some in groups.items() if some],
            weight_decay=0.01,
        )
        rise = max(1, steps // 10)

        def factor(step: int) -> float:
            return min((step + 1) / rise, (steps - step) / max(1, steps - rise), 1.0)

        return optimiser, self._torch.optim.lr_scheduler.LambdaLR(optimiser, factor)

    def _step(self, windows: Sequence[Pieces], targets: Sequence[Targets]) -> float:
        """The loss on a batch, its gradient taken."""
        rows, columns, wanted = _picked(windows, targets)
        scores = self._logits(windows)[self._tensor(rows), self._tensor(columns)]
        loss, first = scores.new_zeros(()), 0
        for layer, size in enumerate(self.sizes):
            part = scores[:, first : first + size]
            right = self._tensor(np.ascontiguousarray(wanted[:, layer]))
            loss = loss + self._torch.nn.functional.cross_entropy(part, right)
            first += size
        loss.backward()
        self._torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        return float(loss.detach())

    def save(self, folder: Path) -> None:
        """Write the weights and all that is needed to open them again."""
        with _quiet(libraries().transformers):
            self._model.save_pretrained(str(folder))
        (folder / _TOKENISER).write_bytes(self._tokeniser)


def _picked(
    windows: Sequence[Pieces], targets: Sequence[Targets]
) -> tuple[Targets, Targets, Targets]:
    """Window, place and tags of each word that has a piece."""
    rows: list[int] = []
    columns: list[int] = []
    wanted: list[Targets] = []
    for row, (one, tags) in enumerate(zip(windows, targets, strict=True)):
        words = [at for at, head in enumerate(one.heads) if head >= 0]
        rows += [row] * len(words)
        columns += [one.heads[at] for at in words]
        wanted.append(tags[words])
    return np.array(rows, np.int64), np.array(columns, np.int64), np.concatenate(wanted)


def _of_words(logits: Floats, heads: Sequence[int]) -> Floats:
    """The scores at the first piece of each word; zeros for a word without one."""
    places = np.array(heads, np.int64)
    return np.where(places[:, None] >= 0, logits[places], np.float32(0))


def _batches(windows: Sequence[Pieces], size: int, chance: random.Random) -> Iterator[list[int]]:
    """All windows in batches of like length, in an order by chance."""
    order = list(range(len(windows)))
    chance.shuffle(order)
    found = []
    for first in range(0, len(order), size * _POOL):
        pool = sorted(order[first : first + size * _POOL], key=lambda at: len(windows[at].ids))
        found += [pool[at : at + size] for at in range(0, len(pool), size)]
    chance.shuffle(found)
    yield from found


def _checked(folder: Path) -> None:
    """Refuse a folder that is no transformer, or whose weights would have to be unpickled."""
    sharded = folder / f"{_WEIGHTS}.index.json"
    lacking = [name for name in (_CONFIG, _TOKENISER) if not (folder / name).is_file()]
    if not (folder / _WEIGHTS).is_file() and not sharded.is_file():
        lacking.append(_WEIGHTS)
    if lacking:
        raise InputError(
            "this is no transformer that can be used: it lacks " + ", ".join(lacking),
            where=str(folder),
            expected=f"a folder with {_CONFIG}, {_TOKENISER} and {_WEIGHTS}",
            remedy="Give the folder of a model in the Hugging Face layout as the option model",
        )


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Whatever the libraries find wrong with a folder, as an error that says where."""
    try:
        yield
    except Exception as error:  # the Rust parts of the libraries raise bare exceptions
        raise InputError(
            f"the transformer cannot be opened ({type(error).__name__})",
            where=str(folder),
            expected="a model for which the installed transformers has the code",
        ) from error


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """No messages and no progress bars from the library meanwhile."""
    log = transformers.utils.logging
    level, bars = log.get_verbosity(), log.is_progress_bar_enabled()
    log.set_verbosity_error()
    log.disable_progress_bar()
    try:
        yield
    finally:
        log.set_verbosity(level)
        if bars:
            log.enable_progress_bar()
