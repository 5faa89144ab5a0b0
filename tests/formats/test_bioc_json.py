"""Tests of BioC JSON as written by PubTator 3, NCBI's service and the bioc package."""

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
    canonicalise,
)
from goldsmith.errors import InputError
from goldsmith.formats import get, read, write
from goldsmith.formats.bioc import json_split
from goldsmith.formats.bioc.json_split import DocumentSplitter

GOLDEN = Path(__file__).parent / "golden" / "bioc_json"
FORMAT = "bioc-json"


@pytest.fixture(scope="module")
def pubtator() -> Document:
    [doc] = read(GOLDEN / "pubtator3.json", FORMAT)
    return doc


def test_pubtator_3_text_sections_and_metadata_are_read(pubtator: Document) -> None:
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


def test_pubtator_3_annotations_are_read(pubtator: Document) -> None:
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


def test_pubtator_3_relations_link_concepts(pubtator: Document) -> None:
    gold = pubtator.sets["gold"]
    assert gold.relations == (
        Relation(
            "R1",
            "Positive_Correlation",
            "concept:MESH:D004656",
            "concept:MESH:D003371",
            {"score": "0.97"},
        ),
    )
    assert gold.mentions_by_id()["concept:MESH:D004656"] == Mention(
        "concept:MESH:D004656", "Chemical", (), {}, (Code("D004656", "MESH"),)
    )


def test_list_of_collections_is_read() -> None:
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
    assert first.get_covered_text(mention) == "Wheeze"
    assert (second.id, second.text) == ("PMC90002", "Nothing to say.")


def test_json_lines_are_read() -> None:
    first, second = read(GOLDEN / "lines.jsonl", FORMAT)
    assert [mention.id for mention in first.sets["gold"].mentions] == ["T1"]
    assert (second.id, second.text) == ("L2", "Cough.")


@pytest.mark.parametrize("name", ["pubtator3.json", "collections.json", "lines.jsonl"])
def test_golden_files_survive_a_round_trip(name: str, tmp_path: Path) -> None:
    docs = list(read(GOLDEN / name, FORMAT))
    write(docs, tmp_path / "out.json", FORMAT)
    again = list(read(tmp_path / "out.json", FORMAT))
    assert [canonicalise(doc) for doc in again] == [canonicalise(doc) for doc in docs]


@pytest.mark.parametrize("name", ["pubtator3.json", "collections.json", "lines.jsonl"])
@pytest.mark.parametrize("size", [1, 7, 64])
def test_chunk_size_does_not_matter(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
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


def make_documents() -> list[Document]:
    mention = Mention("T1", "Finding", (Span(0, 5),), {"status": "new"}, (Code("C1", "UMLS"),))
    gold = AnnotationSet("gold", (mention,), (Relation("R1", "same", "T1", "T1"),))
    sections = (Section(Span(0, 7), "plan"),)
    return [Document("n1", "fever\r\n", Metadata(), sections, {"gold": gold}), Document("n2", "")]


def test_written_file_matches_expected_bytes(tmp_path: Path) -> None:
    write(make_documents(), tmp_path / "out", FORMAT)
    assert (tmp_path / "out" / "corpus.json").read_bytes().decode() == EXPECTED


def test_empty_corpus_is_valid_json(tmp_path: Path) -> None:
    write([], tmp_path / "out.json", FORMAT)
    assert msgspec.json.decode((tmp_path / "out.json").read_bytes())["documents"] == []
    assert list(read(tmp_path / "out.json", FORMAT)) == []


def test_bioc_package_reads_written_file(tmp_path: Path) -> None:
    write(make_documents(), tmp_path / "out.json", FORMAT)
    with open(tmp_path / "out.json", encoding="utf-8", newline="") as stream:
        first, second = biocjson.load(stream).documents
    assert first.passages[0].text == "fever\r\n"
    assert first.passages[0].annotations[0].infons["identifier"] == "UMLS:C1"
    assert [node.role for node in first.relations[0].nodes] == ["Arg1", "Arg2"]
    assert second.id == "n2"


def test_file_of_bioc_package_is_read_back(tmp_path: Path) -> None:
    write(make_documents(), tmp_path / "out.json", FORMAT)
    with open(tmp_path / "out.json", encoding="utf-8", newline="") as stream:
        collection = biocjson.load(stream)
    (tmp_path / "again.json").write_text(biocjson.dumps(collection, indent=2), "utf-8")
    again = list(read(tmp_path / "again.json", FORMAT))
    assert [canonicalise(doc) for doc in again] == [canonicalise(doc) for doc in make_documents()]


def test_control_characters_are_preserved(tmp_path: Path) -> None:
    doc = Document("n1", "fe\x00ver\x0b")
    write([doc], tmp_path / "out.json", FORMAT)
    assert next(read(tmp_path / "out.json", FORMAT)).text == "fe\x00ver\x0b"


def test_format_is_recognised_by_its_content() -> None:
    fmt = get(FORMAT)
    for name in ("pubtator3.json", "collections.json", "lines.jsonl"):
        assert fmt.recognises(name, (GOLDEN / name).read_bytes()[:2048])
    assert not fmt.recognises("a.json", b'{"id": "n1", "text": "fever", "sets": {}}')
    assert not fmt.recognises("a.txt", (GOLDEN / "lines.jsonl").read_bytes())


def test_buffer_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_split, "_CHUNK", 1000)
    document = b'{"id":"n","passages":[]},\n'
    splitter = DocumentSplitter(io.BytesIO(b'{"documents":[' + document * 5000 + b"{}]}"))
    longest = max(len(splitter._buffer) for _ in splitter.split())
    assert longest < 2000


MENTION = '{{"id": "{}",\n"locations": [{{"offset": {}, "length": 5}}]}}'
DOCUMENT = (
    '{{"documents": [\n{{"id": "d", "passages": [\n{{"offset": 0, "text": "secret fever",'
    '\n"annotations": [{}], "relations": [{}]}}]}}\n]}}'
)
NODES = '"nodes": [{"refid": "T1", "role": "a"}, {"refid": "T2", "role": "b"}]'
INVALID = {
    "no passages": ('{"documents": [\n{"id": "secret"}]}', 2, "missing required field `passages`"),
    "a word for an offset": (DOCUMENT.format(MENTION.format("T1", '"x"'), ""), 2, "Expected `int`"),
    "a list for a text": (DOCUMENT.format("", "").replace('"secret fever"', "[1]"), 2, "Expected"),
    "no nodes": (DOCUMENT.format("", '{"id": "R1"}'), 2, "R1 has no nodes"),
    "past the end": (DOCUMENT.format(MENTION.format("T1", 10), ""), 4, "not inside the text"),
    "duplicate id": (
        DOCUMENT.format(2 * (MENTION.format("T1", 0) + ",\n") + "{}", ""),
        6,
        "2 times",
    ),
    "dangling": (DOCUMENT.format("", f'\n{{"id": "R1", {NODES}}}'), 5, "does not exist"),
    "no id": (DOCUMENT.format("", "").replace('"d"', '""'), 2, "the document has no id"),
    "no JSON": ("secret", 1, "the JSON is incomplete"),
    "nothing": ("", 1, "the JSON is incomplete"),
    "too many brackets": ("[]\n]", 1, "the JSON is incomplete"),
    "broken inside": (DOCUMENT.format("", "").replace("0,", "0 0,"), 2, "not a document in BioC"),
}


@pytest.mark.parametrize(("content", "line", "what"), INVALID.values(), ids=INVALID)
def test_invalid_content_is_rejected_with_its_line(
    tmp_path: Path, content: str, line: int, what: str
) -> None:
    (tmp_path / "bad.json").write_text(content, "utf-8")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path / "bad.json", FORMAT))
    message = str(caught.value)
    assert f"bad.json:{line}: " in message
    assert what in message
    assert "secret" not in message


def test_invalid_document_does_not_affect_others(tmp_path: Path) -> None:
    lines = (GOLDEN / "lines.jsonl").read_text("utf-8").replace('"offset": 0', '"offset": []', 1)
    (tmp_path / "bad.jsonl").write_text(lines, "utf-8")
    assert [doc.id for doc in read(tmp_path / "bad.jsonl", FORMAT, keep_going=True)] == ["L2"]


def test_truncated_file_yields_complete_documents(tmp_path: Path) -> None:
    content = (GOLDEN / "collections.json").read_bytes()
    (tmp_path / "bad.json").write_bytes(content[: content.index(b"Nothing to")])
    docs = read(tmp_path / "bad.json", FORMAT)
    assert next(docs).id == "PMC90001"
    with pytest.raises(InputError, match=r"bad\.json:57: the JSON is incomplete"):
        next(docs)


def test_damaged_archive_is_reported(tmp_path: Path) -> None:
    packed = gzip.compress((GOLDEN / "collections.json").read_bytes())
    (tmp_path / "bad.json.gz").write_bytes(packed[:-20])
    with pytest.raises(InputError, match=r"bad\.json.*truncated or damaged"):
        list(read(tmp_path, FORMAT))


def test_other_encoding_is_rejected(tmp_path: Path) -> None:
    content = DOCUMENT.format("", "").replace("fever", "fièvre").encode("latin-1")
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.json:2: .*expected .* in UTF-8"):
        list(read(tmp_path / "bad.json", FORMAT))


def test_endless_document_is_not_read_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_split, "_CHUNK", 1000)
    monkeypatch.setattr(json_split, "MAX_DOCUMENT_SIZE", 5000)
    (tmp_path / "bad.json").write_text('{"id": "' + "x" * 100_000, "utf-8")
    with pytest.raises(InputError, match="a document here is larger"):
        list(read(tmp_path / "bad.json", FORMAT))
