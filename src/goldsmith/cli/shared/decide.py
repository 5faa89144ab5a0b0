"""Adjudication of a queue in the terminal, with one key per decision."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol

from goldsmith.cli.shared.decide_screen import draw_keys, draw_unit, number_members

if TYPE_CHECKING:
    from rich.console import Console

    from goldsmith.adjudication import Decision, Mixture, NewMention
    from goldsmith.project.adjudication.session import Session

_ENTER = ("\r", "\n")
#: The end of input, as a stream and as a terminal sends it, and the key to quit.
_END = ("", "\x04", "q")


class Keyboard(Protocol):
    """A source of keys and lines."""

    def read_key(self) -> str:
        """Return the next key; "" at the end of the input."""

    def read_line(self) -> str:
        """Return the next line without its end."""


class TerminalKeyboard:
    """The keyboard of a terminal that sends each key at once, without Enter.

    Args:
        handle: The file descriptor of the terminal.
        edit_line: Makes the terminal send lines, with echo, within a `with` block.
    """

    def __init__(self, handle: int, edit_line: Callable[[], AbstractContextManager[None]]) -> None:
        self._handle, self._edit_line = handle, edit_line

    def read_key(self) -> str:
        """Return the next key; "" at the end of the input."""
        return os.read(self._handle, 1).decode("ascii", "replace")

    def read_line(self) -> str:
        """Return the next line."""
        with self._edit_line():
            return os.read(self._handle, 4096).decode("utf-8", "replace").rstrip("\r\n")


class StreamKeyboard:
    """Keys from a file or a pipe, for scripts."""

    def read_key(self) -> str:
        """Return the next character."""
        return sys.stdin.read(1)

    def read_line(self) -> str:
        """Return the rest of the line."""
        return sys.stdin.readline().rstrip("\r\n")


@contextmanager
def open_keyboard() -> Iterator[Keyboard]:
    """Open the keyboard of the terminal, or the stream that replaces it.

    The terminal stays in its mode for the whole session, so that keys typed ahead are not lost, and
    is restored at the end.
    """
    try:
        import termios
        import tty
    except ImportError:  # not a POSIX system: keys take effect after Enter
        yield StreamKeyboard()
        return
    if not sys.stdin.isatty():
        yield StreamKeyboard()
        return
    handle = sys.stdin.fileno()
    ordinary = termios.tcgetattr(handle)

    @contextmanager
    def edit_line() -> Iterator[None]:
        termios.tcsetattr(handle, termios.TCSADRAIN, ordinary)
        try:
            yield
        finally:
            tty.setcbreak(handle, termios.TCSADRAIN)

    tty.setcbreak(handle, termios.TCSADRAIN)
    try:
        yield TerminalKeyboard(handle, edit_line)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, ordinary)


class Walk:
    """Shows the open units of a session one by one and records a decision per key.

    Args:
        session: The session.
        console: The console to draw on.
        keyboard: The source of keys.
    """

    def __init__(self, session: Session, console: Console, keyboard: Keyboard) -> None:
        self._session, self._console, self._keyboard = session, console, keyboard
        self._chosen: set[str] = set()
        self._reason = self._guideline = ""
        self._actions: dict[str, Callable[[], None]] = {
            "+": self._keep_all,
            "0": self._keep_none,
            "#": self._ask_numbers,
            "m": self._mix,
            "n": self._add_new,
            "r": self._ask_reason,
            "g": self._ask_guideline,
            "u": self._undo,
            "s": self._skip,
            "?": self._show_keys,
        }

    def run(self) -> None:
        """Show units until none is open or the person quits."""
        shown: object = None
        while self._session.current is not None:
            state = (self._session.current.unit.id, frozenset(self._chosen))
            if state != shown:
                self._console.print(draw_unit(self._session, self._chosen))
                self._console.print("[dim]key (? for help):[/] ", end="")
                shown = state
            key = self._keyboard.read_key()
            if key in _END:
                self._console.print()
                return
            if self._press(key):
                shown = None

    def _press(self, key: str) -> bool:
        """Act on a key; return whether the unit must be drawn again."""
        entry = self._session.current
        assert entry is not None
        made = self._session.list_made_by(key)
        if made is not None:
            self._decide(keep=made)
        elif key in _ENTER:
            if not self._chosen:
                return False
            self._decide(keep=tuple(sorted(self._chosen, key=int)))
        elif key.isdecimal() and key != "0" and entry.unit.get(key) is not None:
            self._chosen ^= {key}
        elif key in self._actions:
            self._actions[key]()
        else:
            return False
        return True

    def _decide(
        self,
        *,
        keep: tuple[str, ...] = (),
        mix: tuple[Mixture, ...] = (),
        blocks: tuple[tuple[int, ...], ...] | None = None,
        add: tuple[NewMention, ...] = (),
    ) -> None:
        from goldsmith.adjudication import Decision

        decision: Decision = Decision(
            "",
            keep,
            mix,
            add,
            blocks,
            reason=self._reason,
            guideline=self._guideline,
        )
        breaches = self._session.decide(decision)
        for breach in breaches:
            self._say(f"refused: {breach}", style="bold red")
        if not breaches:
            self._chosen, self._reason, self._guideline = set(), "", ""

    def _keep_all(self) -> None:
        assert self._session.current is not None
        self._decide(keep=tuple(entry.id for entry in self._session.current.unit.candidates))

    def _keep_none(self) -> None:
        self._decide()

    def _ask_numbers(self) -> None:
        assert self._session.current is not None
        numbers = self._ask("versions to keep:").replace(",", " ").split()
        versions = {entry.id for entry in self._session.current.unit.candidates}
        unknown = [number for number in numbers if number not in versions]
        if unknown:
            self._say(f"there is no version {', '.join(unknown)}", style="bold red")
        else:
            self._chosen = set(numbers)

    def _mix(self) -> None:
        """Ask which version to take for each field."""
        from goldsmith.adjudication import Mixture

        assert self._session.current is not None
        unit = self._session.current.unit
        if unit.kind == "mention":
            spans, kind = self._ask("words of version:"), self._ask("type of version:")
            self._decide(mix=(Mixture(spans=spans, type=kind),))
        elif unit.kind == "attributes":
            names = sorted({name for entry in unit.candidates for name in entry.attributes})
            values = {name: self._ask(f"{name} of version:") for name in names}
            self._decide(mix=(Mixture(attributes={k: v for k, v in values.items() if v}),))
        elif unit.kind == "chain":
            self._list_chains()
        else:
            self._say(f"the versions of {unit.kind} cannot be mixed", style="bold red")

    def _list_chains(self) -> None:
        assert self._session.current is not None
        members = number_members(self._session.current)
        answer = self._ask("chains, such as 1 2 | 3 4:")
        blocks = [part.split() for part in answer.split("|") if part.strip()]
        if all(word.isdecimal() and int(word) in members for block in blocks for word in block):
            self._decide(blocks=tuple(tuple(members[int(w)] for w in block) for block in blocks))
        else:
            self._say(f"write the numbers 1 to {len(members)}", style="bold red")

    def _add_new(self) -> None:
        """Ask for a mention that no annotator made, and keep it with the chosen versions."""
        from goldsmith.adjudication import NewMention

        assert self._session.current is not None
        words = self._ask("words of the new mention, as they occur in the text:")
        places = list(self._session.current.find_words(words))
        if len(places) > 1:
            number = self._ask(f"they occur {len(places)} times; which (1 to {len(places)}):")
            is_known = number.isdecimal() and 1 <= int(number) <= len(places)
            places = [places[int(number) - 1]] if is_known else []
        if not places:
            self._say("these words are not in the text shown", style="bold red")
            return
        new = NewMention(self._ask("type:"), (places[0],))
        self._decide(keep=tuple(sorted(self._chosen, key=int)), add=(new,))

    def _ask_reason(self) -> None:
        self._reason = self._ask("reason:")

    def _ask_guideline(self) -> None:
        self._guideline = self._ask("page of the guidelines:")

    def _undo(self) -> None:
        self._chosen = set()
        if not self._session.undo():
            self._say("there is nothing to undo")

    def _skip(self) -> None:
        self._chosen = set()
        self._session.skip()

    def _show_keys(self) -> None:
        self._console.print()
        self._console.print(draw_keys())

    def _ask(self, question: str) -> str:
        self._console.print(f"\n{question} ", end="", markup=False)
        return self._keyboard.read_line().strip()

    def _say(self, message: str, style: str = "") -> None:
        self._console.print()
        self._console.print(message, style=style, markup=False)


def list_results(session: Session) -> Iterator[str]:
    """Yield the sentences that summarise the state of a session."""
    yield f"{session.decided:,} of {session.total:,} units are decided"
    if session.current is None and not session.skipped:
        yield "no unit is open: make the consensus with `goldsmith adjudicate apply`"
    elif session.skipped:
        yield f"skipped: {session.skipped:,}"
