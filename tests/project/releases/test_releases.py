"""Releases: what they freeze, how they are opened, verified and compared."""

import json
from pathlib import Path

import msgspec
import pytest

import goldsmith
from goldsmith.core import AnnotationSet, Code, Document, Mention, Metadata, Relation, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import CodedWith, PatientRecord
from goldsmith.project.corpus.inputs import make_opener
from goldsmith.project.corpus.sources import Source
from goldsmith.project.releases.compare import Comparison, compare_releases
from goldsmith.project.releases.make import ReleasePlan, ReleaseResult, make_release
from goldsmith.project.releases.parts import PartNames
from goldsmith.project.releases.shelf import find_release, list_entries, require_release
from goldsmith.project.releases.verify import verify_release
from goldsmith.sampling import SplitPlan

SECRET = "Quigley"
TEXT = f"fever in the groin, {SECRET}"
SPLIT = SplitPlan({"train": "0.5", "test": "0.5"}, axes=())
FEVER = Mention("m1", "Condition", (Span(0, 5),), codes=(Code("C1", "X"),))
GROIN = Mention("m2", "Locus", (Span(13, 18),))
LOCATION = Relation("r1", "has_location", "m1", "m2")


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_RELEASES", str(tmp_path / "shelf"))
    return tmp_path / "shelf"


def make_docs(count: int = 8) -> list[Document]:
    """Make notes of patients with two notes each; all have the sets gold and A."""
    gold = AnnotationSet("gold", (FEVER, GROIN), (LOCATION,), schema="clef")
    sets = {"gold": gold, "A": AnnotationSet("A", schema="clef")}
    return [
        Document(f"n{number}", TEXT, Metadata(f"P{number // 2}", "letter"), sets=sets)
        for number in range(count)
    ]


def release(docs: list[Document], version: str = "1.0", **fields: object) -> ReleaseResult:
    plan = ReleasePlan("ours", version, **{"sets": ("gold",), **fields})  # type: ignore[arg-type]
    return make_release(make_opener(docs), plan)


def compare(before: str, after: str) -> Comparison:
    return compare_releases(require_release(before), require_release(after))


def edit(doc: Document, **fields: object) -> Document:
    gold = msgspec.structs.replace(doc.sets["gold"], **fields)
    return doc.with_set(gold)


def test_release_freezes_everything_the_gold_standard_depends_on(shelf: Path) -> None:
    made = release(
        make_docs(),
        parts=PartNames("", "clef", "clef", ("demo",), "CC-BY-4.0"),
        split=SPLIT,
        inspectors=("A", "B", "C"),
        inspected_on="2026-11-01",
        made_by="me",
    )
    folder = shelf / "ours" / "1.0"
    assert Path(made.folder) == folder
    frozen = made.release
    assert frozen.schema and frozen.schema.name == "clef" and frozen.schema.version == "1.0"
    assert frozen.rules and frozen.guidelines and frozen.inspection
    assert frozen.inspection.inspectors == ("A", "B", "C")
    assert [entry.name for entry in frozen.terms] == ["demo"] and frozen.terms[0].digest
    assert {name: split.documents for name, split in frozen.splits.items()} == {
        "train": 4,
        "test": 4,
    }
    assert (folder / "schema.toml").is_file() and (folder / "guidelines/guideline.toml").is_file()
    from goldsmith.adjudication import load_rules

    assert load_rules(str(folder / "rules.toml")) == load_rules("clef")
    sheet = (folder / "datasheet.md").read_text("utf-8")
    assert "2026-11-01 by A, B, C" in sheet and "CC-BY-4.0" in sheet and SECRET not in sheet
    assert "- What was the corpus made for? (`purpose`)" in sheet


def test_source_opens_a_split_or_all_and_knows_the_terminologies() -> None:
    release(make_docs(), split=SPLIT, parts=PartNames(terms=("demo",)))
    train = list(Source("ours@1.0:train"))
    test = list(Source("ours@1.0:test"))
    assert {doc.id for doc in Source("ours@1.0")} == {doc.id for doc in train + test}
    patients = [{doc.metadata.patient for doc in docs} for docs in (train, test)]
    assert not patients[0] & patients[1]
    assert all(list(doc.sets) == ["gold"] for doc in train)
    assert [entry.name for entry in Source("ours@1.0").read_terms()] == ["demo"]


def test_library_functions_accept_references() -> None:
    release(make_docs(), split=SPLIT, sets=("gold", "A"))
    assert goldsmith.describe("ours@1.0:test").documents == 4
    assert list(goldsmith.validate("ours@1.0:test", schema="clef")) == []


def test_release_can_be_opened_from_a_folder_outside_the_shelf(tmp_path: Path) -> None:
    out = tmp_path / "handed over"
    release(make_docs(), split=SPLIT, out=out)
    assert len(list(Source(str(out)))) == 8
    assert len(list(Source(f"{out}:train"))) == 4
    assert list_entries() == []


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("splits/test/documents/{test}.txt", "other", "was changed"),
        ("splits/test/documents/{test}.txt", None, "is missing"),
        ("splits/test/documents/new.txt", "new", "was added"),
        ("schema.toml", "name = 1", "was changed"),
    ],
)
def test_error_names_the_file_that_was_tampered_with(
    path: str, content: str | None, message: str
) -> None:
    made = release(make_docs(), split=SPLIT)
    document = next(iter(Source("ours@1.0:test"))).id
    file = Path(made.folder) / path.format(test=document)
    if content is None:
        file.unlink()
    else:
        file.write_text(content)
    name = file.relative_to(made.folder).as_posix()
    with pytest.raises(InputError, match=f"{name} {message}") as error:
        Source("ours@1.0:test")
    assert SECRET not in str(error.value)
    verification = verify_release(Path(made.folder), made.release)
    assert [(problem.path, problem.what) for problem in verification.problems] == [(name, message)]


def test_damaged_split_does_not_affect_the_others() -> None:
    made = release(make_docs(), split=SPLIT)
    (Path(made.folder) / "splits/test/corpus.toml").write_text("layout = 2\n")
    assert len(list(Source("ours@1.0:train"))) == 4
    with pytest.raises(InputError, match=r"splits/test/corpus\.toml was changed"):
        Source("ours@1.0")


def test_files_that_no_reader_opens_are_ignored(tmp_path: Path) -> None:
    made = release(make_docs())
    (Path(made.folder) / "splits/all/.DS_Store").write_text("x")
    assert len(list(Source("ours@1.0"))) == 8
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/release.json").write_text("{}")  # an unrelated file of the same name
    assert find_release(str(tmp_path / "corpus")) is None


def test_records_are_in_the_split_of_their_patient(tmp_path: Path) -> None:
    lines = [f'{{"patient": "P{number}"}}' for number in range(4)]
    records = [PatientRecord(f"P{number}", line) for number, line in enumerate(lines)]
    goldsmith.write(make_docs(), tmp_path / "c", "corpus", records=records)
    plan = ReleasePlan("ours", "1", ("gold",), split=SPLIT)
    made = make_release(make_opener(str(tmp_path / "c")), plan)
    assert made.notes[0] == "split by patient: 4 patients"
    for split in ("train", "test"):
        source = Source(f"ours@1:{split}")
        patients = {doc.metadata.patient for doc in source}
        assert {record.patient for record in source.read_records()} == patients


def test_changed_manifest_is_refused() -> None:
    made = release(make_docs())
    path = Path(made.folder) / "release.json"
    content = json.loads(path.read_text())
    content["licence"] = "public domain"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"release\.json was changed"):
        Source("ours@1.0")
    assert "was changed" in list_entries()[0].problem


def test_withheld_split_is_absent_not_damaged() -> None:
    import shutil

    made = release(make_docs(), split=SPLIT)
    shutil.rmtree(Path(made.folder) / "splits/test")
    verification = verify_release(Path(made.folder), made.release)
    assert verification.is_whole and verification.absent == ("test",)
    assert len(list(Source("ours@1.0:train"))) == 4
    with pytest.raises(InputError, match="does not have the split test"):
        Source("ours@1.0:test")


def test_existing_release_is_not_replaced() -> None:
    before = release(make_docs()).release.seal
    with pytest.raises(InputError, match=r"ours@1\.0 exists already"):
        release(make_docs(6))
    assert require_release("ours@1.0").release.seal == before


def test_unknown_names_list_the_known_ones() -> None:
    release(make_docs(), split=SPLIT)
    with pytest.raises(UnknownName, match="one of ours"):
        Source("theirs@1.0")
    with pytest.raises(UnknownName, match=r"one of 1\.0"):
        Source("ours@2")
    with pytest.raises(UnknownName, match="one of test, train"):
        Source("ours@1.0:dev")
    with pytest.raises(UnknownName, match="A, gold"):
        release(make_docs(), "2", sets=("consensus",))
    assert find_release("no-reference") is None


@pytest.mark.parametrize(("name", "version"), [("a/b", "1"), ("", "1"), ("a", "../1"), ("a", "")])
def test_names_are_safe_paths(name: str, version: str) -> None:
    with pytest.raises(InputError, match=r"release cannot be called|is not a version"):
        make_release(make_opener(make_docs()), ReleasePlan(name, version))


def test_set_must_be_named_if_there_are_several() -> None:
    with pytest.raises(InputError, match="several annotation sets"):
        release(make_docs(), sets=())


def test_documents_without_the_gold_standard_are_left_out() -> None:
    docs = make_docs()
    docs[0] = msgspec.structs.replace(docs[0], sets={})
    made = release(docs)
    assert made.left_out == 1 and made.release.documents == 7


def test_gold_standard_must_follow_its_schema(shelf: Path) -> None:
    docs = make_docs()
    docs[0] = edit(docs[0], mentions=(FEVER, msgspec.structs.replace(GROIN, type="Place")))
    with pytest.raises(InputError, match="breaks the schema clef") as error:
        release(docs)
    assert SECRET not in str(error.value)
    assert not (shelf / "ours" / "1.0").exists()
    made = release(docs, allow_problems=True)
    assert made.release.problems > 0


def test_statements_answer_questions_of_the_datasheet(tmp_path: Path) -> None:
    path = tmp_path / "statements.toml"
    path.write_text('purpose = "To test."\n')
    made = release(make_docs(), statements=path)
    sheet = (Path(made.folder) / "datasheet.md").read_text("utf-8")
    assert "**What was the corpus made for?** To test." in sheet
    assert not any("purpose" in question for question in made.release.open_questions)
    path.write_text('porpose = "To test."\nfunding = 3\n')
    with pytest.raises(InputError, match="did you mean purpose") as error:
        release(make_docs(), "2", statements=path)
    assert "funding: expected a text" in str(error.value)


def test_corpus_records_the_terminologies_and_passes_them_on(tmp_path: Path) -> None:
    terms = (CodedWith("umls", "2026AA", "a" * 64), CodedWith("ours"))
    goldsmith.write(make_docs(2), tmp_path / "coded", "corpus", terms=terms)
    assert Source(str(tmp_path / "coded")).read_terms() == terms
    made = make_release(
        make_opener(str(tmp_path / "coded")), ReleasePlan("ours", "1", sets=("gold",))
    )
    assert made.release.terms == terms
    with pytest.raises(InputError, match=r"terms \(2\)"):
        goldsmith.write(make_docs(2), tmp_path / "x", "jsonl", terms=terms)


# Comparison


def test_releases_with_the_same_content_are_equal() -> None:
    release(make_docs(), split=SPLIT)
    release(make_docs(), "1.1", split=SPLIT)
    comparison = compare("ours@1.0", "ours@1.1")
    assert comparison.is_same
    assert [row.advice for row in comparison.splits] == ["unchanged: results stay comparable"] * 2


def test_comparison_counts_changes() -> None:
    docs = make_docs()
    release(docs)
    recoded = msgspec.structs.replace(FEVER, codes=(Code("C2", "X"),))
    retyped = msgspec.structs.replace(FEVER, type="Result")
    docs[0] = edit(docs[0], mentions=(recoded, GROIN))
    docs[1] = edit(docs[1], mentions=(retyped, GROIN), relations=())
    docs[2] = msgspec.structs.replace(docs[2], text=TEXT + ".")
    extra = msgspec.structs.replace(docs[3], id="n99")
    release([*docs[:7], extra], "2", parts=PartNames(licence="CC0"))
    comparison = compare("ours@1.0", "ours@2")
    assert (comparison.added, comparison.removed, comparison.texts) == (1, 1, 1)
    assert comparison.annotations == 2
    assert [(row.before, row.after, row.count) for row in comparison.recoded] == [
        ("X:C1", "X:C2", 1)
    ]
    assert [(row.before, row.after) for row in comparison.retyped] == [("Condition", "Result")]
    assert [row.what for row in comparison.versions] == ["licence"]
    types = {(row.kind, row.type): row for row in comparison.types}
    relation = types["relation", "has_location"]
    # Removed with a document, a changed text and an edit; added with a document and that text.
    assert (relation.before, relation.after, relation.removed, relation.added) == (8, 7, 3, 2)
    assert types["mention", "Result"].added == 1


def test_attribute_changes_count_once() -> None:
    docs = make_docs(2)
    release(docs)
    negated = msgspec.structs.replace(FEVER, attributes={"x": "1"})
    docs[0] = edit(docs[0], mentions=(negated, GROIN))
    release(docs, "2", allow_problems=True)
    types = {row.type: row for row in compare("ours@1.0", "ours@2").types}
    row = types["Condition"]
    assert (row.changed, row.added, row.removed) == (1, 0, 0)


def test_patients_who_move_between_splits_are_a_leak() -> None:
    release(make_docs(), split=SPLIT)
    swapped = SplitPlan({"test": "0.5", "train": "0.5"}, seed=3, axes=())
    release(make_docs(), "2", split=swapped)
    comparison = compare("ours@1.0", "ours@2")
    assert comparison.moved and comparison.leaks
    advice = {row.split: row.advice for row in comparison.splits}
    assert "do not test a model on ours@2:test that was trained on ours@1.0:train" in advice["test"]
