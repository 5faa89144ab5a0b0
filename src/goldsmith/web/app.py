"""The application: every route of the folder `routes`, with errors as responses."""

from __future__ import annotations

import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from litestar import Litestar, Request, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException

from goldsmith.errors import GoldsmithError
from goldsmith.store.structs import prepare_structs
from goldsmith.web import routes
from goldsmith.web.errors import (
    answer_goldsmith_error,
    answer_http_error,
    answer_nested,
    answer_unexpected,
)
from goldsmith.web.pages.router import make_page_routers
from goldsmith.web.security.characters import refuse_nul
from goldsmith.web.security.forgery import make_guard
from goldsmith.web.security.headers import make_header_hook
from goldsmith.web.security.identity import provide_actor
from goldsmith.web.workbench import ServerSettings, Workbench


def create_app(workbench: Workbench) -> Litestar:
    """Return the application of a server; it closes the workbench when it stops."""
    handlers = [_make_router(), *make_page_routers()]
    prepare_structs()  # of all routes; they run in threads
    return Litestar(
        handlers,
        dependencies={
            "workbench": Provide(_provide_workbench, sync_to_thread=False),
            "actor": Provide(provide_actor),
        },
        exception_handlers={
            GoldsmithError: answer_goldsmith_error,
            HTTPException: answer_http_error,
            RecursionError: answer_nested,
            Exception: answer_unexpected,
        },
        lifespan=[_close_at_end],
        before_request=_make_checks(workbench.settings),
        before_send=[make_header_hook(workbench.settings)],
        openapi_config=None,  # Litestar's lacks the constraints of msgspec: see `openapi`
        request_max_body_size=workbench.settings.max_body,
        logging_config=None,
        state=State({"workbench": workbench}),
    )


@asynccontextmanager
async def _close_at_end(app: Litestar) -> AsyncIterator[None]:
    try:
        yield
    finally:
        app.state.workbench.close()


def _provide_workbench(state: State) -> Workbench:
    workbench: Workbench = state.workbench
    return workbench


def _make_checks(
    settings: ServerSettings,
) -> Callable[[Request[Any, Any, Any]], Awaitable[None]]:
    """Return the checks that every request must pass before its route is called."""
    refuse_forged = make_guard(settings)

    async def check(request: Request[Any, Any, Any]) -> None:
        await refuse_nul(request)
        await refuse_forged(request)

    return check


def _make_router() -> Router:
    """Return the routes as one router.

    If they are registered with the application one by one, three methods of one path break each
    other (Litestar 2.25 wraps a handler again for each).
    """
    return Router("/", route_handlers=_list_handlers())


def _list_handlers() -> Sequence[Any]:
    """Return the handlers of every file in `routes`; each file lists its own as `handlers`."""
    names = sorted(module.name for module in pkgutil.iter_modules(routes.__path__))
    return [
        handler for name in names for handler in import_module(f"{routes.__name__}.{name}").handlers
    ]
