"""Every error that Goldsmith raises.

    GoldsmithError
    ├── InputError          the input is wrong; the command line exits with 2
    │   ├── SchemaError     a schema file is wrong; lists all of its problems
    │   ├── BadFiles        files of a corpus cannot be read; contains an error for each
    │   ├── LossError       the target format cannot hold everything
    │   ├── UnknownName     a name is not registered; lists the registered names
    │   └── QueryError      a query over chronicles is wrong; contains the position of the error
    ├── RequestError        a request to the team's server that it does not fulfil
    │   ├── NotSignedIn     nobody is signed in, or the password or token is wrong
    │   ├── Forbidden       the person's roles or the token's scopes do not allow it
    │   ├── NotFound        there is no such thing, or the person may not know of it
    │   ├── Conflict        it contradicts the present state; contains the intervening changes
    │   ├── TooManyRequests the same attempt was made too often
    │   └── Unavailable     the server is stopping; the same request works later
    └── MissingExtra        an optional dependency is not installed; gives the pip command

A message states the place, the problem, what was expected and what to do. It never quotes the
note: messages end up in logs, and notes describe patients.

What to do is plain text or a `Remedy`. A `Remedy` is a code, because the library, the command line
and the browser offer the same remedy in different ways: an argument, an option, a button. `str()`
of an error words it for users of the library; another front end passes its own wording to
`InputError.describe`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum


class Remedy(StrEnum):
    """A remedy by its code; each front end words it in its own terms."""

    NAME_FORMAT = "name-format"
    NAME_SET = "name-set"
    NAME_DONE_SET = "name-done-set"
    NAME_SCHEMA = "name-schema"
    NAME_TERMS = "name-terms"
    NAME_SOURCE = "name-source"
    NAME_RECORDS = "name-records"
    NAME_EACH = "name-each"
    NAME_COLUMN = "name-column"
    NAME_DATE_FORMAT = "name-date-format"
    NAME_DELIMITER = "name-delimiter"
    NAME_ENCODING = "name-encoding"
    NAME_TABLE = "name-table"
    NUMBER_NOTES = "number-notes"
    CHOOSE_ONE_SET = "choose-one-set"
    CHECK_SET = "check-set"
    CHOOSE_SET_NAME = "choose-set-name"
    CHOOSE_CODE_SYSTEM = "choose-code-system"
    CHOOSE_OUTPUT = "choose-output"
    OVERWRITE = "overwrite"
    START_AGAIN = "start-again"
    RESUME = "resume"
    KEEP_GOING = "keep-going"
    RAISE_LENGTH = "raise-length"
    ALLOW_LOSS = "allow-loss"
    HANDLE_MISSING = "handle-missing"
    HANDLE_DIFFERING = "handle-differing"
    NAME_ANNOTATORS = "name-annotators"
    NAME_ROLES = "name-roles"
    NAME_SETS = "name-sets"
    NAME_CONSENSUS = "name-consensus"
    DECIDE_UNITS = "decide-units"
    REOPEN_UNITS = "reopen-units"
    REMAKE_QUEUE = "remake-queue"
    HOLD_OUT = "hold-out"
    FOLD_BY_DOCUMENT = "fold-by-document"
    REDUCE_CLUSTERS = "reduce-clusters"
    REDUCE_PATIENTS = "reduce-patients"
    IGNORE_COLUMN = "ignore-column"
    DROP_SEED = "drop-seed"
    REWRITE_DATES = "rewrite-dates"
    PROTECT_KEY = "protect-key"
    TRAIN_MODEL = "train-model"
    BUILD_TERMS = "build-terms"
    SEARCH_TERMS = "search-terms"
    VALIDATE = "validate"
    CORRECT_OFFSETS = "correct-offsets"
    CHECK_GUIDELINE = "check-guideline"
    MAKE_GUIDELINE = "make-guideline"
    RELEASE_PROBLEMS = "release-problems"
    ALLOW_MIGRATION_LOSS = "allow-migration-loss"
    NAME_DATABASE = "name-database"
    CHOOSE_PORT = "choose-port"
    MAKE_OWNER = "make-owner"
    MAKE_CHRONICLES = "make-chronicles"


_WORDING: Mapping[Remedy, str] = {
    Remedy.NAME_FORMAT: "Name the format explicitly",
    Remedy.NAME_SET: "Name the annotation set",
    Remedy.NAME_DONE_SET: "Name the set of the annotated documents",
    Remedy.NAME_SCHEMA: "Name the schema of the annotations",
    Remedy.NAME_TERMS: "Name the terminology",
    Remedy.NAME_SOURCE: "Name the kind of source explicitly",
    Remedy.NAME_RECORDS: "Name the file of the records",
    Remedy.NAME_EACH: "Give each its own name",
    Remedy.NAME_COLUMN: "Name the columns of the text and the id",
    Remedy.NAME_DATE_FORMAT: "Correct the row, or specify the date format",
    Remedy.NAME_DELIMITER: "Correct the row, or name the delimiter and the quoting",
    Remedy.NAME_ENCODING: "Name the encoding, or correct the file",
    Remedy.NAME_TABLE: "Name the table, or give a query",
    Remedy.NUMBER_NOTES: "Choose another column of ids, or number the notes",
    Remedy.CHOOSE_ONE_SET: "Name the one annotation set to write",
    Remedy.CHECK_SET: "Check the name of the annotation set, and its types against the schema",
    Remedy.CHOOSE_SET_NAME: "Choose another name for the new annotation set",
    Remedy.CHOOSE_CODE_SYSTEM: "Choose another code system for one of them",
    Remedy.CHOOSE_OUTPUT: "Choose another path for the output",
    Remedy.OVERWRITE: "Choose another path for the output, or allow overwriting",
    Remedy.START_AGAIN: "Allow overwriting to start again",
    Remedy.RESUME: "Resume the run, or allow overwriting to start again",
    Remedy.KEEP_GOING: "Correct these files, or keep going without them",
    Remedy.RAISE_LENGTH: "Keep going without long notes, or raise the limit of their length, which "
    "takes more memory",
    Remedy.ALLOW_LOSS: "Allow these losses, or choose a format that carries everything",
    Remedy.HANDLE_MISSING: "Count missing documents as empty, or skip them",
    Remedy.NAME_ANNOTATORS: "Name the sets of the annotators, or ask for all sets of the corpus",
    Remedy.NAME_ROLES: "Name the sets by their roles, the metadata fields, or a table of sets",
    Remedy.NAME_SETS: "Name the sets of the annotators",
    Remedy.NAME_CONSENSUS: "Choose another name for the consensus set",
    Remedy.DECIDE_UNITS: "Decide them, or let a policy decide the remainder",
    Remedy.REOPEN_UNITS: "Reopen these units and decide them again",
    Remedy.REMAKE_QUEUE: "Make the queue again and take over the decisions that still hold",
    Remedy.HANDLE_DIFFERING: "Skip them, or realign the annotations where only white space differs",
    Remedy.HOLD_OUT: "Start with fewer documents, or hold out fewer",
    Remedy.FOLD_BY_DOCUMENT: "Make the folds of documents instead",
    Remedy.REDUCE_CLUSTERS: "Add text, or ask for fewer clusters",
    Remedy.REDUCE_PATIENTS: "Ask for fewer patients",
    Remedy.IGNORE_COLUMN: "Rename the columns, or ignore them",
    Remedy.DROP_SEED: "Drop the seed",
    Remedy.REWRITE_DATES: "Write these dates as YYYY-MM-DD, or remove them",
    Remedy.PROTECT_KEY: "Make the file readable by its owner alone (chmod 600), and choose a new "
    "key if others may have read it",
    Remedy.TRAIN_MODEL: "Train a model first",
    Remedy.BUILD_TERMS: "Compile the terminology first",
    Remedy.SEARCH_TERMS: "Search the terminology for its name",
    Remedy.CORRECT_OFFSETS: "Give the text that was annotated and offsets in characters from its "
    "start, or convert the corpus without comparing the wording",
    Remedy.CHECK_GUIDELINE: "Correct these pages",
    Remedy.MAKE_GUIDELINE: "Make a guideline from a schema first",
    Remedy.RELEASE_PROBLEMS: "Correct them, or allow problems, which the data sheet then counts",
    Remedy.ALLOW_MIGRATION_LOSS: "Change the rules, or allow these losses",
    Remedy.NAME_DATABASE: "Name a PostgreSQL database",
    Remedy.CHOOSE_PORT: "Choose another port, or let the system choose a free one",
    Remedy.MAKE_OWNER: "Start the server and make its owner first",
    Remedy.MAKE_CHRONICLES: "Make the chronicles again",
    Remedy.VALIDATE: "Validate the corpus to list every such problem",
}


#: How many characters of an id a message shows: ids of a damaged file may contain note text.
MAX_QUOTE = 20
_IDS_SHOWN = 5


def shorten_id(value: str) -> str:
    """Return the beginning of an id, name or type for a message, in printable characters."""
    return repr(value if len(value) <= MAX_QUOTE else value[:MAX_QUOTE] + "…")[1:-1]


def quote_id(value: str) -> str:
    """Return the beginning of an id, name or type for a message, in quotation marks."""
    return f"'{shorten_id(value)}'"


def list_ids(values: Collection[str]) -> str:
    """Return the first ids or names of a collection for a message, and how many more there are."""
    shown = ", ".join(shorten_id(value) for value in sorted(values)[:_IDS_SHOWN])
    more = len(values) - _IDS_SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown


class GoldsmithError(Exception):
    """The base of every error that Goldsmith raises deliberately.

    `code` names its kind in the answers of the team's server.
    """

    code = "input"


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
        return _WORDING[self.remedy] if isinstance(self.remedy, Remedy) else self.remedy

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


class MissingExtra(GoldsmithError):
    """An optional package is not installed."""

    code = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra {extra!r}: pip install 'goldsmith[{extra}]'")


class RequestError(GoldsmithError):
    """A request to the team's server that it does not fulfil; the message names the remedy."""


class NotSignedIn(RequestError):
    """Nobody is signed in, or the password or token is wrong."""

    code = "not-signed-in"


class Forbidden(RequestError):
    """The roles of the person or the scopes of the token do not allow the request."""

    code = "forbidden"


class NotFound(RequestError):
    """The resource does not exist, or the person may not know that it does."""

    code = "not-found"


class Unavailable(RequestError):
    """The server is stopping; the same request works later."""

    code = "unavailable"


class TooManyRequests(RequestError):
    """The same attempt was made too often.

    Args:
        what: What was attempted.
        seconds: How long to wait.
    """

    code = "too-many-requests"

    def __init__(self, what: str, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"{what}. Wait {seconds} seconds and try again")


class Conflict(RequestError):
    """The request contradicts the present state.

    Args:
        what: The contradiction, and what to do.
        details: The intervening changes, for front ends that show both sides.
    """

    code = "conflict"

    def __init__(self, what: str, details: Sequence[object] = ()) -> None:
        self.details = tuple(details)
        super().__init__(what)
