"""The application of each process that answers requests."""

from __future__ import annotations

import logging
import os
import sys
from typing import Any

import msgspec
import uvicorn
from litestar.types import ASGIApp

from goldsmith.web.app import create_app
from goldsmith.web.serving.outer import log_accesses, serve_under
from goldsmith.web.serving.plan import ServePlan
from goldsmith.web.workbench import Workbench

#: The environment variable that hands the plan to worker processes; it may contain a password.
PLAN = "GOLDSMITH_SERVE_PLAN"
#: How long pending requests may take after the server is asked to stop, in seconds.
PATIENCE = 15


def make_application(plan: ServePlan) -> ASGIApp:
    """Return the application of a plan, which closes its workbench when it stops."""
    workbench = Workbench(plan.path, plan.database, plan.settings)
    app: Any = serve_under(create_app(workbench), plan.settings.base_path)
    return log_accesses(app) if plan.access_log else app


def create() -> ASGIApp:
    """Return the application of the plan in the environment."""
    plan = msgspec.json.decode(os.environ[PLAN], type=ServePlan)
    configure_logs()
    return make_application(plan)


def make_config(plan: ServePlan, app: Any) -> uvicorn.Config:
    """Return the uvicorn configuration for an application."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=plan.workers,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=75,
        backlog=512,
    )


def configure_logs() -> None:
    """Write warnings, errors and accesses to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("goldsmith").setLevel(logging.INFO)
