"""The application: every route of the folder `routes`, with errors as answers."""

from __future__ import annotations

import pkgutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from goldsmith.errors import GoldsmithError
from goldsmith.version import __version__
from goldsmith.web import routes
from goldsmith.web.errors import answer_goldsmith_error, answer_http_error, answer_unexpected
from goldsmith.web.security.identity import provide_actor
from goldsmith.web.workbench import Workbench


def create_app(workbench: Workbench) -> Litestar:
    """Return the application of a server; it closes the workbench when it stops."""

    @asynccontextmanager
    async def close_at_end(_app: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            workbench.close()

    def provide_workbench() -> Workbench:
        return workbench

    return Litestar(
        _list_handlers(),
        dependencies={
            "workbench": Provide(provide_workbench, sync_to_thread=False),
            "actor": Provide(provide_actor, sync_to_thread=False),
        },
        exception_handlers={
            GoldsmithError: answer_goldsmith_error,
            HTTPException: answer_http_error,
            Exception: answer_unexpected,
        },
        lifespan=[close_at_end],
        openapi_config=OpenAPIConfig(
            title="Goldsmith",
            version=__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=workbench.settings.max_body,
        logging_config=None,
    )


def _list_handlers() -> Sequence[Any]:
    """Return the handlers of every file in `routes`; each file lists its own as `handlers`."""
    names = sorted(module.name for module in pkgutil.iter_modules(routes.__path__))
    return [
        handler for name in names for handler in import_module(f"{routes.__name__}.{name}").handlers
    ]
