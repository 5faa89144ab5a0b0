"""Precise rules, each a small function over the features of all candidate pairs.

Without a trained ranker the rules decide; the ranker learns from the same features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.columns import get_category_code
from goldsmith.components.coreference.comparison import FIRST_PRONOUN, get_code
from goldsmith.components.coreference.features import PairTable
from goldsmith.components.coreference.grammar import NAME

Rows = NDArray[np.bool_]
Sieve = Callable[[PairTable], Rows]
#: Pairs that exclude each other.
CONFLICT: Final = -8.0
_BRACKET, _COMMA = 1, 2
_PER_MARKABLE: Final = 0.0005


def is_conflict(table: PairTable, is_person: Rows) -> Rows:
    """Find pairs that cannot corefer: they differ in side, gender, time, owner or the like.

    Args:
        table: The candidate pairs.
        is_person: Pairs with an expression that is a person although its words do not show it.
    """
    same_head = table.holds("same_head") | table.holds("same_expanded")
    differs = table.holds("number_conflict") | table.holds("time_conflict")
    return (
        table.holds("contrast_conflict")
        | (table.holds("gender_conflict") & ~is_person)
        | table.holds("modifier_conflict")
        | (table.holds("owner_conflict") & ~_is_pronoun(table, 2))
        | table.holds("nested")
        | (same_head & (differs | table.holds("value_conflict")))
    )


def _is_pronoun(table: PairTable, side: int) -> Rows:
    return table.is_between(f"determiner_{side}", FIRST_PRONOUN)


def _is_kind(table: PairTable, *kinds: str) -> Rows:
    """Find pairs whose later expression is a pronoun of one of these kinds."""
    return np.isin(table["determiner_2"], [get_code(f"{kind} pronoun") for kind in kinds])


def _is_thing(table: PairTable) -> Rows:
    return table.is_equal("gender_1", 0) & ~_is_pronoun(table, 1)


def select_nearest(table: PairTable, rows: Rows) -> Rows:
    """Select the row of the nearest antecedent for each later expression."""
    places = np.flatnonzero(rows)
    later = table.pairs[1][places]
    is_last = np.append(later[1:] != later[:-1], True) if len(later) else np.zeros(0, np.bool_)
    selected = np.zeros(len(table), np.bool_)
    selected[places[is_last]] = True
    return selected


def match_exactly(table: PairTable) -> Rows:
    """Find the same words twice: "colon cancer" … "colon cancer"."""
    same = table.holds("same_key") & ~_is_pronoun(table, 1) & ~_is_pronoun(table, 2)
    return same & ~table.is_equal("determiner_2", get_code("indefinite"))


def match_abbreviation(table: PairTable) -> Rows:
    """Find an abbreviation with its long form, and synonyms: "Haemoglobin" … "this Hb"."""
    short = table.holds("short_1") | table.holds("short_2")
    explained = table.is_equal("between", _BRACKET) & table.holds("abbreviation")
    differs = ~table.holds("same_key")
    return (table.holds("same_expanded") & (short | differs) & ~_is_pronoun(table, 2)) | explained


def match_head(table: PairTable) -> Rows:
    """Find the same head without new modifiers: "thickened aortic valve" … "the aortic valve"."""
    named = ~_is_pronoun(table, 1) & ~_is_pronoun(table, 2)
    specific = ~table.is_equal("determiner_2", get_code("indefinite"))
    return table.holds("same_head") & table.holds("later_within") & named & specific


def match_substring(table: PairTable) -> Rows:
    """Find a wording inside a longer one: "staph bacteremia" … "staph bacteremia infection"."""
    named = ~_is_pronoun(table, 1) & ~_is_pronoun(table, 2)
    return table.holds("earlier_within") & table.is_between("shared", 2) & named


def match_code(table: PairTable) -> Rows:
    """Find two wordings with the same code of a terminology."""
    return table.holds("same_code") & ~_is_pronoun(table, 2)


def match_concept(table: PairTable) -> Rows:
    """Find two names of a concept of the terminology: "hypothyroidism" … "underactive thyroid"."""
    return table.holds("same_concept") & ~_is_pronoun(table, 2)


def match_apposition(table: PairTable) -> Rows:
    """Find appositions to a person: "Dr Smith, chair of Neurology"; a signature above its title."""
    near = table.is_equal("between", _COMMA) & table.is_equal("tokens", 1)
    renamed = near & table.holds("clinician_1") & ~table.holds("patient_2")
    is_name = table.is_equal("category_1", get_category_code(NAME))
    signed = table.is_equal("tokens", 0) & is_name & table.holds("clinician_2")
    return (renamed | signed) & ~_is_pronoun(table, 2)


def match_equative(table: PairTable) -> Rows:
    """Find predicate nouns of a person: "The patient is a homemaker"."""
    near = table.is_between("tokens", 1, 2)
    return table.holds("equative") & near & table.holds("gender_1") & ~_is_pronoun(table, 2)


def match_patient(table: PairTable) -> Rows:
    """Find two expressions for the patient: "Mr Smith", "the patient", "he"."""
    return table.holds("patient_1") & table.holds("patient_2")


def match_name(table: PairTable) -> Rows:
    """Find two names with the same surname: "HILL, John" … "Mr Hill"."""
    proper = get_category_code(NAME)
    names = table.is_equal("category_1", proper) & table.is_equal("category_2", proper)
    same_role = table.holds("clinician_1") == table.holds("clinician_2")
    return np.asarray(names & table.holds("shared") & same_role, np.bool_)


def match_author(table: PairTable) -> Rows:
    """Find two first-person pronouns, which refer to the author of the note."""
    spoken = table.holds("first_person_1") & table.holds("first_person_2")
    spoken &= table.holds("same_number")
    return spoken & ~table.holds("quoted_1") & ~table.holds("quoted_2")


def match_addressee(table: PairTable) -> Rows:
    """Find the addressee of a letter: "Dear Dr Holt" … "you" … "your"."""
    unquoted = ~table.holds("quoted_1") & ~table.holds("quoted_2")
    second = get_code("second pronoun")
    first = table.holds("addressee_1") | table.is_equal("determiner_1", second)
    return first & table.is_equal("determiner_2", second) & unquoted


def match_signature(table: PairTable) -> Rows:
    """Find the author with the name below the letter: "I" … "Kind regards, Jane Holt"."""
    author = table.holds("first_person_1") & ~table.holds("quoted_1") & ~table.holds("plural_1")
    return author & table.holds("signature_2")


def match_speaker(table: PairTable) -> Rows:
    """Find a first-person pronoun in quoted speech, with the nearest person before it."""
    inside = table.holds("first_person_2") & table.holds("quoted_2")
    return select_nearest(table, inside & table.holds("gender_1") & ~table.holds("first_person_1"))


def match_relative(table: PairTable) -> Rows:
    """Find a relative pronoun with the expression right before it: "the bleed, which"."""
    near = table.is_between("tokens", 0, 1)
    return select_nearest(table, _is_kind(table, "relative", "relative_person") & near)


def match_pronoun(table: PairTable) -> Rows:
    """Find it and they with the nearest thing of the same number."""
    near = table.is_between("sentences", 0, 1) & ~table.holds("nested")
    rows = _is_kind(table, "thing", "plural") & _is_thing(table) & table.holds("same_number")
    return select_nearest(table, rows & near)


def match_demonstrative(table: PairTable) -> Rows:
    """Find this and these, alone or with a noun, with the nearest thing they may refer to."""
    alone = _is_kind(table, "demonstrative") & table.is_between("sentences", 0, 1)
    with_noun = table.is_equal("determiner_2", get_code("demonstrative"))
    loose = with_noun & table.is_between("sentences", 0, 2) & table.holds("generic_2")
    shared = with_noun & table.holds("shared")
    rows = (alone | loose | shared) & _is_thing(table) & ~table.holds("nested")
    return select_nearest(table, rows & ~table.holds("class_conflict"))


def match_generic(table: PairTable) -> Rows:
    """Find "the tumour" with the nearest thing of its kind: "He has a melanoma"."""
    definite = table.is_equal("category_2", get_category_code("definite noun phrase"))
    rows = definite & table.holds("generic_2") & table.holds("same_class") & _is_thing(table)
    return select_nearest(table, rows & table.is_between("sentences", 0, 2))


def match_kind(table: PairTable) -> Rows:
    """Find a generic noun with the nearest instance of it: "bacteremia" … "infection"."""
    indefinite = table.is_equal("category_2", get_category_code("indefinite noun phrase"))
    is_new = indefinite | table.holds("negated_2")
    rows = table.holds("is_kind") & ~is_new & _is_thing(table)
    return select_nearest(table, rows & table.is_between("sentences", 0, 2))


#: Each rule with its confidence, on the scale of the ranker.
SIEVES: Final[Mapping[Sieve, float]] = {
    match_abbreviation: 4.0,
    match_exactly: 3.0,
    match_code: 3.0,
    match_concept: 2.5,
    match_name: 3.0,
    match_author: 3.0,
    match_signature: 3.0,
    match_addressee: 3.0,
    match_patient: 2.5,
    match_speaker: 2.5,
    match_head: 2.0,
    match_relative: 2.0,
    match_apposition: 2.0,
    match_equative: 2.0,
    match_substring: 1.5,
    match_demonstrative: 1.0,
    match_pronoun: 1.0,
    match_kind: 0.6,
    match_generic: 0.5,
}


def score_by_rules(table: PairTable) -> NDArray[np.float64]:
    """Score each pair by its most confident rule; 0 without a rule, negative in conflict."""
    scores = np.zeros(len(table))
    for sieve, sureness in SIEVES.items():
        scores = np.maximum(scores, np.where(sieve(table), sureness, 0.0))
    # Of two antecedents with equal confidence, the nearer one comes first.
    scores = np.where(scores > 0, scores - _PER_MARKABLE * table["markables"], 0.0)
    renamed = match_apposition(table) | match_equative(table)
    sure = renamed | match_relative(table) | match_signature(table) | match_addressee(table)
    conflict = is_conflict(table, is_person=_find_renamed(table, renamed)) & ~sure
    return np.where(conflict, CONFLICT, scores)


def _find_renamed(table: PairTable, renamed: Rows) -> Rows:
    """Find pairs with an expression in apposition to a person, which is then a person too."""
    people = np.unique(table.pairs[1][renamed])
    return np.isin(table.pairs[0], people) | np.isin(table.pairs[1], people)
