"""The base of all errors, and the error for a missing package."""

from __future__ import annotations


class GoldsmithError(Exception):
    """The base of every error that Goldsmith raises deliberately.

    `code` names its kind in the answers of the team's server.
    """

    code = "input"


class MissingExtra(GoldsmithError):
    """An optional package is not installed."""

    code = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra {extra!r}: pip install 'goldsmith[{extra}]'")
