"""The command `goldsmith`: one file per command, found by its name and imported when it is run."""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from goldsmith.errors import GoldsmithError

BAD_INPUT = 2


class _Commands(TyperGroup):
    """Commands that are modules of this package; `schema.py` is `goldsmith schema`."""

    def list_commands(self, ctx: Any) -> list[str]:
        files = Path(__file__).parent.glob("*.py")
        return sorted(path.stem for path in files if not path.stem.startswith("_"))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = typer.main.get_command(import_module(f"goldsmith.cli.{cmd_name}").app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Goldsmith: one workbench for gold-standard clinical text.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from goldsmith.version import __version__

        typer.echo(f"goldsmith {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    pass


def main() -> None:
    """Runs the command; bad input exits with 2 and one message, never with the note's text."""
    try:
        app()
    except GoldsmithError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        _fail("stopped; nothing half-written was left behind", code=130)
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
            "GOLDSMITH_DEBUG=1 shows the whole of it, which may include text of your notes",
            code=70,
        )


def _fail(message: str, code: int = BAD_INPUT) -> None:
    sys.stderr.write(f"goldsmith: {message}\n")
    sys.exit(code)
