"""The objects that the routes share: database, journal and settings of the server."""

from __future__ import annotations

from pathlib import Path

import msgspec

from goldsmith.store.database import Database
from goldsmith.store.journal.writer import JournalWriter
from goldsmith.web.security.cache import IdentityCache
from goldsmith.web.security.openid import OpenIdSettings, open_provider


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a server.

    Attributes:
        base_path: The path under which a reverse proxy serves Goldsmith, such as `/goldsmith`.
        secure_cookies: Whether browsers send the cookies over HTTPS only.
        max_body: The maximum size of a request in bytes, except for imports.
        max_upload: The maximum size of an import in bytes.
        session_hours: How long a session lasts without a request.
        public_url: The address of the server as browsers see it, such as
            `https://notes.example.org/goldsmith`; needed behind a proxy that changes `Host`, and
            for OpenID Connect.
        openid: An OpenID Connect provider through which people sign in; none by default.
    """

    base_path: str = ""
    secure_cookies: bool = False
    max_body: int = 10_000_000
    max_upload: int = 2_000_000_000
    session_hours: int = 12
    public_url: str = ""
    openid: OpenIdSettings | None = None


class Workbench:
    """A running server, without HTTP.

    Args:
        folder: The folder of the server.
        url: The address of a PostgreSQL database; SQLite in the folder by default.
        settings: The settings.
    """

    def __init__(self, folder: Path, url: str = "", settings: ServerSettings | None = None) -> None:
        self.settings = settings or ServerSettings()
        self.provider = open_provider(self.settings.openid, self.settings.public_url)
        self.identities = IdentityCache()
        self.database = Database(folder, url)
        self.writer = JournalWriter(self.database)

    def close(self) -> None:
        """Write the queued changes, and close the database."""
        self.writer.close()
        self.database.close()
