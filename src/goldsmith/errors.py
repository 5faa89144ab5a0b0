"""Every error Goldsmith raises.

    GoldsmithError
    ├── InputError          something given to us is wrong; the command line exits with 2
    │   ├── SchemaError     a schema file, with all of its problems at once
    │   ├── BadFiles        several files of a corpus, each with its own error
    │   ├── LossError       a write would drop something the format cannot carry
    │   └── UnknownName     a name nobody registered; lists the known ones
    └── MissingExtra        an optional dependency is not installed; says the pip line

A message says where, what is wrong, what was expected and what to do. It never
quotes the note: messages end up in logs, and notes hold patients.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence


class GoldsmithError(Exception):
    """The root: catch this to catch everything we raise on purpose."""


class InputError(GoldsmithError):
    """One thing in the input is wrong."""

    def __init__(
        self, what: str, *, where: str = "", line: int = 0, expected: str = "", remedy: str = ""
    ) -> None:
        self.what, self.where, self.line = what, where, line
        self.expected, self.remedy = expected, remedy
        super().__init__(self._message())

    def _message(self) -> str:
        place = f"{self.where}:{self.line}" if self.line else self.where
        text = f"{place}: {self.what}" if place else self.what
        if self.expected:
            text += f"; expected {self.expected}"
        if self.remedy:
            text += f". {self.remedy}"
        return text

    def at(self, where: str, line: int = 0) -> InputError:
        """The same error, placed in the file, and on the line, that it was found in."""
        return InputError(
            self.what,
            where=where,
            line=line or self.line,
            expected=self.expected,
            remedy=self.remedy,
        )


class SchemaError(InputError):
    """A schema file that cannot be used; `problems` holds all that is wrong with it."""

    def __init__(self, problems: Sequence[str], *, where: str) -> None:
        self.problems = tuple(problems)
        lines = "".join(f"\n  - {problem}" for problem in problems)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{count} in this schema{lines}", where=where)


class BadFiles(InputError):
    """Several files could not be read; `errors` holds one error for each."""

    def __init__(self, errors: Sequence[InputError], *, total: int) -> None:
        self.errors = tuple(errors)
        lines = "".join(f"\n  - {error}" for error in errors)
        super().__init__(
            f"{len(errors)} of {total} could not be read, nothing was written{lines}",
            remedy="\nMend them, or use --keep-going to take the others",
        )


class LossError(InputError):
    """A write was refused because the format cannot carry everything; `losses` says what."""

    def __init__(self, format_name: str, losses: Mapping[str, int]) -> None:
        self.losses = dict(losses)
        listed = ", ".join(f"{name} ({count:,})" for name, count in sorted(losses.items()))
        super().__init__(
            f"the format {format_name} cannot carry: {listed}; nothing was written",
            remedy=f"Allow it with --allow-loss {','.join(sorted(losses))} (or --allow-loss all), "
            "or choose another format: `goldsmith formats` shows what each one carries",
        )


class UnknownName(InputError):
    """A format, schema, metric … that is not registered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"Did you mean {near[0]}?" if near else ""
        super().__init__(
            f"there is no {kind} called {name!r}",
            expected="one of " + ", ".join(names),
            remedy=hint,
        )


class MissingExtra(GoldsmithError):
    """A part needs a package that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra {extra!r}: pip install 'goldsmith[{extra}]'")
