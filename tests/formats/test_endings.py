"""A format named by the caller is used whatever extensions the files have."""

import logging
import shutil
import zipfile
from pathlib import Path

import pytest

from goldsmith.core import Document, canonicalise
from goldsmith.errors import InputError
from goldsmith.formats import Reader, read

GOLDEN = Path(__file__).parent / "golden"
ABSTRACT = (
    "\n227508|t|Naloxone reverses clonidine\n227508|a|In rats.\n"
    "227508\t0\t8\tNaloxone\tChemical\tD009270\n\n"
)
COREFERENCE = "#begin document (n1); part 000\nn1 0 0 Ann (1\nn1 0 1 left 1)\n#end document\n"


def count_mentions(docs: list[Document]) -> int:
    return sum(len(anns.mentions) for doc in docs for anns in doc.sets.values())


def save(folder: Path, name: str, content: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content)
    return folder


@pytest.mark.parametrize(
    "name", ["CDR_TestSet.PubTator.txt", "NCBItestset_corpus.txt", "abstracts.data", "abstracts"]
)
def test_pubtator_with_any_ending(tmp_path: Path, name: str) -> None:
    save(tmp_path, name, ABSTRACT)
    [doc] = read(tmp_path / name, "pubtator")
    assert (doc.id, count_mentions([doc])) == ("227508", 1)


@pytest.mark.parametrize("name", ["CDR_TestSet.PubTator.txt", "NCBItestset_corpus.txt"])
def test_official_files_are_recognised_by_their_first_lines(tmp_path: Path, name: str) -> None:
    save(tmp_path / "c", name, ABSTRACT)
    save(tmp_path / "c", "README.txt", "about this corpus")
    for path in (tmp_path / "c", tmp_path / "c" / name):
        reader = Reader(path)
        assert reader.format.name == "pubtator"
        assert [doc.id for doc in reader] == ["227508"]


def test_a_note_that_begins_like_a_title_is_plain_text(tmp_path: Path) -> None:
    save(tmp_path, "n1.txt", "1|t|x\nfever\n")
    assert Reader(tmp_path).format.name == "text"


@pytest.mark.parametrize("name", ["scores.key", "scores.response", "scores.txt"])
def test_conll_with_any_ending(tmp_path: Path, name: str) -> None:
    save(tmp_path, name, COREFERENCE)
    [doc] = read(tmp_path / name, "conll-2012")
    assert doc.text == "Ann left" and count_mentions([doc]) == 1


def test_key_and_response_are_recognised(tmp_path: Path) -> None:
    save(tmp_path, "scores.key", COREFERENCE)
    assert Reader(tmp_path).format.name == "conll-2012"
    save(tmp_path / "other", "slides.key", "PK")
    with pytest.raises(InputError, match="no known format fits"):
        Reader(tmp_path / "other")


def test_only_files_with_matching_content_are_read_from_a_folder(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save(tmp_path, "a.out", COREFERENCE)
    save(tmp_path, "b.out", COREFERENCE.replace("(n1)", "(n2)"))
    save(tmp_path, "log.out", "nothing to see")
    assert [doc.id for doc in read(tmp_path, "conll-2012")] == ["n1", "n2"]
    assert "log.out" in caplog.text


def test_errors_give_the_actual_file_name(tmp_path: Path) -> None:
    save(tmp_path / "c", "a.out", COREFERENCE.replace("1)", "2)"))
    save(tmp_path / "c", "b.out", COREFERENCE)
    for path in (tmp_path / "c", tmp_path / "c/a.out"):
        with pytest.raises(InputError, match=r"a\.out:3: "):
            list(read(path, "conll-2012"))
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        for name in ("a.out", "b.out"):
            archive.write(tmp_path / "c" / name, name)
    with pytest.raises(InputError, match=r"c\.zip/a\.out:3: "):
        list(read(tmp_path / "c.zip", "conll-2012"))


def test_folder_without_matching_files_is_an_error(tmp_path: Path) -> None:
    save(tmp_path, "a.csv", "x,y\n")
    save(tmp_path, "b.csv", "x,y\n")
    for name in ("conll-2012", "brat", "xmi"):
        with pytest.raises(InputError, match=f"found no {name} files"):
            list(read(tmp_path, name))


def test_brat_with_another_ending_finds_its_text(tmp_path: Path) -> None:
    save(tmp_path, "n1.txt", "fever")
    save(tmp_path, "n1.a2", "T1\tX 0 5\tfever\n")
    [doc] = read(tmp_path / "n1.a2", "brat")
    assert doc.text == "fever" and count_mentions([doc]) == 1


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("brat", {"n1.txt": "fever", "n1.ann": "\ufeffT1\tX 0 5\tfever\n"}),
        ("i2b2", {"n1.txt": "fever", "n1.con": '\ufeffc="fever" 1:0 1:0||t="problem"\n'}),
        ("pubtator", {"n1.pubtator": "\ufeff" + ABSTRACT.lstrip()}),
        ("conll-2012", {"n1.conll": "\ufeff" + COREFERENCE}),
    ],
)
def test_byte_order_mark_before_annotations(
    tmp_path: Path, name: str, files: dict[str, str]
) -> None:
    for file, content in files.items():
        save(tmp_path, file, content)
    assert count_mentions(list(read(tmp_path, name))) == 1


def test_xmi_in_xml_with_its_type_system(tmp_path: Path) -> None:
    folder = GOLDEN / "xmi/ctakes"
    shutil.copy(folder / "visit-17.xmi", tmp_path / "visit-17.xml")
    shutil.copy(folder / "TypeSystem.xml", tmp_path / "my-TypeSystem.xml")
    [expected] = read(folder, "xmi")
    for path in (tmp_path, tmp_path / "visit-17.xml"):
        [doc] = read(path, "xmi")
        assert canonicalise(doc) == canonicalise(expected)


def test_types_of_webanno_are_guessed_without_a_type_system(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = GOLDEN / "xmi/inception/note-1.txt/alice.xmi"
    (tmp_path / "a/b").mkdir(parents=True)
    shutil.copy(source, tmp_path / "a/b/alice.xml")
    with caplog.at_level(logging.WARNING):
        [doc] = read(tmp_path / "a/b/alice.xml", "xmi")
    assert "in 1 document the type system is missing; the types were guessed" in caplog.text
    [expected] = read(GOLDEN / "xmi/inception", "xmi")
    guessed, full = doc.sets["alice"], expected.sets["alice"]
    assert [m.spans for m in guessed.mentions] == [m.spans for m in full.mentions]
    assert [m.type for m in guessed.mentions] == [m.type for m in full.mentions]
    assert [group.members for group in guessed.groups] == [group.members for group in full.groups]
    # A feature of a custom layer that refers to an annotation cannot be told apart from a number.
    missing = {rel.type for rel in full.relations} - {rel.type for rel in guessed.relations}
    assert missing == {"cause"}


def test_types_of_other_tools_are_not_guessed(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    shutil.copy(GOLDEN / "xmi/ctakes/visit-17.xmi", tmp_path / "a/b/visit-17.xml")
    with pytest.raises(InputError, match=r"visit-17\.xml: this file has no type system"):
        list(read(tmp_path / "a/b/visit-17.xml", "xmi"))
