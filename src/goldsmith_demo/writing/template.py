r"""Parse the notation of phrases, and choose one of the readings of a phrase.

    [She|This lady] has {c:pain} in the {s=Laterality:right} {l:groin}. | c has_location l

| written                 | means                                                                |
| ----------------------- | -------------------------------------------------------------------- |
| `[one\|other\|]`        | one of these, at random; they nest; an option may be empty           |
| `{c:pain}`              | a mention of the thing given as `c`, with these words                |
| `{c}`                   | the same, with one of the thing's own names                          |
| `{c!the}` `{c!it}`      | a definite or pronominal mention of it                               |
| `{r=Result:20 mm}`      | a mention of a thing of this kind that only this sentence mentions   |
| `{c!neg:fever}`         | flags: neg poss hist fam hyp unrel; d (a disorder), s (a symptom);   |
|                         | plan (it will be done), now (it is ongoing), past (it was done before|
|                         | this note)                                                           |
| `{c!rel:which}`         | a relative pronoun for the thing before it                           |
| `{n:nodes} … {n+:neck}` | a further fragment of the same mention                               |
| `{c:{l:breast} cancer}` | mentions may nest                                                    |
| `{t}` `{t!at}`          | a time given as `t`, in its words; the same with its preposition     |
| `a(n)`                  | a or an, depending on the next word                                  |
| `| c has_location l, …` | relations between the mentions of the sentence, after the last bar   |

Relations of signals are implicit: a negation modifies the next negated or possible condition in its
sentence, a laterality the next place or operation, a sub-location the next place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random

import msgspec

_PIECE = re.compile(r"([^{}]*)(?:\{([^{}]*\})|([{}])?)")
"""Plain words, then a slot without nested slots, a brace, or the end."""
_HEAD = re.compile(
    r"(?P<name>\w+)(?P<more>\+?)(?:=(?P<kind>[A-Z][\w-]*))?(?P<flags>(?:!\w+)*)(?P<colon>:?)"
)
_CASES = ("she", "her", "hers", "herself")
"""Slots for third-person pronouns, one for each case."""
_BACKWARD = ("it", "this", "It", "This", "its")
_SPELT = re.compile(r"[A-Z]{2,}\b|[A-Z]-")
_YOU = re.compile(r"u[ns]i|us[eu]|ur[eoi]|eu|one\b", re.IGNORECASE)
_BRACKET = re.compile(r"([\[\]|])")
_EIGHT = re.compile(r"8|1[18]\b")


Part = str | tuple["str | Parts", ...]
Parts = tuple[Part, ...]
"""The parts of a template: plain words, and choices between options."""


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A pair of braces: the name of the thing, how to mention it, and the nodes inside."""

    name: str
    more: bool
    kind: str
    flags: frozenset[str]
    """The words after exclamation marks, and the case of a third-person pronoun."""
    inside: tuple[str | Slot, ...] | None
    """None if the thing's own names supply the words."""
    words: str = ""
    """The words inside."""
    is_loose: bool = False
    """Whether only this sentence mentions the thing."""
    is_backward: bool = False
    """Whether it refers to something mentioned before by a pronoun: it, this."""


Node = str | Slot
Link = tuple[str, str, str]
"""A relation between two slots, with its type in the middle."""


def resolve_choices(template: str, chance: Random) -> str:
    """Replace every choice in a template by one of its options, inner choices before outer ones."""
    return _resolve(_parse_choices(template), chance) if "]" in template else template


def _resolve(parts: Parts, chance: Random) -> str:
    words = ""
    for part in parts:
        if isinstance(part, str):
            words += part
        else:
            options = [each if isinstance(each, str) else _resolve(each, chance) for each in part]
            words += options[int(chance.random() * len(options))]
    return words


@lru_cache(maxsize=1 << 13)
def _parse_choices(template: str) -> Parts:
    """Parse a template into plain words and choices; an option is plain words or such parts."""
    choices: list[list[list[Part]]] = [[[]]]
    for token in filter(None, _BRACKET.split(template)):
        if token == "[":
            choices.append([[]])
        elif token == "|" and len(choices) > 1:
            choices[-1].append([])
        elif token == "]":
            options = tuple(map(_join_plain, choices.pop()))
            choices[-1][-1].append(options)
        else:
            choices[-1][-1].append(token)
    return tuple(choices[0][0])


def _join_plain(option: list[Part]) -> str | Parts:
    words = [part for part in option if isinstance(part, str)]
    return "".join(words) if len(words) == len(option) else tuple(option)


def split_links(template: str) -> tuple[str, list[Link]]:
    """Split a template into its words and the relations after its last bar."""
    words, bar, links = template.rpartition(" | ")
    return (words, list(_read_links(links))) if bar else (template, [])


@lru_cache(maxsize=1 << 12)
def _read_links(links: str) -> tuple[Link, ...]:
    return tuple((link[0], link[1], link[2]) for link in map(str.split, links.split(",")))


@lru_cache(maxsize=1 << 14)
def parse_words(words: str) -> tuple[Node, ...]:
    """Parse the words of a template without choices into nodes."""
    return _parse_nodes(words, 0, top=True)[0]


def _parse_nodes(words: str, at: int, *, top: bool) -> tuple[tuple[Node, ...], int]:
    nodes: list[Node] = []
    while piece := _PIECE.match(words, at):
        plain, innermost, brace = piece.groups()
        at = piece.end()
        if plain:
            nodes.append(plain)
        if innermost:
            nodes.append(_parse_innermost(innermost))
        elif brace == "{":
            slot, at = _parse_slot(words, at)
            nodes.append(slot)
        elif brace and top:
            raise ValueError(f"unmatched brace: {words[max(0, at - 10) : at + 10]}")
        else:
            at = piece.end(1)
            break
    return tuple(nodes), at


@lru_cache(maxsize=1 << 13)
def _parse_innermost(words: str) -> Slot:
    """Parse a slot without nested slots; the cache helps because slots recur in many sentences."""
    return _parse_slot(words, 0)[0]


def _parse_slot(words: str, at: int) -> tuple[Slot, int]:
    head = _HEAD.match(words, at)
    if head is None:
        raise ValueError(f"not a slot: {words[at - 1 : at + 20]}")
    inside: tuple[Node, ...] | None = None
    at = head.end()
    if head["colon"]:
        inside, at = _parse_nodes(words, at, top=False)
    if words[at : at + 1] != "}":
        raise ValueError(f"unclosed slot: {words[at - 10 : at + 10]}")
    case = head["name"].lower()
    flags = _read_flags(head["flags"] + f"!{case}" * (case in _CASES))
    text = "".join(node if isinstance(node, str) else node.words for node in inside or ())
    kind, is_loose = head["kind"] or "", bool(head["kind"] and inside is not None)
    is_backward = bool(inside and inside[0] in _BACKWARD)
    more = bool(head["more"])
    return Slot(head["name"], more, kind, flags, inside, text, is_loose, is_backward), at + 1


@cache
def _read_flags(flags: str) -> frozenset[str]:
    """Return the flags of a slot; the cache shares a few sets between all templates."""
    return frozenset(filter(None, flags.split("!")))


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as in "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def number_item(mark: str, number: int) -> str:
    """Write the lead of a list item: a number in the style of the mark, or a dash."""
    return {"1": f"{number}. ", "#": f"#{number} ", "-": "- ", "": "", "(": f"({number}) "}[mark]


def choose_article(following: str) -> str:
    """Return the text to append to "a": "n " before words that need "an", otherwise a space."""
    letters = _SPELT.match(following)
    if letters:  # abbreviations are spoken letter by letter: an MRI, a USS
        return "n " if letters[0][0] in "AEFHILMNORSX" else " "
    spoken = following[:1].lower() in "aeiou" and not _YOU.match(following)
    return "n " if spoken or _EIGHT.match(following) else " "
