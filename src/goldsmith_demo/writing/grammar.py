"""Tokenise a page and tag each token with its part of speech.

Marks identify the names of things; a lexicon (`data/grammar.toml`) has the parts of speech of other
words. Tags are letters: d determiner, o possessive, N negative, q pronoun, n noun, a adjective,
# number, r adverb, p preposition, t "to" before a verb, c conjunction, s subordinator, w relative,
x existential "there", b be, h have, m modal, v finite verb, e participle, g gerund, i infinitive,
z genitive 's, "," comma or bracket, "." end of a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

import msgspec

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.writing.sheet import Mark

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
#: Kinds of things that noun phrases denote.
NAMED = frozenset("Condition Investigation Intervention Drug-or-device Locus Person".split())
_DETERMINER = re.compile(
    r"(?:the|an?|this|that|these|those|his|her|its|their|my|our|your|some|any|both|all|no|each|"
    r"every)\s",
    re.IGNORECASE,
)
_FEATURES = {
    "determiners": "d",
    "demonstratives": "D",
    "possessives": "o",
    "negatives": "N",
    "pronouns": "q",
    "relatives": "w",
    "subordinators": "s",
    "conjunctions": "c",
    "adverbs": "r",
    "adjectives": "a",
    "base": "i",
    "gerunds": "g",
    "participles": "e",
    "adjectival": "e",
    "finite": "v",
    "copulas": "v",
    "prepositions": "p",
    "have": "h",
    "be": "b",
    "modals": "m",
    "existential": "x",
    "labels": ",",
}
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
_NOUNS = frozenset("na#eg")
_OPEN = frozenset("vbhmeg")


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, or the whole name of a thing, with its tag."""

    start: int
    end: int
    word: str
    tag: str
    kind: str
    """The kind of thing that the token names; empty for other words."""


_load_lexicon = make_reader(__package__, "grammar", dict[str, str])
"""Word lists by part of speech, ditransitive verbs, and other lists."""


@cache
def _index_words() -> Mapping[str, str]:
    return {word: tag for name, tag in _FEATURES.items() for word in list_words(name)}


@cache
def list_words(name: str) -> frozenset[str]:
    """Return the words of one of the lexicon's lists."""
    return frozenset(_load_lexicon()[name].split())


@cache
def _list_verbs() -> frozenset[str]:
    verbs = {word for word, tag in _index_words().items() if tag in "veg"}
    return frozenset(verbs - list_words("adjectival"))


def is_verb(words: str) -> bool:
    """Return whether words are a single verb."""
    return words in _list_verbs()


def read_clauses(
    text: str, marks: list[Mark], times: list[tuple[int, int]], titles: list[int]
) -> Iterator[list[Token]]:
    """Yield the tokens of each clause, up to a full stop, colon or line end, with unresolved tags.

    A clause also ends at the end of a section title (`titles`). Lines without names are skipped.
    """
    clause: list[Token] = []
    ends = sorted(titles, reverse=True)
    for token in _read_tokens(text, marks, times):
        while ends and ends[-1] <= token.start:
            end = ends.pop()
            if clause:
                yield [*clause, Token(end, end, ":", ".", "")]
                clause = []
        if token.tag != ".":
            clause.append(token)
        elif clause:
            clause.append(token)
            yield clause
            clause = []
    if clause:
        clause.append(Token(len(text), len(text), "\n", ".", ""))
        yield clause


def _read_tokens(text: str, marks: list[Mark], times: list[tuple[int, int]]) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    for start, end, kind, tag in _list_names(text, marks, times):
        if start >= at:
            tokens += _split_words(text, at, start)
            tokens.append(Token(start, end, text[start:end].lower(), tag, kind))
            at = end
    tokens += _split_words(text, at, len(text))
    return tokens


def _list_names(
    text: str, marks: list[Mark], times: list[tuple[int, int]]
) -> list[tuple[int, int, str, str]]:
    """List the names of things and times with offsets, kinds and tags, the outermost first."""
    names = [(start, end, "", "d" if text.startswith("'s", end) else "r") for start, end in times]
    for mark in marks:
        if mark.kind in NAMED and len(mark.spans) == 1:
            start, end = mark.start, mark.end
            tag, skipped = _tag_name(mark.kind, text[start:end].lower(), mark.flags)
            names.append((start + skipped, end, mark.kind if tag == "n" else "", tag))
    return sorted(names, key=lambda name: (name[0], -name[1]))


@lru_cache(maxsize=1 << 13)
def _tag_name(kind: str, words: str, flags: frozenset[str]) -> tuple[str, int]:
    """Return the tag of a name, and the length of its determiner, which is not part of it."""
    tag = _tag_pronoun(words, flags)
    if not tag:
        tag = _index_words().get(words, "n")
        tag = tag if tag in _ALLOWED.get(kind, "wo") else "n"
    return tag, skip_determiner(words, 0, len(words)) if tag == "n" else 0


def _tag_pronoun(words: str, flags: frozenset[str]) -> str:
    if words == "her":
        return "q" if "hers" in flags else "o"
    if words in ("this", "that", "it", "they", "them", "these", "those"):
        return "w" if "rel" in flags else "q"
    return ""


def skip_determiner(text: str, start: int, end: int) -> int:
    """Return the offset of a name after its determiner."""
    match = _DETERMINER.match(text, start, end)
    return match.end() if match and match.end() < end else start


def _split_words(text: str, at: int, end: int) -> list[Token]:
    """Split the text between two names into tokens; of several lines, only the first and last."""
    first, last = text.find("\n", at, end), text.rfind("\n", at, end)
    if first == last:
        return _split_line(text, at, end)
    return _split_line(text, at, first + 1) + _split_line(text, last + 1, end)


def _split_line(text: str, at: int, end: int) -> list[Token]:
    before, after = text[at - 1] if at else "\n", text[end] if end < len(text) else "\n"
    before = "a" if before.isalnum() else " " if before == " " else "\n"
    after = " " if after in " \n" else "a"
    return [
        Token(at + start, at + stop, word, tag, "")
        for start, stop, word, tag in _read_words(before, text[at:end], after)
    ]


@lru_cache(maxsize=1 << 14)
def _read_words(before: str, words: str, after: str) -> tuple[tuple[int, int, str, str], ...]:
    """Return the words between two names with their tags, cached because they recur often.

    The characters around the words matter only as letters or white space.
    """
    text, index, rows = (before + words + after).lower(), _index_words(), []
    for match in _TOKEN.finditer(text, 1, 1 + len(words)):
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
            rows.append((match.start() - 1, match.end() - 1, word, tag))
    return tuple(rows)


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


@cache
def list_telling() -> frozenset[str]:
    """Return the words that the grammar tests for when it resolves tags, and ditransitive verbs."""
    lists = ("plural", "adjectival", "ditransitive")
    return frozenset(("left", "her", "him", "by", "to", "that")).union(*map(list_words, lists))


def settle_tags(tokens: list[Token]) -> list[Token]:
    """Resolve the tags of words that can be several parts of speech."""
    settled: list[Token] = []
    before = "."
    for number, token in enumerate(tokens):
        after = tokens[number + 1] if number + 1 < len(tokens) else token
        tag = token.tag
        if not token.kind and tag in "eiDgpq":
            tag = _settle(token, before, after, settled)
            token = msgspec.structs.replace(token, tag=tag) if tag != token.tag else token
        elif token.word == "left" and (before in "hq" or (before == "w" and after.tag in "do")):
            token = msgspec.structs.replace(token, tag="e")
        settled.append(token)
        before = token.tag
    return settled


def _settle(token: Token, before: str, after: Token, settled: list[Token]) -> str:
    word, tag = token.word, token.tag
    if tag == "e":
        return _settle_participle(word, before, after)
    if tag == "i":
        begins = all(earlier.tag in ",." for earlier in settled)
        commanded = begins or (before == "c" and any(t.tag in "vbm" for t in settled))
        inverted = before == "n" and settled[0].tag == "m" and all(t.tag != "v" for t in settled)
        follows = before in "mtN" or (before == "q" and settled[-1].word not in ("her", "him"))
        adverbial = before == "r" and (len(settled) == 1 or settled[-2].tag in "mtq,c")
        plural = before == "n" and after.tag in "donaep#r" and word in list_words("plural")
        return (
            "v"
            if follows
            or adverbial
            or plural
            or inverted
            or (commanded and after.tag in "donqp#,.cr")
            else "n"
        )
    if tag == "D":
        return _settle_demonstrative(word, before, after)
    if tag == "g":
        return "n" if before in "doa" or (before == "N" and after.tag not in "don") else "g"
    if word == "to" and after.tag in "ib":
        return "t"
    return tag


def _settle_participle(word: str, before: str, after: Token) -> str:
    adjectival = word in list_words("adjectival")
    if before in "do" and after.tag == "i":  # a scheduled visit
        return "a"
    if before == "b" and after.word == "by":  # is infiltrated by tumour
        return "e"
    if after.tag in _NOUNS and (before in "doaN" or (adjectival and before in "#pr.,cvbhg")):
        return "a"
    return "a" if adjectival and word not in list_words("participles") else "e"


def _settle_demonstrative(word: str, before: str, after: Token) -> str:
    if word == "that":
        if before in "vaeqgr" and before != ".":
            return "s"
        if before in "n," and (after.tag in _OPEN or after.tag in "qdo"):
            return "w"
    return "d" if after.tag in _NOUNS or after.tag == "i" else "q"
