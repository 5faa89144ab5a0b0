"""The Jinja2 environment of all pages, with the style sheet and the script to include in them."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from goldsmith.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render(template: str, **values: object) -> Markup:
    """Render a template of this package; every value that is not markup is escaped."""
    from markupsafe import Markup

    return Markup(_environment().get_template(template).render(**values))


def encode_data(value: object) -> Markup:
    """Encode a value as JSON that is safe inside a `<script>` element."""
    from markupsafe import Markup

    text = msgspec.json.encode(value).decode()
    # Only "</" and "<!--" could end or confuse the element; the escapes stay the same in JSON.
    for character in ("<", "\u2028", "\u2029"):
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


@cache
def _environment() -> Environment:
    # Imported here so that commands which make no page start without Jinja2.
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("goldsmith.rendering"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, script = _read("page.css"), _read("page.js")
    environment.globals.update(
        style=Markup(style),
        script=Markup(script),
        script_hash=_hash(script),
        version=__version__,
    )
    return environment


def _read(name: str) -> str:
    return files("goldsmith.rendering").joinpath("static", name).read_text("utf-8").strip()


def _hash(script: str) -> str:
    """Return the hash by which the content security policy of a page allows its script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
