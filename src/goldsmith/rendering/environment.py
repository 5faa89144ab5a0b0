"""The Jinja2 environment of all pages, with the styles and scripts to include in them."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from goldsmith.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


class _Bundle(msgspec.Struct, frozen=True):
    """The style sheets and scripts of a kind of page; a script comes after those it imports."""

    styles: tuple[str, ...]
    scripts: tuple[str, ...]


_COMMON = ("dom.js", "page.js")
_REVIEW = ("bounds.js", "decisions.js", "rows.js", "data.js", "details.js", "review.js")
_TIMELINE = ("axis.js", "lanes.js", "source.js", "timeline.js")
_BUNDLES = {
    "page": _Bundle(("page.css",), _COMMON),
    "guidelines": _Bundle(
        ("page.css", "guidelines/site.css"),
        ("dom.js", "guidelines/search.js", "guidelines/site.js"),
    ),
    "timeline": _Bundle(
        ("page.css", "timeline/timeline.css"),
        ("dom.js", *(f"timeline/{name}" for name in _TIMELINE)),
    ),
    "review": _Bundle(
        ("page.css", "review/review.css"), (*_COMMON, *(f"review/{name}" for name in _REVIEW))
    ),
}


def render(template: str, *, bundle: str = "page", **values: object) -> Markup:
    """Render a template of this package; every value that is not markup is escaped.

    Args:
        template: The name of the template.
        bundle: The styles and scripts to include.
        values: The variables of the template.
    """
    from markupsafe import Markup

    style, script = _load_bundle(bundle)
    rendered = (
        _environment()
        .get_template(template)
        .render(style=Markup(style), script=Markup(script), script_hash=_hash(script), **values)
    )
    return Markup(rendered)


def render_template(template: str, **values: object) -> str:
    """Render a template of a page that links its styles and scripts instead of including them."""
    return _environment().get_template(template).render(**values)


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
    # Imported here so that commands that make no page start without Jinja2.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("goldsmith.rendering"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(version=__version__)
    environment.filters["iso"] = _format_iso
    return environment


def _format_iso(seconds: float) -> str:
    """Format a time in seconds since 1970 as ISO 8601; the page shows it in the reader's locale."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


@cache
def _load_bundle(name: str) -> tuple[str, str]:
    """Return the style and the script of a bundle."""
    bundle = _BUNDLES[name]
    style = "\n".join(map(_read, bundle.styles))
    return style, "\n".join(_join_module(_read(script)) for script in bundle.scripts)


def _join_module(source: str) -> str:
    """Take the imports and exports out of a module, which shares one script with the others."""
    return re.sub(r"^import .*;\n|^export (?:\{.*\};\n)?", "", source, flags=re.MULTILINE)


def _read(name: str) -> str:
    return (
        files("goldsmith.rendering").joinpath("static", *name.split("/")).read_text("utf-8").strip()
    )


def _hash(script: str) -> str:
    """Return the hash by which the content security policy of a page allows its script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
