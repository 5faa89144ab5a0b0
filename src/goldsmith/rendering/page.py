"""Composition of pages: each is one self-contained HTML file that fetches nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from goldsmith.rendering.blocks import Block, Section
from goldsmith.rendering.environment import render

#: Marks the place of the data in a page that is written piece by piece. No text can contain it,
#: because text is escaped.
_SLOT = "<!--slot-->"


class Page(msgspec.Struct, frozen=True):
    """The contents of a page."""

    kind: str
    """The kind of page, shown in its header: "Agreement report"."""
    heading: str
    finding: str = ""
    """The main result in one sentence."""
    facts: Mapping[str, str] = {}
    """What the page was made from: label -> value."""
    notices: tuple[str, ...] = ()
    """Notes that readers of the numbers need."""
    warning: str = ""
    """A warning, for example that the file contains patient identifiers."""
    blocks: tuple[Block, ...] = ()
    title: str = ""
    """The title of the browser's tab, by default made of heading and kind."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the table of contents."""
        return tuple(block for block in self.blocks if isinstance(block, Section))


def render_page(
    page: Page, *, template: str = "page.html", bundle: str = "page", **values: object
) -> str:
    """Render a page with its style and script as one HTML file.

    Args:
        page: The contents.
        template: The template, if the kind of page needs its own.
        bundle: The styles and scripts, if the kind of page needs its own.
        values: What that template needs besides the page.
    """
    return str(render(template, bundle=bundle, page=page, **values))


def render_frame(page: Page, *, template: str, bundle: str, **values: object) -> tuple[str, str]:
    """Render the parts before and after the data of a page that is too large for memory.

    The template has `{{ slot }}` where the data go.
    """
    from markupsafe import Markup

    start, _, end = render_page(
        page, template=template, bundle=bundle, slot=Markup(_SLOT), **values
    ).partition(_SLOT)
    return start, end
