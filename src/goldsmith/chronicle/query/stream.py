"""Read the tokens of a query from left to right, and make errors with their position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rapidfuzz.distance import OSA

from goldsmith.chronicle.query.model import EventPhrase, Place
from goldsmith.chronicle.query.tokens import Token, split_tokens
from goldsmith.chronicle.query.vocabulary import list_reserved, load_words
from goldsmith.errors import QueryError

Value = TypeVar("Value")
#: The edits allowed between a misspelt word and a reserved word, and the length at which one more
#: is allowed.
_MOST_EDITS, _LONG_WORD = 1, 7


class TokenStream:
    """Reads the tokens of a query.

    `last_event` is the event described last, from which a time such as `after five years` counts
    if it has no reference point.
    """

    def __init__(self, query: str) -> None:
        self.query, self._tokens, self._next = query, split_tokens(query), 0
        self.words = load_words()
        self.last_event: EventPhrase | None = None

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or one further ahead, without consuming it."""
        return self._tokens[min(self._next + ahead, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Consume the next token and return it."""
        token = self.peek()
        self._next += 1
        return token

    def skip(self, count: int = 1) -> None:
        """Skip a number of tokens."""
        self._next += count

    def save(self) -> int:
        """Return the current position, for `restore`."""
        return self._next

    def restore(self, saved: int) -> None:
        """Return to a saved position."""
        self._next = saved

    def is_next(self, *phrase: str) -> bool:
        """Return whether the next tokens are these words or symbols."""
        return all(
            (token := self.peek(ahead)).kind in ("word", "symbol") and token.text == text
            for ahead, text in enumerate(phrase)
        )

    def accept(self, *phrases: str) -> str:
        """Consume and return the first of the phrases that comes next; "" if none does."""
        for phrase in phrases:
            texts = phrase.split()
            if self.is_next(*texts):
                self.skip(len(texts))
                return phrase
        return ""

    def accept_entry(self, table: Mapping[str, Value]) -> Value | None:
        """Consume the next word and return its entry in a table; None if it has no entry."""
        token = self.peek()
        if token.kind != "word":
            return None
        for word, value in table.items():
            if word.lower() == token.text:
                self.skip()
                return value
        return None

    def expect(self, phrase: str, expected: str) -> None:
        """Consume a phrase.

        Raises:
            QueryError: Something else comes next.
        """
        if not self.accept(phrase):
            raise self.make_error(expected)

    def is_reserved(self, ahead: int = 0) -> bool:
        """Return whether the next token, or one further ahead, is a reserved word."""
        token = self.peek(ahead)
        return token.kind == "word" and token.text in list_reserved()

    @property
    def position(self) -> int:
        """The offset at which the next token begins."""
        return self.peek().place.start

    @property
    def end(self) -> int:
        """The offset at which the last consumed token ends."""
        return self._tokens[self._next - 1].place.end if self._next else 0

    def make_error(self, expected: str) -> QueryError:
        """Return an error which says that the next token is unexpected.

        If the words before it form a name that contains a misspelt reserved word, the error is
        about that word.
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
        """Return an error about a span of the query."""
        return QueryError(
            what,
            query=self.query,
            start=place.start,
            end=place.end,
            expected=expected,
            remedy=remedy,
        )

    def _find_misspelt(self) -> tuple[Token, str] | None:
        """Return the last word before the next token that looks like a misspelt reserved word."""
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
    """Return the reserved word that a misspelt word probably means; "" if none is similar."""
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
