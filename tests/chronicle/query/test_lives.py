"""Queries on made-up patients whose lives are known."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.chronicle.query.histories import KINDS, convert_life, write_tables

from goldsmith.project.patients.ask import ask
from goldsmith.project.patients.chronicle import build_chronicles
from goldsmith_demo.life import make_patient
from goldsmith_demo.life.model import Patient, Thing
from goldsmith_demo.make import make_patient_documents

SEED = 7
#: Patients with breast cancer, tamoxifen and a long record, and patients of every other kind.
NUMBERS = (539, 1138, 1759, *range(4, 60))
QUERY = (
    "Patients with stage 2 adenocarcinoma, treated with tamoxifen, symptom-free after five years"
)
#: The cancers of the catalogue that are adenocarcinomas.
ADENOCARCINOMAS = frozenset(
    "breast_ductal breast_lobular colon_adenocarcinoma colon_mucinous rectal_adenocarcinoma "
    "gastric_intestinal gastric_diffuse pancreatic_ductal lung_adenocarcinoma ovary_serous "
    "ovary_endometrioid ovary_clear_cell ovary_mucinous cervix_adenocarcinoma endometrioid "
    "prostate_acinar oesophagus_adenocarcinoma uterine_serous".split()
)


@pytest.fixture(scope="module")
def lives() -> list[Patient]:
    return [make_patient(number, seed=SEED) for number in NUMBERS]


@pytest.fixture(scope="module")
def tables(lives: list[Patient], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lives") / "tables"
    return write_tables(folder, map(convert_life, lives))


def add_years(day: datetime.date, years: int) -> datetime.date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def get_last_day(life: Patient) -> datetime.date:
    return max(event.date for event in life.events)


def happened(life: Patient, key: str, thing: Thing) -> bool:
    relatives = {name for _, name in life.family}
    return thing.kind in KINDS and key not in relatives and not key.startswith("no_")


def list_drugs(life: Patient, base: str) -> list[datetime.date]:
    return [
        thing.start
        for key, thing in life.things.items()
        if thing.base == base and thing.start and happened(life, key, thing)
    ]


def has_symptom_after(life: Patient, day: datetime.date) -> bool:
    return any(
        thing.is_symptom
        and thing.start is not None
        and happened(life, key, thing)
        and max(thing.end or get_last_day(life), thing.start) > day
        for key, thing in life.things.items()
    )


def is_stage_2(life: Patient) -> bool:
    return life.stage in ("II", "IIA", "IIB", "IIC")


def meets_the_paper_query(life: Patient, years: int = 5) -> bool:
    starts = list_drugs(life, "tamoxifen")
    if not (starts and is_stage_2(life) and life.things[life.tumour].base in ADENOCARCINOMAS):
        return False
    mark = add_years(min(starts), years)
    return get_last_day(life) >= mark and not has_symptom_after(life, mark)


def started_letrozole_at_60_or_older(life: Patient) -> bool:
    starts = list_drugs(life, "letrozole")
    return any(life.get_age(start) >= 60 for start in starts)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (QUERY, meets_the_paper_query),
        (QUERY.replace("five years", "one year"), lambda life: meets_the_paper_query(life, 1)),
        (QUERY.replace("five years", "two years"), lambda life: meets_the_paper_query(life, 2)),
        ("patients with drug tamoxifen", lambda life: bool(list_drugs(life, "tamoxifen"))),
        ("patients with no drug tamoxifen", lambda life: not list_drugs(life, "tamoxifen")),
        (
            "patients with stage 2 adenocarcinoma",
            lambda life: is_stage_2(life) and life.things[life.tumour].base in ADENOCARCINOMAS,
        ),
        ("patients aged at least 60 at start of drug letrozole", started_letrozole_at_60_or_older),
        (
            "patients with drug letrozole, died",
            lambda life: bool(list_drugs(life, "letrozole") and life.died),
        ),
        ("women died", lambda life: life.sex == "female" and life.died is not None),
        (
            "patients with problem with tnm T2 or male",
            lambda life: life.tnm == "T2" or life.sex == "male",
        ),
    ],
)
def test_answers_match_the_lives(
    query: str, expected: Callable[[Patient], bool], lives: list[Patient], tables: Path
) -> None:
    truth = sorted(life.id for life in lives if expected(life))
    answer = ask(query, tables, terms=["demo"])
    assert [patient.patient for patient in answer.patients] == truth


def test_the_question_of_the_paper_has_answers(lives: list[Patient], tables: Path) -> None:
    assert any(map(meets_the_paper_query, lives)), "choose lives, some of which meet the query"
    answer = ask(QUERY, tables, terms=["demo"])
    assert {witness.name for patient in answer.patients for witness in patient.witnesses} == {
        "invasive ductal carcinoma",
        "tamoxifen",
    }


def test_chronicles_from_notes_find_the_patients_of_the_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    few = [make_patient(number, seed=SEED) for number in NUMBERS[:6]]
    docs = [
        doc
        for life in few
        for doc in make_patient_documents(life, SEED, schemas=("clef", "clef-temporal"))
    ]
    tables = write_tables(tmp_path / "tables", build_chronicles(docs))
    treated = ask("patients with drug tamoxifen", tables, terms=["demo"])
    assert [item.patient for item in treated.patients] == sorted(
        life.id for life in few if list_drugs(life, "tamoxifen")
    )
    answer = ask(QUERY, tables, terms=["demo"])
    truth = {life.id for life in few if meets_the_paper_query(life)}
    assert truth <= {item.patient for item in answer.patients}
