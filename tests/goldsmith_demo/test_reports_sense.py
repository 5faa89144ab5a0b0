"""Test that reports make clinical sense: specimens, sides, comparisons and requests."""

from __future__ import annotations

import re
from random import Random

import pytest

from goldsmith_demo.life import make_patient
from goldsmith_demo.make import choose_kinds, write_page
from goldsmith_demo.writing.page import Page

Reports = list[tuple[str, Page]]


@pytest.fixture(scope="module")
def reports() -> Reports:
    """Return the reports on 300 lives, each with the catalogue entry of its examination."""
    pages = []
    for number in range(300):
        patient = make_patient(number, seed=31)
        for count, event in enumerate(patient.events):
            if event.kind == "investigation":
                base = patient.things[event.what].base
                for kind in choose_kinds(event, patient, Random(0)):
                    page = write_page(kind, event, patient, Random(f"{number}/{count}"))
                    pages.append((base, page))
    return pages


def list_tissue(reports: Reports, cancer: str) -> list[tuple[str, str]]:
    return [
        (base, page.text)
        for base, page in reports
        if page.patient.cancer == cancer and (base == "histopathology" or "biopsy" in base)
    ]


def test_specimens_of_the_breast_have_a_side(reports: Reports) -> None:
    texts = [text for _, text in list_tissue(reports, "breast")]
    assert len(texts) > 100
    for text in texts:
        assert re.search(r"\b(left|right)\b", text, re.I), text


def test_only_a_node_is_called_a_node(reports: Reports) -> None:
    stomach = [
        (base, page.text)
        for base, page in reports
        if page.patient.cancer in ("dlbcl", "hodgkin")
        and page.patient.things[page.patient.tumour].place in ("stomach", "mediastinum")
        and base in ("biopsy", "ct_guided_biopsy")
    ]
    assert {base for base, _ in stomach} == {"biopsy", "ct_guided_biopsy"}
    for base, text in stomach:
        assert not re.search(r"\bnod(?:e|al)\b", text), text
        assert base == "biopsy" or "stomach" not in text, text


def test_distal_pancreatectomy_takes_the_tail(reports: Reports) -> None:
    texts = [text for _, text in list_tissue(reports, "pancreas")]
    texts = [text for text in texts if "istal pancreatectomy" in text]
    assert texts
    for text in texts:
        assert re.search(r"tail|distal pancreas", text, re.I), text
        assert "omentum" not in text, text


def test_two_nodes_are_neither_none_nor_all(reports: Reports) -> None:
    counts = [re.search(r"\b(?:Neither of the|None of the|All) two\b", p.text) for _, p in reports]
    assert {match[0] for match in counts if match} <= {"Neither of the two"}


def test_a_film_is_compared_with_images_of_the_same_region(reports: Reports) -> None:
    compared = re.compile(r"^.*\b(?:Compar|comparison|Reference is made|reviewed).*$", re.M)
    films = [page.text for base, page in reports if base == "chest_xray"]
    lines = [match[0] for text in films if (match := compared.search(text))]
    assert len(lines) > 20
    for line in lines:
        assert not re.search(r"transvaginal|\bTV|mammogra|bone scan|MRI", line, re.I), line


def test_portal_venous_contrast_is_intravenous(reports: Reports) -> None:
    texts = [page.text for _, page in reports if "oral" in page.text and "contrast" in page.text]
    assert texts
    for text in texts:
        assert "with oral contrast" not in text, text


def is_staging(page: Page) -> bool:
    diagnosed = page.patient.diagnosed
    return diagnosed is not None and 0 < (page.date - diagnosed).days < 75


def test_staging_of_bowel_cancer_reports_the_liver(reports: Reports) -> None:
    texts = [
        page.text
        for base, page in reports
        if base == "ct_cap" and page.patient.cancer in ("colon", "rectum") and is_staging(page)
    ]
    assert len(texts) > 50
    for text in texts:
        assert re.search(r"liver|hepatic|metasta", text, re.I), text


def test_requests_for_surveillance_name_the_cancer_or_its_clinic(reports: Reports) -> None:
    count = 0
    for _, page in reports:
        if match := re.search(r"Surveillance|Restaging", page.text):
            begin = page.text.rfind("\n\n", 0, match.start()) + 1
            named = [mark for mark in page.marks if begin <= mark.start < match.end()]
            is_named = any(mark.thing.key == page.patient.tumour for mark in named)
            about = page.text[begin : match.end() + 60]
            assert is_named or re.search("oncolog|protocol|clinic", about, re.I), page.text
            count += is_named
    assert count > 20


def test_no_absence_is_stated_twice(reports: Reports) -> None:
    for base, page in reports:
        if base == "histopathology" or "biopsy" in base:  # the conclusion repeats the result
            continue
        absent = [mark.thing.key for mark in page.marks if "neg" in mark.flags]
        absent = [key for key in absent if key.startswith("no_")]
        assert len(absent) == len(set(absent)), page.text
