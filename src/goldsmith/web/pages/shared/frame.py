"""Pages inside the frame of the workbench."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.response import Redirect

from goldsmith.errors import GoldsmithError, InputError
from goldsmith.rendering.environment import render_template
from goldsmith.web.errors import find_status
from goldsmith.web.pages.shared.visitor import SignInRequired, Visitor
from goldsmith.web.workbench import Workbench


class Link(msgspec.Struct, frozen=True):
    """An entry of a menu or of the path to a page."""

    label: str
    href: str
    is_current: bool = False


class Frame(msgspec.Struct, frozen=True):
    """The frame around a page.

    Attributes:
        title: The heading of the page and the title of the tab.
        path: The pages above it.
        menu: The pages next to it.
        modules: Scripts that enhance the page, by their paths below `static/`.
        wide: Whether the page takes the full width.
    """

    title: str
    path: tuple[Link, ...] = ()
    menu: tuple[Link, ...] = ()
    modules: tuple[str, ...] = ()
    wide: bool = False


def answer_page(
    workbench: Workbench,
    visitor: Visitor | None,
    template: str,
    frame: Frame,
    *,
    status: int = 200,
    **values: object,
) -> Response[str]:
    """Render a page for a visitor; None if nobody is signed in.

    Args:
        workbench: The workbench.
        visitor: The visitor.
        template: The template in `templates/workbench`, without its ending.
        frame: The frame around the page.
        status: The status of the response.
        values: The variables of the template.
    """
    body = render_template(
        f"workbench/{template}.html",
        base=workbench.settings.base_path,
        visitor=visitor,
        frame=frame,
        **values,
    )
    headers = {"Cache-Control": "no-store"}
    return Response(body, media_type=MediaType.HTML, status_code=status, headers=headers)


def redirect(workbench: Workbench, path: str, *, notice: str = "") -> Redirect:
    """Send the browser to another page after a form; the notice is shown there once."""
    mark = "&" if "?" in path else "?"
    query = f"{mark}notice={quote(notice)}" if notice else ""
    return Redirect(f"{workbench.settings.base_path}{path}{query}", status_code=303)


def make_safe_target(workbench: Workbench, target: str) -> str:
    """Return an address of this server to go to after signing in; the home page otherwise."""
    base = workbench.settings.base_path
    path = unquote(target)
    parts = urlsplit(path)
    foreign = parts.scheme or parts.netloc or path.startswith(("//", "/\\")) or "\\" in path
    if foreign or not path.startswith(f"{base}/") or any(ord(char) < 32 for char in path):
        return "/"
    return path.removeprefix(base)


def answer_page_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Show an error as a page, or send the browser to the sign-in."""
    workbench: Workbench = request.app.state.workbench
    if isinstance(error, SignInRequired):
        return redirect(workbench, f"/sign-in?next={error.target}")
    status = find_status(error) if isinstance(error, GoldsmithError) else 500
    message = str(error) if isinstance(error, GoldsmithError) else ""
    frame = Frame(_TITLES.get(status, "This did not work"))
    return answer_page(workbench, None, "error", frame, status=status, message=message)


_TITLES = {
    403: "You may not do this",
    404: "There is nothing here",
    409: "Somebody was quicker",
    429: "Too many attempts",
    500: "The server failed",
}


def describe_problem(error: GoldsmithError) -> str:
    """Return the message of an error for the form that caused it."""
    return error.describe() if isinstance(error, InputError) else str(error)
