"""The phrases of cardiology reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader


class Ecg(DataFile, frozen=True):
    """Sentences of electrocardiograms."""

    titles: tuple[str, ...]
    worrying: str
    reasons: tuple[str, ...]
    routine: tuple[str, ...]
    before_surgery: tuple[str, ...]
    sinus: tuple[str, ...]
    fibrillation: tuple[str, ...]
    intervals: tuple[str, ...]
    normal: tuple[str, ...]
    upright: tuple[str, ...]
    ischaemic: tuple[str, ...]
    hypertensive: tuple[str, ...]
    comparison: tuple[str, ...]
    summary_normal: tuple[str, ...]
    summary_ischaemic: tuple[str, ...]
    summary_fibrillation: tuple[str, ...]
    signed: tuple[str, ...]


class Echo(DataFile, frozen=True):
    """Sentences of echocardiograms."""

    titles: tuple[str, ...]
    reasons: tuple[str, ...]
    quality: tuple[str, ...]
    ventricle: tuple[str, ...]
    ventricle_impaired: tuple[str, ...]
    right: tuple[str, ...]
    atria: tuple[str, ...]
    atria_dilated: tuple[str, ...]
    valves: tuple[str, ...]
    pericardium: tuple[str, ...]
    measurements: tuple[str, ...]
    conclusion: tuple[str, ...]
    conclusion_impaired: tuple[str, ...]
    advice: tuple[str, ...]
    signed: tuple[str, ...]


load_ecg = make_reader(__package__, "ecg", Ecg)
load_echo = make_reader(__package__, "echo", Echo)
