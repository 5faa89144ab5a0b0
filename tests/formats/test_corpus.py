"""The corpus folder: its layout, and errors after manual changes."""

from pathlib import Path

import pytest
from tests.formats.builders import check_report

from goldsmith.core import AnnotationSet, Code, Document, Mention, Metadata, Relation, Section, Span
from goldsmith.errors import InputError
from goldsmith.formats import Reader, read, write

GOLDEN = Path(__file__).parent / "golden" / "corpus"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(4, 9),), {"status": "negated"}, (Code("C1", "UMLS"),)),
            Mention("T2", "Locus", (Span(10, 12), Span(13, 15))),
        ),
        (Relation("R1", "has_location", "T1", "T2"),),
        schema="clef",
    )
    doc = Document(
        "a/n1",
        "no \tfever in it",
        Metadata("P1", "narrative"),
        (Section(Span(0, 3)),),
        {"gold": annotation_set},
    )
    write([doc, Document("n2", "😀\r\n")], tmp_path / "c", "corpus")
    return tmp_path / "c"


def test_writer_output(corpus: Path) -> None:
    names = sorted(str(p.relative_to(corpus)) for p in corpus.rglob("*") if p.is_file())
    assert names == [
        "annotations/gold/a/n1.json",
        "corpus.toml",
        "documents/a/n1.txt",
        "documents/n2.txt",
        "metadata.jsonl",
    ]
    assert (corpus / "documents/n2.txt").read_bytes() == "😀\r\n".encode()
    assert (corpus / "annotations/gold/a/n1.json").read_text() == (
        '{"document":"a/n1","name":"gold","schema":"clef",\n'
        '"mentions":[\n'
        '{"id":"T1","type":"Condition","spans":[[4,9]],"attributes":{"status":"negated"},'
        '"codes":[{"code":"C1","system":"UMLS"}],"text":"fever"},\n'
        '{"id":"T2","type":"Locus","spans":[[10,12],[13,15]],"text":"in it"}],\n'
        '"relations":[\n'
        '{"id":"R1","type":"has_location","arg1":"T1","arg2":"T2"}]}\n'
    )
    manifest = (corpus / "corpus.toml").read_text()
    assert manifest.startswith("layout = 2\ndocuments = 2\nrecords = 0\ncontent_sha256 = ")
    assert '[sets."gold"]\ndocuments = 1\ngroups = 0\nmentions = 2\nrelations = 1\n' in manifest


def test_changed_text_is_reported(corpus: Path) -> None:
    (corpus / "documents/a/n1.txt").write_text("no \tfever in her")
    with pytest.raises(InputError, match=r"documents/a/n1\.txt: the text is not the one that was"):
        list(read(corpus))


def test_other_layout_version_is_refused(corpus: Path) -> None:
    (corpus / "corpus.toml").write_text("layout = 99\n")
    with pytest.raises(InputError, match="the corpus has layout 99; expected layout 1 or 2"):
        list(read(corpus))


def test_missing_text_is_reported_and_other_documents_are_read(corpus: Path) -> None:
    (corpus / "documents/n2.txt").unlink()
    reader = Reader(corpus, keep_going=True)
    assert [doc.id for doc in reader] == ["a/n1"]
    assert "documents/n2.txt: this file of the corpus is missing" in str(reader.errors[0])


def test_truncated_annotation_file_is_reported(corpus: Path) -> None:
    path = corpus / "annotations/gold/a/n1.json"
    path.write_text(path.read_text()[:90])
    with pytest.raises(InputError, match=r"annotations/gold/a/n1\.json: this is not an annotation"):
        list(read(corpus))


def test_span_outside_the_text_is_located_in_the_annotation_file(corpus: Path) -> None:
    path = corpus / "annotations/gold/a/n1.json"
    path.write_text(path.read_text().replace("[13,15]", "[13,99]"))
    with pytest.raises(InputError, match=r"annotations/gold/a/n1\.json:4: a/n1, T2: the spans"):
        list(read(corpus))


def test_document_id_outside_the_corpus_is_refused(corpus: Path) -> None:
    lines = (corpus / "metadata.jsonl").read_text()
    (corpus / "metadata.jsonl").write_text(lines.replace("a/n1", "../n1"))
    with pytest.raises(InputError, match="is not a safe file name"):
        list(read(corpus))


def test_section_outside_the_text_is_located_in_the_metadata(corpus: Path) -> None:
    path = corpus / "metadata.jsonl"
    path.write_text(path.read_text().replace('"span":[0,3]', '"span":[0,300]'))
    with pytest.raises(InputError, match=r"metadata\.jsonl:1: a/n1, section: the section 0-300"):
        list(read(corpus))


def test_golden_folder_is_read_and_written_back_unchanged(tmp_path: Path) -> None:
    report, plain = read(GOLDEN)
    check_report(report, plain)
    write([report, plain], tmp_path / "out", "corpus")
    assert read_files(tmp_path / "out") == read_files(GOLDEN)


def read_files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}
