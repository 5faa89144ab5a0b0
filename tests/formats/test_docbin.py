"""spaCy DocBin: a golden file of spaCy, written files as spaCy reads them, and bad input.

spaCy loads PyTorch, so it is imported when the tests run and not when they are collected.
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Section, Span
from goldsmith.errors import InputError, MissingExtra
from goldsmith.formats import damage, get, read, write
from goldsmith.formats.docbin import unpack

if TYPE_CHECKING:
    from spacy.tokens import Doc

GOLDEN = Path(__file__).parent / "golden" / "docbin" / "train.spacy"
FORMAT = "docbin"
SECRET = "Hartmannbund"


@pytest.fixture(scope="module", autouse=True)
def spacy() -> None:
    pytest.importorskip("spacy")


def test_entities_and_span_groups_become_sets() -> None:
    first, second = read(GOLDEN)
    assert (first.id, second.id) == ("letter-3", "train-2")
    assert first.text == "🤒 Fever since Monday. She denies chest pain."
    assert first.sets["gold"].mentions == (
        Mention("T1", "SYMPTOM", (Span(2, 7),), {}, (Code("C0015967", "UMLS"),)),
        Mention("T2", "DATE", (Span(14, 20),)),
    )
    assert first.sets["sc"].mentions[1] == Mention(
        "T2", "NEGATED", (Span(26, 43),), {"docbin:id": "rule-4"}
    )
    assert second.sets == {"gold": AnnotationSet("gold")}


def make_document() -> Document:
    mentions = (
        Mention("T1", "Symptom", (Span(2, 7),), {"status": "new"}, (Code("C1", "UMLS", "Fever"),)),
        Mention("T2", "Symptom", (Span(4, 12),)),
        Mention("T3", "Site", (Span(0, 1), Span(8, 10))),
        Mention("T4", "Visit", ()),
    )
    annotation_set = AnnotationSet("gold", mentions, (Relation("R1", "at", "T1", "T3"),))
    text = "😀 fever\r\n  is  high"
    return Document("ward/1", text, sections=(Section(Span(0, 5)),), sets={"gold": annotation_set})


def load(path: Path) -> list[Doc]:
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    return list(DocBin().from_disk(path).get_docs(Vocab()))


def save(path: Path, *spacy_docs: Doc) -> Path:
    from spacy.tokens import DocBin

    DocBin(store_user_data=True, docs=spacy_docs).to_disk(path)
    return path


def make_words(*words: str, spaces: bool = False) -> Doc:
    """Make a document of spaCy."""
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

    return Doc(Vocab(), words=list(words), spaces=[spaces] * len(words))


def make_file(spacy_doc: Doc) -> bytes:
    """Return a DocBin file of one document."""
    from spacy.tokens import DocBin

    return DocBin(docs=[spacy_doc]).to_bytes()


def test_document_survives(tmp_path: Path) -> None:
    write([make_document()], tmp_path / "out.spacy", FORMAT)
    assert list(read(tmp_path / "out.spacy")) == [make_document()]


def test_spacy_sees_text_spans_and_entities(tmp_path: Path) -> None:
    write([make_document()], tmp_path / "out.spacy", FORMAT)
    [spacy_doc] = load(tmp_path / "out.spacy")
    assert spacy_doc.text == make_document().text
    assert [(span.id_, span.label_, span.text) for span in spacy_doc.spans["gold"]] == [
        ("T1", "Symptom", "fever"),
        ("T2", "Symptom", "ver\r\n  i"),
        ("T3", "Site", "😀"),
        ("T3", "Site", "\n "),
    ]
    assert [(entity.label_, entity.text) for entity in spacy_doc.ents] == [
        ("Symptom", "ver\r\n  i")
    ]
    assert spacy_doc.spans["gold"][0].kb_id_ == "C1"


def test_entities_of_a_pipeline_become_another_set(tmp_path: Path) -> None:
    from spacy.tokens import Span as SpacySpan

    write([make_document()], tmp_path / "out.spacy", FORMAT)
    [spacy_doc] = load(tmp_path / "out.spacy")
    spacy_doc.ents = [SpacySpan(spacy_doc, 0, 1, "FACE")]
    [doc] = read(save(tmp_path / "again.spacy", spacy_doc))
    assert doc.sets["gold"] == make_document().sets["gold"]
    assert doc.sets["ents"].mentions == (Mention("T1", "FACE", (Span(0, 1),)),)


def test_span_added_by_spacy_gets_a_new_id(tmp_path: Path) -> None:
    from spacy.tokens import Span as SpacySpan

    doc = Document("n", "no fever", sets={"gold": AnnotationSet("gold")})
    write([doc], tmp_path / "out.spacy", FORMAT)
    [spacy_doc] = load(tmp_path / "out.spacy")
    spacy_doc.spans["gold"].append(SpacySpan(spacy_doc, 1, 2, "Symptom"))
    [back] = read(save(tmp_path / "again.spacy", spacy_doc))
    assert back.sets["gold"].mentions == (Mention("span-1", "Symptom", (Span(3, 8),)),)


def test_id_may_be_an_extension_attribute(tmp_path: Path) -> None:
    spacy_doc = make_words("fever")
    user_data: dict[Any, Any] = spacy_doc.user_data
    user_data["._.", "note_id", None, None] = 17
    assert [doc.id for doc in read(save(tmp_path / "a.spacy", spacy_doc))] == ["17"]


def test_damaged_file_is_refused(tmp_path: Path) -> None:
    spacy_doc = make_words(SECRET)
    content = make_file(spacy_doc)
    message = zlib.decompress(content)
    for number, damaged in enumerate(
        [
            content[:-9],
            b"",
            b"not a DocBin",
            zlib.compress(message[:-20]),
            zlib.compress(b"\x80"),
            zlib.compress(message.replace(SECRET.encode(), b"x" * len(SECRET))),
        ]
    ):
        path = tmp_path / f"{number}.spacy"
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="not a usable DocBin") as error:
            list(read(path, FORMAT))
        assert SECRET not in str(error.value) and path.name in str(error.value)


def test_objects_are_not_unpickled(tmp_path: Path) -> None:
    """Refuse NumPy arrays of objects, which msgpack would otherwise unpickle."""
    array = {b"nd": True, b"type": b"|O", b"kind": b"O", b"shape": [1], b"data": b"cos\nsystem\n"}
    content = msgspec.msgpack.encode({"attrs": array, "strings": []})
    (tmp_path / "a.spacy").write_bytes(zlib.compress(content))
    with pytest.raises(InputError, match="not a usable DocBin"):
        list(read(tmp_path / "a.spacy", FORMAT))


def test_invalid_goldsmith_data_is_refused(tmp_path: Path) -> None:
    spacy_doc = make_words(SECRET)
    spacy_doc.user_data["goldsmith"] = '{"sets": {}}'
    with pytest.raises(InputError, match="missing required field `id`") as error:
        list(read(save(tmp_path / "a.spacy", spacy_doc)))
    assert SECRET not in str(error.value)


def pack(spacy_doc: Doc, **changes: Any) -> bytes:
    """Return a DocBin file of one document with parts of the message replaced."""
    message = msgspec.msgpack.decode(zlib.decompress(make_file(spacy_doc)))
    return zlib.compress(msgspec.msgpack.encode(message | changes))


def pack_span(start: int, end: int, keys: list[str]) -> bytes:
    """Return a span group of one unlabelled span, stored under several keys."""
    span = struct.pack(">QQQllll", 0, 0, 0, start, end, 0, 0)
    group = msgspec.msgpack.encode({"name": "", "attrs": {}, "spans": [span]})
    return msgspec.msgpack.encode({group: keys})


@pytest.mark.parametrize(("start", "end"), [(0, 2), (-1, 1), (1, 0), (0, 2**31 - 1)])
def test_span_outside_the_document_is_refused(tmp_path: Path, start: int, end: int) -> None:
    spacy_doc = make_words(SECRET)
    path = tmp_path / "a.spacy"
    path.write_bytes(pack(spacy_doc, span_groups=[pack_span(0, 1, ["sc"])]))
    assert [len(doc.sets["sc"].mentions) for doc in read(path)] == [1]
    path.write_bytes(pack(spacy_doc, span_groups=[pack_span(start, end, ["sc"])]))
    with pytest.raises(InputError, match="not a usable DocBin: a span is outside its document"):
        list(read(path))


@pytest.mark.parametrize(
    "changes",
    [
        {"lengths": struct.pack("<i", 2)},
        {"lengths": struct.pack("<ii", 2, -1)},
        {"lengths": b"\1"},
        {"spaces": b""},
        {"attrs": []},
        {"attrs": [0]},
    ],
)
def test_inconsistent_token_counts_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = tmp_path / "a.spacy"
    path.write_bytes(pack(make_words(SECRET), **changes))
    with pytest.raises(InputError, match="its numbers of tokens do not fit together"):
        list(read(path, FORMAT))


def test_file_that_expands_beyond_the_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refuse files in which many tokens share a string or many names share a span group."""
    for module in (damage, unpack):
        monkeypatch.setattr(module, "MAX_DOCUMENT_SIZE", 1 << 20)
    word = make_words("x")
    names = [str(number) for number in range(30_000)]
    for number, content in enumerate(
        [
            zlib.compress(bytes(2 << 20)),
            make_file(make_words(*["x" * 300_000] * 4, spaces=True)),
            pack(word, span_groups=[pack_span(0, 1, names)]),
        ]
    ):
        path = tmp_path / f"{number}.spacy"
        path.write_bytes(content)
        with pytest.raises(InputError, match="larger than 1 MiB"):
            list(read(path, FORMAT))


def test_error_for_missing_spacy_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("goldsmith.formats.docbin.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "spacy.tokens", None)
    with pytest.raises(MissingExtra, match=r"goldsmith\[spacy\]"):
        list(read(GOLDEN))
    with pytest.raises(MissingExtra, match="the format docbin"):
        write([Document("n", "x")], tmp_path / "out.spacy", FORMAT)
    assert list(tmp_path.iterdir()) == []


def test_format_is_recognised_by_compression() -> None:
    assert get(FORMAT).recognises("a.spacy", GOLDEN.read_bytes()[:2048])
    assert not get(FORMAT).recognises("a.spacy", b"text")
