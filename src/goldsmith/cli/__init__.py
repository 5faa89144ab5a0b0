"""The command `goldsmith`: one file per command, imported only when the command runs.

The commands are in folders by subject; the name of the file is the name of the command.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from goldsmith.cli.shared.renamed import check_names
from goldsmith.errors import GoldsmithError

BAD_INPUT = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130
TERMINATED = 143
HELP = ["-h", "--help"]
#: Folder of commands -> the heading of its commands in the help.
PANELS = {
    "corpus": "Corpora",
    "agreement": "Annotation and agreement",
    "extraction": "Terminologies and extraction",
    "patients": "Patients",
    "team": "The team's server",
}


def list_commands() -> dict[str, str]:
    """Return every command with its one-line help, without importing any command.

    `corpus/schema.py` is the command `goldsmith schema`; the first line of the file, its docstring,
    is the help.
    """
    helps = {}
    for name, path in _find_files().items():
        with path.open(encoding="utf-8") as file:
            helps[name] = file.readline().strip().strip('"')
    return helps


@cache
def _find_files() -> dict[str, Path]:
    """Find the file of each command."""
    folder = Path(__file__).parent
    files = [
        path
        for pattern in ("[!_]*.py", "*/[!_]*.py")
        for path in folder.glob(pattern)
        if path.parent.name != "shared"
    ]
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def load_command(name: str) -> Any:
    """Import a command and return it with all of its options."""
    from goldsmith.cli.shared.values import describe_values, hide_types

    parent = _find_files()[name].parent
    package = __name__ if parent == Path(__file__).parent else f"{__name__}.{parent.name}"
    app = import_module(f"{package}.{name}").app
    describe_values(app)
    command = typer.main.get_command(app)
    command.name = name
    hide_types(command, typer.Context(command, help_option_names=HELP))
    return command


class _CommandGroup(TyperGroup):
    """The commands of this package: a name and a line of help until one of them is run."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        files = _find_files()
        for name, help_line in list_commands().items():
            panel = PANELS.get(files[name].parent.name)
            self.commands[name] = TyperCommand(name, help=help_line, rich_help_panel=panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        if not name or not command:
            return name, command, rest
        check_names(name, rest)
        return name, _enter_default(load_command(name), rest), rest


def _enter_default(command: Any, words: Sequence[str]) -> Any:
    """Return the default command of a group that has one, unless the words name another."""
    default = getattr(command, "default_command", "")
    if not default or (words and words[0] in command.commands):
        return command
    return command.commands[default]


app = typer.Typer(
    cls=_CommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP},
    help="Goldsmith: one workbench for gold-standard clinical text.",
)


def _print_version(requested: bool) -> None:
    if requested:
        from goldsmith.version import __version__

        typer.echo(f"goldsmith {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code.

    Bad input exits with 2 and one message. The message never quotes the text of a note.

    Args:
        arguments: The words after `goldsmith`; `sys.argv[1:]` if None.
    """
    from goldsmith.cli.shared.logs import report_warnings

    if arguments is None:  # in its own process, a terminated command removes its staged files
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        with report_warnings():
            app(arguments, prog_name="goldsmith")
    except GoldsmithError as error:
        from goldsmith.cli.shared.remedies import describe_error

        _fail(describe_error(error))
    except SystemExit as stop:
        if stop.code == INTERRUPTED:  # typer turns KeyboardInterrupt into this code
            _fail("interrupted; no partial output was written", code=INTERRUPTED)
        if stop.code == TERMINATED:
            _fail("terminated; no partial output was written", code=TERMINATED)
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'the system'}: {error.strerror or type(error).__name__}")
    except Exception as error:
        if os.environ.get("GOLDSMITH_DEBUG"):
            raise
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        _fail(
            f"internal error ({type(error).__name__} at {place}). This is a bug in Goldsmith; "
            "set GOLDSMITH_DEBUG=1 to see the traceback, which may include text of your notes",
            code=INTERNAL_ERROR,
        )


def _fail(message: str, code: int = BAD_INPUT) -> None:
    sys.stderr.write(f"goldsmith: {message}\n")
    sys.exit(code)
