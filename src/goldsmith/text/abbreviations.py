"""Abbreviations of clinical English: their dots and slashes, and whether they end a sentence.

All lists are in lower case. A title or another word in `NEVER_LAST` is followed by the word it
belongs to, so its dot does not end a sentence. After other abbreviations the next word decides.
"""

from __future__ import annotations

from typing import Final

TITLES: Final = frozenset("dr drs mr mrs ms mx messrs prof rev sr st capt sgt lt rt".split())

NEVER_LAST: Final = TITLES | frozenset(
    "approx vs viz cf c.f fig figs e.g i.e eg ie resp incl excl ca ref refs vol pp".split()
)

#: Abbreviations whose dot belongs to the token. Words and units are excluded: a mention may end
#: with "10 min", before the dot that ends the sentence.
DOTTED: Final = frozenset(
    "approx cont vs viz cf fig figs incl excl resp dept etc jr hosp appt dr mr mrs prof".split()
)

#: Words of `NEVER_LAST` whose dot is a separate token.
UNDOTTED: Final = frozenset("eg ie ca ref refs vol pp".split())

#: Abbreviations whose slashes belong to the token.
SLASHED: Final = frozenset(
    """
    h/o c/o s/p w/o y/o n/v n/v/d d/c r/o f/u b/l a/w i/o o/e p/w s/o w/u d/w c/w r/t k/c/o m/r/g
    r/m/g r/r/w c/c/e a/p u/s c/s b/w d/t o/p f/h p/f t/c y/f y/m a/g v/q m/h a/o i/d n/a w/d w/n
    h/a h/x p/h u/o u/a c/d/i
    """.split()
)

#: Routes of administration. The name of a drug may follow, so only an opener ends a sentence.
ROUTES: Final = frozenset("i.v i.m s.c i.t i.o i.d".split())

#: Words such as "No." and "Feb." that do not end a sentence before a number.
BEFORE_NUMBER: Final = frozenset(
    """
    no nos nr p pp vol ch sec art se im jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)

#: Words after which a single capital is not an initial: "hepatitis B.", "vitamin D."
LETTERED: Final = frozenset(
    """
    hepatitis vitamin type stage grade group level class influenza factor protein specimen part
    case axis haemophilia hemophilia troponin grp block slide score category
    """.split()
)

#: Words that often open a sentence: the dot of an initial or abbreviation before them ends one.
OPENERS: Final = frozenset(
    """
    the a an this that these those there here it its he she they we you his her their our my
    patient patients pt no not none on in at by for from with after before during since upon under
    as if when while although though because however therefore thus then also both all each some
    most many any once overall otherwise please will was were is are has had have does did denies
    denied reports reported continue continued currently given per to of and but or so what who
    """.split()
)
