"""How many sentences of summaries are true, compared with the lives of made-up patients."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.chronicle.truth import judge_sentences

from goldsmith.project.patients.chronicle import ChronicleOptions, build_chronicles
from goldsmith_demo.corpus import list_records
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.make import make_documents

VERDICTS = {
    "true": "true of the life",
    "noted": "true of the notes, not in the life",
    "untold": "not judged",
    "false": "false",
}


def judge_patients(patients: int, seed: int, sets: tuple[str, ...]) -> Counter[str]:
    """Count the verdicts on the long summaries of patients and print each false sentence."""
    verdicts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.jsonl"
        for number, own in enumerate(list_records(patients, seed=seed)):
            record.write_text(f"{own.line}\n")
            docs = list(make_documents(1, seed=seed, first=number, schemas=sets))
            options = ChronicleOptions(sets=sets)
            [chronicle] = build_chronicles(docs, options=options, record=record)
            patient = make_patient(number, seed=seed)
            for sentence, verdict in judge_sentences(chronicle, patient, docs):
                verdicts[verdict] += 1
                if verdict in ("false", "untold"):
                    print(f"{patient.id}, {verdict}: {sentence.text}")
    return verdicts


def print_verdicts(patients: int, seeds: list[int], sets: tuple[str, ...]) -> None:
    """Print a table with a row for each seed."""
    rows = {seed: judge_patients(patients, seed, sets) for seed in seeds}
    print("| seed | patients | sentences |", " | ".join(VERDICTS.values()), "|")
    print("| --- " * (3 + len(VERDICTS)) + "|")
    for seed, verdicts in rows.items():
        counts = " | ".join(str(verdicts[name]) for name in VERDICTS)
        print(f"| {seed} | {patients} | {verdicts.total()} | {counts} |")
