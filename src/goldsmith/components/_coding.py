"""What speaks for and against a code for a mention, as numbers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.core import CUI_LESS, Code, Mention
from goldsmith.pipeline.analysis import Analysis
from goldsmith.terminology.candidates import Candidate, Candidates, Memory, key_of

Key = tuple[str, str]
Rows = dict[Key, list[float]]
Table = NDArray[np.float64]

FEATURES = (
    "bias", "score", "gap", "exact", "variant", "name_score", "name_exact", "remembered",
    "remembered_share", "long_form", "prior", "in_document", "in_training", "preferred",
    "extra_words", "missing_words", "first", "cui_less", "cui_less_best", "cui_less_share",
    "numbers_differ", "family", "several_names", "long_score", "exact_first",
    "remembered_once", "name_gap",
)  # fmt: skip
_AT = {name: at for at, name in enumerate(FEATURES)}
#: A name this similar counts as one more that speaks for the code.
_GOOD = 0.9
#: Mentions whose candidates are kept, a few kilobytes each.
_KEPT = 5_000


def split_code(code: Code) -> Key:
    """System and code, also where the code is written SYSTEM:CODE."""
    if not code.system and ":" in code.code:
        system, _, rest = code.code.partition(":")
        return system, rest
    return code.system, code.code


class Knowledge(NamedTuple):
    """What the corpus teaches: how strings were coded, how often each code, and their names."""

    memory: Memory
    counts: Counter[Key]
    #: How often codes of a system that begin with a letter were given: MeSH D, MeSH C.
    families: Counter[Key]
    names: Candidates | None


class Asked(NamedTuple):
    """A mention as it is asked about: its words, and what they are short for if the text says."""

    text: str
    long: str


def asked(work: Analysis, mention: Mention) -> Asked:
    """The words of a mention, and the same with abbreviations written out."""
    text = " ".join(work.text[span.start : span.end] for span in mention.spans)
    long = text
    for short, full in work.long_forms:
        letters = work.text[slice(*short)]
        if letters in long:
            whole = work.text[slice(*full)]
            long = re.sub(rf"(?<!\w){re.escape(letters)}(?!\w)", _literally(whole), long)
            long = long.replace(f"({letters})", "").replace(f"({whole})", "")
    return Asked(" ".join(text.split()), " ".join(long.split()))


def _literally(text: str) -> Callable[[re.Match[str]], str]:
    """A replacement that is taken as it is, whatever backslashes it has."""
    return lambda _: text


class Evidence:
    """Gathers the candidates of a mention and what speaks for each."""

    def __init__(
        self,
        terms: Sequence[Candidates],
        knowledge: Knowledge,
        *,
        limit: int,
        systems: Sequence[str] = (),
    ) -> None:
        self._terms, self.knowledge, self._limit = list(terms), knowledge, limit
        self._systems = tuple(systems)
        self._total = knowledge.families.total()
        # Notes have the same mentions again and again.
        self._candidates = lru_cache(maxsize=_KEPT)(self._by_terms)
        self._learned = lru_cache(maxsize=_KEPT)(self._by_corpus)
        self._known = lru_cache(maxsize=_KEPT)(self._weighed)

    def __call__(self, one: Asked, document: Mapping[Key, int]) -> tuple[tuple[Key, ...], Table]:
        """The codes that may be meant, and for each the numbers of FEATURES."""
        keys, table = self._known(one)
        table = table.copy()
        for row, count in self.elsewhere(one, document):
            table[row, _AT["in_document"]] = math.log1p(count)
        return keys, table

    def elsewhere(self, one: Asked, document: Mapping[Key, int]) -> tuple[tuple[int, int], ...]:
        """Which of the codes the document has anyway, and how often: all that counts of it."""
        keys = self._known(one)[0]
        return tuple(
            (row, document[key])
            for row, key in enumerate(keys)
            if key in document and key != _NO_CODE
        )

    def _weighed(self, one: Asked) -> tuple[tuple[Key, ...], Table]:
        """What speaks for each code whatever the document."""
        rows: Rows = {}
        queries = [one.text] if one.long == one.text else [one.text, one.long]
        for number, query in enumerate(queries):
            self._by_name(rows, query, number > 0)
            self._by_memory(rows, query, number > 0)
        best = max((row[_AT["score"]] for row in rows.values()), default=0.0)
        named = max((row[_AT["name_score"]] for row in rows.values()), default=0.0)
        for key, row in rows.items():
            row[_AT["gap"]] = best - row[_AT["score"]]
            row[_AT["name_gap"]] = named - row[_AT["name_score"]]
            self._about(row, key)
        self._without_code(rows, queries, best)
        return tuple(rows), np.array(list(rows.values()), np.float64).reshape(-1, len(FEATURES))

    def remembered(self, one: Asked) -> Key | None:
        """What the string, or what it is short for, was mostly coded with, or is a name of."""
        for query in (one.long, one.text):
            codes = self.knowledge.memory.recall(query)
            if codes:
                return max(codes, key=lambda key: (codes[key], key))
        exact = [found for found in self._candidates(one.long) if found.how == "exact"]
        return (exact[0].system, exact[0].code) if exact else None

    def _by_terms(self, query: str) -> list[Candidate]:
        return [found for terms in self._terms for found in terms(query, limit=self._limit)]

    def _by_corpus(self, query: str) -> list[Candidate]:
        names = self.knowledge.names
        return names(query, limit=self._limit) if names else []

    def _by_name(self, rows: Rows, query: str, long: bool) -> None:
        key = key_of(query)
        for candidate in self._candidates(query):
            row = rows.setdefault((candidate.system, candidate.code), _empty())
            row[_AT["several_names"]] += candidate.score > _GOOD
            if long:
                row[_AT["long_score"]] = max(row[_AT["long_score"]], candidate.score)
            if candidate.score > row[_AT["score"]]:
                row[_AT["score"]] = candidate.score
                row[_AT["exact"]] = candidate.how == "exact"
                row[_AT["variant"]] = candidate.how == "variant"
                row[_AT["preferred"]] = candidate.name == candidate.title
                _compare(row, key, key_of(candidate.name))
                row[_AT["long_form"]] = long
        for candidate in self._learned(query):
            row = rows.setdefault((candidate.system, candidate.code), _empty())
            row[_AT["name_score"]] = max(row[_AT["name_score"]], candidate.score)
            row[_AT["name_exact"]] = max(row[_AT["name_exact"]], candidate.how == "exact")

    def _by_memory(self, rows: Rows, query: str, long: bool) -> None:
        before = self.knowledge.memory.recall(query)
        total = sum(before.values())
        for key, count in before.items():
            if key[1] == CUI_LESS:
                continue
            row = rows.setdefault(key, _empty())
            row[_AT["remembered"]] = max(row[_AT["remembered"]], math.log1p(count))
            row[_AT["remembered_share"]] = max(row[_AT["remembered_share"]], count / total)
            row[_AT["remembered_once"]] = float(total == 1)
            row[_AT["long_form"]] = max(row[_AT["long_form"]], float(long))

    def _about(self, row: list[float], key: Key) -> None:
        known = self.knowledge
        row[_AT["bias"]] = 1.0
        row[_AT["prior"]] = math.log1p(known.counts[key])
        row[_AT["in_training"]] = float(known.counts[key] > 0)
        row[_AT["first"]] = float(bool(self._systems) and key[0] == self._systems[0])
        row[_AT["exact_first"]] = row[_AT["first"]] * (row[_AT["exact"]] + row[_AT["variant"]])
        share = known.families[key[0], key[1][:1]] / self._total if self._total else 0.0
        row[_AT["family"]] = math.log(share + 0.001)

    def _without_code(self, rows: Rows, queries: Sequence[str], best: float) -> None:
        """CUI-less is an answer like any other, where the corpus has it."""
        if not self.knowledge.counts[_NO_CODE]:
            return
        row = _empty()
        row[_AT["cui_less"]] = 1.0
        row[_AT["cui_less_best"]] = best
        for query in queries:
            before = self.knowledge.memory.recall(query)
            without = sum(count for key, count in before.items() if key[1] == CUI_LESS)
            if without:
                share = without / sum(before.values())
                row[_AT["cui_less_share"]] = max(row[_AT["cui_less_share"]], share)
        rows[_NO_CODE] = row


_NO_CODE: Key = ("", CUI_LESS)


def _empty() -> list[float]:
    return [0.0] * len(FEATURES)


def _compare(row: list[float], asked_key: str, name_key: str) -> None:
    mine, theirs = set(asked_key.split()), set(name_key.split())
    row[_AT["extra_words"]] = len(theirs - mine) / max(1, len(theirs))
    row[_AT["missing_words"]] = len(mine - theirs) / max(1, len(mine))
    row[_AT["numbers_differ"]] = float(_numbers(mine) != _numbers(theirs))


def _numbers(words: Iterable[str]) -> set[str]:
    return {word for word in words if word.isdigit() or len(word) == 1}
