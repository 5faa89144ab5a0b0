"""Prepare a preset for training with the user's terminologies and word clusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from goldsmith.errors import InputError
from goldsmith.pipeline import Config, component
from goldsmith.pipeline.presets import list_presets, load_preset


def make_preset_config(
    name: str,
    *,
    terms: Sequence[str] = (),
    clusters: str = "",
    warn: Callable[[str], None] = lambda _: None,
) -> Config:
    """Return the configuration of a preset.

    Args:
        name: The name of the preset.
        terms: The terminologies that its components use.
        clusters: A file with word clusters.
        warn: Receives a message if features stay empty because no terminology is named.

    Raises:
        UnknownName: There is no such preset.
        InputError: No component of the preset can be trained.
    """
    config = load_preset(name)
    if not _is_trained(config):
        trained = [preset for preset in list_presets() if _is_trained(load_preset(preset))]
        raise InputError(
            f"nothing in the preset {name} is trained: it is for pre-annotation",
            expected="one of " + ", ".join(trained),
        )
    if not terms:
        warn(f"note: the preset {name} has no terminology: its dictionary features stay empty")
    return replace(
        config,
        terms={term: term for term in terms},
        clusters=str(Path(clusters).resolve()) if clusters else "",
    )


def _is_trained(config: Config) -> bool:
    return any(component.get(step.use).learns for step in config.steps)
