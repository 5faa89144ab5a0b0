"""Health checks: whether the process runs, and whether it can accept work."""

from __future__ import annotations

from litestar import Response, get
from sqlalchemy.exc import SQLAlchemyError

from goldsmith.store.health import Health
from goldsmith.version import __version__
from goldsmith.web.needs import Gate, needs
from goldsmith.web.workbench import Workbench


@get("/health", opt=needs(Gate.PUBLIC), sync_to_thread=False)
def show_health() -> Health:
    """Report that the process runs."""
    return Health("ok", __version__)


@get("/ready", opt=needs(Gate.PUBLIC), sync_to_thread=True)
def show_readiness(workbench: Workbench) -> Response[Health]:
    """Report whether the server accepts work: 200, or 503 if its database or journal fails."""
    problem = _find_problem(workbench)
    return Response(
        Health("unavailable" if problem else "ok", __version__, problem),
        status_code=503 if problem else 200,
    )


def _find_problem(workbench: Workbench) -> str:
    try:
        workbench.database.check()
    except SQLAlchemyError:
        return "the database does not respond"
    return "" if workbench.writer.is_running else "the journal is closed"


handlers = [show_health, show_readiness]
