"""The first start: the owner of a new server."""

from __future__ import annotations

from litestar import Response, get, post

from goldsmith.store.people.forms import Setup, SetupState, SignedInPerson
from goldsmith.store.people.sessions import start_session
from goldsmith.store.people.setup import has_people, set_up
from goldsmith.web.needs import Gate, needs
from goldsmith.web.routes.people.session import answer_signed_in
from goldsmith.web.workbench import Workbench


@get("/api/setup", opt=needs(Gate.PUBLIC), sync_to_thread=True)
def show_setup(workbench: Workbench) -> SetupState:
    """Return whether the server still needs an owner."""
    with workbench.database.read() as connection:
        return SetupState(not has_people(connection))


@post("/api/setup", opt=needs(Gate.PUBLIC), status_code=200, sync_to_thread=True)
def create_owner(data: Setup, workbench: Workbench) -> Response[SignedInPerson]:
    """Make the account of the owner with the secret that `goldsmith serve` printed, and sign in."""
    actor = set_up(workbench.database, data.secret, data.name, data.password)
    with workbench.database.write() as connection:
        session = start_session(connection, actor.person, workbench.settings.session_hours)
    return answer_signed_in(workbench, session)


handlers = [show_setup, create_owner]
