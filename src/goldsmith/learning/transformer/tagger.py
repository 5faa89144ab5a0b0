"""A transformer that scores the tags of words: opened from a local folder, fine-tuned, saved."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.learning.transformer.libraries import (
    TOKENISER,
    check_folder,
    convert_errors,
    import_libraries,
    silence,
)
from goldsmith.learning.transformer.windows import Window, WindowBuilder

Floats = NDArray[np.float32]
Targets = NDArray[np.int64]
_MAX_LENGTH = 512
#: Number of batches sorted by length together: little padding, but still a random order.
_POOL = 20
_HEAD = "classifier"


class FineTuningSettings(NamedTuple):
    """Hyperparameters of the fine-tuning."""

    epochs: int
    rate: float
    head_rate: float
    batch: int
    seed: int
    frozen: int


class TransformerTagger:
    """A transformer with a classification head that scores the tags of words.

    Args:
        folder: A model in the Hugging Face layout.
        sizes: The number of tags of each tag layer; the layers share the transformer.
        width: The length up to which sentences share a window, in word pieces.
        device: The torch device.
        threads: The number of CPU threads; 0 for torch's default.
    """

    def __init__(
        self, folder: Path, sizes: Sequence[int], *, width: int, device: str, threads: int
    ) -> None:
        self._torch, transformers, tokenizers = import_libraries()
        check_folder(folder)
        if threads:
            self._torch.set_num_threads(threads)
        self.sizes, self._tokeniser = tuple(sizes), (folder / TOKENISER).read_bytes()
        with silence(transformers), convert_errors(folder):
            self._model = transformers.AutoModelForTokenClassification.from_pretrained(
                str(folder),
                num_labels=sum(sizes),
                use_safetensors=True,
                local_files_only=True,
                trust_remote_code=False,
            ).to(device)
            tokeniser = tokenizers.Tokenizer.from_file(str(folder / TOKENISER))
        self._device = device
        limit = getattr(self._model.config, "max_position_embeddings", None) or _MAX_LENGTH + 2
        limit = min(_MAX_LENGTH, max(3, limit - 2))
        self.build_windows = WindowBuilder(tokeniser, width=width, limit=limit)
        self._model.eval()

    def score(self, windows: Sequence[Window], *, batch: int) -> list[Floats]:
        """Score all tags of each word of each window; zeros for words without a word piece."""
        scores: dict[int, Floats] = {}
        order = sorted(range(len(windows)), key=lambda index: len(windows[index].ids))
        with self._torch.inference_mode():
            for first in range(0, len(order), batch):
                indices = order[first : first + batch]
                logits = self._compute_logits([windows[index] for index in indices])
                for row, index in zip(logits.float().cpu().numpy(), indices, strict=True):
                    scores[index] = _select_words(row, windows[index].heads)
        return [scores[index] for index in range(len(windows))]

    def _compute_logits(self, windows: Sequence[Window]) -> Any:
        longest = max(len(window.ids) for window in windows)
        pad = self._model.config.pad_token_id or 0
        ids = np.full((len(windows), longest), pad, np.int64)
        mask = np.zeros_like(ids)
        for row, window in enumerate(windows):
            ids[row, : len(window.ids)], mask[row, : len(window.ids)] = window.ids, 1
        return self._model(
            input_ids=self._to_tensor(ids), attention_mask=self._to_tensor(mask)
        ).logits

    def _to_tensor(self, array: Targets) -> Any:
        return self._torch.from_numpy(array).to(self._device)

    def fit(
        self,
        windows: Sequence[Window],
        targets: Sequence[Targets],
        settings: FineTuningSettings,
        progress: Callable[[str], None],
    ) -> None:
        """Fine-tune the transformer.

        Args:
            windows: The training windows.
            targets: For each window, a row for each word and a column for each tag layer.
            settings: The hyperparameters.
            progress: Called with a message after each epoch.
        """
        shuffler = random.Random(settings.seed)
        with self._torch.random.fork_rng(devices=[]):
            self._torch.manual_seed(settings.seed)
            self._reset_head()
            self._freeze(settings.frozen)
            steps = settings.epochs * -(-len(windows) // settings.batch)
            optimiser, schedule = self._make_optimiser(settings, steps)
            self._model.train()
            for epoch in range(settings.epochs):
                loss = 0.0
                for batch in _make_batches(windows, settings.batch, shuffler):
                    loss += self._backpropagate(
                        [windows[index] for index in batch], [targets[index] for index in batch]
                    )
                    optimiser.step()
                    schedule.step()
                    optimiser.zero_grad()
                mean = loss * settings.epochs / steps
                progress(f"epoch {epoch + 1} of {settings.epochs}: loss {mean:.4f}")
            self._model.eval()

    def _reset_head(self) -> None:
        """Initialise the head from the seed, so that training twice gives the same model."""
        head = getattr(self._model, _HEAD, None)
        if head is not None and hasattr(head, "reset_parameters"):
            self._torch.nn.init.normal_(head.weight, std=0.02)
            self._torch.nn.init.zeros_(head.bias)

    def _freeze(self, count: int) -> None:
        """Freeze the first `count` encoder layers and the embeddings below them."""
        encoder = self._model.base_model
        kind = self._torch.nn.ModuleList
        stack = next((list(part) for part in encoder.modules() if isinstance(part, kind)), [])
        trainable = {id(weights) for layer in stack[count:] for weights in layer.parameters()}
        for weights in encoder.parameters():
            weights.requires_grad_(not count or id(weights) in trainable)

    def _make_optimiser(self, settings: FineTuningSettings, steps: int) -> tuple[Any, Any]:
        """Make AdamW with a higher rate for the head, and linear warm-up and decay."""
        groups: dict[float, list[Any]] = {settings.rate: [], settings.head_rate: []}
        for name, weights in self._model.named_parameters():
            in_head = name.startswith(_HEAD)
            if weights.requires_grad:
                groups[settings.head_rate if in_head else settings.rate].append(weights)
        optimiser = self._torch.optim.AdamW(
            [{"params": group, "lr": rate} for rate, group in groups.items() if group],
            weight_decay=0.01,
        )
        warm_up = max(1, steps // 10)

        def scale_rate(step: int) -> float:
            return min((step + 1) / warm_up, (steps - step) / max(1, steps - warm_up), 1.0)

        return optimiser, self._torch.optim.lr_scheduler.LambdaLR(optimiser, scale_rate)

    def _backpropagate(self, windows: Sequence[Window], targets: Sequence[Targets]) -> float:
        """Compute the gradients on a batch and return its loss."""
        rows, columns, gold = _locate_words(windows, targets)
        logits = self._compute_logits(windows)
        scores = logits[self._to_tensor(rows), self._to_tensor(columns)]
        loss, first = scores.new_zeros(()), 0
        for layer, size in enumerate(self.sizes):
            part = scores[:, first : first + size]
            tags = self._to_tensor(np.ascontiguousarray(gold[:, layer]))
            loss = loss + self._torch.nn.functional.cross_entropy(part, tags)
            first += size
        loss.backward()
        self._torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        return float(loss.detach())

    def save(self, folder: Path) -> None:
        """Write the weights, the configuration and the tokeniser."""
        with silence(import_libraries().transformers):
            self._model.save_pretrained(str(folder))
        (folder / TOKENISER).write_bytes(self._tokeniser)


def _locate_words(
    windows: Sequence[Window], targets: Sequence[Targets]
) -> tuple[Targets, Targets, Targets]:
    """Return window, position and gold tags of each word that has a word piece."""
    rows: list[int] = []
    columns: list[int] = []
    gold: list[Targets] = []
    for row, (window, tags) in enumerate(zip(windows, targets, strict=True)):
        words = [word for word, head in enumerate(window.heads) if head >= 0]
        rows += [row] * len(words)
        columns += [window.heads[word] for word in words]
        gold.append(tags[words])
    return np.array(rows, np.int64), np.array(columns, np.int64), np.concatenate(gold)


def _select_words(logits: Floats, heads: Sequence[int]) -> Floats:
    """Select the scores at the first piece of each word; zeros for a word without one."""
    places = np.array(heads, np.int64)
    return np.where(places[:, None] >= 0, logits[places], np.float32(0))


def _make_batches(
    windows: Sequence[Window], size: int, shuffler: random.Random
) -> Iterator[list[int]]:
    """Yield batches of windows of similar length, in random order."""
    order = list(range(len(windows)))
    shuffler.shuffle(order)
    batches = []
    for first in range(0, len(order), size * _POOL):
        pool = order[first : first + size * _POOL]
        pool.sort(key=lambda index: len(windows[index].ids))
        batches += [pool[start : start + size] for start in range(0, len(pool), size)]
    shuffler.shuffle(batches)
    yield from batches
