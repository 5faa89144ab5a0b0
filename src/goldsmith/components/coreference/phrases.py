"""Properties of an expression that follow from its words alone, regardless of its context."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from goldsmith.components.coreference.concepts import NO_CONCEPTS, ConceptNames, Concepts
from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.text.tokens import tokenise
from goldsmith.text.words import lemmatise, tag_parts_of_speech

_WORD, _NOT_WORD = re.compile(r"\w"), re.compile(r"\W")
_NUMBER = re.compile(r"\d+[a-z]?|\b[ivx]+\b")
#: Initials and a surname: "A. B. Hartnoll".
_INITIALS = re.compile(r"(?:[A-Z]\.?\s)+[A-Z][\w'’-]{2,}")
#: A surname in capitals before the given name: "HILL, John".
_INVERTED = re.compile(r"[A-Z][A-Z'’-]+,\s[A-Z][a-z'’-]+")
_SHORT = re.compile(r"\W*[A-Za-z0-9/+-]{2,10}\W*")
#: After a noun, these begin the complement of the head: "the cells ( ES cells )", "mice that …".
_AFTER_HEAD = frozenset(", ( ; [ that which who where".split())


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """The wording of an expression; all expressions of a text with this wording share it.

    Attributes:
        number: Its index among the phrases of the document.
        text: The covered text.
        low: The same in lower case.
        determiner: The list that its first word belongs to, e.g. definite; may be empty.
        pronoun: The kind of pronoun, e.g. female; empty if it is not a pronoun.
        lemmas: Lemmas of its words in order, without the determiner.
        expanded: The same, with the long forms of abbreviations that the document explains.
        head: The lemma of its head.
        modifiers: Lemmas before the head.
        complement: Lemmas after the head.
        content: Lemmas without prepositions and conjunctions.
        gender: male, female, any for other people; empty for things.
        is_name: Whether it is the name of a person.
        contrasts: Kind of contrast, such as side -> the words that express it.
        numbers: Numbers in it.
        initials: Initial letters of its words, and of its content words.
        key: A key shared by equal expressions; the text itself if it has no words.
        letters: Its letters and digits.
        concepts: Concepts of the terminologies that it names.
        kinds: Generic nouns and concepts that it is a kind of: "melanoma" is a tumour.
    """

    number: int
    text: str
    low: str
    determiner: str
    pronoun: str
    lemmas: tuple[str, ...]
    expanded: tuple[str, ...]
    head: str
    head_word: str
    modifiers: tuple[str, ...]
    complement: frozenset[str]
    content: frozenset[str]
    is_plural: bool
    is_coordinated: bool
    is_short: bool
    gender: str
    is_name: bool
    contrasts: Mapping[str, frozenset[str]]
    numbers: frozenset[str]
    initials: tuple[str, str]
    key: tuple[str, ...]
    letters: str
    expanded_words: frozenset[str]
    concepts: frozenset[str]
    kinds: frozenset[str]


class _Words:
    """The words of an expression without its determiner: lemmas, head, and what is beside it."""

    def __init__(self, words: Sequence[str]) -> None:
        lemmas = [lemmatise(word).lower() if _WORD.search(word) else "" for word in words]
        at = _find_head(words, tag_parts_of_speech(words))
        self.head_word = words[at] if words else ""
        self.head = lemmatise(self.head_word).lower()
        self.lemmas = tuple(filter(None, lemmas))
        self.modifiers = tuple(filter(None, lemmas[:at]))
        self.complement = frozenset(filter(None, lemmas[at + 1 :]))
        self.is_coordinated = any(word.lower() in ("and", "or", "/") for word in words)
        self.is_plural = self.is_coordinated or _is_plural(self.head_word, self.head)


class PhraseBook:
    """Makes the phrases of a document, one for each distinct wording.

    Args:
        long_forms: Abbreviations that the document explains -> their long forms.
        names: Finds the concepts that wordings name; None without a terminology.
    """

    def __init__(self, long_forms: Mapping[str, str], names: ConceptNames | None = None) -> None:
        self._names = names
        usual = load_lexicon().abbreviations
        forms = usual | dict(long_forms)
        self._long_forms = {short: _list_lemmas(long) for short, long in forms.items()}
        self._phrases: dict[str, Phrase] = {}

    def get(self, text: str) -> Phrase:
        """Return the phrase of a covered text."""
        phrase = self._phrases.get(text)
        if phrase is None:
            phrase = self._phrases[text] = self._make(text, len(self._phrases))
        return phrase

    def _make(self, text: str, number: int) -> Phrase:
        tokens = tokenise(text).words
        low = [word.lower() for word in tokens]
        lexicon = load_lexicon()
        pronoun = lexicon.pronouns.get(low[0], "") if len(low) == 1 else ""
        determiner = lexicon.determiners.get(low[0], "") if len(low) > 1 else ""
        words = _Words(tokens[1:] if determiner else tokens)
        spoken = re.sub(r"\s+", " ", text.lower())
        expanded = self._expand(words.lemmas)
        is_name = not pronoun and _is_name(text, low)
        concepts = self._find_concepts(text, low[0] if determiner else "", expanded)
        return Phrase(
            number=number,
            text=text,
            low=spoken,
            determiner=determiner,
            pronoun=pronoun,
            lemmas=words.lemmas,
            expanded=expanded,
            head=words.head,
            head_word=words.head_word,
            modifiers=words.modifiers,
            complement=words.complement,
            content=frozenset(words.lemmas) - lexicon.stop - lexicon.determiners.keys(),
            is_plural=words.is_plural or spoken in lexicon.plural_pronouns,
            is_coordinated=words.is_coordinated,
            is_short=bool(_SHORT.fullmatch(text)) and sum(map(str.isupper, text)) >= 2,
            gender=_find_gender(pronoun, low, words.head) or ("any" if is_name else ""),
            is_name=is_name,
            contrasts=_find_contrasts((*words.lemmas, *low)),
            numbers=frozenset(_NUMBER.findall(spoken)),
            initials=_find_initials(spoken),
            key=words.lemmas or (spoken,),
            letters=_NOT_WORD.sub("", spoken),
            expanded_words=frozenset(expanded),
            concepts=concepts.own,
            kinds=concepts.ancestors | _find_kinds(words.head, expanded[-1:]),
        )

    def _find_concepts(self, text: str, determiner: str, expanded: Sequence[str]) -> Concepts:
        """Find the concepts of the words after a determiner, or of the long form."""
        if self._names is None:
            return NO_CONCEPTS
        concepts = self._names.find(text[len(determiner) :].strip())
        return concepts if concepts.own else self._names.find(" ".join(expanded))

    def _expand(self, lemmas: Sequence[str]) -> tuple[str, ...]:
        """Replace abbreviations by their long forms, without repeating words."""
        words: list[str] = []
        for lemma in lemmas:
            long = self._long_forms.get(lemma) or self._long_forms.get(lemma.removesuffix("s"))
            words += long or (lemma,)
        spoken = tuple(dict.fromkeys(words))
        return load_lexicon().synonyms.get(spoken, spoken)


def _list_lemmas(text: str) -> tuple[str, ...]:
    words = filter(_WORD.search, tokenise(text).words)
    return tuple(lemmatise(word).lower() for word in words)


def _find_head(words: Sequence[str], tags: Sequence[str]) -> int:
    """Return the index of the head: the last noun before its complement."""
    head = -1
    for at, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if head >= 0 and (tag in ("ADP", "VERB") or word.lower() in _AFTER_HEAD):
            break
        ends_phrase = at == len(words) - 1 and tag in ("ADJ", "VERB")
        is_noun = tag in ("NOUN", "NUM") or word[:1].isupper()
        if is_noun or ends_phrase or head < 0:
            head = at
    return max(head, 0)


def _find_kinds(head: str, last: Sequence[str]) -> frozenset[str]:
    """Return the generic nouns for a head: "bacteremia" is an infection."""
    lexicon = load_lexicon()
    endings = lexicon.kind_endings.items()
    words = {head, *last}
    kinds = {kind for word in words for kind in lexicon.kinds.get(word, ())}
    kinds |= {k for word in words for end, of_end in endings if word.endswith(end) for k in of_end}
    return frozenset(kinds) - words


def _find_contrasts(words: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return the kinds of contrast, such as side, with the words that express each."""
    contrasts: dict[str, set[str]] = {}
    for word in words:
        if name := load_lexicon().contrasts.get(word):
            contrasts.setdefault(name, set()).add(word)
    return {name: frozenset(values) for name, values in contrasts.items()}


def _is_plural(word: str, lemma: str) -> bool:
    return word.lower() != lemma and word.lower().endswith("s")


def _find_gender(pronoun: str, low: Sequence[str], head: str) -> str:
    """Return male or female, "any" for other people, and "" for things."""
    if pronoun in ("male", "female"):
        return pronoun
    if pronoun in ("first", "second", "relative_person"):
        return "any"
    people = load_lexicon().people
    if not pronoun and (
        gender := people.get(head) or people.get(low[0].rstrip(".") if low else "")
    ):
        return gender
    return ""


def _is_name(text: str, low: Sequence[str]) -> bool:
    lexicon = load_lexicon()
    first = low[0].rstrip(".") if low else ""
    is_written = _INITIALS.fullmatch(text) or _INVERTED.fullmatch(text)
    return first in lexicon.honorifics | lexicon.names or bool(is_written)


def _find_initials(low: str) -> tuple[str, str]:
    words = re.findall(r"\w+", low)
    stop = load_lexicon().stop
    return "".join(w[0] for w in words), "".join(w[0] for w in words if w not in stop)
