"""Opens models and what their configuration names: terminologies, a schema, word clusters."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.core import Schema
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Pipeline, Resources, model
from goldsmith.project.corpus import schemas
from goldsmith.terminology import shelf
from goldsmith.terminology.store import Terminology


def load(folder: str | os.PathLike[str]) -> Pipeline:
    """The trained pipeline in a model folder, to be called with a text or a document."""
    return model.load(Path(folder), find=find)


def find(name: str) -> Terminology:
    """The terminology on the shelf, `demo`, or the one in a folder."""
    [found] = shelf.opened([name])
    return found


def fingerprint(folder: Path) -> str:
    """A SHA-256 over all files of a model."""
    total = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            total.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()


def placed(config: Config, base: Path) -> Config:
    """The configuration with paths that are relative to its file made whole."""
    named = {name: _whole(place, base) for name, place in config.terms.items()}
    clusters = str((base / config.clusters).resolve()) if config.clusters else ""
    return replace(config, terms=named, clusters=clusters, schema=_whole(config.schema, base))


def _whole(place: str, base: Path) -> str:
    """A path made whole; a name stays a name."""
    is_path = os.sep in place or place.endswith(".toml")
    return str((base / place).resolve()) if is_path else place


def resources(
    config: Config,
    *,
    schema: Schema | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Resources:
    """What the configuration names, opened; `schema` is for one that names none."""
    return Resources(
        schema=schemas.find(config.schema) if config.schema else schema,
        terms={name: find(place) for name, place in config.terms.items()},
        clusters=clusters(Path(config.clusters)) if config.clusters else {},
        progress=progress,
    )


def clusters(path: Path) -> Mapping[str, Sequence[str]]:
    """The word clusters in a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path)) from None
    except msgspec.MsgspecError:
        raise InputError(
            "these are no word clusters",
            where=str(path),
            expected="JSON: a list of clusters for each word",
            remedy="Make them with `goldsmith train clusters`",
        ) from None
