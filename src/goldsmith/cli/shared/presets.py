"""The options for presets: --preset names one, --show-config prints it."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import choices
from goldsmith.errors import InputError

_NAME, _SHOW = "goldsmith.preset", "goldsmith.show_config"


def _take_preset(ctx: typer.Context, value: str) -> str:
    ctx.meta[_NAME] = value
    _show_config(ctx)
    return value


def _take_show(ctx: typer.Context, value: bool) -> bool:
    ctx.meta[_SHOW] = value
    _show_config(ctx)
    return value


def _show_config(ctx: typer.Context) -> None:
    """Print the preset and exit, once both options are read; nothing else is required then."""
    if _NAME not in ctx.meta or not ctx.meta.get(_SHOW) or ctx.resilient_parsing:
        return
    from goldsmith.pipeline.presets import read_preset

    if not ctx.meta[_NAME]:
        raise InputError("--show-config prints a preset", expected="--preset NAME with it")
    typer.echo(read_preset(ctx.meta[_NAME]), nl=False)
    raise typer.Exit


PRESET = typer.Option(
    "",
    "--preset",
    help="The design of a paper: " + ", ".join(choices.TRAINED_PRESETS) + ".",
    metavar="NAME",
    is_eager=True,
    callback=_take_preset,
)
PREANNOTATION_PRESET = typer.Option(
    "",
    "--preset",
    help="Pre-annotate as in a paper: " + ", ".join(choices.PREANNOTATION_PRESETS) + ".",
    metavar="NAME",
    is_eager=True,
    callback=_take_preset,
)
SHOW_CONFIG = typer.Option(
    False,
    "--show-config",
    help="Print the configuration of --preset and exit.",
    is_eager=True,
    callback=_take_show,
)


def list_explicit(ctx: typer.Context) -> set[str]:
    """Return the names of the parameters that the command line sets."""
    return {
        name
        for name in ctx.params
        if (source := ctx.get_parameter_source(name)) and source.name == "COMMANDLINE"
    }
