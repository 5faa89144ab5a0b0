"""Markables: referring expressions with the properties that determine their referent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from goldsmith.components.coreference.concepts import ConceptNames
from goldsmith.components.coreference.grammar import NAME, Place, find_category, find_function
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.phrases import Phrase, PhraseBook
from goldsmith.core import Mention
from goldsmith.core.offsets import get_covered_text
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import tag_parts_of_speech

_VALUE = re.compile(r"\d+(?:[./]\d+)*")
_QUOTES = frozenset("\"“”‘'")
#: Number of words after a mention that are searched for its value or time.
_REACH = 6
#: Number of characters before a name that are searched for the closing of a letter.
_CLOSING_REACH = 40
#: Number of words before a mention that are searched for its time.
_TIME_REACH = 3


@dataclass(frozen=True, slots=True, eq=False)
class Markable:
    """A mention with the properties that the component uses.

    Attributes:
        mention: The mention.
        phrase: Its wording: head, modifiers, number, gender, determiner.
        first: Its first token.
        end: The token after its last one.
        sentence: The number of its sentence.
        place: The index of its first token in the sentence.
        section: The kind of its section.
        before: The word before it, in lower case.
        category: The grammatical category of ODIE.
        function: The sentence function of ODIE.
        semantic_class: The semantic class of ODIE; empty if unknown.
        values: Values right after it: "Temp was 102".
        times: Words of time near it: "on admission".
        codes: Its codes.
        is_quoted: Whether it is inside quoted speech.
        is_signature: Whether it is the signature of a letter.
    """

    mention: Mention
    phrase: Phrase
    first: int
    end: int
    sentence: int
    place: int
    section: str
    before: str
    category: str
    function: str
    semantic_class: str
    values: frozenset[str]
    times: frozenset[str]
    codes: frozenset[str]
    is_quoted: bool
    is_signature: bool

    @property
    def type(self) -> str:
        return self.mention.type


@dataclass(frozen=True)
class Knowledge:
    """Knowledge about words in addition to the word lists.

    Attributes:
        names: Finds the concepts that wordings name; None without a terminology.
        classes: Head -> its semantic class in the training data.
    """

    names: ConceptNames | None = None
    classes: Mapping[str, str] = field(default_factory=dict)


def build_markables(
    analysis: Analysis, mentions: Iterable[Mention], knowledge: Knowledge | None = None
) -> list[Markable]:
    """Build the markables of mentions in text order; longer ones first at the same place."""
    builder = _Builder(analysis, knowledge or Knowledge())
    ordered = sorted((m for m in mentions if m.spans), key=lambda m: (m.start, -m.end, m.id))
    return [markable for mention in ordered if (markable := builder.build(mention))]


class _Builder:
    """Builds the markables of a document."""

    def __init__(self, analysis: Analysis, knowledge: Knowledge) -> None:
        self._analysis, self._classes = analysis, knowledge.classes
        self._book = PhraseBook(_map_long_forms(analysis), knowledge.names)
        self._low = [word.lower() for word in analysis.tokens.words]
        self._quotes = _count_quotes(self._low)
        self._words: dict[int, Sequence[str]] = {}
        self._tags: dict[int, Sequence[str]] = {}

    def build(self, mention: Mention) -> Markable | None:
        """Return the markable of a mention; None if it covers no word."""
        analysis = self._analysis
        first, _ = analysis.find_tokens(mention.spans[0])
        _, end = analysis.find_tokens(mention.spans[-1])
        covered = get_covered_text(analysis.text, mention.spans)
        if first >= end or not covered.strip():
            return None
        phrase = self._book.get(covered)
        sentence = analysis.find_sentence(first)
        begin, words = analysis.sentences[sentence][0], self._get_words(sentence)
        place = Place(words, self._get_tags(sentence), first - begin, end - begin)
        is_signature = _is_signature(analysis.text, mention)
        near = words[place.end : place.end + _REACH]
        return Markable(
            mention=mention,
            phrase=phrase,
            first=first,
            end=end,
            sentence=sentence,
            place=place.first,
            section=analysis.section_kinds[sentence],
            before=place.before,
            category=NAME if is_signature else find_category(phrase, place),
            function=find_function(phrase, place),
            semantic_class=_find_semantic_class(mention, phrase, self._classes),
            values=frozenset(word for word in near if _VALUE.fullmatch(word)),
            times=load_lexicon().times.intersection(place.list_before(_TIME_REACH), near),
            codes=frozenset(code.code for code in mention.codes if not code.is_cui_less),
            is_quoted=self._quotes[first] % 2 == 1,
            is_signature=is_signature,
        )

    def _get_words(self, sentence: int) -> Sequence[str]:
        """Return the words of a sentence in lower case."""
        if sentence not in self._words:
            begin, stop = self._analysis.sentences[sentence]
            self._words[sentence] = self._low[begin:stop]
        return self._words[sentence]

    def _get_tags(self, sentence: int) -> Sequence[str]:
        """Return the parts of speech of a sentence, computed when it has a mention."""
        if sentence not in self._tags:
            begin, stop = self._analysis.sentences[sentence]
            self._tags[sentence] = tag_parts_of_speech(self._analysis.tokens.words[begin:stop])
        return self._tags[sentence]


def _map_long_forms(analysis: Analysis) -> dict[str, str]:
    text = analysis.text
    return {
        text[form.short[0] : form.short[1]].lower(): text[form.long[0] : form.long[1]]
        for form in reversed(analysis.long_forms)
    }


def _count_quotes(low: Sequence[str]) -> list[int]:
    """Count the quotation marks before each token."""
    count, counts = 0, []
    for word in low:
        counts.append(count)
        count += word in _QUOTES
    return counts


def _is_signature(text: str, mention: Mention) -> bool:
    """Return whether a mention fills the first line after "Kind regards" or the like."""
    before = text[max(0, mention.start - _CLOSING_REACH) : mention.start]
    after = text[mention.end : mention.end + 2].lstrip(" .")
    if not before.endswith(("\n", "\n ")) or (after and not after.startswith("\n")):
        return False
    words = before.rstrip(" ,.\n").rsplit(maxsplit=1)
    return bool(words) and words[-1].lower() in load_lexicon().closings


def _find_semantic_class(mention: Mention, phrase: Phrase, classes: Mapping[str, str]) -> str:
    if phrase.gender:
        return "people"
    if phrase.pronoun:
        return "none"
    lexicon = load_lexicon()
    of_head = classes.get(phrase.head) or lexicon.semantic_classes.get(phrase.head)
    if name := mention.attributes.get("semantic_class") or of_head:
        return name
    endings = lexicon.semantic_endings.items()
    return next((name for ending, name in endings if phrase.head.endswith(ending)), "")
