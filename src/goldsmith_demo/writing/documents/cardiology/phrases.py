"""The phrases of cardiology reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import PhraseBook, make_reader


class Ecg(PhraseBook, frozen=True):
    """Sentences of electrocardiograms."""

    worrying: str


load_ecg = make_reader(__package__, "ecg", Ecg)
#: Sentences of echocardiograms.
load_echo = make_reader(__package__, "echo", PhraseBook)
