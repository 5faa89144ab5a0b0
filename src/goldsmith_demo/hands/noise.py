"""Noise of a hand: capitals, typing errors, missing blanks and full stops, fixed line lengths.

| case       | meaning                                                       |
| ---------- | ------------------------------------------------------------- |
| `asis`     | as the pattern has it                                         |
| `lower`    | everything lower case                                         |
| `upper`    | everything in capitals                                        |
| `sentence` | every sentence begins with a capital                          |
| `mixed`    | any of these from sentence to sentence                        |
| `careless` | as the pattern has it, names sometimes without capitals       |
| `plain`    | as the pattern has it, names never with capitals              |
"""

from __future__ import annotations

import re
from random import Random

from goldsmith_demo.hands.page import Page, Piece
from goldsmith_demo.life.chance import choose

_WORD = re.compile(r"[a-z]{4,}")
_BLANK = re.compile(r"(?<=[.,:;)]) (?=[A-Za-z(]|$)")
_STOP = re.compile(r"\.(?= )")
_OPENING = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
_MISTYPED = ("", "NAME", "PLACE")
_MIXTURE = ("asis", "asis", "sentence", "lower", "upper", "careless")


def apply_case(page: Page, case: str) -> None:
    """Apply the capitalisation of a hand to the pieces of a page."""
    starts, mode = set(page.starts), "asis" if case == "mixed" else case
    for index, piece in enumerate(page.pieces):
        opens = index in starts
        if opens and case == "mixed":
            mode = choose(page.rng, _MIXTURE)
        piece.text = _write_case(piece, mode, opens, page.rng)


def _write_case(piece: Piece, mode: str, opens: bool, rng: Random) -> str:
    text = piece.text
    if mode == "lower" or (mode == "plain" and piece.type):
        return text.lower()
    if mode == "upper":
        return text.upper()
    if mode == "careless" and piece.type:
        share = rng.random()
        return text.lower() if share < 0.5 else text.upper() if share > 0.94 else text
    if mode == "sentence" and opens:
        return text[:1].upper() + text[1:]
    if mode == "sentence" and not piece.type:
        return _OPENING.sub(lambda match: match[0].upper(), text) if ". " in text else text
    return text


def add_typos(page: Page, share: float) -> None:
    """Mistype letters in words, names included."""
    for piece in page.pieces:
        if piece.type in _MISTYPED and page.rng.random() < len(piece.text) * share:
            piece.text = _mistype_words(piece.text, page.rng)


def _mistype_words(text: str, rng: Random) -> str:
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = choose(rng, words)
    return text[: word.start()] + _mistype(word[0], rng) + text[word.end() :]


def _mistype(word: str, rng: Random) -> str:
    at = 1 + int(rng.random() * (len(word) - 2))
    kind = rng.random()
    if kind < 0.4:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.7:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


def drop_signs(page: Page, *, blanks: float, stops: float) -> None:
    """Drop some blanks after punctuation marks and some full stops at the end of sentences."""
    for piece in page.pieces:
        if not piece.type:
            piece.text = _drop(_BLANK, piece.text, blanks, page.rng)
            piece.text = _drop(_STOP, piece.text, stops, page.rng)


def _drop(sign: re.Pattern[str], text: str, share: float, rng: Random) -> str:
    if not share:
        return text
    return sign.sub(lambda match: "" if rng.random() < share else match[0], text)


def wrap_lines(text: str, width: int) -> str:
    """Break lines at a width by replacing blanks, so that offsets stay valid."""
    signs = list(text)
    begin = blank = 0
    for index, sign in enumerate(signs):
        if sign == "\n":
            begin = index + 1
        elif sign == " ":
            if index - begin > width and blank > begin:
                signs[blank] = "\n"
                begin = blank + 1
            blank = index
    return "".join(signs)
