"""Detection of markables: pronouns, people, names and definite noun phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from goldsmith.components.coreference.layouts import MarkableLayout
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.people import (
    find_names,
    find_pronouns,
    find_signatures,
)
from goldsmith.components.coreference.phrases import Phrase, PhraseBook
from goldsmith.core import Mention, Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import tag_parts_of_speech

_HONORIFICS: Final = ("Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Professor")
#: Tags of the words before the head of a noun phrase.
_INSIDE: Final = frozenset(("ADJ", "NOUN", "NUM", "PROPN"))
#: Noun phrases have at most this many words after the determiner.
_LONGEST: Final = 9
_DEFINITE: Final = ("definite", "demonstrative")


class _NounPhrase(NamedTuple):
    """A noun phrase: its tokens from the determiner on, and the word list of the determiner."""

    start: int
    last: int
    determiner: str


def find_markables(analysis: Analysis, layout: MarkableLayout) -> list[Mention]:
    """Find referring expressions and return them as new mentions.

    A definite noun phrase is a markable if its noun is generic ("the tumour") or is the head of an
    earlier mention. Names and noun phrases do not overlap mentions; a pronoun may be inside one.
    """
    covered = {place for m in analysis.mentions for s in m.spans for place in range(s.start, s.end)}
    spans = {span for mention in analysis.mentions for span in mention.spans}
    proposals = []
    for span, type_ in _propose_nouns(analysis, layout):
        places = range(span.start, span.end)
        if covered.isdisjoint(places):
            covered.update(places)
            proposals.append((span, type_))
    proposals += [row for row in _propose_pronouns(analysis, layout) if row[0] not in spans]
    return [Mention(analysis.make_id("s"), type_, (span,)) for span, type_ in proposals]


def widen_mentions(analysis: Analysis) -> None:
    """Extend mentions to the noun phrases that they end: "cancer" to "her left breast cancer".

    Names of a terminology are shorter than the expressions that annotators mark.
    """
    phrases = {phrase.last: phrase for phrase in _find_noun_phrases(analysis)}
    widened: dict[tuple[Span, ...], Mention] = {}
    for mention in analysis.mentions:
        first, end = analysis.find_tokens(mention.spans[0])
        phrase = phrases.get(end - 1)
        if len(mention.spans) == 1 and phrase and phrase.start <= first:
            span = analysis.make_span(phrase.start, end - 1)
            mention = replace(mention, spans=(span,), text="")
        widened.setdefault(mention.spans, mention)
    analysis.mentions = list(widened.values())


def _propose_nouns(analysis: Analysis, layout: MarkableLayout) -> Iterator[tuple[Span, str]]:
    """Yield names after an honorific or above a title, and noun phrases."""
    names = *find_names(analysis.text, _HONORIFICS), *find_signatures(analysis.text)
    for person in names:
        yield person.span, layout.person
    book = PhraseBook({})
    heads = _list_heads(analysis, book)
    for noun_phrase in _find_noun_phrases(analysis):
        span = analysis.make_span(noun_phrase.start, noun_phrase.last)
        phrase = book.get(analysis.text[span.start : span.end])
        earlier = {head: type_ for head, (end, type_) in heads.items() if end <= span.start}
        if type_ := _choose_type(phrase, noun_phrase, earlier, layout):
            yield span, type_


def _propose_pronouns(analysis: Analysis, layout: MarkableLayout) -> Iterator[tuple[Span, str]]:
    for pronoun in find_pronouns(analysis, things=True):
        yield pronoun.span, layout.person if pronoun.is_person else layout.pronoun
    for index, word in enumerate(analysis.tokens.words):
        if _is_demonstrative(analysis, index, word):
            yield analysis.make_span(index, index), layout.pronoun


def _list_heads(analysis: Analysis, book: PhraseBook) -> dict[str, tuple[int, str]]:
    """Map the head of each mention to the end and the type of the first mention with it."""
    heads: dict[str, tuple[int, str]] = {}
    for mention in sorted(analysis.mentions, key=lambda m: m.start):
        head = book.get(analysis.text[mention.start : mention.end]).head
        heads.setdefault(head, (mention.end, mention.type))
    return heads


def _choose_type(
    phrase: Phrase,
    noun_phrase: _NounPhrase,
    heads: Mapping[str, str],
    layout: MarkableLayout,
) -> str:
    """Return the type of a noun phrase; empty if it is not a markable."""
    lexicon = load_lexicon()
    if phrase.gender:
        return layout.person
    if noun_phrase.determiner not in _DEFINITE:
        return ""
    if phrase.head in heads:
        return heads[phrase.head]
    if phrase.head in lexicon.generic:
        return layout.things.get(lexicon.semantic_classes.get(phrase.head, ""), "")
    return ""


def _find_noun_phrases(analysis: Analysis) -> Iterator[_NounPhrase]:
    """Yield runs of adjectives and nouns, with the determiner before them."""
    words = analysis.tokens.words
    determiners = load_lexicon().determiners
    for begin, end in analysis.sentences:
        tags = tag_parts_of_speech(words[begin:end])
        index = begin
        while index < end:
            stop = _find_end(words[begin:end], tags, index - begin) + begin
            if stop > index:
                before = words[index - 1].lower() if index > begin else ""
                determiner = determiners.get(before, "")
                yield _NounPhrase(index - bool(determiner), stop - 1, determiner)
            index = max(stop, index + 1)


def _find_end(words: Sequence[str], tags: Sequence[str], first: int) -> int:
    """Return the end of the last noun in the run of nouns and adjectives that starts at `first`."""
    end = last = first
    while end < len(tags) and end - first < _LONGEST:
        is_hyphen = words[end] == "-" and end > first
        if tags[end] not in _INSIDE and not is_hyphen:
            break
        end += 1
        if tags[end - 1] != "ADJ" and not is_hyphen:
            last = end
    return last


def _is_demonstrative(analysis: Analysis, index: int, word: str) -> bool:
    """Return whether a word is a demonstrative pronoun ("this" before a verb)."""
    low = word.lower()
    words = analysis.tokens.words
    if load_lexicon().pronouns.get(low) != "demonstrative" or index + 1 >= len(words):
        return False
    return tag_parts_of_speech(words[index : index + 2])[-1] in ("AUX", "VERB")
