"""Options shared by the commands that train or test a pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.pipeline import Config

CONFIG = typer.Option(
    None, "--config", help="The pipeline as TOML; default: one that fits the corpus."
)
TERMS = typer.Option(
    [], "--terms", help="Without --config: terminologies to use, by name or folder."
)
CLUSTERS = typer.Option(
    None, "--clusters", help="Without --config: word clusters from `goldsmith train clusters`."
)
SCHEMA = typer.Option("", "--schema", help="A built-in schema or a TOML file.")
TOGETHER = typer.Option(
    None,
    "--together",
    help="What must stay together; by default patients, if the corpus names them.",
)


def read_pipeline(
    config: Path | None,
    terms: Sequence[str] = (),
    clusters: Path | None = None,
    *,
    preset: str = "",
) -> Config | None:
    """Read the pipeline from a file or a preset; return None if neither is named."""
    if preset:
        return _read_preset(preset, config, terms, clusters)
    if config is None:
        return None
    if terms:
        raise InputError(
            "--terms is for a pipeline without --config", remedy="Use [terms] in the configuration"
        )
    if clusters:
        raise InputError(
            "--clusters is for a pipeline without --config",
            remedy="Use clusters = FILE in the configuration",
        )
    from goldsmith.pipeline import read_config
    from goldsmith.project.models.load import resolve_paths

    return resolve_paths(read_config(config), config.resolve().parent)


def _read_preset(
    preset: str, config: Path | None, terms: Sequence[str], clusters: Path | None
) -> Config:
    """Read a preset, with the terminologies and word clusters that options name."""
    if config is not None:
        raise InputError("both --preset and --config name a pipeline", expected="one of them")
    from goldsmith.project.models.presets import make_preset_config

    names = output.split_values(terms)
    return make_preset_config(preset, terms=names, clusters=str(clusters or ""), warn=output.report)
