"""ShARe: golden pipe files of 2013 to 2015, exact output, and bad input."""

from pathlib import Path

import pytest
from tests.formats.builders import make_folder, map_mentions

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Mention,
    Span,
    canonicalise,
    load_builtin_schema,
    validate,
)
from goldsmith.errors import InputError, LossError
from goldsmith.formats import Reader, count_losses, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "share"
SECRET = "Quigley"
LINE = "a.txt||Disease_Disorder||C0015967||0||5\n"


@pytest.fixture
def summary() -> Document:
    [doc] = read(GOLDEN / "beside", "share")
    return doc


def test_line_becomes_a_mention_with_its_cui(summary: Document) -> None:
    assert summary.id == "00104-DISCHARGE_SUMMARY"
    first = summary.sets["gold"].mentions[0]
    assert summary.get_covered_text(first) == "lower extremity DVT"
    assert first.type == "Disease_Disorder" and first.attributes == {}
    assert first.codes == (Code("C0340708", "UMLS"),)


def test_further_offsets_are_fragments_in_code_points(summary: Document) -> None:
    tumour = map_mentions(summary)["tumor ovary"]
    assert tumour.spans == (Span(56, 61), Span(84, 89))


def test_cui_in_lower_case_is_the_same_cui(summary: Document) -> None:
    assert map_mentions(summary)["tumor ovary"].codes == (Code("C0919267", "UMLS"),)


def test_cui_less_is_a_code(summary: Document) -> None:
    assert map_mentions(summary)["low blood pressure"].codes == (Code(CUI_LESS),)


def test_abbreviation_of_three_concepts_becomes_three_mentions(summary: Document) -> None:
    result = [m.codes[0].code for m in summary.sets["gold"].mentions if m.start == 131]
    assert result == ["C0043144", "C0034642", "C0035508"]


def test_annotations_conform_to_the_schema(summary: Document) -> None:
    assert validate(summary, summary.sets["gold"], load_builtin_schema("share-2014")) == []


def test_template_slots_and_cues_become_attributes() -> None:
    [doc] = read(GOLDEN / "templates", "share")
    stroke, effusion, signs = doc.sets["gold"].mentions
    assert doc.get_covered_text(stroke) == "stroke" and stroke.codes == (Code("C0038454", "UMLS"),)
    assert stroke.attributes == {
        "negation": "no",
        "subject": "family_member",
        "share:subject_cue": "4-10",
        "uncertainty": "no",
        "course": "unmarked",
        "severity": "slight",
        "share:severity_cue": "17-21",
        "conditional": "false",
        "generic": "false",
    }
    assert doc.get_covered_text(effusion) == "effusion knee"
    assert effusion.attributes["negation"] == "yes"
    assert effusion.attributes["share:negation_cue"] == "30-32"
    assert effusion.attributes["body_location"] == "C0230432"
    assert effusion.attributes["share:body_location_cue"] == "58-62,63-67"
    assert effusion.attributes["doctime"] == "Overlap"
    assert effusion.attributes["temporal"] == "Date"
    assert effusion.attributes["share:temporal_cue"] == "68-71"
    assert signs.codes == (Code(CUI_LESS),) and signs.attributes == {}
    assert {mention.type for mention in doc.sets["gold"].mentions} == {"Disease_Disorder"}


def test_one_file_for_many_notes() -> None:
    result = {doc.id: sorted(map_mentions(doc)) for doc in read(GOLDEN / "one_for_all")}
    assert result == {"a3": ["Fever", "rigors"], "notes/a1": ["Diabetes"], "notes/a2": []}


def test_texts_and_pipes_in_separate_folders(tmp_path: Path) -> None:
    files = {"ALLREPORTS/a.txt": "fever", "pipes/a.pipe.txt": LINE}
    [doc] = read(make_folder(tmp_path, files), "share")
    assert doc.id == "ALLREPORTS/a" and list(map_mentions(doc)) == ["fever"]


def test_shared_pipe_file_prefers_the_text_in_its_folder(tmp_path: Path) -> None:
    files = {"x/a.txt": "fever", "y/a.txt": "cough", "x/gold.pipe": LINE}
    result = {
        doc.id: list(map_mentions(doc)) for doc in read(make_folder(tmp_path, files), "share")
    }
    assert result == {"x/a": ["fever"], "y/a": []}


def test_text_without_disorders_is_a_document(tmp_path: Path) -> None:
    files = {"a.txt": "fever", "a.pipe": LINE, "b.txt": "well", "README.txt": "about"}
    assert [doc.id for doc in read(make_folder(tmp_path, files), "share")] == ["a", "b"]


def test_missing_code_is_not_cui_less(tmp_path: Path) -> None:
    line = "a.txt||Disease_Disorder||||0||5\n"
    [doc] = read(make_folder(tmp_path, {"a.txt": "fever", "a.pipe": line}), "share")
    assert doc.sets["gold"].mentions[0].codes == ()


def test_writer_output(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("a", "Disease_Disorder", (Span(0, 5),), codes=(Code("C0015967", "UMLS"),)),
            Mention("b", "Finding", (Span(2, 4), Span(6, 8)), codes=(Code(CUI_LESS),)),
            Mention("c", "Finding", (Span(2, 4),)),
        ),
    )
    write(
        [Document("ward/n 1", "fever\r\n😀", sets={"gold": annotation_set})],
        tmp_path / "out",
        "share",
    )
    assert (tmp_path / "out/ward/n 1.txt").read_bytes().decode() == "fever\r\n😀"
    assert (tmp_path / "out/ward/n 1.pipe").read_bytes().decode() == (
        "n 1.txt||Disease_Disorder||C0015967||0||5\n"
        "n 1.txt||Finding||CUI-less||2||4||6||8\n"
        "n 1.txt||Finding||||2||4\n"
    )


def test_golden_files_survive_a_round_trip(summary: Document, tmp_path: Path) -> None:
    write([summary], tmp_path / "out", "share")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(summary)


def make_document(*codes: Code, kind: str = "x") -> Document:
    annotation_set = AnnotationSet("gold", (Mention("a", kind, (Span(0, 5),), codes=codes),))
    return Document("n", "fever", sets={"gold": annotation_set})


def test_losses_are_counted_by_name() -> None:
    def get_losses(doc: Document) -> dict[str, int]:
        return dict(count_losses(doc, get("share")))

    fever, rigors = Code("C0015967", "UMLS"), Code("C0424790", "UMLS")
    assert get_losses(make_document(fever)) == get_losses(make_document(Code(CUI_LESS))) == {}
    assert get_losses(make_document(Code("local-7"))) == {}
    assert get_losses(make_document(fever, rigors)) == {"several-codes": 1}
    assert get_losses(make_document(Code("386661006", "SNOMEDCT_US"))) == {"code-systems": 1}
    assert get_losses(make_document(Code("C0015967"))) == {"code-systems": 1}
    assert get_losses(make_document(Code("C0015967", "UMLS", "Fever"))) == {"code-names": 1}
    assert get_losses(make_document(Code("a|b"), kind="x\ny")) == {"names": 2}


def test_allowed_losses_keep_every_code(tmp_path: Path) -> None:
    doc = make_document(
        Code("C0015967", "UMLS"), Code("386661006", "SNOMEDCT_US", "Fever"), kind="a|b"
    )
    with pytest.raises(LossError, match=r"code-names \(1\), code-systems \(1\), names \(1\)"):
        write([doc], tmp_path / "out", "share")
    write([doc], tmp_path / "out", "share", allow_loss=["all"])
    [back] = read(tmp_path / "out", "share")
    assert [(m.type, m.spans, m.codes) for m in back.sets["gold"].mentions] == [
        ("a_b", (Span(0, 5),), (Code("C0015967", "UMLS"),)),
        ("a_b", (Span(0, 5),), (Code("386661006"),)),
    ]


BAD = {
    "truncated": ("a.txt||Disease_Disorder||C00", "not in the ShARe pipe format"),
    "an odd offset": ("a.txt||Disease_Disorder||C0015967||0||5||7", "not in the ShARe pipe format"),
    "no number": ("a.txt||Disease_Disorder||C0015967||0||five", "not in the ShARe pipe format"),
    "many digits": (f"a.txt||x||C0015967||0||{'9' * 5000}", "not in the ShARe pipe format"),
    "past the end": ("a.txt||x||C0015967||0||99", "M2: the spans 0-99 are not inside the text"),
    "empty": ("a.txt||x||C0015967||3||3", "M2: the spans 3-3 are not inside the text"),
    "backwards": ("a.txt||x||C0015967||4||2", "M2: the spans 4-2 are not inside the text"),
    "another text": ("b.txt||x||C0015967||0||5", "the line belongs to another text"),
    "a template cut off": ("a.txt|0-5|C0015967|no|null|patient", "not in the ShARe pipe format"),
    "a template without spans": ("a.txt|null|C0015967", "not in the ShARe pipe format"),
    "something else": (SECRET, "the line belongs to another text"),
}


@pytest.mark.parametrize("name", BAD)
def test_reader_reports_file_and_line_of_bad_input(tmp_path: Path, name: str) -> None:
    line, message = BAD[name]
    make_folder(tmp_path, {"a.txt": f"fever {SECRET}", "a.pipe": f"{LINE}{line}\n"})
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "share"))
    assert "a.pipe:2: " in str(caught.value) and message in str(caught.value)
    assert SECRET not in str(caught.value)


def test_bad_line_in_a_shared_file_invalidates_only_its_note(tmp_path: Path) -> None:
    lines = f"{LINE}b.txt||x||C0015967||0||99\nc.txt||x\nnowhere.txt||x||C0015967||0||1\n"
    files = {"a.txt": "fever", "b.txt": SECRET, "c.txt": SECRET, "gold.pipe": lines}
    reader = Reader(make_folder(tmp_path, files), "share", keep_going=True)
    assert [doc.id for doc in reader] == ["a"]
    messages = sorted(map(str, reader.errors))
    assert [message.split("gold.pipe:")[1][:2] for message in messages] == ["2:", "3:", "4:"]
    assert "an offset is past the end of the text; expected at most 7" in messages[0]
    assert SECRET not in "".join(messages)


def test_missing_text_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.pipe:1: the text of this line is missing"):
        list(read(make_folder(tmp_path, {"a.pipe": LINE}), "share"))


def test_ambiguous_text_name_is_reported(tmp_path: Path) -> None:
    files = {"x/a.txt": "fever", "y/a.txt": "cough", "gold.pipe": LINE}
    with pytest.raises(InputError, match="shares its name with another text"):
        list(read(make_folder(tmp_path, files), "share"))


def test_two_pipe_files_for_a_text_are_reported(tmp_path: Path) -> None:
    files = {"a.txt": "fever", "a.pipe": LINE, "a.pipe.txt": LINE}
    with pytest.raises(InputError, match=r"a\.pipe:1: .* has its own pipe file"):
        list(read(make_folder(tmp_path, files), "share"))


def test_other_encoding_is_reported(tmp_path: Path) -> None:
    make_folder(tmp_path, {"a.pipe": LINE})
    (tmp_path / "a.txt").write_bytes("fever\nÄrger".encode("latin-1"))
    with pytest.raises(InputError, match=r"a\.txt:2: byte 0xc4 is not UTF-8"):
        list(read(tmp_path, "share"))


def test_format_is_recognised_by_first_line() -> None:
    fmt = get("share")
    assert fmt.recognises("a.pipe", LINE.encode())
    assert fmt.recognises("a.pipe.txt", b"\xef\xbb\xbf" + LINE.encode())
    assert fmt.recognises("a.pipe", b"a.txt|0-5|C0015967|\n")
    assert fmt.recognises("a.pipe", b"\n")
    assert not fmt.recognises("a.pipe.txt", b"")
    assert not fmt.recognises("a.pipe", b"cat a.txt | wc\n")
    assert not fmt.recognises("a.txt", LINE.encode())
    assert Reader(GOLDEN / "templates").format is fmt
