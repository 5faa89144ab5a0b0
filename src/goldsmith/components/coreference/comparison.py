"""Comparison of two wordings: the features of a pair that do not depend on its position."""

from __future__ import annotations

from itertools import takewhile

from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.phrases import Phrase

#: Codes of determiners and of kinds of pronouns; the trees treat them as numbers.
_DETERMINERS = ("", "definite", "indefinite", "demonstrative", "possessive", "quantifier")
_PRONOUNS = (
    "first", "second", "male", "female", "thing", "plural", "relative_person", "relative",
    "demonstrative", "quantifier",
)  # fmt: skip
_CODES = {name: number for number, name in enumerate(_DETERMINERS)} | {
    f"{name} pronoun": number for number, name in enumerate(_PRONOUNS, len(_DETERMINERS))
}
#: Determiner codes from here on are pronouns.
FIRST_PRONOUN = len(_DETERMINERS)
_GENDERS = {"": 0, "any": 1, "male": 2, "female": 3}

#: Features of one wording; the table has a column for the earlier and one for the later wording.
SINGLE_FEATURES = (
    "complement", "determiner", "plural", "coordinated", "words", "numbers", "short", "gender",
    "generic", "patient", "clinician", "first_person",
)  # fmt: skip
PAIR_FEATURES = (
    "same_text", "same_case", "same_key", "same_expanded", "same_head", "same_head_word",
    "overlap", "overlap_expanded", "earlier_within", "later_within", "same_modifiers",
    "fewer_modifiers", "more_modifiers", "same_complement", "abbreviation", "same_number",
    "number_conflict", "extra_1", "extra_2", "head_prefix", "same_last", "same_first", "prefix",
    "shared", "contrast_conflict", "gender_conflict", "modifier_conflict",
    "same_concept", "is_kind",
)  # fmt: skip


def describe_phrase(phrase: Phrase) -> tuple[float, ...]:
    """Return the values of `SINGLE_FEATURES`."""
    return (
        len(phrase.complement),
        _get_determiner_code(phrase),
        phrase.is_plural,
        phrase.is_coordinated,
        len(phrase.lemmas),
        len(phrase.numbers),
        phrase.is_short,
        _GENDERS[phrase.gender],
        phrase.head in load_lexicon().generic,
        is_patient(phrase),
        is_clinician(phrase),
        phrase.pronoun == "first",
    )


def compare_phrases(first: Phrase, second: Phrase) -> tuple[float, ...]:
    """Return the values of `PAIR_FEATURES` for an earlier and a later wording."""
    words, others = first.expanded_words, second.expanded_words
    content, other_content = first.content, second.content
    before, after = first.modifiers, second.modifiers
    shared = len(content & other_content)
    joint = len(words & others)
    genders = first.gender, second.gender
    return (
        first.low == second.low,
        first.text == second.text,
        first.key == second.key,
        first.expanded == second.expanded,
        first.head == second.head,
        first.head_word == second.head_word,
        shared / max(1, len(content) + len(other_content) - shared),
        joint / max(1, len(words) + len(others) - joint),
        content <= other_content,
        other_content <= content,
        before == after,
        set(after).issubset(before),
        set(before).issubset(after),
        first.complement == second.complement,
        is_abbreviation(first, second),
        first.is_plural == second.is_plural,
        bool(first.numbers and second.numbers and first.numbers != second.numbers),
        len(content - others),
        len(other_content - words),
        _share_prefix(first.head, second.head),
        first.lemmas[-1:] == second.lemmas[-1:],
        first.lemmas[:1] == second.lemmas[:1],
        _share_prefix(first.letters, second.letters),
        shared,
        has_contrast(first, second),
        bool(genders[0] or genders[1]) and _has_gender_conflict(first, second),
        has_other_modifiers(first, second),
        not first.concepts.isdisjoint(second.concepts),
        is_kind(first, second),
    )


def _has_gender_conflict(first: Phrase, second: Phrase) -> bool:
    if {first.gender, second.gender} == {"male", "female"}:
        return True
    return bool(first.gender) != bool(second.gender) and not _is_open(first, second)


def get_code(name: str) -> int:
    """Return the code of a determiner, or of a kind of pronoun such as "thing pronoun"."""
    return _CODES[name]


def _get_determiner_code(phrase: Phrase) -> int:
    return _CODES[f"{phrase.pronoun} pronoun" if phrase.pronoun else phrase.determiner]


def _is_open(first: Phrase, second: Phrase) -> bool:
    """Return whether one of the two is a pronoun that may refer to a person or to a thing."""
    kinds = {first.pronoun, second.pronoun}
    return bool(kinds & {"plural", "demonstrative", "relative", "quantifier"})


def has_contrast(first: Phrase, second: Phrase) -> bool:
    """Return whether two wordings have contrasting words, such as left and right."""
    return any(
        name in second.contrasts and values.isdisjoint(second.contrasts[name])
        for name, values in first.contrasts.items()
    )


def has_other_modifiers(first: Phrase, second: Phrase) -> bool:
    """Return whether modifiers distinguish two wordings with one noun: breast, liver cancer."""
    if first.head != second.head or first.pronoun or second.pronoun or first.is_name:
        return False
    if not first.concepts.isdisjoint(second.concepts):
        return False
    own, others = first.expanded_words, second.expanded_words
    heads = {first.head}
    return bool(own - others - heads) and bool(others - own - heads)


def is_kind(first: Phrase, second: Phrase) -> bool:
    """Return whether the later wording is a generic name of the earlier: melanoma, tumour."""
    meaning = load_lexicon().synonyms.get((second.head,), (second.head,))[0]
    is_plain = len(second.lemmas) == 1 and meaning in first.kinds
    return is_plain or not first.kinds.isdisjoint(second.concepts)


def is_patient(phrase: Phrase) -> bool:
    """Return whether a wording is one that notes use for the patient."""
    lexicon = load_lexicon()
    if phrase.pronoun in ("male", "female"):
        return True
    first = phrase.low.split(" ", 1)[0].rstrip(".")
    # Clinicians sign with initials and a surname.
    is_named = first in lexicon.honorifics | lexicon.names and first not in lexicon.clinician
    return is_named or (phrase.head in lexicon.patient and phrase.determiner != "quantifier")


def is_clinician(phrase: Phrase) -> bool:
    """Return whether a wording names a clinician."""
    lexicon = load_lexicon()
    first = phrase.low.split(" ", 1)[0].rstrip(".")
    return first in lexicon.clinician or phrase.head in lexicon.clinician


def is_abbreviation(first: Phrase, second: Phrase) -> int:
    """Return 2 or 1 if one wording may abbreviate the other, depending on the fit; otherwise 0."""
    return max(_match_abbreviation(first, second), _match_abbreviation(second, first))


def _match_abbreviation(long: Phrase, short: Phrase) -> int:
    """Return 2 if the short wording has the initials of the long one, 1 if its letters in order."""
    letters = short.letters
    if not short.is_short or len(letters) < 2:
        return 0
    if any(initials.endswith(letters) for initials in long.initials):
        return 2
    remaining = iter(long.low)
    in_order = all(letter in remaining for letter in letters)
    return int(len(long.lemmas) > 1 and in_order and long.low[:1] == letters[:1])


def _share_prefix(first: str, second: str) -> float:
    """Return the length of the common prefix as a share of the shorter word."""
    if first[:1] != second[:1]:
        return 0.0
    letters = zip(first, second, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
    return common / max(1, min(len(first), len(second)))
