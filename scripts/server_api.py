"""Write docs/server/api.md: every route of the server, and who may call it.

usage: .venv/bin/python -m scripts.server_api
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from litestar import Litestar

from goldsmith.store.access import Role
from goldsmith.web.app import create_app
from goldsmith.web.openapi import GATES, RouteEntry, list_routes
from goldsmith.web.workbench import Workbench

PAGE = Path(__file__).parent.parent / "docs" / "server" / "api.md"
_INTRODUCTION = """\
# API

<!-- Made by `python -m scripts.server_api`. Do not edit. -->

Scripts can do everything that the pages do. `GET /api/schema/openapi.json` describes every route
as OpenAPI 3.1, with the schemas that requests are checked against. The
[Python client](client.md) has a method for each.

A request needs a session (a browser) or a token (a script):

```sh
curl -H "Authorization: Bearer $GOLDSMITH_TOKEN" http://127.0.0.1:8642/api/projects
```

An error response has a body with `code`, `message`, and optionally `remedy` and `details`.
Resources that a person may not see do not exist for them: the status is 404, not 403.

| status | code | meaning |
| --- | --- | --- |
| 400 | request | the request is malformed |
| 401 | not-signed-in | nobody is signed in, or the token is not valid |
| 403 | forbidden | the roles of the person or the scopes of the token do not allow it |
| 404 | not-found | the resource does not exist, or the person may not know that it does |
| 409 | conflict | it contradicts the present state; `details` list the intervening changes |
| 413 | too-large | the request is too large |
| 422 | input | the values cannot be used; the message says what was expected |
| 429 | too-many-requests | there were too many attempts; see `Retry-After` |

Long lists come in pages: `?limit=50&after=…`, where `after` is the mark from the previous page.
Requests that change something need an id that the client makes; if they are sent again with the
same id after a broken connection, they take effect once.

## Who may call what

A tick means that the role gives the permission. What the route then returns depends on the person:
an annotator gets only their own work. A token needs the scope as well.
"""


def make_page(app: Litestar) -> str:
    """Return the page as Markdown."""
    parts = [_INTRODUCTION]
    for tag, entries in groupby(list_routes(app), key=lambda entry: entry.tag):
        parts.append("\n".join(_make_section(tag, list(entries))))
    return "\n".join(parts) + "\n"


def _make_section(tag: str, entries: list[RouteEntry]) -> Iterator[str]:
    yield f"### {tag}"
    yield ""
    yield f"| route | does | needs | {' | '.join(Role)} | scope |"
    yield "| --- | --- | --- |" + " :-: |" * len(Role) + " --- |"
    for entry in entries:
        ticks = ["✓" if role in entry.roles else "" for role in Role]
        gate = GATES.get(entry.needs, f"`{entry.needs}`")  # type: ignore[call-overload]
        cells = [f"`{entry.method} {entry.path}`", entry.summary, gate, *ticks, entry.scope]
        yield "| " + " | ".join(cells) + " |"
    yield ""


def main() -> None:
    """Write the page."""
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        workbench = Workbench(Path(folder))
        PAGE.write_text(make_page(create_app(workbench)), "utf-8")
        workbench.close()


if __name__ == "__main__":
    main()
