"""NHS numbers and their check digit (modulus 11)."""

from __future__ import annotations

import re

_LENGTH = 10
_NON_DIGIT = re.compile(r"\D")


def keep_digits(text: str) -> str:
    """Return only the digits of a text."""
    return _NON_DIGIT.sub("", text)


def is_nhs_number(text: str) -> bool:
    """Return whether a text has ten digits, the last of which is the correct check digit."""
    digits = keep_digits(text)
    return len(digits) == _LENGTH and compute_check_digit(digits[:9]) == int(digits[9])


def compute_check_digit(digits: str) -> int:
    """Compute the check digit of nine digits; 10 means that the number is not in use."""
    weighted = sum(int(digit) * (10 - index) for index, digit in enumerate(digits))
    return (11 - weighted % 11) % 11
