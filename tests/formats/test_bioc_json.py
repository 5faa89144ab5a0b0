"""BioC JSON in the shapes that PubTator 3, NCBI's service and the bioc package give it."""

import gzip
import io
from pathlib import Path

import msgspec
import pytest
from bioc import biocjson

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Metadata,
    Relation,
    Section,
    Span,
    canonical,
)
from goldsmith.errors import InputError
from goldsmith.formats import get, read, write
from goldsmith.formats.bioc import json_split
from goldsmith.formats.bioc.json_split import Splitter

GOLDEN = Path(__file__).parent / "golden" / "bioc_json"
FORMAT = "bioc-json"


@pytest.fixture(scope="module")
def pubtator() -> Document:
    [doc] = read(GOLDEN / "pubtator3.json", FORMAT)
    return doc


def test_an_answer_of_pubtator_3(pubtator: Document) -> None:
    assert pubtator.id == "90000001"
    assert pubtator.text == 'Cough after enalapril 😀\nShe said "dry" { [ cough.'
    assert pubtator.sections == (
        Section(Span(0, 23), "title"),
        Section(Span(24, 49), "abstract"),
    )
    assert pubtator.metadata.extra == {
        "bioc:passage.1.journal": "Made-up Letters",
        "bioc:passage.1.year": "2019",
        "bioc:passage.1.authors": "Doe J, Roe R",
    }


def test_its_annotations(pubtator: Document) -> None:
    first, second, *_ = pubtator.sets["gold"].mentions
    assert first == Mention(
        "2",
        "Disease",
        (Span(0, 5),),
        {
            "valid": "true",
            "normalized": '["D003371"]',
            "database": "ncbi_mesh",
            "normalized_id": "D003371",
            "biotype": "disease",
            "accession": "@DISEASE_Cough",
        },
        (Code("D003371", "MESH", "Cough"),),
        "Cough",
    )
    assert second == Mention("3", "Chemical", (Span(12, 21),), text="enalapril")


def test_its_relations_link_concepts(pubtator: Document) -> None:
    one = pubtator.sets["gold"]
    assert one.relations == (
        Relation(
            "R1",
            "Positive_Correlation",
            "concept:MESH:D004656",
            "concept:MESH:D003371",
            {"score": "0.97"},
        ),
    )
    assert one.by_id()["concept:MESH:D004656"] == Mention(
        "concept:MESH:D004656", "Chemical", (), {}, (Code("D004656", "MESH"),)
    )


def test_a_list_of_collections() -> None:
    first, second = read(GOLDEN / "collections.json", FORMAT)
    assert (first.id, first.text) == ("PMC90001", "Wheeze in asthma\nWheeze went.")
    assert [section.kind for section in first.sections] == ["TITLE", "RESULTS"]
    assert first.sections[1].span == Span(17, 29)
    assert first.metadata == Metadata(
        date="2024-01-05",
        extra={
            "license": "CC0",
            "bioc:passage.1.type": "front",
            "bioc:passage.1.article-id_doi": "10.0/x",
            "bioc:passage.2.type": "paragraph",
        },
    )
    [mention] = first.sets["gold"].mentions
    assert first.covered(mention) == "Wheeze"
    assert (second.id, second.text) == ("PMC90002", "Nothing to say.")


def test_json_lines() -> None:
    first, second = read(GOLDEN / "lines.jsonl", FORMAT)
    assert [mention.id for mention in first.sets["gold"].mentions] == ["T1"]
    assert (second.id, second.text) == ("L2", "Cough.")


@pytest.mark.parametrize("name", ["pubtator3.json", "collections.json", "lines.jsonl"])
def test_golden_files_come_back_from_what_we_write(name: str, tmp_path: Path) -> None:
    docs = list(read(GOLDEN / name, FORMAT))
    write(docs, tmp_path / "out.json", FORMAT)
    again = list(read(tmp_path / "out.json", FORMAT))
    assert [canonical(doc) for doc in again] == [canonical(doc) for doc in docs]


@pytest.mark.parametrize("name", ["pubtator3.json", "collections.json", "lines.jsonl"])
@pytest.mark.parametrize("size", [1, 7, 64])
def test_where_the_file_is_cut_into_pieces_does_not_matter(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = list(read(GOLDEN / name, FORMAT))
    monkeypatch.setattr(json_split, "_CHUNK", size)
    assert list(read(GOLDEN / name, FORMAT)) == expected


EXPECTED = """\
{"source":"Goldsmith","date":"","key":"","infons":{},"documents":[
{"id":"n1","infons":{},"passages":[{"offset":0,"infons":{"type":"plan"},"text":"fever\\r\\n",\
"sentences":[],"annotations":[{"id":"T1","infons":{"type":"Finding","identifier":"UMLS:C1",\
"status":"new"},"text":"fever","locations":[{"offset":0,"length":5}]}],"relations":[]}],\
"annotations":[],"relations":[{"id":"R1","infons":{"type":"same"},"nodes":\
[{"refid":"T1","role":"Arg1"},{"refid":"T1","role":"Arg2"}]}]},
{"id":"n2","infons":{},"passages":[{"offset":0,"infons":{},"text":"","sentences":[],\
"annotations":[],"relations":[]}],"annotations":[],"relations":[]}
]}
"""


def small() -> list[Document]:
    mention = Mention("T1", "Finding", (Span(0, 5),), {"status": "new"}, (Code("C1", "UMLS"),))
    gold = AnnotationSet("gold", (mention,), (Relation("R1", "same", "T1", "T1"),))
    sections = (Section(Span(0, 7), "plan"),)
    return [Document("n1", "fever\r\n", Metadata(), sections, {"gold": gold}), Document("n2", "")]


def test_what_is_written_byte_by_byte(tmp_path: Path) -> None:
    write(small(), tmp_path / "out", FORMAT)
    assert (tmp_path / "out" / "corpus.json").read_bytes().decode() == EXPECTED


def test_an_empty_corpus_is_valid_json(tmp_path: Path) -> None:
    write([], tmp_path / "out.json", FORMAT)
    assert msgspec.json.decode((tmp_path / "out.json").read_bytes())["documents"] == []
    assert list(read(tmp_path / "out.json", FORMAT)) == []


def test_the_bioc_package_reads_what_we_write(tmp_path: Path) -> None:
    write(small(), tmp_path / "out.json", FORMAT)
    with open(tmp_path / "out.json", encoding="utf-8", newline="") as stream:
        first, second = biocjson.load(stream).documents
    assert first.passages[0].text == "fever\r\n"
    assert first.passages[0].annotations[0].infons["identifier"] == "UMLS:C1"
    assert [node.role for node in first.relations[0].nodes] == ["Arg1", "Arg2"]
    assert second.id == "n2"


def test_what_the_bioc_package_writes_comes_back(tmp_path: Path) -> None:
    write(small(), tmp_path / "out.json", FORMAT)
    with open(tmp_path / "out.json", encoding="utf-8", newline="") as stream:
        collection = biocjson.load(stream)
    (tmp_path / "again.json").write_text(biocjson.dumps(collection, indent=2), "utf-8")
    again = list(read(tmp_path / "again.json", FORMAT))
    assert [canonical(doc) for doc in again] == [canonical(doc) for doc in small()]


def test_control_characters_come_back(tmp_path: Path) -> None:
    doc = Document("n1", "fe\x00ver\x0b")
    write([doc], tmp_path / "out.json", FORMAT)
    assert next(read(tmp_path / "out.json", FORMAT)).text == "fe\x00ver\x0b"


def test_it_is_recognised_by_what_it_holds() -> None:
    fmt = get(FORMAT)
    for name in ("pubtator3.json", "collections.json", "lines.jsonl"):
        assert fmt.recognises(name, (GOLDEN / name).read_bytes()[:2048])
    assert not fmt.recognises("a.json", b'{"id": "n1", "text": "fever", "sets": {}}')
    assert not fmt.recognises("a.txt", (GOLDEN / "lines.jsonl").read_bytes())


def test_little_of_the_file_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_split, "_CHUNK", 1000)
    document = b'{"id":"n","passages":[]},\n'
    splitter = Splitter(io.BytesIO(b'{"documents":[' + document * 5000 + b"{}]}"))
    longest = max(len(splitter._buffer) for _ in splitter.documents())
    assert longest < 2000


MENTION = '{{"id": "{}",\n"locations": [{{"offset": {}, "length": 5}}]}}'
DOCUMENT = (
    '{{"documents": [\n{{"id": "d", "passages": [\n{{"offset": 0, "text": "secret fever",'
    '\n"annotations": [{}], "relations": [{}]}}]}}\n]}}'
)
NODES = '"nodes": [{"refid": "T1", "role": "a"}, {"refid": "T2", "role": "b"}]'
NONSENSE = {
    "no passages": ('{"documents": [\n{"id": "secret"}]}', 2, "missing required field `passages`"),
    "a word for an offset": (DOCUMENT.format(MENTION.format("T1", '"x"'), ""), 2, "Expected `int`"),
    "a list for a text": (DOCUMENT.format("", "").replace('"secret fever"', "[1]"), 2, "Expected"),
    "no nodes": (DOCUMENT.format("", '{"id": "R1"}'), 2, "R1 links nothing"),
    "past the end": (DOCUMENT.format(MENTION.format("T1", 10), ""), 4, "not inside the text"),
    "twice": (DOCUMENT.format(2 * (MENTION.format("T1", 0) + ",\n") + "{}", ""), 6, "2 times"),
    "dangling": (DOCUMENT.format("", f'\n{{"id": "R1", {NODES}}}'), 5, "does not exist"),
    "no id": (DOCUMENT.format("", "").replace('"d"', '""'), 2, "the document has no id"),
    "no JSON": ("secret", 1, "not complete JSON"),
    "nothing": ("", 1, "not complete JSON"),
    "too many brackets": ("[]\n]", 1, "not complete JSON"),
    "broken inside": (DOCUMENT.format("", "").replace("0,", "0 0,"), 2, "not a document in BioC"),
}


@pytest.mark.parametrize(("content", "line", "what"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_its_line(
    tmp_path: Path, content: str, line: int, what: str
) -> None:
    (tmp_path / "bad.json").write_text(content, "utf-8")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path / "bad.json", FORMAT))
    message = str(caught.value)
    assert f"bad.json:{line}: " in message
    assert what in message
    assert "secret" not in message


def test_one_spoiled_document_does_not_spoil_the_others(tmp_path: Path) -> None:
    lines = (GOLDEN / "lines.jsonl").read_text("utf-8").replace('"offset": 0', '"offset": []', 1)
    (tmp_path / "bad.jsonl").write_text(lines, "utf-8")
    assert [doc.id for doc in read(tmp_path / "bad.jsonl", FORMAT, keep_going=True)] == ["L2"]


def test_a_truncated_file_gives_what_it_can(tmp_path: Path) -> None:
    content = (GOLDEN / "collections.json").read_bytes()
    (tmp_path / "bad.json").write_bytes(content[: content.index(b"Nothing to")])
    found = read(tmp_path / "bad.json", FORMAT)
    assert next(found).id == "PMC90001"
    with pytest.raises(InputError, match=r"bad\.json:57: this is not complete JSON"):
        next(found)


def test_a_damaged_archive_is_said_to_be_damaged(tmp_path: Path) -> None:
    packed = gzip.compress((GOLDEN / "collections.json").read_bytes())
    (tmp_path / "bad.json.gz").write_bytes(packed[:-20])
    with pytest.raises(InputError, match=r"bad\.json.*truncated or damaged"):
        list(read(tmp_path, FORMAT))


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    content = DOCUMENT.format("", "").replace("fever", "fièvre").encode("latin-1")
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.json:2: .*expected .* in UTF-8"):
        list(read(tmp_path / "bad.json", FORMAT))


def test_a_document_without_end_is_not_read_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_split, "_CHUNK", 1000)
    monkeypatch.setattr(json_split, "_BIGGEST_DOCUMENT", 5000)
    (tmp_path / "bad.json").write_text('{"id": "' + "x" * 100_000, "utf-8")
    with pytest.raises(InputError, match="not complete JSON"):
        list(read(tmp_path / "bad.json", FORMAT))
