"""Load models, and open a configuration's resources: terminologies, a schema, word clusters."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import file_digest, sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.core import Schema
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Pipeline, Resources, model
from goldsmith.project.corpus import schemas
from goldsmith.terminology import shelf
from goldsmith.terminology.store import Terminology
from goldsmith.training.type_changes import change_schema


def load(folder: str | os.PathLike[str]) -> Pipeline:
    """Load a trained model; call it with a text or a document to annotate it.

    Args:
        folder: The model folder that `train` wrote.

    Raises:
        InputError: There is no model in the folder, or this version cannot read it.

    Example:
        pipeline = goldsmith.load("model")
        doc = pipeline("No fever.")
        print(doc.sets["system"].mentions)
    """
    return model.load(Path(folder), find=find_terminology)


def find_terminology(name: str) -> Terminology:
    """Open a terminology: a name on the shelf, `demo`, or a folder."""
    [terminology] = shelf.open_terminologies([name])
    return terminology


def compute_fingerprint(folder: Path) -> str:
    """Compute a SHA-256 over all files of a model."""
    total = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            total.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            with path.open("rb") as stream:
                total.update(file_digest(stream, "sha256").digest())
    return total.hexdigest()


def resolve_paths(config: Config, base: Path) -> Config:
    """Make the relative paths of a configuration absolute."""
    terms = {name: _resolve(place, base) for name, place in config.terms.items()}
    clusters = str((base / config.clusters).resolve()) if config.clusters else ""
    return replace(config, terms=terms, clusters=clusters, schema=_resolve(config.schema, base))


def _resolve(place: str, base: Path) -> str:
    """Make a path absolute; leave a name unchanged."""
    is_path = os.sep in place or place.endswith(".toml")
    return str((base / place).resolve()) if is_path else place


def open_resources(
    config: Config,
    *,
    schema: Schema | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Resources:
    """Open the terminologies, the schema and the word clusters that a configuration names.

    Args:
        config: The configuration.
        schema: The schema; by default the one that the configuration names.
        progress: Receives messages about the progress of training.
    """
    if schema is None and config.schema:
        schema = change_schema(schemas.find_schema(config.schema), config.types)
    return Resources(
        schema=schema,
        terms={name: find_terminology(place) for name, place in config.terms.items()},
        clusters=read_clusters(Path(config.clusters)) if config.clusters else {},
        progress=progress,
    )


def read_clusters(path: Path) -> Mapping[str, Sequence[str]]:
    """Read word clusters from a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path)) from None
    except msgspec.MsgspecError:
        raise InputError(
            "this is not a file of word clusters",
            where=str(path),
            expected="JSON: a list of clusters for each word",
            remedy="Make one from unlabelled text",
        ) from None
