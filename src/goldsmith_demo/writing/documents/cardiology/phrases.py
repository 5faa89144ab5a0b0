"""The phrases of cardiology reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import Library, PhraseBook


class Books(Library):
    """The files of phrases."""

    ecg: PhraseBook
    echo: PhraseBook


books = Books(__package__)
