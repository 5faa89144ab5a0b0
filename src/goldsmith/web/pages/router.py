"""Routers of all pages and of the files that they link to."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.resources import files
from os import PathLike
from pathlib import Path

from litestar import Router
from litestar.di import Provide
from litestar.static_files import create_static_files_router

from goldsmith.errors import GoldsmithError
from goldsmith.web import pages
from goldsmith.web.pages.shared.frame import answer_page_error
from goldsmith.web.pages.shared.visitor import provide_notice, provide_visitor


def make_page_routers() -> list[Router]:
    """Return the router of the pages and the router of the styles and scripts."""
    handlers = [
        handler
        for module in sorted(pkgutil.iter_modules(pages.__path__), key=lambda entry: entry.name)
        for handler in getattr(import_module(f"{pages.__name__}.{module.name}"), "handlers", [])
    ]
    screens = Router(
        "/",
        route_handlers=handlers,
        dependencies={
            "visitor": Provide(provide_visitor),
            "notice": Provide(provide_notice, sync_to_thread=False),
        },
        exception_handlers={GoldsmithError: answer_page_error},
        include_in_schema=False,
    )
    folders: list[Path | PathLike[str] | str] = [
        Path(str(files(package).joinpath("static")))
        for package in ("goldsmith.rendering", "goldsmith.web")
    ]
    static = create_static_files_router(
        "/static", directories=folders, include_in_schema=False, opt={"needs": "public"}
    )
    return [screens, static]
