"""Errors in the input: files, names, options and queries."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence

from goldsmith.errors.base import GoldsmithError
from goldsmith.errors.remedies import WORDING, Remedy


class InputError(GoldsmithError):
    """An error in the input.

    Args:
        what: What is wrong.
        where: The file or folder with the error.
        line: The line of that file, from 1.
        expected: What was expected instead.
        remedy: What to do about it, as a code or as plain text.

    Example:
        >>> str(InputError("found no files", where="notes/", remedy=Remedy.NAME_FORMAT))
        'notes/: found no files. Name the format explicitly'
    """

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        line: int = 0,
        expected: str = "",
        remedy: Remedy | str = "",
    ) -> None:
        self.what, self.where, self.line = what, where, line
        self.expected, self.remedy = expected, remedy
        super().__init__(self.describe())

    @property
    def remedy_code(self) -> Remedy | None:
        """The code of the remedy; None for plain text or no remedy."""
        return self.remedy if isinstance(self.remedy, Remedy) else None

    @property
    def remedy_text(self) -> str:
        """The remedy in words for users of the library; "" without a remedy."""
        return WORDING[self.remedy] if isinstance(self.remedy, Remedy) else self.remedy

    def describe(self, word_remedy: Callable[[InputError], str] | None = None) -> str:
        """Return the whole message.

        Args:
            word_remedy: Words the remedy of an error for a front end; `remedy_text` by default.
        """
        place = f"{self.where}:{self.line}" if self.line else self.where
        text = f"{place}: {self.what}" if place else self.what
        if self.expected:
            text += f"; expected {self.expected}"
        remedy = word_remedy(self) if word_remedy else self.remedy_text
        return f"{text}. {remedy}" if remedy else text

    def at(self, where: str, line: int = 0) -> InputError:
        """Return the same error, located in a file and on a line of it."""
        return InputError(
            self.what,
            where=where,
            line=line or self.line,
            expected=self.expected,
            remedy=self.remedy,
        )


class SchemaError(InputError):
    """A schema file that cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[str], *, where: str) -> None:
        self.problems = tuple(problems)
        lines = "".join(f"\n  - {problem}" for problem in problems)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{count} in this schema{lines}", where=where)


class BadFiles(InputError):
    """Files of a corpus that cannot be read; `errors` contains an error for each.

    `details` says what the errors have in common, if anything.
    """

    def __init__(self, errors: Sequence[InputError], *, total: int, details: str = "") -> None:
        self.errors = tuple(errors)
        super().__init__(
            f"{len(errors)} of {total} could not be read, nothing was written"
            + (f"; {details}" if details else ""),
            remedy=Remedy.KEEP_GOING,
        )

    def describe(self, word_remedy: Callable[[InputError], str] | None = None) -> str:
        """Return the whole message, with the message of each file on its own line."""
        lines = "".join(f"\n  - {error.describe(word_remedy)}" for error in self.errors)
        remedy = word_remedy(self) if word_remedy else self.remedy_text
        return f"{self.what}{lines}\n{remedy}"


class LossError(InputError):
    """A write refused because the format would lose information; `losses` counts the losses.

    `sets` lists the annotation sets of which the format can hold only one. Such a loss cannot be
    allowed: the caller must name the set to write.
    """

    def __init__(
        self, format_name: str, losses: Mapping[str, int], *, sets: Iterable[str] = ()
    ) -> None:
        self.losses, self.sets = dict(losses), tuple(sorted(sets))
        counts = ", ".join(f"{name} ({count:,})" for name, count in sorted(losses.items()))
        super().__init__(
            f"the format {format_name} cannot carry: {counts}; nothing was written",
            expected="one of the sets " + ", ".join(self.sets) if self.sets else "",
            remedy=Remedy.CHOOSE_ONE_SET if self.sets else Remedy.ALLOW_LOSS,
        )


class UnknownName(InputError):
    """A name of a format, schema, metric … that is not registered."""

    def __init__(self, kind: str, name: str, names: Iterable[str]) -> None:
        registered = sorted(names)
        near = difflib.get_close_matches(name, registered, n=1)
        super().__init__(
            f"there is no {kind} called {name!r}" + ("" if registered else ", nor any other"),
            expected="one of " + ", ".join(registered) if registered else "",
            remedy=f"Did you mean {near[0]}?" if near else "",
        )


class QueryError(InputError):
    """A query over chronicles that cannot be read; `start` and `end` are the wrong characters.

    Args:
        what: What is wrong.
        query: The text of the query.
        start: The first wrong character, from 0.
        end: The end of the wrong characters, exclusive.
        expected: What was expected instead.
        remedy: What to do about it.
    """

    def __init__(
        self, what: str, *, query: str, start: int, end: int, expected: str = "", remedy: str = ""
    ) -> None:
        self.query, self.start, self.end = query, start, end
        where = f"query, character {start + 1}"
        super().__init__(what, where=where, expected=expected, remedy=remedy)

    def describe(self, word_remedy: Callable[[InputError], str] | None = None) -> str:
        """Return the whole message, with the position of the error marked in the query."""
        first = self.query.rfind("\n", 0, self.start) + 1
        last = self.query.find("\n", self.start)
        line = self.query[first : last if last >= 0 else None]
        column = self.start - first
        width = max(1, min(self.end - first, len(line)) - column)
        marked = f"\n  {line}\n  {' ' * column}{'^' * width}"
        return super().describe(word_remedy) + marked
