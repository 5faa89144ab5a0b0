"""Applications for servers in the test process.

Registering all routes takes half a second, so an application serves one workbench after another.
"""

from __future__ import annotations

from litestar import Litestar

from goldsmith.web.app import create_app
from goldsmith.web.workbench import Workbench

_apps: list[Litestar] = []


def get_app(workbench: Workbench) -> Litestar:
    """Return the application of a workbench: a new one, or one whose last workbench is closed."""
    for app in _apps:
        last: Workbench = app.state.workbench
        if not last.writer.is_running and last.settings == workbench.settings:
            app.state.workbench = workbench
            return app
    _apps.append(create_app(workbench))
    return _apps[-1]
