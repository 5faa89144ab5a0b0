"""Starting and stopping a server."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec
import uvicorn
from sqlalchemy.exc import DBAPIError
from uvicorn.supervisors import Multiprocess

from goldsmith.errors import InputError, Remedy
from goldsmith.project.jobs.process import WorkerProcess
from goldsmith.store.database import Database
from goldsmith.store.migrations import prepare
from goldsmith.store.people.setup import create_first_owner, has_people, make_setup_secret
from goldsmith.web.serving.lock import lock_folder
from goldsmith.web.serving.plan import ServePlan, check_plan
from goldsmith.web.serving.process import PLAN, configure_logs, make_application, make_config

#: Asks for the password of the owner.
AskPassword = Callable[[], str]
#: The page on which the owner of a new server makes their account.
_SETUP_PAGE = "/set-up?secret="
#: How long a worker process may take to start, in seconds.
_START = 60.0


class _Server(uvicorn.Server):
    """A server that reports when it is ready."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


class _Supervisor(Multiprocess):
    """Several processes that serve one socket and are restarted when they die."""

    def __init__(
        self, config: uvicorn.Config, listener: socket.socket, announce: Callable[[], None]
    ) -> None:
        super().__init__(config, [listener])
        self._announce = announce

    def init_processes(self) -> None:
        super().init_processes()
        if self.processes[0].wait_until_ready(_START, self.should_exit):
            self._announce()


def serve(
    plan: ServePlan,
    announce: Callable[[str], None],
    owner: str = "",
    ask_password: AskPassword | None = None,
) -> None:
    """Serve a folder until the process gets SIGTERM or SIGINT; pending requests are answered.

    Args:
        plan: What to serve and how.
        announce: Called with the address once the server is ready.
        owner: The account of the owner, made at the first start.
        ask_password: Asks for the password of the owner.

    Raises:
        InputError: The folder, the database or the port cannot be used.
    """
    check_plan(plan)
    make_folder(plan.path)
    with ExitStack() as stack:
        if not plan.database:
            stack.enter_context(lock_folder(plan.path))
        secret = prepare_server(plan, owner, ask_password)
        listener = stack.enter_context(listen(plan))
        address = find_address(plan, listener)
        _ignore_signals()
        if plan.jobs:
            stack.enter_context(WorkerProcess(plan.path, plan.database))
        _run(plan, listener, lambda: announce(address + (_SETUP_PAGE + secret if secret else "/")))


def make_folder(folder: Path) -> None:
    """Make the folder of a server, readable by its owner alone.

    Raises:
        InputError: It is a file, or contains other files.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError("this is a file", where=str(folder), expected="a folder, or a new path")
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)


def prepare_server(plan: ServePlan, owner: str, ask_password: AskPassword | None) -> str:
    """Bring the database up to date, and return the set-up secret if there is no account yet.

    Raises:
        InputError: The database cannot be reached, or the owner's name or password cannot be used.
    """
    database = Database(plan.path, plan.database)
    try:
        _check_database(database)
        prepare(database)
        with database.write() as connection:
            if has_people(connection):
                return ""
            if not owner:
                return make_setup_secret(connection)
        password = ask_password() if ask_password else ""
        with database.write() as connection:
            create_first_owner(connection, owner, password)
        return ""
    finally:
        database.close()


def listen(plan: ServePlan) -> socket.socket:
    """Return a socket at the address of a plan.

    Raises:
        InputError: The port is in use, or the address is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((plan.host, plan.port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise InputError(
            f"cannot listen: {getattr(error, 'strerror', None) or error}",
            where=f"{plan.host}:{plan.port}",
            remedy=Remedy.CHOOSE_PORT,
        ) from None
    listener.set_inheritable(True)
    return listener


def find_address(plan: ServePlan, listener: socket.socket) -> str:
    """Return the address of the server, without a trailing slash."""
    if plan.settings.public_url:
        return plan.settings.public_url.rstrip("/")
    port = listener.getsockname()[1]
    host = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(plan.host, plan.host)
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}{plan.settings.base_path}"


def _run(plan: ServePlan, listener: socket.socket, announce: Callable[[], None]) -> None:
    if plan.workers == 1:
        configure_logs()
        _Server(make_config(plan, make_application(plan)), announce).run([listener])
        return
    os.environ[PLAN] = msgspec.json.encode(plan).decode()
    config = make_config(plan, "goldsmith.web.serving.process:create")
    configure_logs()
    _Supervisor(config, listener, announce).run()


def _check_database(database: Database) -> None:
    try:
        database.check()
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        raise InputError(
            f"the database does not respond: {reason}",
            where=database.url.render_as_string(hide_password=True),
        ) from None


def _ignore_signals() -> None:
    """Make a stop graceful: uvicorn raises the signal again once the server has stopped."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
