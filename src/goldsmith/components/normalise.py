"""Codes for mentions: exact names, variants, abbreviations written out, similar names, re-ranked.

Candidates come from compiled terminologies and from strings that the corpus coded. A linear model
weighs what speaks for each (names, letters, the corpus, the rest of the document) and may
answer CUI-less. Without training the best name wins.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components._coding import (
    FEATURES,
    Asked,
    Evidence,
    Key,
    Knowledge,
    asked,
    split_code,
)
from goldsmith.components._coordination import parts
from goldsmith.core import CUI_LESS, Code, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources
from goldsmith.terminology.candidates import Candidates, Memory
from goldsmith.terminology.compiling import compile_concepts
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

_FOLDS = 5
_SURE = 0.75
_SETTLED = 50_000
_MEMORY, _NAMES, _WEIGHTS = "memory.json", "names", "weights.npy"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is coded, and with what."""

    #: Types of mentions to code; empty: all.
    types: tuple[str, ...] = ()
    #: Terminologies of the pipeline to code with; empty: all.
    terms: tuple[str, ...] = ()
    #: Coding systems to answer in, the first preferred; empty: each terminology's own.
    systems: tuple[str, ...] = ()
    #: A subset of concepts that may be meant (`disorders`, or a TOML file); empty: all.
    subset: str = ""
    #: Candidates of each terminology that are weighed.
    candidates: Annotated[int, msgspec.Meta(ge=1)] = 20
    #: Below this probability the answer is CUI-less (0: an answer always).
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    #: Without training: names less similar than this are CUI-less.
    least: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    #: Several codes for "breast and ovarian cancer".
    coordination: bool = True
    #: Strength of the regulariser of the re-ranker (larger is weaker).
    c: Annotated[float, msgspec.Meta(gt=0)] = 1.0


class _Learned(msgspec.Struct):
    """memory.json: string -> SYSTEM, code and count of each coding."""

    strings: list[tuple[str, str, str, int]]


class Normalise:
    """Gives mentions the codes of concepts."""

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"codes"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        chosen = options.terms or tuple(resources.terms)
        if not chosen:
            raise InputError(
                "the component normalise has no terminology",
                expected="one under [terms] of the pipeline",
            )
        self._terms = [self._candidates(resources.terminology(name)) for name in chosen]
        self._weights: NDArray[np.float64] | None = None
        self._codings: list[tuple[str, Key]] = []
        self._evidence = self._learned([])
        #: Mentions with what the document has of their codes -> the answer.
        self._settled: dict[tuple[Asked, tuple[tuple[int, int], ...]], tuple[Key, float]] = {}

    def _candidates(self, terminology: Terminology) -> Candidates:
        wanted = self.options.subset
        mask = Subset.load(wanted).mask(terminology) if wanted else None
        return Candidates(terminology, mask=mask, systems=self.options.systems)

    def __call__(self, work: Analysis) -> None:
        places = [at for at, one in enumerate(work.mentions) if self._wants(one)]
        queries = [asked(work, work.mentions[at]) for at in places]
        document = self._document(queries)
        for at, query in zip(places, queries, strict=True):
            codes = tuple(self._codes(query, document))
            work.mentions[at] = msgspec.structs.replace(work.mentions[at], codes=codes)

    def _wants(self, mention: Mention) -> bool:
        return bool(mention.spans) and (
            not self.options.types or mention.type in self.options.types
        )

    def _document(self, queries: Iterable[Asked]) -> Mapping[Key, int]:
        """Codes that strings of the document surely have, and how often."""
        known = (self._evidence.remembered(query) for query in set(queries))
        return Counter(key for key in known if key)

    def _codes(self, query: Asked, document: Mapping[Key, int]) -> list[Code]:
        found, sure = self._best(query, document)
        if self.options.coordination and sure < _SURE:
            several = [self._best(Asked(p, p), document) for p in parts(query.long)]
            if several and all(s > max(sure, _SURE) for _, s in several):
                keys = dict.fromkeys(key for key, _ in several)
                return [self._code(key) for key in keys]
        return [self._code(found)]

    def _best(self, query: Asked, document: Mapping[Key, int]) -> tuple[Key, float]:
        """The code that most speaks for, and how sure that is."""
        asked_so = query, self._evidence.elsewhere(query, document)
        known = self._settled.get(asked_so)
        if known is None:
            if len(self._settled) >= _SETTLED:
                self._settled.clear()
            known = self._settled[asked_so] = self._weighed(query, document)
        return known

    def _weighed(self, query: Asked, document: Mapping[Key, int]) -> tuple[Key, float]:
        keys, table = self._evidence(query, document)
        if not keys:
            return ("", CUI_LESS), 0.0
        if self._weights is None:
            at = int(np.argmax(table[:, FEATURES.index("score")]))
            score = float(table[at, FEATURES.index("score")])
            return (keys[at] if score >= self.options.least else ("", CUI_LESS)), min(1.0, score)
        scores = table @ self._weights
        at = int(np.argmax(scores))
        sure = float(1 / np.exp(scores - scores[at]).sum())
        return (keys[at] if sure >= self.options.threshold else ("", CUI_LESS)), sure

    def _code(self, key: Key) -> Code:
        return Code(key[1], key[0])

    # Training

    def train(self, examples: Sequence[Example]) -> None:
        codings = [self._of(example) for example in examples]
        if not any(codings):
            raise InputError(
                "no mention of the training data has a code",
                remedy="Leave the component normalise out, or name another annotation set",
            )
        self._weights = _fitted(self._table(examples, codings), self.options.c)
        self._codings = [pair for one in codings for pair in one]
        self._evidence = self._learned(self._codings)
        self._settled.clear()

    def _of(self, example: Example) -> list[tuple[str, Key]]:
        """The strings of a document's mentions with the codes they were given."""
        found = []
        for mention in example.gold.mentions:
            if self._wants(mention) and mention.codes:
                query = asked(example.work, mention)
                texts = dict.fromkeys((query.text, query.long))
                found += [(text, self._known(code)) for code in mention.codes for text in texts]
        return found

    def _known(self, code: Code) -> Key:
        """A code under its system; where the corpus names none, under the first that is wanted."""
        system, plain = split_code(code)
        if plain == CUI_LESS:
            return "", CUI_LESS
        return system or (self.options.systems[0] if self.options.systems else ""), plain

    def _table(
        self, examples: Sequence[Example], codings: Sequence[list[tuple[str, Key]]]
    ) -> list[_Choice]:
        """What speaks for each candidate of each mention, learned from the other documents."""
        choices: list[_Choice] = []
        for fold in range(_FOLDS):
            others = [p for n, one in enumerate(codings) if n % _FOLDS != fold for p in one]
            self._evidence = self._learned(others)
            for example in examples[fold::_FOLDS]:
                choices += self._examined(example)
        return choices

    def _examined(self, example: Example) -> Iterator[_Choice]:
        mentions = [m for m in example.gold.mentions if self._wants(m) and m.codes]
        queries = [asked(example.work, mention) for mention in mentions]
        document = self._document(queries)
        for mention, query in zip(mentions, queries, strict=True):
            gold = {self._known(code) for code in mention.codes}
            keys, table = self._evidence(query, document)
            right = np.array([key in gold for key in keys], np.bool_)
            if right.any() and not right.all():
                yield _Choice(table, right)

    def _learned(self, codings: Sequence[tuple[str, Key]]) -> Evidence:
        """Evidence that knows these codings of strings."""
        memory, counts, families = Memory(), Counter[Key](), Counter[Key]()
        names: dict[Key, Counter[str]] = defaultdict(Counter)
        for text, key in codings:
            memory.add(text, [Code(key[1], key[0])])
            counts[key] += 1
            if key[1] != CUI_LESS:
                names[key][text] += 1
                families[key[0], key[1][:1]] += 1
        known = Knowledge(memory, counts, families, _compiled(names))
        limit = self.options.candidates
        return Evidence(self._terms, known, limit=limit, systems=self.options.systems)

    def save(self, folder: Path) -> None:
        counted = Counter((text, *key) for text, key in self._codings)
        strings = sorted((*one, count) for one, count in counted.items())
        (folder / _MEMORY).write_bytes(msgspec.json.encode(_Learned(strings)))
        if self._weights is not None:
            np.save(folder / _WEIGHTS, self._weights, allow_pickle=False)

    def load(self, folder: Path) -> None:
        learned = msgspec.json.decode((folder / _MEMORY).read_bytes(), type=_Learned)
        self._codings = [
            (text, (system, code)) for text, system, code, n in learned.strings for _ in range(n)
        ]
        self._evidence = self._learned(self._codings)
        weights = folder / _WEIGHTS
        self._weights = np.load(weights, allow_pickle=False) if weights.exists() else None
        self._settled.clear()


def _compiled(names: Mapping[Key, Counter[str]]) -> Candidates | None:
    """Candidates among the strings that the corpus coded."""
    if not names:
        return None
    concepts = [
        Concept(code, system, tuple(Name(text) for text, _ in texts.most_common()))
        for (system, code), texts in names.items()
    ]
    folder = Path(tempfile.mkdtemp(prefix="goldsmith-names-"))
    try:
        compile_concepts(concepts, folder / _NAMES, name=_NAMES)
        return Candidates(Terminology(folder / _NAMES))
    finally:
        # The file stays mapped for as long as somebody uses it.
        shutil.rmtree(folder, ignore_errors=True)


class _Choice(NamedTuple):
    """The candidates of one mention: a row of numbers for each, and which are right."""

    rows: NDArray[np.float64]
    right: NDArray[np.bool_]


def _fitted(choices: Sequence[_Choice], c: float) -> NDArray[np.float64]:
    """Weights under which right candidates come out likeliest (a conditional logit)."""
    from scipy.optimize import minimize

    if not choices:
        raise InputError(
            "no candidate of the training data is right",
            expected="a terminology that has the codes of the corpus",
        )
    rows = np.concatenate([choice.rows for choice in choices])
    right = np.concatenate([choice.right for choice in choices])
    starts = np.cumsum([0, *(len(choice.right) for choice in choices[:-1])])
    sizes = np.array([len(choice.right) for choice in choices])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = rows @ weights
        scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        among_all = scores / np.repeat(np.add.reduceat(scores, starts), sizes)
        good = np.where(right, scores, 0.0)
        total = np.repeat(np.maximum(np.add.reduceat(good, starts), 1e-300), sizes)
        chance = np.add.reduceat(np.where(right, among_all, 0.0), starts)
        slope = rows.T @ (among_all - good / total)
        value = -np.log(np.maximum(chance, 1e-300)).sum() + (weights @ weights) / (2 * c)
        return float(value), slope + weights / c

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(found.x, np.float64)


provides = Normalise
