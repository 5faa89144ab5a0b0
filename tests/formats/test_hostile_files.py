"""Damaged, hostile and odd files: each yields one clear error, whatever the format."""

import gzip
import os
import stat
import struct
import subprocess
import sys
import tarfile
import textwrap
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import damage, get, names, read, tree, write
from goldsmith.formats.shared import lines

GOLDEN = Path(__file__).parent / "golden"

#: The user id of "nobody".
NOBODY = 65534


def make_archive(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members.items():
            out.writestr(name, content)
    return path


def patch_members(path: Path, offset: int, value: int) -> None:
    """Overwrite a 16-bit field in every local and central header of an archive."""
    content = bytearray(path.read_bytes())
    for signature, shift in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        position = content.find(signature)
        while position >= 0:
            struct.pack_into("<H", content, position + offset + shift, value)
            position = content.find(signature, position + 4)
    path.write_bytes(bytes(content))


@pytest.mark.parametrize("fmt", ["brat", None])
def test_encrypted_archive(tmp_path: Path, fmt: str | None) -> None:
    path = make_archive(tmp_path / "a.zip", {"n.txt": "fever", "n.ann": ""})
    patch_members(path, 6, 1)
    with pytest.raises(InputError, match=r"n\.\w+: this member of the archive is encrypted"):
        list(read(path, fmt))


def test_unusual_compression(tmp_path: Path) -> None:
    path = make_archive(tmp_path / "a.zip", {"n.txt": "fever", "n.ann": ""})
    patch_members(path, 8, 97)
    with pytest.raises(InputError, match="compressed by an unusual method"):
        list(read(path, "brat"))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_member(tmp_path: Path, method: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", method) as out:
        out.writestr("n.txt", os.urandom(4000).hex())
        out.writestr("n.ann", "")
    content = bytearray(path.read_bytes())
    content[100:140] = b"\x55" * 40
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match="truncated or damaged"):
        list(read(path, "brat"))


def test_links_and_repeated_members_in_a_zip(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("n.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as out:
        out.writestr(link, "/etc/passwd")
    with pytest.raises(InputError, match=r"'n\.txt' is a link or a device"):
        read(tmp_path / "a.zip", "text")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as out, pytest.warns(UserWarning):
        out.writestr("n.txt", "fever")
        out.writestr("n.txt", "cough")
    with pytest.raises(InputError, match=r"'n\.txt' occurs twice"):
        read(tmp_path / "b.zip", "text")


def test_hidden_members_are_not_documents(tmp_path: Path) -> None:
    path = make_archive(tmp_path / "a.zip", {"./n.txt": "fever", "__MACOSX/._n.txt": "\x00\x05"})
    assert [doc.id for doc in read(path, "text")] == ["n"]


def test_archive_that_expands_beyond_the_limit(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as out:
        info = tarfile.TarInfo("n.txt")
        info.size = 5 << 30
        out.fileobj.write(info.tobuf())
    with pytest.raises(InputError, match=r"'n\.txt' is larger than 4 GiB"):
        read(tmp_path / "a.tar", "text")


@pytest.mark.parametrize(("name", "fmt"), [("n.txt.gz", "text"), ("n.jsonl.gz", "jsonl")])
def test_compressed_file_that_expands_beyond_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, fmt: str
) -> None:
    for module in (damage, tree, lines):
        monkeypatch.setattr(module, "MAX_DOCUMENT_SIZE", 2 << 20)
    (tmp_path / name).write_bytes(gzip.compress(bytes(64 << 20)))
    with pytest.raises(InputError, match="a document here is larger than 2 MiB"):
        list(read(tmp_path, fmt))


def test_file_both_compressed_and_uncompressed(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("fever")
    (tmp_path / "n.txt.gz").write_bytes(gzip.compress(b"cough"))
    message = r"the file 'n\.txt' exists twice, compressed and uncompressed"
    with pytest.raises(InputError, match=message):
        read(tmp_path, "text")


def test_file_name_that_is_not_utf_8(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/na\xefve.txt")).write_text("fever")
    with pytest.raises(InputError, match=r"name of the file 'na.*ve\.txt' is not UTF-8") as caught:
        list(read(tmp_path, "text"))
    assert str(caught.value).encode("utf-8")


def test_dangling_link_and_pipe(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "nowhere.txt")
    with pytest.raises(InputError, match=r"a\.txt: this is a link to something that does not"):
        list(read(tmp_path, "text"))
    with pytest.raises(InputError, match="this is a link to something that does not exist"):
        read(tmp_path / "a.txt")
    (tmp_path / "a.txt").unlink()
    os.mkfifo(tmp_path / "a.txt")
    with pytest.raises(InputError, match="not a plain file but a pipe"):
        list(read(tmp_path, "text"))


def test_file_without_read_permission(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("fever")
    (tmp_path / "a.txt").chmod(0)
    if os.geteuid() == 0:  # root may read everything
        for folder in (tmp_path, *tmp_path.parents):
            if folder.is_relative_to("/tmp") and folder != Path("/tmp"):
                folder.chmod(0o755)
        os.seteuid(NOBODY)
    try:
        with pytest.raises(InputError, match=r"a\.txt: this file cannot be opened \(EACCES\)"):
            list(read(tmp_path, "text"))
    finally:
        if os.getuid() == 0:
            os.seteuid(0)


def test_interrupted_replacement_is_undone_when_the_corpus_is_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write([Document("n", "fever")], tmp_path / "c", "corpus")
    killed = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], stdout=-1)
    (tmp_path / "c").rename(tmp_path / f".c.{int(killed.stdout)}-0123abcd.old")
    assert [doc.id for doc in read(tmp_path / "c")] == ["n"]
    assert "c: restored after an interrupted replacement" in caplog.text


BIOC = '<?xml version="1.0"{0}?>\n<!DOCTYPE c [<!ENTITY e "x">]><collection>{1}</collection>'


@pytest.mark.parametrize(
    ("codec", "declared", "message"),
    [
        ("utf-32", "", "encoding 'UTF-32'"),
        ("utf-32-le", "", "encoding 'UTF-32'"),
        ("utf-32-be", ' encoding="UTF-32"', "encoding 'UTF-32'"),
        ("cp037", "", "encoding 'EBCDIC'"),
        ("utf-7", ' encoding="UTF-7"', "encoding 'UTF-7'"),
        ("utf-16", "", "defines XML entities"),
        ("utf-16-le", "", "defines XML entities"),
        ("latin-1", ' encoding="latin1"', "defines XML entities"),
    ],
)
@pytest.mark.parametrize(("fmt", "name"), [("bioc-xml", "a.xml"), ("gate", "a.xml")])
def test_encodings_do_not_hide_entities(
    tmp_path: Path, codec: str, declared: str, message: str, fmt: str, name: str
) -> None:
    (tmp_path / name).write_bytes(BIOC.format(declared, "").encode(codec))
    with pytest.raises(InputError, match=message):
        list(read(tmp_path, fmt))


def test_entities_after_the_first_chunk_of_utf16_are_found(tmp_path: Path) -> None:
    prologue = "<?xml version='1.0'?><!--" + "x" * 100_001 + "-->"
    declaration = '<!DOCTYPE c [<!ENTITY e "x">]><collection/>'
    (tmp_path / "a.xml").write_bytes((prologue + declaration).encode("utf-16"))
    with pytest.raises(InputError, match="defines XML entities"):
        list(read(tmp_path, "bioc-xml"))


DEEP = 100_000
NESTED = {
    "jsonl": ("a.jsonl", '{"id":"a","text":"x","more":' + "[" * DEEP + "]" * DEEP + "}\n"),
    "craft": ("a.jsonl", '{"doc":"a","text":"x","mentions":[{"spans":' + "[" * DEEP),
    "bioc-json": (
        "a.json",
        '{"id":"a","passages":[],"infons":{"a":' + "[" * DEEP + "]" * DEEP + "}}",
    ),
    "corpus": ("corpus.toml", "layout = 1\nx = " + "[" * DEEP + "]" * DEEP + "\n"),
}


@pytest.mark.parametrize("fmt", NESTED)
def test_deep_nesting(tmp_path: Path, fmt: str) -> None:
    name, content = NESTED[fmt]
    (tmp_path / name).write_text(content)
    (tmp_path / "metadata.jsonl").write_text("") if fmt == "corpus" else None
    with pytest.raises(InputError, match=r"this is not .*"):
        list(read(tmp_path, fmt))


@pytest.mark.parametrize("digits", [16, 400, 4300, 5000])
def test_numbers_with_very_many_digits(tmp_path: Path, digits: int) -> None:
    number = "9" * digits
    mention = f'{{"id":"m","type":"X","spans":[[0,{number}]]}}'
    (tmp_path / "a.jsonl").write_text(
        f'{{"id":"a","text":"x","sets":{{"g":{{"name":"g","mentions":[{mention}]}}}}}}\n'
    )
    (tmp_path / "a.json").write_text(
        f'{{"id":"a","passages":[{{"offset":{number},"text":"x","annotations":'
        f'[{{"id":"1","locations":[{{"offset":{number},"length":{number}}}]}}]}}]}}'
    )
    (tmp_path / "a.xml").write_text(
        "<collection><source/><document><id>a</id><passage><offset>0</offset><text>x</text>"
        f'<annotation id="1"><location offset="{number}" length="{number}"/></annotation>'
        "</passage></document></collection>"
    )
    (tmp_path / "corpus.toml").write_text(f"layout = {number}\n")
    for fmt, name in (("jsonl", "a.jsonl"), ("bioc-json", "a.json"), ("bioc-xml", "a.xml")):
        with pytest.raises(InputError) as caught:
            list(read(tmp_path / name, fmt))
        assert len(str(caught.value)) < 500 + len(str(tmp_path))
    with pytest.raises(InputError, match=r"not TOML|layout"):
        list(read(tmp_path, "corpus"))


@pytest.mark.parametrize("separate", [999_999, 40_000])
def test_distant_passages_do_not_fill_the_memory(tmp_path: Path, separate: int) -> None:
    passages = ",".join(f'{{"offset":{n * separate},"text":"x"}}' for n in range(1500))
    (tmp_path / "a.json").write_text(f'{{"id":"a","passages":[{passages}]}}')
    tracemalloc.start()
    with pytest.raises(InputError, match=r"a passage or sentence begins at \d+"):
        list(read(tmp_path, "bioc-json"))
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("element", ["name", "types", "features", "supertypeName", "rangeTypeName"])
def test_duplicate_elements_in_a_type_system(tmp_path: Path, element: str) -> None:
    for path in (GOLDEN / "xmi/written").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    content = (tmp_path / "TypeSystem.xml").read_text()
    start, end = content.index(f"<{element}>"), content.index(f"</{element}>")
    part = content[start : end + len(element) + 3]
    (tmp_path / "TypeSystem.xml").write_text(content.replace(part, part + part, 1))
    with pytest.raises(InputError, match=r"TypeSystem\.xml:\d+: "):
        list(read(tmp_path, "xmi"))


FULL_DISK = """
    import resource, signal, sys
    from pathlib import Path
    from goldsmith.core import Document
    from goldsmith.errors import InputError
    from goldsmith.formats import get, write

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
    notes = [Document(f"n{number}", hex(7 ** (19991 + number))) for number in range(9)]
    for name in sys.argv[2:]:
        suffix = get(name).suffixes[0] if get(name).single_file else ""
        for out in {Path(sys.argv[1], f"out{suffix}"), Path(sys.argv[1], "out")}:
            try:
                write(notes, out, name, allow_loss=["all"])
            except InputError as error:
                assert "the disk is full; nothing was written" in str(error), (name, error)
            else:
                raise AssertionError(f"{name} was written")
    assert not list(Path(sys.argv[1]).iterdir())
"""


def test_full_disk(tmp_path: Path) -> None:
    writers = [name for name in names() if get(name).writes]
    code = [sys.executable, "-c", textwrap.dedent(FULL_DISK), str(tmp_path), *writers]
    subprocess.run(code, check=True)
