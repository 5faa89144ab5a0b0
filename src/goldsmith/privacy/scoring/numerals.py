"""Evidence about a number without its context: its shape, its size, its possible date form."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple

from goldsmith.privacy.identifiers import ABOUT, AGE, AROUND, DATE, DISTANT, Identifier
from goldsmith.privacy.nhs_number import is_nhs_number, keep_digits

#: The coarse classes of numbers, in the order in which their patterns are tried.
_PATTERNS: Final = (
    ("nhs", r"9{3}[ -]?9{3}[ -]?9{4}"),
    ("ssn", r"9{3}-99-9{4}"),
    ("phone", r"(?:1[ .-]?)?\(?9{3}\)?[ .-]{1,2}9{3}[ .-]9{4}|\(9{3}\)9{3}-9{4}"),
    ("long phone", r"\+?\(?9{2,5}\)?[ .-]{0,2}(?:\(9\)[ ]?)?9{2,4}(?:[ .-]?9{2,4}){1,3}"),
    ("short phone", r"9{3}[-.]9{4}"),
    ("pager", r"9-9{4}|9{2}-9{3,4}"),
    ("time", r"99?:99(?::99)?|99?(?:am|pm|a|p|AM|PM|A|P)|9{4}(?:h|hrs?|H)|99?[ap]-99?[ap]"),
    ("clock range", r"9{4}-9{4}"),
    ("values", r"(?=.*\.)9+(?:\.9+)?(?:/9+(?:\.9+)?)+"),
    ("disease code", r"A99?\.9{1,3}"),
    ("triple slash", r"99?/99?/(?:99|9999)"),
    ("triple", r"99?([-.])99?\1(?:99|9999)|9{4}[-/.]99[-/.]99"),
    ("slash", r"99?/99?"),
    ("long slash", r"9+(?:/9+)+"),
    ("month year", r"99?[/-]9{4}"),
    ("range", r"9{1,4}-9{1,4}"),
    ("zip", r"9{5}-9{4}"),
    ("decimal", r"9*\.9+|9+(?:\.9+)+|9{1,3}(?:,9{3})+(?:\.9+)?"),
    ("postcode", r"[A]{1,2}9[A9]?[ ]?9AA"),
    ("one digit", r"9"),
    ("two digits", r"99"),
    ("three digits", r"9{3}"),
    ("four digits", r"9{4}"),
    ("five digits", r"9{5}"),
    ("six digits", r"9{6}"),
    ("seven digits", r"9{7}"),
    ("eight digits", r"9{8,9}"),
    ("ten digits", r"9{10,}"),
    ("code", r"A{1,4}-?9{4,}A?|A{1,3}9{2,3}[-/]9{3,}|9{2}A{1,2}-?9{3,}|A{1,3}9{2}A?-9+"),
    ("long code", r"(?=(?:.*9){5})[A9][A9/.-]+"),
    ("times", r"9+[xX]9+(?:[xX]9+)?"),
    ("suffixed", r"9+(?:[.,/-]9+)*[aA]+(?:9)?"),
    ("prefixed", r"[aA]{1,4}9{1,3}(?:[-/.,:]9+)*"),
)  # fmt: skip
CLASSES: Final = ("pad", *(name for name, _ in _PATTERNS), "mixed", "clock")
_PATTERN = re.compile("|".join(f"(?P<p{n}>{p})" for n, (_, p) in enumerate(_PATTERNS)))
_MARKED = {f"p{number}": number + 1 for number in range(len(_PATTERNS))}
_SHAPES = str.maketrans(
    digits + ascii_uppercase + ascii_lowercase, "9" * len(digits) + "A" * 26 + "a" * 26
)
_CONTACTS = frozenset(map(CLASSES.index, ("phone", "long phone", "short phone", "pager")))
_TIME, _NHS, _MIXED = (CLASSES.index(name) for name in ("time", "nhs", "mixed"))
_CLOCK = re.compile(r"(?:[01]\d|2[0-4])[0-5]\d(?:-(?:[01]\d|2[0-4])[0-5]\d)?")
#: Test results and disease codes, which do not identify anybody.
_VALUES = frozenset(map(CLASSES.index, ("values", "disease code")))
_PRESSURE = re.compile(r"\d{2,3}/\d{2,3}")
_FOUR_DIGITS, _CLOCK_RANGE = CLASSES.index("four digits"), CLASSES.index("clock range")
_MAX_DIGITS = 14
_DISTANCES: Final = ("", ABOUT, AROUND, DISTANT)
_LETTER = re.compile(r"[A-Za-z]")


class Numeral(NamedTuple):
    """The groups of evidence about a number; each is a small number."""

    coarse: int
    shape: int
    rule: int
    digits: int
    value: int
    second_value: int
    letters: int
    distance: int
    """The distance of a date from the day of the note."""


class NumeralCoder:
    """Describes numbers with the shapes and rules of the model.

    Args:
        shapes: The shapes of numbers in the model.
        rules: The finder rules in the model.
    """

    def __init__(self, shapes: Sequence[str], rules: Sequence[str]) -> None:
        self.shapes = {shape: code for code, shape in enumerate(shapes, 1)}
        self.rules = {rule: code for code, rule in enumerate(rules, 2)}
        self.sizes = Numeral(
            coarse=len(CLASSES),
            shape=len(shapes) + 1,
            rule=len(rules) + 2,
            digits=_MAX_DIGITS + 1,
            value=10,
            second_value=8,
            letters=6,
            distance=len(_DISTANCES),
        )

    def describe(self, text: str, proposal: Identifier | None) -> Numeral:
        """Describe a number, which a finder may have proposed as an identifier."""
        shape = get_shape(text)
        digits = keep_digits(text)
        rule = 0 if proposal is None else self.rules.get(name_rule(proposal), 1)
        coarse = classify_shape(shape)
        if coarse == _NHS and not is_nhs_number(text):
            coarse = CLASSES.index("phone" if not text.isdigit() else "ten digits")
        if coarse in (_FOUR_DIGITS, _CLOCK_RANGE) and is_clock(text):
            coarse = CLASSES.index("clock") if coarse == _FOUR_DIGITS else coarse
        elif coarse == _CLOCK_RANGE:
            coarse = CLASSES.index("range")
        parts = re.findall(r"\d+", text)
        return Numeral(
            coarse,
            self.shapes.get(shape, 0),
            rule,
            min(len(digits), _MAX_DIGITS),
            _bucket_value(parts[0]) if parts else 0,
            _bucket_second(parts[1]) if len(parts) > 1 else 0,
            _classify_letters(text),
            _classify_distance(proposal),
        )


def _classify_distance(proposal: Identifier | None) -> int:
    is_date = proposal is not None and proposal.kind == DATE
    return _DISTANCES.index(proposal.detail) if proposal and is_date else 0


def name_rule(proposal: Identifier) -> str:
    """Name the kind, the rule and the form of a proposal."""
    return f"{proposal.kind}: {proposal.rule} {proposal.form}"


def get_shape(text: str) -> str:
    """Return the shape of a number: 9 for digits, A and a for letters."""
    return text.translate(_SHAPES)


@lru_cache(10_000)
def classify_shape(shape: str) -> int:
    """Return the coarse class of a shape."""
    match = _PATTERN.fullmatch(shape)
    return _MARKED[match.lastgroup] if match and match.lastgroup else _MIXED


@lru_cache(50_000)
def is_clock(text: str) -> bool:
    """Return whether a number may be a time of day in four digits, or a range of them."""
    return bool(_CLOCK.fullmatch(text))


@lru_cache(50_000)
def is_value(text: str) -> bool:
    """Return whether a number is a result, a pressure or the code of a disease: 138/4.2, G43.1."""
    return classify_shape(get_shape(text)) in _VALUES or bool(_PRESSURE.fullmatch(text))


def get_context(coarse: int, proposal: Identifier | None) -> str:
    """Return the context class of a number for its neighbours."""
    if proposal is not None and proposal.kind in (DATE, AGE):
        return "date" if proposal.kind == DATE else "number"
    if coarse in _CONTACTS:
        return "contact"
    return "time" if coarse == _TIME else "number"


def _bucket_value(digits: str) -> int:
    """Sort the first number into a bucket: a month, a day, an age, a year."""
    value = int(digits) if len(digits) < 6 else 99_999
    return bisect_right((1, 13, 32, 50, 90, 120, 1900, 2040, 10_000), value)


def _bucket_second(digits: str) -> int:
    value = int(digits) if len(digits) < 6 else 99_999
    return 1 + bisect_right((1, 13, 32, 60, 100, 1900), value)


def _classify_letters(text: str) -> int:
    """Return a code for the position of letters in a number; 5 for a round number."""
    if not _LETTER.search(text):
        return 5 if text.endswith("000") else 0
    start = text[0].isalpha()
    return 1 + 2 * start + text.isupper()
