"""MedTator and MAE: golden files of several annotators, exact output, and bad input."""

import shutil
from pathlib import Path

import pytest

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import BadFiles, InputError, LossError
from goldsmith.formats import get, read, write

GOLDEN = Path(__file__).parent / "golden" / "medtator"
ANNOTATORS = GOLDEN / "annotators"
FORMAT = "medtator"
SECRET = "Hartmannbund"


@pytest.fixture
def docs() -> dict[str, Document]:
    return {doc.id: doc for doc in read(ANNOTATORS)}


@pytest.fixture
def first(docs: dict[str, Document]) -> AnnotationSet:
    return docs["ward7"].sets["Annotator_A"]


def test_each_folder_becomes_the_set_of_an_annotator(docs: dict[str, Document]) -> None:
    assert {name: list(doc.sets) for name, doc in docs.items()} == {
        "ward7": ["Annotator_A", "Annotator_B"],
        "ward8": ["Annotator_A"],
    }


def test_offsets_are_utf_16(docs: dict[str, Document], first: AnnotationSet) -> None:
    mention = first.mentions_by_id()["A1"]
    assert mention == Mention("A1", "AE", (Span(30, 35),), {"certainty": "positive"}, text="fever")
    assert docs["ward7"].get_covered_text(mention) == "fever"


def test_fragments_become_spans(docs: dict[str, Document], first: AnnotationSet) -> None:
    mention = first.mentions_by_id()["P0"]
    assert docs["ward7"].get_covered_text(mention) == "right foot" and mention.is_discontiguous


def test_link_with_two_arguments_becomes_a_relation(first: AnnotationSet) -> None:
    """Sort the arguments by name, because MedTator writes them in any order."""
    assert first.relations == (
        Relation(
            "L0",
            "LK_AE_SVRT",
            "A0",
            "S0",
            {"comment": "NA", "medtator:arg0": "link_AE", "medtator:arg1": "link_SVRT"},
        ),
        Relation("L1", "LK_SITE", "A2", "P0"),
    )


def test_link_with_more_arguments_becomes_a_group(first: AnnotationSet) -> None:
    assert first.groups == (Group("L2", "TRIPLE", ("A0", "A1", "A2")),)


def test_tag_of_the_whole_document_has_no_spans() -> None:
    [doc] = read(GOLDEN / "document_level")
    assert doc.id == "letter"
    assert [mention.spans for mention in doc.sets["gold"].mentions] == [(), (Span(7, 13),)]


def test_golden_files_survive_a_round_trip(tmp_path: Path, docs: dict[str, Document]) -> None:
    write(docs.values(), tmp_path / "out", FORMAT)
    back = {doc.id: doc for doc in read(tmp_path / "out")}
    assert {name: canonicalise(doc) for name, doc in back.items()} == {
        name: canonicalise(doc) for name, doc in docs.items()
    }


def test_single_set_is_written_to_a_folder_like_the_others(tmp_path: Path) -> None:
    """Name a set after its folder even if the document has no other set."""
    mention = Mention("T1", "AE", (Span(0, 1),))
    sets = {name: AnnotationSet(name, (mention,)) for name in "abc"}
    docs = [
        Document("x", "text", sets={name: sets[name] for name in "ab"}),
        Document("y", "other", sets={"a": sets["a"]}),
        Document("z", "third", sets={"c": sets["c"]}),
    ]
    write(docs, tmp_path / "out", FORMAT)
    assert {doc.id: list(doc.sets) for doc in read(tmp_path / "out")} == {
        "x": ["a", "b"],
        "y": ["a"],
        "z": ["c"],
    }


def make_file(text: str, tags: str = "") -> str:
    return f"<T>\n<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n{tags}\n</TAGS>\n</T>\n"


def test_prefixes_name_annotators_if_the_texts_are_the_same(tmp_path: Path) -> None:
    for name, text in {"A_1": "fever", "B_1": "fever", "A_2": "cough", "note": "pain"}.items():
        (tmp_path / f"{name}.txt.xml").write_text(make_file(text))
    assert {doc.id: list(doc.sets) for doc in read(tmp_path)} == {
        "1": ["A", "B"],
        "2": ["A"],
        "note": ["gold"],
    }


@pytest.mark.parametrize("names", [("ward1/n", "ward2/n", "ward1/m"), ("a_1", "b_1", "a_2")])
def test_files_with_different_texts_become_separate_documents(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    for name in names:
        path = tmp_path / f"{name}.xml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(make_file(f"text of {name}"))
    assert {doc.id: list(doc.sets) for doc in read(tmp_path)} == {name: ["gold"] for name in names}


def test_text_that_differs_between_annotators_is_refused(tmp_path: Path) -> None:
    for name, text in {"a/1": "x", "b/1": "x", "a/2": SECRET, "b/2": "y"}.items():
        path = tmp_path / f"{name}.xml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(make_file(text))
    with pytest.raises(InputError, match="2: the text differs from the other files") as error:
        list(read(tmp_path))
    assert SECRET not in str(error.value)


def test_offsets_of_mae_are_read(tmp_path: Path) -> None:
    """Read `start` and `end`, which the i2b2 corpora of 2014 use instead of `spans`."""
    tags = '<NAME id="P0" start="3" end="8" text="Marsh" TYPE="DOCTOR" comment=""/>'
    (tmp_path / "110-01.xml").write_text(make_file("Dr Marsh", tags))
    [doc] = read(tmp_path)
    assert doc.sets["gold"].mentions == (
        Mention("P0", "NAME", (Span(3, 8),), {"TYPE": "DOCTOR"}, text="Marsh"),
    )


def test_writer_output(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("S1", "Symptom", (Span(2, 7),), {"note": 'a "b"\n'}, text="fever"),
            Mention("D1", "Done", ()),
        ),
        (Relation("L1", "about", "D1", "S1"),),
        (Group("G1", "same", ("S1", "D1")),),
    )
    doc = Document("n", "😀 fever ]]> <&", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", FORMAT)
    assert (tmp_path / "out/n.txt.xml").read_text("utf-8") == (
        '<?xml version="1.0" encoding="UTF-8" ?>\n'
        "<GOLDSMITH>\n"
        "<TEXT><![CDATA[😀 fever ]]]]><![CDATA[> <&]]></TEXT>\n"
        "<TAGS>\n"
        '<Symptom spans="3~8" text="fever" id="S1" note="a &quot;b&quot;&#10;"/>\n'
        '<Done spans="-1~-1" text="" id="D1"/>\n'
        '<about arg0ID="D1" arg0Text="" arg1ID="S1" arg1Text="fever" id="L1"/>\n'
        '<same member0ID="S1" member0Text="fever" member1ID="D1" member1Text="" id="G1"/>\n'
        "</TAGS>\n"
        "</GOLDSMITH>\n"
    )
    assert next(read(tmp_path / "out")) == doc
    dtd = (tmp_path / "out/schema.dtd").read_text("utf-8")
    assert '<!ENTITY name "GOLDSMITH">' in dtd
    assert "<!ELEMENT Symptom ( #PCDATA ) >\n<!ATTLIST Symptom note CDATA" in dtd
    assert "<!ELEMENT Done ( #PCDATA ) >\n<!ATTLIST Done spans #IMPLIED >" in dtd
    assert '<!ATTLIST about arg1 IDREF prefix="arg1" #IMPLIED >' in dtd


@pytest.mark.parametrize("text", ["a\r\nb\rc", "tab\tand\u2028line", ""])
def test_white_space_of_the_text_survives(tmp_path: Path, text: str) -> None:
    write([Document("n", text)], tmp_path / "out", FORMAT)
    assert next(read(tmp_path / "out")).text == text


@pytest.mark.parametrize(
    ("mention", "loss"),
    [
        (Mention("1", "two words", (Span(0, 1),)), "names-not-valid-in-xml"),
        (Mention("1", "A", (Span(0, 1),), {"spans": "x"}), "attribute-names"),
        (Mention("1", "A", (Span(0, 1),), {"linkID": "x"}), "attribute-names"),
        (Mention("1", "A", (Span(0, 1),), {"a": ""}), "empty-values"),
    ],
)
def test_losses_are_named(tmp_path: Path, mention: Mention, loss: str) -> None:
    doc = Document("n", "text", sets={"gold": AnnotationSet("gold", (mention,))})
    with pytest.raises(LossError) as error:
        write([doc], tmp_path / "out", FORMAT)
    assert error.value.losses == {loss: 1}
    write([doc], tmp_path / "out", FORMAT, allow_loss=["all"])
    assert len(next(read(tmp_path / "out")).sets["gold"].mentions) == 1


BAD = {
    "recorded text": (
        '<A id="A0" spans="0~5" text="cough"/>',
        "n, A0: the wording that the file records for 1 of 1",
    ),
    "inside": ('<A id="A0" spans="7~9" text="x"/>', "UTF-16 offset 7 points inside a character"),
    "outside": ('<A id="A0" spans="0~99" text="x"/>', "n, A0: the spans 0-98 are not inside"),
    "form": ('<A id="A0" spans="0-5" text="x"/>', "A0: the offsets are not of the form"),
    "no id": ('<A spans="0~5" text="fever"/>', "<A> has no 'id'"),
    "no arguments": ('<A id="A0" text="x"/>', "A0: the tag has neither offsets nor arguments"),
    "dangling": (
        '<L id="L0" arg0ID="A8" arg0Text="" arg1ID="A9" arg1Text=""/>',
        "L0: its first argument A8 does not exist",
    ),
    "twice": ('<A id="A0" spans="0~5"/><A id="A0" spans="0~5"/>', "A0: the id is used 2 times"),
    "malformed": ('<A id="A0"', "not well-formed XML"),
}


@pytest.mark.parametrize(("tags", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_refused(tmp_path: Path, tags: str, message: str) -> None:
    (tmp_path / "n.xml").write_text(make_file(f"fever 😀 {SECRET}", tags), "utf-8")
    with pytest.raises(InputError) as error:
        list(read(tmp_path, FORMAT))
    assert message in str(error.value) and SECRET not in str(error.value)
    assert "n.xml:4: " in str(error.value) or tags == '<A id="A0"'


def test_file_without_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "n.xml").write_text("<T><TAGS/></T>")
    with pytest.raises(InputError, match="<T> has no <TEXT>"):
        list(read(tmp_path, FORMAT))


def test_every_bad_file_is_reported(tmp_path: Path) -> None:
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        (folder / "n.xml").write_text(make_file(name, '<A id="1" spans="x"/>'))
    with pytest.raises(BadFiles) as error:
        list(read(tmp_path, FORMAT))
    assert len(error.value.errors) == 2


def test_entities_are_refused(tmp_path: Path) -> None:
    content = '<!DOCTYPE T [<!ENTITY x "y">]>' + make_file("&x;")
    (tmp_path / "n.xml").write_text(content)
    with pytest.raises(InputError, match="defines XML entities"):
        list(read(tmp_path, FORMAT))


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("n.txt.xml", b'<?xml version="1.0"?>\n<TASK>\n<TEXT><![CDATA[', True),
        ("n.xml", b"<deIdi2b2>\n<TEXT><![CDATA[", True),
        ("n.xml", b"<TASK><META/><TEXT>", False),
        ("n.xml", b"<TimeML><DOCID/><TEXT>", False),
        ("n.tml", b"<T><TEXT>", False),
    ],
)
def test_format_is_recognised_by_its_text(name: str, head: bytes, expected: bool) -> None:
    assert get(FORMAT).recognises(name, head) is expected


def test_folder_of_one_annotator_is_part_of_the_id(tmp_path: Path) -> None:
    shutil.copytree(ANNOTATORS / "Annotator_B", tmp_path / "Annotator_B")
    assert [doc.id for doc in read(tmp_path)] == ["Annotator_B/B_ward7"]
