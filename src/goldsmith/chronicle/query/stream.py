"""The tokens of a query, read from left to right, and the errors at a place of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rapidfuzz.distance import OSA

from goldsmith.chronicle.query.model import EventPhrase, Place
from goldsmith.chronicle.query.tokens import Token, split_tokens
from goldsmith.chronicle.query.vocabulary import list_reserved, load_words
from goldsmith.errors import QueryError

Value = TypeVar("Value")
#: Edits between a misspelt word and a reserved one, and the letters from which two are allowed.
_MOST_EDITS, _LONG_WORD = 1, 7


class TokenStream:
    """Reads the tokens of a query.

    `last_event` is the event that was described last: what `after five years` counts from if
    nothing else is said.
    """

    def __init__(self, query: str) -> None:
        self.query, self._tokens, self._next = query, split_tokens(query), 0
        self.words = load_words()
        self.last_event: EventPhrase | None = None

    def peek(self, ahead: int = 0) -> Token:
        """Return a token that is still to come."""
        return self._tokens[min(self._next + ahead, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Return the next token and go on."""
        token = self.peek()
        self._next += 1
        return token

    def skip(self, count: int = 1) -> None:
        """Go on by a number of tokens."""
        self._next += count

    def save(self) -> int:
        """Return the present place, to go back to with `restore`."""
        return self._next

    def restore(self, saved: int) -> None:
        """Go back to a place."""
        self._next = saved

    def is_next(self, *phrase: str) -> bool:
        """Return whether the next tokens are these words or symbols."""
        return all(
            (token := self.peek(ahead)).kind in ("word", "symbol") and token.text == text
            for ahead, text in enumerate(phrase)
        )

    def accept(self, *phrases: str) -> str:
        """Read the first of the phrases that comes next, and return it; "" if none does."""
        for phrase in phrases:
            texts = phrase.split()
            if self.is_next(*texts):
                self.skip(len(texts))
                return phrase
        return ""

    def accept_entry(self, table: Mapping[str, Value]) -> Value | None:
        """Read a word of a table, and return its entry; None if another token comes next."""
        token = self.peek()
        if token.kind != "word":
            return None
        for word, value in table.items():
            if word.lower() == token.text:
                self.skip()
                return value
        return None

    def expect(self, phrase: str, expected: str) -> None:
        """Read a phrase.

        Raises:
            QueryError: Something else comes next.
        """
        if not self.accept(phrase):
            raise self.make_error(expected)

    def is_reserved(self, ahead: int = 0) -> bool:
        """Return whether a token to come is a reserved word."""
        token = self.peek(ahead)
        return token.kind == "word" and token.text in list_reserved()

    @property
    def position(self) -> int:
        """Where the next token begins."""
        return self.peek().place.start

    @property
    def end(self) -> int:
        """Where the last token that was read ends."""
        return self._tokens[self._next - 1].place.end if self._next else 0

    def make_error(self, expected: str) -> QueryError:
        """Return the error that the next token is not what was expected.

        If the words before it are a name that contains a misspelt word of the language, the error
        is about that word.
        """
        if misspelt := self._find_misspelt():
            token, word = misspelt
            return self.locate(
                f"{token.raw!r} is taken as a name here",
                token.place,
                remedy=f"Did you mean {word}?",
            )
        token = self.peek()
        what = "the query ends here" if token.kind == "end" else f"{token.raw} does not fit here"
        word = suggest_word(token.text) if token.kind == "word" else ""
        return self.locate(
            what, token.place, expected=expected, remedy=f"Did you mean {word}?" if word else ""
        )

    def locate(
        self, what: str, place: Place, *, expected: str = "", remedy: str = ""
    ) -> QueryError:
        """Return an error about a place of the query."""
        return QueryError(
            what,
            query=self.query,
            start=place.start,
            end=place.end,
            expected=expected,
            remedy=remedy,
        )

    def _find_misspelt(self) -> tuple[Token, str] | None:
        """Return the last word before the next token that is nearly a reserved word."""
        number = self._next - 1
        while number >= 0 and self._tokens[number].kind == "word":
            token = self._tokens[number]
            if token.text in list_reserved():
                return None
            if word := suggest_word(token.text):
                return token, word
            number -= 1
        return None


def suggest_word(text: str) -> str:
    """Return the reserved word that a word is probably meant to be; "" if none is near."""
    text = text.lower()
    if text in list_reserved() or len(text) < 3:
        return ""
    most = _MOST_EDITS + (len(text) >= _LONG_WORD)
    distances = sorted(
        (OSA.distance(text, word, score_cutoff=most), -len(word), word)
        for word in list_reserved()
        if len(word) > 2
    )
    distance, _, word = distances[0]
    return word if distance <= most else ""
