"""People: signing in, accounts, tokens, and the members of projects."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from urllib.parse import quote

from goldsmith.client.base import Resource
from goldsmith.store.access import Role, Scope
from goldsmith.store.paging import Page
from goldsmith.store.people.accounts import (
    Invitation,
    NewPerson,
    Person,
    PersonChange,
    ProfileChange,
)
from goldsmith.store.people.forms import (
    AcceptedInvitation,
    Credentials,
    EndedSessions,
    OpenIdState,
    PasswordChange,
    Roles,
    Setup,
    SetupState,
    SignedInPerson,
)
from goldsmith.store.people.members import Member
from goldsmith.store.people.tokens import NewToken, Token, TokenSecret

_CSRF = "X-CSRF-Token"


class Session(Resource):
    """Signing in with a password instead of a token.

    Example:
        >>> client = Client("http://localhost:8642")
        >>> client.session.sign_in("ann", "correct horse battery")
        >>> token = client.tokens.create("nightly export", [Scope.READ])
    """

    def needs_setup(self) -> bool:
        """Return whether the server still needs an owner."""
        return self._caller.get("/api/setup", SetupState).needed

    def set_up(self, secret: str, name: str, password: str) -> Person:
        """Make the account of the owner with the secret that `goldsmith serve` printed."""
        return self._begin("/api/setup", Setup(secret, name, password))

    def sign_in(self, name: str, password: str) -> Person:
        """Sign in.

        Raises:
            NotSignedIn: The name or the password is wrong.
            TooManyRequests: There were too many attempts.
        """
        return self._begin("/api/session", Credentials(name, password))

    def accept_invitation(self, secret: str, password: str) -> Person:
        """Choose a password with the secret of an invitation, and sign in."""
        return self._begin("/api/invitation", AcceptedInvitation(secret, password))

    def show(self) -> SignedInPerson:
        """Return who is signed in."""
        return self._caller.get("/api/session", SignedInPerson)

    def sign_out(self) -> None:
        """End the session."""
        self._caller.call("DELETE", "/api/session", EndedSessions)
        self._caller.headers.pop(_CSRF, None)

    def sign_out_everywhere(self) -> int:
        """End all sessions of the person, and return their number."""
        ended = self._caller.call("DELETE", "/api/sessions", EndedSessions)
        self._caller.headers.pop(_CSRF, None)
        return ended.sessions

    def change_profile(self, data: ProfileChange) -> Person:
        """Change the name, address or background of the person."""
        return self._caller.call("PATCH", "/api/session/person", Person, data=data)

    def change_password(self, old: str, new: str) -> None:
        """Change the password; all other sessions end."""
        self._caller.post("/api/session/password", type(None), PasswordChange(old, new))

    def show_openid(self) -> OpenIdState:
        """Return whether people can sign in at an OpenID Connect provider, in a browser."""
        return self._caller.get("/api/openid", OpenIdState)

    def _begin(self, path: str, data: object) -> Person:
        answer = self._caller.post(path, SignedInPerson, data)
        self._caller.headers[_CSRF] = answer.csrf
        return answer.person


class People(Resource):
    """The accounts of the server."""

    def list(self, *, prefix: str = "", limit: int = 50, after: str = "") -> Page[Person]:
        """Return a page of the accounts, by name."""
        return self._caller.get(
            "/api/people", Page[Person], prefix=prefix, limit=limit, after=after
        )

    def iterate(self, prefix: str = "") -> Iterator[Person]:
        """Yield all accounts, by name."""
        page = self.list(prefix=prefix, limit=500)
        yield from page.items
        while page.after:
            page = self.list(prefix=prefix, limit=500, after=page.after)
            yield from page.items

    def create(self, data: NewPerson) -> Invitation:
        """Make an account; the person chooses a password with the secret."""
        return self._caller.post("/api/people", Invitation, data)

    def get(self, person: str) -> Person:
        """Return an account by its id."""
        return self._caller.get(f"/api/people/{person}", Person)

    def change(self, person: str, data: PersonChange) -> Person:
        """Change an account."""
        return self._caller.call("PATCH", f"/api/people/{person}", Person, data=data)

    def deactivate(self, person: str) -> Person:
        """Deactivate an account; its sessions and tokens no longer work."""
        return self.change(person, PersonChange(is_active=False))

    def reset_password(self, person: str) -> Invitation:
        """Invalidate the old password, and let the person choose a new one with the secret."""
        return self._caller.post(f"/api/people/{person}/invitation", Invitation)


class Tokens(Resource):
    """The tokens of the person; this needs a session."""

    def list(self, person: str = "") -> tuple[Token, ...]:
        """Return the tokens, newest first."""
        return self._caller.get("/api/tokens", tuple[Token, ...], person=person)

    def create(self, name: str, scopes: Collection[Scope], *, days: int = 0) -> TokenSecret:
        """Make a token; its secret cannot be read again.

        Args:
            name: What it is for.
            scopes: What it may be used for.
            days: How long it works; 0 until it is revoked.
        """
        return self._caller.post(
            "/api/tokens", TokenSecret, NewToken(name, frozenset(scopes), days)
        )

    def revoke(self, token: str) -> None:
        """Revoke a token."""
        self._caller.call("DELETE", f"/api/tokens/{token}", type(None))


class Members(Resource):
    """The members of projects."""

    def list(self, project: str, *, limit: int = 50, after: str = "") -> Page[Member]:
        """Return a page of the members, by name."""
        path = f"/api/projects/{project}/members"
        return self._caller.get(path, Page[Member], limit=limit, after=after)

    def set_roles(self, project: str, name: str, *roles: Role) -> Member:
        """Give a person exactly these roles; an empty list removes them from the project."""
        path = f"/api/projects/{project}/members/{quote(name, safe='')}"
        data = Roles(frozenset(roles))
        return self._caller.call("PUT", path, Member, data=data, again=True)
