"""The pages of the server in a real browser, with a project in progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page
from sqlalchemy import select
from tests.web.application import get_app

from goldsmith.store.people.sessions import start_session
from goldsmith.store.tables import people
from goldsmith.web.workbench import Workbench
from goldsmith_demo.team import make_server

#: A batch in each state that pages show differently.
BATCHES = ("closed", "adjudicating", "failed", "annotated", "started")
SignIn = Callable[..., Page]


class Site:
    """A server in a thread of the test."""

    def __init__(self, folder: Path) -> None:
        self.workbench = Workbench(folder)
        config = uvicorn.Config(get_app(self.workbench), port=0, log_level="critical")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def make_cookie(self, name: str) -> Any:
        """Start a session without the form, which allows only a few attempts per minute."""
        with self.workbench.database.write() as connection:
            query = select(people.c.id).where(people.c.name == name)
            session = start_session(connection, connection.execute(query).scalar_one(), 1)
        return {"name": "session", "value": session.secret, "url": self.address}

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("workbench") / "server"
    make_server(folder, batches=BATCHES)
    site = Site(folder)
    yield site
    site.stop()


@pytest.fixture
def sign_in(browser: Browser, site: Site) -> Iterator[SignIn]:
    """Return a function that signs a person in; the test fails if a page has an error."""
    problems: list[str] = []
    contexts = []

    def sign_in(name: str, **options: object) -> Page:
        settings = {"viewport": {"width": 1280, "height": 800}, **options}
        context = browser.new_context(base_url=site.address, **settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: record_problem(problems, message.text))
        context.add_cookies([site.make_cookie(name)])
        return page

    yield sign_in
    for context in contexts:
        context.close()
    assert problems == []


def record_problem(problems: list[str], text: str) -> None:
    # The browser itself reports a server that does not respond; the page must keep working.
    if "Failed to load resource" not in text:
        problems.append(text)
