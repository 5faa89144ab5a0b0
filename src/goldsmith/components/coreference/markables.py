"""Markables: expressions in their place, with all that decides what they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldsmith.components.coreference.grammar import find_category, find_function
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.phrases import Phrase, PhraseBook
from goldsmith.core import Mention
from goldsmith.core.offsets import get_covered_text
from goldsmith.pipeline.analysis import Analysis

_VALUE = re.compile(r"\d+(?:[./]\d+)*")
_QUOTES = frozenset("\"“”‘'")
#: Words after a mention in which a value or a time that belongs to it is looked for.
_REACH = 6


@dataclass(frozen=True, slots=True, eq=False)
class Markable:
    """A mention as the component sees it.

    Attributes:
        mention: The mention.
        phrase: Its wording: head, modifiers, number, gender, determiner.
        first: Its first token.
        end: The token after its last one.
        sentence: The number of its sentence.
        place: Its first token counted from the start of the sentence.
        section: The kind of its section.
        before: The word before it, in lower case.
        after: The word after it.
        category: The grammatical category of ODIE.
        function: The sentence function of ODIE.
        semantic_class: The semantic class of ODIE; empty if nothing tells.
        values: Values right after it: "Temp was 102".
        times: Words of time near it: "on admission".
        codes: Its codes.
        is_quoted: Whether somebody's own words are quoted around it.
    """

    mention: Mention
    phrase: Phrase
    first: int
    end: int
    sentence: int
    place: int
    section: str
    before: str
    after: str
    category: str
    function: str
    semantic_class: str
    values: frozenset[str]
    times: frozenset[str]
    codes: frozenset[str]
    is_quoted: bool

    @property
    def type(self) -> str:
        return self.mention.type


def build_markables(analysis: Analysis, mentions: Iterable[Mention]) -> list[Markable]:
    """Build the markables of mentions in text order; longer ones first at the same place."""
    text = analysis.text
    forms = {
        text[form.short[0] : form.short[1]].lower(): text[form.long[0] : form.long[1]]
        for form in reversed(analysis.long_forms)
    }
    book = PhraseBook(forms)
    low = [word.lower() for word in analysis.tokens.words]
    quotes = _count_quotes(low)
    ordered = sorted((m for m in mentions if m.spans), key=lambda m: (m.start, -m.end, m.id))
    return [
        markable
        for mention in ordered
        if (markable := _build_markable(analysis, mention, book, low, quotes))
    ]


def _build_markable(
    analysis: Analysis,
    mention: Mention,
    book: PhraseBook,
    low: Sequence[str],
    quotes: Sequence[int],
) -> Markable | None:
    first, _ = analysis.find_tokens(mention.spans[0])
    _, end = analysis.find_tokens(mention.spans[-1])
    covered = get_covered_text(analysis.text, mention.spans)
    if first >= end or not covered.strip():
        return None
    phrase = book.get(covered)
    sentence = analysis.find_sentence(first)
    begin, stop = analysis.sentences[sentence]
    before = low[first - 1] if first > begin else ""
    after = low[end] if end < len(low) else ""
    near = low[end : min(end + _REACH, stop)]
    return Markable(
        mention=mention,
        phrase=phrase,
        first=first,
        end=end,
        sentence=sentence,
        place=first - begin,
        section=analysis.section_kinds[sentence],
        before=before,
        after=after,
        category=find_category(phrase, before),
        function=find_function(phrase, low[begin:first], after),
        semantic_class=_find_semantic_class(mention, phrase),
        values=frozenset(word for word in near if _VALUE.fullmatch(word)),
        times=load_lexicon().times.intersection(low[max(begin, first - 3) : first], near),
        codes=frozenset(code.code for code in mention.codes if not code.is_cui_less),
        is_quoted=quotes[first] % 2 == 1,
    )


def _count_quotes(low: Sequence[str]) -> list[int]:
    """Count the quotation marks before each token."""
    count, counts = 0, []
    for word in low:
        counts.append(count)
        count += word in _QUOTES
    return counts


def _find_semantic_class(mention: Mention, phrase: Phrase) -> str:
    if phrase.gender:
        return "people"
    if phrase.pronoun:
        return "none"
    lexicon = load_lexicon()
    if name := mention.attributes.get("semantic_class") or lexicon.semantic_classes.get(
        phrase.head
    ):
        return name
    endings = lexicon.semantic_endings.items()
    return next((name for ending, name in endings if phrase.head.endswith(ending)), "")
