"""The provider, and how the server is registered with it."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from goldsmith.errors import InputError

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class OpenIdSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An OpenID Connect provider.

    Attributes:
        issuer: The address of the provider, to which `/.well-known/openid-configuration` is added.
        client_id: The name under which the server is registered there.
        secret_file: A file with the secret of the registration.
        secret_variable: The environment variable with the secret, if there is no file; without
            either the server is a public client.
        title: The label of the sign-in button.
        create_accounts: Whether a person's first sign-in creates an account.
        scopes: The OpenID scopes that the server requests.
        clock_skew: By how many seconds the clocks may differ.
    """

    issuer: str
    client_id: str
    secret_file: str = ""
    secret_variable: str = "GOLDSMITH_OPENID_SECRET"
    title: str = "OpenID Connect"
    create_accounts: bool = False
    scopes: str = "openid profile email"
    clock_skew: int = 60

    def read_secret(self) -> str:
        """Return the secret of the registration; "" for a public client.

        Raises:
            InputError: The file cannot be read.
        """
        if not self.secret_file:
            return os.environ.get(self.secret_variable, "")
        try:
            return Path(self.secret_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise InputError("the file cannot be read", where=self.secret_file) from None


def check_address(address: str, where: str) -> str:
    """Return an address of the provider if it is encrypted, or on this machine.

    Raises:
        InputError: It is neither.
    """
    parts = urlsplit(address)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOCAL):
        return address
    raise InputError("the address is not encrypted", where=where, expected="https://…")
