"""Read the clauses of a page: split it into tokens, and tag them.

Marks identify the names of things; the lexicon has the parts of speech of other words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import msgspec

from goldsmith_demo.writing.grammar import Token, index_words, skip_determiner
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.parsing import build_token
from goldsmith_demo.writing.sheet import Mark

NAMED = frozenset("Condition Investigation Intervention Drug-or-device Locus Person".split())
"""Kinds of things that noun phrases denote."""
#: The branch for single words comes first, except for words that can begin one of the groups.
_TOKEN = re.compile(
    r"(?=\S|\n)(?:"
    r"(?=[a-z])(?!(?:grade|stage|high|low|intermediate|this|last|next|each|every|that|the|one)[ -]"
    r"|p?t[0-4]|c\d)[a-z](?:[\w/&-]|'(?!s\b))*|"
    r"(?P<age>\b\d+[ -]?(?:years?|yrs?|y)[ -]?(?:old|/o|o)\b|"
    r"\b\d+ y\.o\.|"
    r"\b(?:grade|stage) (?:\d|[iv]+[a-c]?\d?)\b|"
    r"\b(?:high|low|intermediate)[ -]grade\b|\b\d+(?:\.\d+)? ?(?:mm|cm)\b)|"
    r"(?P<value>\b\d+(?:\.\d+)? ?(?:kg|lbs?|bpm|mmhg|c)\b)|"
    r"(?P<item>#\s?\d+\b|\bp?t[0-4]\w* p?n[0-3x]\w*(?: m[01x]\b)?|\bc\d+(?:d\d+)?\b|\b1[abc]\b)|"
    r"(?P<time>\b(?:this|last|next|each|every|that|the next|the last|the following|one) "
    r"(?:morning|afternoon|evening|night|week|wk|month|year|time|stage|spring|summer|autumn|fall|"
    r"winter|visit)s?\b)|[a-z](?:[\w/&-]|'(?!s\b))*|'s\b|'(?=\s)|[+-]?\d(?:[\w./%:,-]*[\w%])?"
    r"|\n|[^\w\s])"
)
#: Tags of multi-word expressions: times, ages and stages, values, item numbers.
_GROUPS = {"time": "r", "age": "a", "value": "#", "item": ","}
#: Tags besides noun that the name of a thing may have: tender, examined, it.
_ALLOWED = {
    "Condition": "woavegr",
    "Investigation": "woveg",
    "Intervention": "woveg",
    "Person": "qwo",
}
_COUNTED = re.compile(r"\d+-[a-z]+")
"""An adjective with a number: 12-point."""
_ENDS = frozenset(".?!;:\n")
_NO_WORDS = ("", " ")
_Run = tuple[Token, ...]


class Clause(msgspec.Struct, gc=False):
    """The tokens of a clause, and the marks in it."""

    tokens: list[Token]
    bases: list[int]
    """The offset from which each token counts: that of the name or of the words between names."""
    marks: list[tuple[Mark, int]]
    """The marks with the index of the token at their start; -1 if it has to be looked up."""

    def get_start(self, number: int) -> int:
        """Return the offset of a token."""
        return self.bases[number] + self.tokens[number].start

    def get_end(self, number: int) -> int:
        """Return the offset of the end of a token."""
        return self.bases[number] + self.tokens[number].end

    def find_token(self, offset: int) -> int:
        """Return the index of the last token that starts at an offset or before it."""
        number = len(self.tokens) - 1
        while number and self.get_start(number) > offset:
            number -= 1
        return number


def read_clauses(page: Page) -> list[Clause]:
    """Read the clauses with names, with unresolved tags; they end at stops, colons and line ends.

    A clause also ends at the end of a section title.
    """
    reader = _Reader(page)
    at = last = 0
    for start, end, _, _, token, mark in _list_names(page):
        if start >= at:
            reader.add_words(at, start)
            at = start
        if token.tag == ".":
            reader.end_clause(token, start)
        elif start == at:
            last, at = reader.add_name(token, start), -end
        if mark:
            reader.marks.append((mark, last if start == mark.start else -1))
    reader.add_words(at, len(page.text))
    reader.end_clause(build_token(0, 0, "\n", "."), len(page.text))
    return reader.clauses


def _list_names(page: Page) -> list[tuple[int, int, int, int, Token, Mark | None]]:
    """List the names of things and times: start, negative end, tie-breakers, token and mark.

    The outermost names come first. Names in several fragments have no token. The end of a section
    title is a stop.
    """
    text, stop = page.text, build_token(0, 0, ":", ".")
    names: list[tuple[int, int, int, int, Token, Mark | None]] = [
        (row.span.start + len(row.title), -len(text), 0, number, stop, None)
        for number, row in enumerate(page.sections)
    ]
    for time in page.times:
        start, end = time.span.start, time.span.end
        tag = "d" if text.startswith("'s", end) else "r"
        token = build_token(0, end - start, text[start:end].lower(), tag)
        names.append((start, -end, -1, len(names), token, None))
    for mark in page.ordered:
        if mark.kind in NAMED and len(mark.spans) == 1:
            start, end = mark.start, mark.end
            token, skipped = _read_name(mark.kind, mark.words, mark.flags)
            names.append((start + skipped, -end, start, len(names), token, mark))
    names.sort()
    return names


class _Reader:
    """Collects the tokens of a page, clause by clause."""

    def __init__(self, page: Page) -> None:
        self.text = page.text
        self.clauses: list[Clause] = []
        self.marks: list[tuple[Mark, int]] = []
        self._tokens: list[Token] = []
        self._bases: list[int] = []
        apart = (mark for mark in page.marks if len(mark.spans) > 1 and mark.kind in NAMED)
        self._apart = sorted(apart, key=lambda mark: -mark.start)
        """The marks with several fragments to come, the next one last."""

    def add_name(self, token: Token, start: int) -> int:
        """Add the name of a thing or time; return the index of its token."""
        self._tokens.append(token)
        self._bases.append(start)
        return len(self._tokens) - 1

    def add_words(self, start: int, end: int) -> None:
        """Add the words between two names; of several lines, only the first and last."""
        text = self.text
        words = text[start:end]
        if words in _NO_WORDS:
            return
        if words.count("\n") > 1:
            self.add_words(start, start + words.find("\n") + 1)
            self.add_words(start + words.rfind("\n") + 1, end)
            return
        before, after = text[start - 1] if start else "\n", text[end : end + 1]
        before = "a" if before.isalnum() else " " if before == " " else "\n"
        ended, rest = _read_words(before, words, " " if after in " \n" else "a")
        for tokens in ended if self._apart else ended[:1]:  # the others have no names
            self._tokens += tokens
            self._bases += [start] * len(tokens)
            self._end_clause()
        self._tokens += rest
        self._bases += [start] * len(rest)

    def end_clause(self, stop: Token, at: int) -> None:
        """End the clause, if there is one, at an offset without a stop in the text."""
        if self._tokens:
            self.add_name(stop, at)
            self._end_clause()

    def _end_clause(self) -> None:
        tokens, bases = self._tokens, self._bases
        if len(tokens) > 1:
            end = bases[-1] + tokens[-1].end
            while self._apart and self._apart[-1].start < end:
                self.marks.append((self._apart.pop(), -1))
            if self.marks:
                self.clauses.append(Clause(tokens, bases, self.marks))
                self.marks = []
        self._tokens, self._bases = [], []


@lru_cache(maxsize=1 << 13)
def _read_name(kind: str, words: str, flags: frozenset[str]) -> tuple[Token, int]:
    """Return the token of a name, and the length of its determiner, which is not part of it."""
    tag = _tag_pronoun(words, flags)
    if not tag:
        tag = index_words().get(words, "n")
        tag = tag if tag in _ALLOWED.get(kind, "wo") else "n"
    if tag != "n":
        return build_token(0, len(words), words, tag), 0
    skipped = skip_determiner(words, 0, len(words))
    return build_token(0, len(words) - skipped, words[skipped:], tag, kind), skipped


def _tag_pronoun(words: str, flags: frozenset[str]) -> str:
    if words == "her":
        return "q" if "hers" in flags else "o"
    if words in ("this", "that", "it", "they", "them", "these", "those"):
        return "w" if "rel" in flags else "q"
    return ""


@lru_cache(maxsize=1 << 14)
def _read_words(before: str, words: str, after: str) -> tuple[tuple[_Run, ...], _Run]:
    """Return the tokens of the clauses that end between two names, and those after the last end.

    They are cached because the words recur often. The characters around the words matter only as
    letters or white space.
    """
    text = (before + words + after).lower()
    index, tokens = index_words(), []
    for match in _TOKEN.finditer(text, 1, len(text) - 1):
        word = match[0]
        if match.lastgroup:
            tag = _GROUPS[match.lastgroup]
        elif word[0].isalpha():
            tag = index.get(word) or _guess(word)
        elif word == "'s" or word == "'":
            tag = "z"
        elif word[-1].isalnum() or word[-1] == "%":
            tag = index.get(word) or ("a" if _COUNTED.fullmatch(word) else "#")
        else:
            tag = _tag_sign(text, match.end(), word)
        if tag:
            tokens.append(build_token(match.start() - 1, match.end() - 1, word, tag))
    ends = [number for number, token in enumerate(tokens, 1) if token.tag == "."]
    ended = tuple([tuple(tokens[start:end]) for start, end in pairwise((0, *ends))])
    return ended, tuple(tokens[ends[-1] :] if ends else tokens)


def _guess(word: str) -> str:
    """Guess the tag of an unlisted word from its ending."""
    return "e" if word.endswith("ed") else "r" if word.endswith("ly") else "n"


def _tag_sign(text: str, end: int, sign: str) -> str:
    if sign in "-" and text[end : end + 1] not in " \n":
        return ""
    if sign == "-" and text[end - 2 : end + 1] == " - ":
        return "."
    ends = sign in _ENDS and (sign in "\n;:" or text[end : end + 1] in " \n")
    return "." if ends else ","
