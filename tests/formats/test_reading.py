"""Reading a corpus: folders, archives, encodings, bad files among good ones."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from goldsmith.core import Document
from goldsmith.errors import BadFiles, InputError, UnknownName
from goldsmith.formats import Reader, read, write

ANN = "T1\tCondition 0 5\tfever\n"


def make_brat_folder(folder: Path, count: int = 3) -> Path:
    folder.mkdir(exist_ok=True)
    for number in range(count):
        (folder / f"n{number:04}.txt").write_text("fever for the patient Quigley")
        (folder / f"n{number:04}.ann").write_text(ANN)
    return folder


def make_archive(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as out:
        for name, content in members.items():
            out.writestr(name, content)
    return path


def test_zip_tar_and_folder_give_the_same_documents(tmp_path: Path) -> None:
    folder = make_brat_folder(tmp_path / "notes")
    files = {path.name: path.read_text() for path in folder.iterdir()}
    zipped = make_archive(tmp_path / "notes.zip", files)
    with tarfile.open(tmp_path / "notes.tar.gz", "w:gz") as out:
        out.add(folder, arcname=".")
    expected = list(read(folder, "brat"))
    assert list(read(zipped, "brat")) == expected
    assert [doc.text for doc in read(tmp_path / "notes.tar.gz", "brat")] == [
        doc.text for doc in expected
    ]


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    write([Document("a", "fever")], tmp_path / "c.jsonl", "jsonl")
    packed = tmp_path / "d.jsonl.gz"
    packed.write_bytes(gzip.compress((tmp_path / "c.jsonl").read_bytes()))
    assert [doc.id for doc in read(packed)] == ["a"]


def test_truncated_gzip_is_reported(tmp_path: Path) -> None:
    whole = gzip.compress(b"".join(b"%d fever\n" % n for n in range(9999)))
    (tmp_path / "n.ann.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "n.txt").write_text("x")
    with pytest.raises(InputError, match=r"n\.ann: the file is truncated or damaged"):
        list(read(tmp_path, "brat"))


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a/../../b.txt", "C:\\b.txt"])
def test_archive_members_outside_the_archive_are_refused(tmp_path: Path, name: str) -> None:
    path = make_archive(tmp_path / "a.zip", {"n.txt": "x", "n.ann": "", name: "x"})
    with pytest.raises(InputError, match="points outside the archive"):
        read(path, "brat")


def test_links_in_a_tar_are_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as out:
        link = tarfile.TarInfo("n.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        out.addfile(link, io.BytesIO())
    with pytest.raises(InputError, match="is a link or a device"):
        read(tmp_path / "a.tar", "brat")


def test_damaged_archive_is_reported(tmp_path: Path) -> None:
    path = make_archive(tmp_path / "a.zip", {"n.txt": "fever " * 999, "n.ann": ""})
    content = bytearray(path.read_bytes())
    content[60:80] = b"\0" * 20
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match="truncated or damaged"):
        list(read(path, "brat"))


def test_other_encoding_is_reported_with_line_and_remedy(tmp_path: Path) -> None:
    make_brat_folder(tmp_path, 1)
    (tmp_path / "n0000.txt").write_bytes("one\ntwo\nthree na\xefve Quigley".encode("latin-1"))
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "brat"))
    assert "n0000.txt:3: byte 0xef is not UTF-8" in str(caught.value)
    assert "iconv -f cp1252" in str(caught.value)
    assert "Quigley" not in str(caught.value)


def test_utf16_is_reported_as_such(tmp_path: Path) -> None:
    make_brat_folder(tmp_path, 1)
    (tmp_path / "n0000.ann").write_bytes(ANN.encode("utf-16"))
    with pytest.raises(InputError, match="iconv -f utf-16"):
        list(read(tmp_path, "brat"))


def test_bad_file_among_a_thousand_is_reported_and_nothing_is_written(tmp_path: Path) -> None:
    folder = make_brat_folder(tmp_path / "in", 1000)
    (folder / "n0500.ann").write_text("T1 Condition 0 5 fever")
    with pytest.raises(BadFiles) as caught:
        write(read(folder, "brat"), tmp_path / "out", "corpus")
    assert str(caught.value).startswith("1 of 1000 could not be read, nothing was written")
    assert "n0500.ann:1" in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in"]


def test_every_bad_file_is_reported(tmp_path: Path) -> None:
    folder = make_brat_folder(tmp_path / "in", 10)
    for number in (2, 5, 7):
        (folder / f"n000{number}.ann").write_text("T1\tCondition 0 500\tfever\n")
    with pytest.raises(BadFiles) as caught:
        list(read(folder, "brat"))
    assert [Path(error.where).name for error in caught.value.errors] == [
        "n0002.ann",
        "n0005.ann",
        "n0007.ann",
    ]


def test_keep_going_reads_the_other_files(tmp_path: Path) -> None:
    folder = make_brat_folder(tmp_path / "in", 10)
    (folder / "n0003.ann").write_text("nonsense")
    reader = Reader(folder, "brat", keep_going=True)
    assert len(list(reader)) == 9
    assert ["n0003.ann" in str(error) for error in reader.errors] == [True]


def test_bad_json_line_invalidates_only_its_document(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(
        '{"id":"a","text":"x"}\n{"id":"b","te\n\n{"id":"c","text":5}\n{"id":"d","text":"x"}\n'
    )
    reader = Reader(path, "jsonl", keep_going=True)
    assert [doc.id for doc in reader] == ["a", "d"]
    assert [error.line for error in reader.errors] == [2, 4]


def test_duplicate_document_id_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"id":"a","text":"x"}\n{"id":"a","text":"y"}\n')
    with pytest.raises(InputError, match="document id 'a' occurs twice"):
        list(read(path))


def test_problems_in_json_lines_are_located(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    mention = '{"id":"m","type":"X","spans":[[0,9]]}'
    path.write_text(
        '{"id":"a","text":"x"}\n'
        f'{{"id":"b","text":"x","sets":{{"g":{{"name":"g","mentions":[{mention}]}}}}}}\n'
    )
    with pytest.raises(InputError, match=r"c\.jsonl:2: b, m: the spans 0-9 are not inside"):
        list(read(path))


def test_unknown_format_error_lists_all_formats(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no format called 'bratt'.*brat.*Did you mean brat"):
        read(tmp_path, "bratt")


def test_unrecognised_files_are_reported(tmp_path: Path) -> None:
    (tmp_path / "x.docx").write_bytes(b"PK")
    with pytest.raises(InputError, match="no known format fits these files"):
        read(tmp_path)
    with pytest.raises(InputError, match=r"found no brat files; expected .*\.ann"):
        read(tmp_path, "brat")
    with pytest.raises(InputError, match="there is no such file or folder"):
        read(tmp_path / "nowhere")


def test_formats_are_recognised(tmp_path: Path) -> None:
    folder = make_brat_folder(tmp_path / "notes")
    assert Reader(folder).format.name == "brat"
    for name in ("corpus", "jsonl"):
        write(read(folder), tmp_path / name, name)
        assert Reader(tmp_path / name).format.name == name


@pytest.mark.parametrize(
    "name", ["../x", "/x", "a/../../x", "", "..", "C:\\\\x", "\\u0000", "a\\n"]
)
def test_unsafe_names_are_refused_on_reading(tmp_path: Path, name: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f'{{"id":"{name}","text":"x"}}\n')
    with pytest.raises(InputError, match=r"the document id .* is not a safe file name"):
        list(read(path, "jsonl"))
    path.write_text(f'{{"id":"a","text":"x","sets":{{"{name}":{{"name":"{name}"}}}}}}\n')
    with pytest.raises(InputError, match=r"the set name .* is not a safe file name"):
        list(read(path, "jsonl"))


def test_names_that_only_some_file_systems_forbid_are_read(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"id":"PMID:12?","text":"x","sets":{"fold 1/2":{"name":"fold 1/2"}}}\n')
    [doc] = read(path)
    assert (doc.id, list(doc.sets)) == ("PMID:12?", ["fold 1/2"])
