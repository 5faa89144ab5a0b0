"""What speaks for and against a code for a mention, as numbers and as words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.normalise.query import Asked
from goldsmith.core import CUI_LESS, Code
from goldsmith.terminology.coding.candidates import Candidates, Memory, NameWords, Ranked, words_of

Key = tuple[str, str]
Table = NDArray[np.float64]

FEATURES = (
    "bias", "score", "exact", "variant", "name_score", "name_exact", "remembered",
    "remembered_share", "remembered_once", "long_form", "preferred",
    "prior", "in_training", "first", "family", "shape",
    "extra_words", "missing_words", "last_word", "name_last_word", "numbers_differ",
    "several_names", "long_score", "exact_first",
    "cui_less", "cui_less_best", "cui_less_share",
    # By comparison with the other candidates
    "gap", "name_gap", "total", "total_gap", "only_exact",
    # The same where the string is new
    "new_prior", "new_in_training", "new_score", "new_name_score", "new_exact",
    # By what else is in the document
    "in_document", "new_in_document",
)  # fmt: skip
_AT = {name: at for at, name in enumerate(FEATURES)}
_FACTS = _AT["gap"]
_ABOUT = slice(_AT["prior"], _AT["shape"] + 1)
SCORE = _AT["score"]
IN_DOCUMENT, NEW_IN_DOCUMENT = _AT["in_document"], _AT["new_in_document"]
#: A name this similar counts as one more that speaks for the code.
_GOOD = 0.9
#: Mentions whose candidates are kept, a few kilobytes each.
_KEPT = 5_000
NO_CODE: Key = ("", CUI_LESS)


class Knowledge(NamedTuple):
    """What the corpus teaches: how strings were coded, how often each code, and their names."""

    memory: Memory
    counts: Counter[Key]
    #: How often codes were given that begin with a letter (MeSH D, MeSH C), and of what length.
    families: Counter[Key]
    shapes: Counter[tuple[str, str, int]]
    names: Candidates | None


class Weighed(NamedTuple):
    """The codes that a mention may have: numbers for each, words too many and too few."""

    keys: tuple[Key, ...]
    table: Table
    #: For each code, items such as ("missing", "familial").
    words: tuple[tuple[tuple[str, str], ...], ...]
    #: Whether the corpus never coded the string.
    is_new: bool


#: Words too many and too few: of names in terminologies, of strings in the corpus.
_COMPARED = (("missing", "extra"), ("corpus missing", "corpus extra"))


class _Facts:
    """What is known of one code."""

    __slots__ = ("corpus", "row", "terms")

    def __init__(self) -> None:
        self.row = [0.0] * _FACTS
        #: Words of what was asked and of the name that most speaks for the code.
        self.terms: tuple[NameWords, NameWords] | None = None
        self.corpus: tuple[NameWords, NameWords] | None = None

    def words(self, key: Key) -> tuple[tuple[str, str], ...]:
        """The code itself, and the words that it would take to leave out or to add."""
        found = [("code", key[1])]
        for missing, extra, best in ((*_COMPARED[0], self.terms), (*_COMPARED[1], self.corpus)):
            if best:
                mine, theirs = best[0].all, best[1].all
                found += [(missing, word) for word in mine - theirs]
                found += [(extra, word) for word in theirs - mine]
        return tuple(found)


Facts = dict[Key, _Facts]


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
        self._ranked = lru_cache(maxsize=_KEPT)(self._by_terms)
        self._about = lru_cache(maxsize=_KEPT)(self._about_code)

    def __call__(self, one: Asked) -> Weighed:
        """The codes that may be meant, and what speaks for each whatever the document."""
        found: Facts = {}
        queries = [one.text] if one.long == one.text else [one.text, one.long]
        for number, query in enumerate(queries):
            self._by_name(found, query, number > 0)
            self._by_memory(found, query, number > 0)
        for key, facts in found.items():
            facts.row[_AT["bias"]] = 1.0
            facts.row[_ABOUT] = self._about(key)
            facts.row[_AT["exact_first"]] = facts.row[_AT["first"]] * (
                facts.row[_AT["exact"]] + facts.row[_AT["variant"]]
            )
        is_new = not any(facts.row[_AT["remembered"]] for facts in found.values())
        self._without_code(found, queries)
        keys = tuple(found)
        rows = np.array([facts.row for facts in found.values()], np.float64).reshape(-1, _FACTS)
        words = tuple(facts.words(key) for key, facts in found.items())
        return Weighed(keys, _compared(rows, is_new), words, is_new)

    def remembered(self, one: Asked) -> Key | None:
        """What the string, or what it is short for, was mostly coded with, or is a name of."""
        for query in (one.long, one.text):
            codes = self.knowledge.memory.recall(query)
            if codes:
                return max(codes, key=lambda key: (codes[key], key))
        exact = (found.key for _, found in self._ranked(one.long) if found.how == "exact")
        return next(exact, None)

    def _by_terms(self, query: str) -> list[tuple[Candidates, Ranked]]:
        limit = self._limit
        return [(terms, one) for terms in self._terms for one in terms.ranked(query, limit=limit)]

    def _by_name(self, found: Facts, query: str, long: bool) -> None:
        mine = words_of(query)
        for terms, one in self._ranked(query):
            facts = found.get(one.key) or found.setdefault(one.key, _Facts())
            row = facts.row
            row[_AT["several_names"]] += one.score > _GOOD
            if long and one.score > row[_AT["long_score"]]:
                row[_AT["long_score"]] = one.score
            if one.score > row[SCORE]:
                theirs = terms.words(one.name)
                facts.terms = mine, theirs
                _name(row, one, long)
                _compare(row, mine, theirs)
        names = self.knowledge.names
        for one in names.ranked(query, limit=self._limit) if names else ():
            facts = found.get(one.key) or found.setdefault(one.key, _Facts())
            row = facts.row
            if names and one.score > row[_AT["name_score"]]:
                theirs = names.words(one.name)
                facts.corpus = mine, theirs
                row[_AT["name_score"]] = one.score
                row[_AT["name_last_word"]] = float(mine.last == theirs.last)
            row[_AT["name_exact"]] = max(row[_AT["name_exact"]], one.how == "exact")

    def _by_memory(self, found: Facts, query: str, long: bool) -> None:
        before = self.knowledge.memory.recall(query)
        total = sum(before.values())
        for key, count in before.items():
            if key[1] == CUI_LESS:
                continue
            row = found.setdefault(key, _Facts()).row
            row[_AT["remembered"]] = max(row[_AT["remembered"]], math.log1p(count))
            row[_AT["remembered_share"]] = max(row[_AT["remembered_share"]], count / total)
            row[_AT["remembered_once"]] = float(total == 1)
            row[_AT["long_form"]] = max(row[_AT["long_form"]], float(long))

    def _about_code(self, key: Key) -> tuple[float, ...]:
        """What holds for a code whatever the mention, in the order of FEATURES from prior on."""
        known, total = self.knowledge, max(1, self._total)
        return (
            math.log1p(known.counts[key]),
            float(known.counts[key] > 0),
            float(bool(self._systems) and key[0] == self._systems[0]),
            math.log(known.families[key[0], key[1][:1]] / total + 0.001),
            math.log(known.shapes[shape(key)] / total + 0.001),
        )

    def _without_code(self, found: Facts, queries: Sequence[str]) -> None:
        """CUI-less is an answer like any other, where the corpus has it."""
        if not self.knowledge.counts[NO_CODE]:
            return
        best = max((facts.row[_AT["score"]] for facts in found.values()), default=0.0)
        facts = found[NO_CODE] = _Facts()
        facts.row[_AT["cui_less"]] = 1.0
        facts.row[_AT["cui_less_best"]] = best
        for query in queries:
            before = self.knowledge.memory.recall(query)
            without = sum(count for key, count in before.items() if key[1] == CUI_LESS)
            if without:
                share = without / sum(before.values())
                facts.row[_AT["cui_less_share"]] = max(facts.row[_AT["cui_less_share"]], share)


def with_document(one: Weighed, document: Mapping[Key, int]) -> Table:
    """The numbers of a mention with those of its document."""
    table = one.table.copy()
    for row, key in enumerate(one.keys):
        if key in document and key != NO_CODE:
            table[row, IN_DOCUMENT] = math.log1p(document[key])
            table[row, NEW_IN_DOCUMENT] = one.is_new * table[row, IN_DOCUMENT]
    return table


def split_code(code: Code) -> Key:
    """System and code, also where the code is written SYSTEM:CODE."""
    if not code.system and ":" in code.code:
        system, _, rest = code.code.partition(":")
        return system, rest
    return code.system, code.code


def shape(key: Key) -> tuple[str, str, int]:
    """System, first letter and length of a code: later ones of a system are often longer."""
    return key[0], key[1][:1] if key[1][:1].isalpha() else "", len(key[1])


def _name(row: list[float], one: Ranked, long: bool) -> None:
    row[_AT["score"]] = one.score
    row[_AT["exact"]] = float(one.how == "exact")
    row[_AT["variant"]] = float(one.how == "variant")
    row[_AT["preferred"]] = float(one.is_title)
    row[_AT["long_form"]] = float(long)


def _compare(row: list[float], mine: NameWords, theirs: NameWords) -> None:
    row[_AT["extra_words"]] = len(theirs.all - mine.all) / max(1, len(theirs.all))
    row[_AT["missing_words"]] = len(mine.all - theirs.all) / max(1, len(mine.all))
    row[_AT["numbers_differ"]] = float(mine.numbers != theirs.numbers)
    row[_AT["last_word"]] = float(mine.last == theirs.last)


def _compared(rows: Table, is_new: bool) -> Table:
    """The rows with what follows from a comparison of the candidates."""
    table = np.zeros((len(rows), len(FEATURES)))
    table[:, :_FACTS] = rows
    if not len(rows):
        return table
    score, name = table[:, _AT["score"]], table[:, _AT["name_score"]]
    total = np.maximum(score, name)
    is_code = table[:, _AT["bias"]]
    exact = table[:, _AT["exact"]] + table[:, _AT["variant"]]
    table[:, _AT["gap"]] = (score.max() - score) * is_code
    table[:, _AT["name_gap"]] = (name.max() - name) * is_code
    table[:, _AT["total"]] = total
    table[:, _AT["total_gap"]] = (total.max() - total) * is_code
    table[:, _AT["only_exact"]] = exact * (exact.sum() == 1)
    if is_new:
        any_exact = np.maximum(exact, table[:, _AT["name_exact"]])
        for column, values in (
            ("new_prior", table[:, _AT["prior"]]),
            ("new_in_training", table[:, _AT["in_training"]]),
            ("new_score", score),
            ("new_name_score", name),
            ("new_exact", any_exact),
        ):
            table[:, _AT[column]] = values
    return table
