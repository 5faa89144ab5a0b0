"""Worked questions on small hand-made chronicles."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from tests.chronicle.query.histories import chronicle, event, write_tables

from goldsmith.chronicle.model import Bounds, Chronicle
from goldsmith.chronicle.query import event_index
from goldsmith.chronicle.query.answer import Answer
from goldsmith.chronicle.query.event_index import find_events, get_index_path, write_index
from goldsmith.errors import InputError, QueryError
from goldsmith.project.patients.ask import ask

HISTORIES: list[Chronicle] = [
    chronicle(
        "anna",
        event("problem", "invasive ductal carcinoma", "2010-03-01", "2010-08-01", stage="IIA",
              codes="UMLS:C1134719 ICD10:C50.4", side="left", id="cancer"),
        event("drug", "tamoxifen", "2010-09-01", "2015-08-31", id="tamoxifen", dose="20 mg"),
        event("procedure", "mastectomy", "2010-05-02", id="operation"),
        event("problem", "hot flushes", "2011-01-01", "2011-06-01"),
        event("investigation", "CEA", "2010-03-10", value="3.1", unit="ug/L"),
        event("locus", "left breast", id="breast"),
        links=[("located_at", "cancer", "breast"), ("treats", "tamoxifen", "cancer")],
    ),
    chronicle(
        "bella",
        event("problem", "adenocarcinoma", "2009-01-01", "2009-06-01", stage="stage 2b"),
        event("drug", "tamoxifen", "2009-07-01", "2014-07-01"),
        event("problem", "chest pain", "2014-06-01", "2015-01-01"),
        event("problem", "asthma", "1990-01-01", "2020-12-31/",
              statuses=[("active", "1990-01-01"), ("resolved", "2005-01-01"),
                        ("recurrent", "2012-01-01/2013-01-01")]),
        born="1940-01-01",
    ),
    chronicle(
        "carla",
        event("problem", "breast cancer", "2012-01-01", "2012-06-01", stage="III"),
        event("drug", "tamoxifen", "2012-07-01", "2017-07-01"),
        event("investigation", "CEA", "2012-01-05", value="12.5", unit="ug/L"),
        event("investigation", "CEA", "2012-03-05", value="8", unit="ug/L"),
        died="2017-09-01", last="2017-09-01",
    ),
    chronicle(
        "dora",
        event("problem", "adenocarcinoma", "2013-01-01", "2013-06-01", stage="2"),
        event("drug", "tamoxifen", "2018-07-01/2018-09-30", "2019-07-01"),
        event("problem", "nausea", assertion="negated"),
        event("problem", "breast cancer", assertion="family"),
        event("problem", "cough", "/2019-03-01", "2019-03-01/"),
        last="2019-07-01",
    ),
    chronicle("emil", event("procedure", "appendicectomy", "1980-05-05"), sex="male",
              born="1970-01-01"),
]  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tables(tmp_path_factory.mktemp("tables") / "chronicles", HISTORIES)


def answer(query: str, tables: Path) -> Answer:
    return ask(query, tables, terms=["demo"])


@pytest.mark.parametrize(
    ("query", "patients"),
    [
        ("patients", "anna bella carla dora emil"),
        ("women", "anna bella carla dora"),
        ("men", "emil"),
        # names
        ("patients with drug tamoxifen", "anna bella carla dora"),
        ("patients with drug TAMOXIFEN", "anna bella carla dora"),
        ("patients with pain", "bella"),
        ('patients with problem named "chest pains"', "bella"),
        ("patients with adenocarcinoma", "anna bella dora"),
        ("patients with problem code C50", "anna"),
        ("patients with problem ICD10:C50", "anna"),
        ("patients with problem ICD10:C50 without descendants", ""),
        ("patients with problem DOID:3008", "anna"),
        ("patients with problem DOID:3007", "anna"),
        ("patients with problem DOID:3007 without descendants", ""),
        ('patients with problem "breast ductal carcinoma"', "anna"),
        ("patients with breast cancer", "anna carla"),
        ("patients with drug tamoxifen or aspirin", "anna bella carla dora"),
        # assertions
        ("patients with problem nausea", ""),
        ("patients with denied problem nausea", "dora"),
        ("patients with family history of breast cancer", "dora"),
        # details
        ("patients with stage 2 adenocarcinoma", "anna bella dora"),
        ("patients with stage 2b adenocarcinoma", "bella"),
        ("patients with problem at stage II", "anna bella dora"),
        ("patients with stage 3 problem", "carla"),
        ('patients with drug tamoxifen dose "20 MG"', "anna"),
        ("patients with problem side left", "anna"),
        ("patients with investigation CEA value above 10", "carla"),
        ("patients with investigation CEA value at most 3.1", "anna"),
        # counts
        ("patients with at least 2 investigations CEA", "carla"),
        ("patients with exactly 1 investigation CEA", "anna"),
        ("patients with at most 1 investigation", "anna bella dora emil"),
        ("patients with fewer than 1 drug", "emil"),
        ("patients with no drug", "emil"),
        # order and intervals
        ("patients with problem before start of drug tamoxifen", "anna bella carla dora"),
        ("patients with problem pain before end of drug tamoxifen", "bella"),
        ("patients with problem pain before start of drug tamoxifen", ""),
        ("patients with new problem after start of drug tamoxifen", "anna bella"),
        ("patients with problem after 5 years from start of drug tamoxifen", "bella"),
        ("patients with problem 5 years after start of drug tamoxifen", "bella"),
        ("patients with problem during drug tamoxifen", "anna bella dora"),
        ("patients with drug within 6 months after operation mastectomy", "anna"),
        ("patients with drug within 3 months after operation mastectomy", ""),
        ("patients with drug tamoxifen starting between 2009 and 2010", "anna bella"),
        ("patients with drug tamoxifen ending in 2017", "carla"),
        ("patients with drug tamoxifen throughout 2013", "anna bella carla"),
        ("patients with drug tamoxifen throughout problem pain", ""),
        ("patients with drug for at least 4 years", "anna bella carla"),
        ("patients with drug tamoxifen since 2018", "dora"),
        ("patients with investigation CEA after first investigation CEA", "carla"),
        ("patients with drug more than 1 year after diagnosis of adenocarcinoma",
         "anna bella dora"),
        ("patients with new drug more than 1 year after diagnosis of adenocarcinoma", "dora"),
        # links
        ("patients with problem located in breast", "anna"),
        ("patients with drug for problem carcinoma", "anna"),
        ("patients with drug for problem asthma", ""),
        # status at a time
        ("patients with active problem asthma", "bella"),
        ("patients with recurrent problem asthma", "bella"),
        ("patients with problem asthma active at 2000-01-01", "bella"),
        ("patients with problem asthma active at 2010-01-01", ""),
        ("patients with problem asthma resolved at 2010-01-01", "bella"),
        ("patients with resolved problem carcinoma", "anna"),
        # the patient
        ("patients aged over 65", "anna bella carla dora"),
        ("patients aged over 77", "bella"),
        ("patients aged 59 at start of problem carcinoma", "anna"),
        ("patients younger than 60", "emil"),
        ("patients aged 50 or under", "emil"),
        ("patients died", "carla"),
        ("patients died within 6 years after start of drug tamoxifen", "carla"),
        ("patients died before 2017", ""),
        ("patients alive", "anna bella dora emil"),
        ("patients alive at 2017-01-01", "anna bella carla dora emil"),
        ("patients followed for 5 years after start of drug tamoxifen", "anna bella carla"),
        # free of symptoms or problems
        ("patients treated with tamoxifen, symptom-free after five years", "anna carla"),
        ("patients treated with tamoxifen, symptom-free for five years", "carla"),
        ("patients treated with tamoxifen, free of pain for 4 years", "anna bella carla"),
        ("patients problem-free since 2010", "emil"),
        # uncertainty
        ("patients with drug tamoxifen starting before 2018-08-01", "anna bella carla"),
        ("patients with possibly drug tamoxifen starting before 2018-08-01",
         "anna bella carla dora"),
        ("patients with problem cough before 2019", ""),
        ("patients with possibly problem cough before 2019", "dora"),
        ("patients with drug tamoxifen and not possibly problem cough before 2019",
         "anna bella carla"),
        # and, or, not
        ("patients with (drug tamoxifen or procedure) and not aged over 65", "emil"),
        ("patients with stage 2 adenocarcinoma but without pain", "anna dora"),
    ],
)  # fmt: skip
def test_questions(query: str, patients: str, tables: Path) -> None:
    result = answer(query, tables)
    assert " ".join(patient.patient for patient in result.patients) == patients
    assert result.count == len(result.patients)
    assert result.total == len(HISTORIES)


def test_the_question_of_the_paper(tables: Path) -> None:
    query = (
        "How many patients with stage 2 adenocarcinoma who were treated with tamoxifen were "
        "symptom-free after 5 years?"
    )
    result = answer(query, tables)
    assert result.count == 1
    assert result.patients == ()
    listed = answer(query.replace("How many", "Which"), tables)
    assert [patient.patient for patient in listed.patients] == ["anna"]


def test_an_answer_shows_which_event_meets_which_clause_and_where(tables: Path) -> None:
    result = answer("patients with stage 2 adenocarcinoma, treated with tamoxifen", tables)
    assert result.clauses == ("stage 2 adenocarcinoma", "treated with tamoxifen")
    anna = result.patients[0]
    assert [(part.clause, part.event) for part in anna.witnesses] == [
        (0, "cancer"),
        (1, "tamoxifen"),
    ]
    cancer, tamoxifen = anna.witnesses
    assert cancer.details["stage"] == "IIA"
    assert tamoxifen.extent.start == Bounds(
        earliest=tamoxifen.extent.start.latest, latest=tamoxifen.extent.start.earliest
    )
    place = tamoxifen.evidence[0]
    assert (place.document, place.set, place.mention) == ("note-tamoxifen", "gold", "m1")
    assert [(span.start, span.end) for span in place.spans] == [(4, 9)]


def test_a_limit_shortens_the_list_but_not_the_count(tables: Path) -> None:
    result = ask("patients with drug tamoxifen", tables, terms=["demo"], limit=2)
    assert (result.count, len(result.patients)) == (4, 2)


@pytest.mark.parametrize(
    ("query", "character", "proposal"),
    [
        ("patients with drug tamoxifn", 20, "tamoxifen"),
        ("patients with drg tamoxifen", 15, "drug tamoxifen"),
        ("patients treted with tamoxifen", 10, "treated"),
        ('patients with problem named "pain"', 30, ""),
        ("patients without xyzzy", 18, ""),
    ],
)
def test_a_name_that_no_event_has_is_refused(
    tables: Path, query: str, character: int, proposal: str
) -> None:
    with pytest.raises(QueryError) as caught:
        answer(query, tables)
    message = caught.value.describe()
    assert f"query, character {character}: no event and no terminology has the name" in message
    assert (f"did you mean {proposal}" in message) if proposal else ("did you" not in message)


def test_values_are_bound_and_never_inserted_into_the_sql(tmp_path: Path) -> None:
    hostile = "x'); DROP VIEW patients; --"
    histories = [*HISTORIES, chronicle("fred", event("problem", hostile))]
    tables = write_tables(tmp_path / "chronicles", histories)
    result = answer(f'patients with problem "{hostile}" or drug tamoxifen', tables)
    assert result.count == 5
    assert answer(f'patients with drug tamoxifen dose "{hostile}"', tables).count == 0
    assert answer(f'patients with conflict "{hostile}"', tables).count == 0


def test_several_folders_are_one_population(tmp_path: Path) -> None:
    first = write_tables(tmp_path / "it's one", HISTORIES[:2])
    second = write_tables(tmp_path / "two", HISTORIES[2:])
    result = ask("patients with drug tamoxifen", [first, second], terms=["demo"])
    assert result.count == 4
    with pytest.raises(InputError, match="in more than one folder"):
        ask("patients", [first, first])


def test_missing_and_damaged_tables_are_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a table of chronicles is missing"):
        ask("patients", tmp_path)
    with pytest.raises(InputError, match="no tables are named"):
        ask("patients", [])
    folder = write_tables(tmp_path / "tables", HISTORIES)
    (folder / "events.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(InputError, match=r"events\.parquet.*not a readable Parquet file"):
        ask("patients", folder)


def test_tables_without_patients(tmp_path: Path) -> None:
    result = ask("patients with drug tamoxifen", write_tables(tmp_path / "empty", []))
    assert (result.count, result.total) == (0, 0)


def test_an_index_does_not_change_answers_and_is_ignored_once_it_is_outdated(
    tmp_path: Path,
) -> None:
    folder = write_tables(tmp_path / "tables", HISTORIES)
    query = "patients with stage 2 adenocarcinoma and no problem code C50"
    before = answer(query, folder)
    write_index(folder)
    assert find_events(folder) == get_index_path(folder)
    assert answer(query, folder).patients == before.patients
    write_tables(folder, HISTORIES[:1])
    assert find_events(folder) != get_index_path(folder)
    assert answer("patients with drug tamoxifen", folder).count == 1
    get_index_path(folder).write_bytes(b"nothing")
    assert answer("patients with drug tamoxifen", folder).count == 1


def test_writing_the_index_is_retried_with_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_tables(tmp_path / "tables", HISTORIES)
    monkeypatch.setattr(event_index, "_MEMORY", (1,))
    with pytest.raises(duckdb.OutOfMemoryException):
        write_index(folder)
    monkeypatch.setattr(event_index, "_MEMORY", (1, 160))
    write_index(folder)
    assert find_events(folder) == get_index_path(folder)
