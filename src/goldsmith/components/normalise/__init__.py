"""Codes for mentions: exact names, variants, abbreviations written out, similar names, re-ranked.

Candidates come from compiled terminologies and from strings that the corpus coded. A linear model
weighs what speaks for each (names, letters, the corpus, the rest of the document) and may
answer CUI-less. Without training the best name wins.
"""

from __future__ import annotations

import math
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.normalise.coordination import parts
from goldsmith.components.normalise.evidence import (
    NO_CODE,
    SCORE,
    Evidence,
    Key,
    Knowledge,
    shape,
    split_code,
    with_document,
)
from goldsmith.components.normalise.query import Asked, asked
from goldsmith.components.normalise.ranker import Choice, Ranker, fitted
from goldsmith.core import CUI_LESS, Code, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources
from goldsmith.terminology.coding.candidates import Candidates, Memory
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.index.splitting import plain
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

_FOLDS = 5
_SURE = 0.75
#: Names that are compared with a mention by letters; more make it slower and no better.
_COMPARED = 50
#: Mentions whose codes are kept, a kilobyte each.
_KEPT = 50_000
_MEMORY, _NAMES = "memory.json", "names"


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
    candidates: Annotated[int, msgspec.Meta(ge=1)] = 12
    #: Below this probability the answer is CUI-less (0: an answer always).
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    #: Without training: names less similar than this are CUI-less.
    least: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    #: Several codes for "breast and ovarian cancer".
    coordination: bool = True
    #: Strength of the regulariser of the re-ranker (larger is weaker).
    c: Annotated[float, msgspec.Meta(gt=0)] = 4.0


class Answer(NamedTuple):
    """A code, and how sure it is."""

    key: Key
    sure: float


class _Known(NamedTuple):
    """The codes that a mention may have, whatever the document."""

    keys: tuple[Key, ...]
    #: Those that are codes, with their places.
    codes: tuple[tuple[int, Key], ...]
    scores: NDArray[np.float64]
    #: What a code gains by being in the document.
    elsewhere: float


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
        self._ranker: Ranker | None = None
        self._codings: list[tuple[str, Key]] = []
        self._evidence = self._learned([])
        # Notes have the same mentions again and again.
        self._weighed = lru_cache(maxsize=_KEPT)(self._weighed_of)

    def _candidates(self, terminology: Terminology) -> Candidates:
        wanted = self.options.subset
        mask = Subset.load(wanted).mask(terminology) if wanted else None
        systems = self.options.systems
        return Candidates(terminology, mask=mask, systems=systems, names=_COMPARED)

    def __call__(self, work: Analysis) -> None:
        places = [at for at, one in enumerate(work.mentions) if self._wants(one)]
        queries = [asked(work, work.mentions[at]) for at in places]
        document = self.document(queries)
        answers: dict[Asked, tuple[Code, ...]] = {}
        for at, query in zip(places, queries, strict=True):
            if query not in answers:
                answers[query] = tuple(self._codes(query, document))
            work.mentions[at] = msgspec.structs.replace(work.mentions[at], codes=answers[query])

    def _wants(self, mention: Mention) -> bool:
        return bool(mention.spans) and (
            not self.options.types or mention.type in self.options.types
        )

    def document(self, queries: Iterable[Asked]) -> Mapping[Key, int]:
        """Codes that strings of the document surely have, and how often."""
        known = (self._evidence.remembered(query) for query in set(map(_plain, queries)))
        return Counter(key for key in known if key)

    def _codes(self, query: Asked, document: Mapping[Key, int]) -> list[Code]:
        best = self.best(query, document)
        if self.options.coordination:
            several = [self.best(Asked(p, p), document) for p in parts(query.long)]
            if _are_meant(best, several):
                return [self._code(key) for key in dict.fromkeys(key for key, _ in several)]
        return [self._code(best.key)]

    def best(self, query: Asked, document: Mapping[Key, int]) -> Answer:
        """The code that most speaks for, and how sure that is."""
        known = self._weighed(_plain(query))
        if not known.keys:
            return Answer(NO_CODE, 0.0)
        scores = known.scores
        also = [(row, document[key]) for row, key in known.codes if key in document]
        if also and known.elsewhere:
            scores = scores.copy()
            for row, count in also:
                scores[row] += known.elsewhere * math.log1p(count)
        at = int(scores.argmax())
        if self._ranker is None:
            sure, least = min(1.0, float(scores[at])), self.options.least
        else:
            sure, least = float(1 / np.exp(scores - scores[at]).sum()), self.options.threshold
        return Answer(known.keys[at] if sure >= least else NO_CODE, sure)

    def _weighed_of(self, query: Asked) -> _Known:
        """The codes that a mention may have, with what speaks for each whatever the document."""
        found = self._evidence(query)
        codes = tuple((row, key) for row, key in enumerate(found.keys) if key != NO_CODE)
        if self._ranker is None:
            return _Known(found.keys, codes, found.table[:, SCORE], 0.0)
        scores = self._ranker.scores(found)
        return _Known(found.keys, codes, scores, self._ranker.elsewhere(found))

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
        self._ranker = fitted(self._choices(examples, codings), self.options.c)
        self._codings = [pair for one in codings for pair in one]
        self._evidence = self._learned(self._codings)
        self._weighed.cache_clear()

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

    def _choices(
        self, examples: Sequence[Example], codings: Sequence[list[tuple[str, Key]]]
    ) -> list[Choice]:
        """What speaks for each candidate of each mention, learned from the other documents."""
        choices: list[Choice] = []
        for fold in range(_FOLDS):
            others = [p for n, one in enumerate(codings) if n % _FOLDS != fold for p in one]
            self._evidence = self._learned(others)
            for number in range(fold, len(examples), _FOLDS):
                choices += self._examined(number, examples[number])
        return choices

    def _examined(self, number: int, example: Example) -> Iterator[Choice]:
        mentions = [m for m in example.gold.mentions if self._wants(m) and m.codes]
        queries = [asked(example.work, mention) for mention in mentions]
        document = self.document(queries)
        known = {query: self._evidence(_plain(query)) for query in set(queries)}
        for mention, query in zip(mentions, queries, strict=True):
            gold = self._gold(mention)
            found = known[query]
            right = np.array([key in gold for key in found.keys], np.bool_)
            if right.any() and not right.all():
                yield Choice(number, with_document(found, document), found.words, right)

    def _gold(self, mention: Mention) -> set[Key]:
        """The codes of a mention; those of one that is joined with + each for itself, too."""
        gold = {self._known(code) for code in mention.codes}
        return gold | {(system, part) for system, code in gold for part in code.split("+")}

    def _learned(self, codings: Sequence[tuple[str, Key]]) -> Evidence:
        """Evidence that knows these codings of strings."""
        memory, counts, families = Memory(), Counter[Key](), Counter[Key]()
        shapes = Counter[tuple[str, str, int]]()
        names: dict[Key, Counter[str]] = defaultdict(Counter)
        for text, key in codings:
            memory.add(text, [Code(key[1], key[0])])
            counts[key] += 1
            if key[1] != CUI_LESS:
                names[key][text] += 1
                families[key[0], key[1][:1]] += 1
                shapes[shape(key)] += 1
        known = Knowledge(memory, counts, families, shapes, _compiled(names))
        limit = self.options.candidates
        return Evidence(self._terms, known, limit=limit, systems=self.options.systems)

    def save(self, folder: Path) -> None:
        counted = Counter((text, *key) for text, key in self._codings)
        strings = sorted((*one, count) for one, count in counted.items())
        (folder / _MEMORY).write_bytes(msgspec.json.encode(_Learned(strings)))
        if self._ranker is not None:
            self._ranker.save(folder)

    def load(self, folder: Path) -> None:
        learned = msgspec.json.decode((folder / _MEMORY).read_bytes(), type=_Learned)
        self._codings = [
            (text, (system, code)) for text, system, code, n in learned.strings for _ in range(n)
        ]
        self._evidence = self._learned(self._codings)
        self._ranker = Ranker.load(folder)
        self._weighed.cache_clear()


def _plain(query: Asked) -> Asked:
    """The same without capitals, signs and little words, by which no codes differ."""
    return Asked(plain(query.text), plain(query.long))


def _are_meant(whole: Answer, several: Sequence[Answer]) -> bool:
    """Whether the parts of a coordination are meant rather than the whole."""
    if not several or any(sure <= _SURE for _, sure in several):
        return False
    if whole.sure < _SURE:
        return all(sure > whole.sure for _, sure in several)
    return whole.key in [key for key, _ in several]


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
        return Candidates(Terminology(folder / _NAMES), names=_COMPARED)
    finally:
        # The file stays mapped for as long as somebody uses it.
        shutil.rmtree(folder, ignore_errors=True)


provides = Normalise
