"""The styles and scripts of the screens, at addresses that change with their content.

Browsers cache them for good and never request them again, so that the next note opens without a
single request for a script.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Response, get

from goldsmith.errors import NotFound
from goldsmith.web.needs import Gate, needs

_PACKAGES = ("goldsmith.rendering", "goldsmith.web")
_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable"}


@get("/assets/{version:str}/{path:path}", opt=needs(Gate.PUBLIC), sync_to_thread=False)
def send_asset(version: str, path: str) -> Response[Any]:
    """Send a style sheet, script or picture; old addresses return the current file."""
    name = path.lstrip("/")
    body = load_assets().get(name)
    if body is None:
        raise NotFound("there is no such file")
    headers = _HEADERS if version == get_version() else {"Cache-Control": "no-store"}
    return Response(body, media_type=_TYPES[name.rpartition(".")[2]], headers=headers)


@cache
def get_version() -> str:
    """Return a digest of the content of all files."""
    digest = hashlib.sha256()
    for name, body in sorted(load_assets().items()):
        digest.update(name.encode() + b"\0" + body)
    return digest.hexdigest()[:16]


@cache
def load_assets() -> Mapping[str, bytes]:
    """Return the files by their paths below `static/`."""
    folders = (files(package).joinpath("static") for package in _PACKAGES)
    return {name: body for folder in folders for name, body in _walk(folder, "")}


def list_modules(*prefixes: str) -> list[str]:
    """Return the scripts whose paths begin with a prefix."""
    return [name for name in load_assets() if name.endswith(".js") and name.startswith(prefixes)]


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            yield f"{path}{entry.name}", entry.read_bytes()


handlers = [send_asset]
