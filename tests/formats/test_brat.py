"""brat: golden files as written by brat, exact output, and bad input."""

from pathlib import Path

import pytest

from goldsmith.core import AnnotationSet, Code, Document, Group, Mention, Note, Relation, Span
from goldsmith.errors import InputError, LossError
from goldsmith.formats import read, write

GOLDEN = Path(__file__).parent / "golden" / "brat"


@pytest.fixture
def letter() -> Document:
    [doc] = read(GOLDEN, "brat")
    return doc


def get_mention(doc: Document, key: str) -> Mention:
    return doc.sets["gold"].mentions_by_id()[key]


def test_discontiguous_mentions_share_a_head(letter: Document) -> None:
    first, second = get_mention(letter, "T2"), get_mention(letter, "T3")
    assert letter.get_covered_text(first) == "left shoulder"
    assert letter.get_covered_text(second) == "right shoulder"
    assert first.is_discontiguous and first.spans[-1] == second.spans[-1]


def test_offsets_after_an_astral_character_are_code_points(letter: Document) -> None:
    assert letter.get_covered_text(get_mention(letter, "T4")) == "tamoxifen"


def test_event_becomes_its_trigger_and_relations(letter: Document) -> None:
    assert get_mention(letter, "T6").attributes == {"brat:event": "Stop", "Speculation": "true"}
    roles = {rel.id: rel for rel in letter.sets["gold"].relations if "brat:role" in rel.attributes}
    assert roles["E1.1"] == Relation("E1.1", "Theme", "T6", "T5", {"brat:role": "true"})
    assert roles["E1.2"] == Relation("E1.2", "Cause", "T6", "T7", {"brat:role": "true"})


def test_second_event_on_a_trigger_becomes_a_second_mention(letter: Document) -> None:
    first, second = get_mention(letter, "T6"), get_mention(letter, "E4")
    assert (first.type, first.spans) == (second.type, second.spans)
    assert second.attributes == {"brat:event": "Stop"}


def test_event_type_different_from_its_trigger_is_preserved(letter: Document) -> None:
    flushes = get_mention(letter, "T7")
    assert flushes.type == "Condition"
    assert flushes.attributes == {"brat:event": "Effect", "Context": "history of"}


def test_relations_keep_attributes_and_role_names(letter: Document) -> None:
    relations = {rel.id: rel for rel in letter.sets["gold"].relations}
    assert relations["R1"] == Relation("R1", "has_location", "T1", "T2", {"Confidence": "low"})
    assert relations["R2"].attributes == {"brat:arg1": "Whole", "brat:arg2": "Part"}


def test_equivalences_become_groups(letter: Document) -> None:
    assert letter.sets["gold"].groups == (Group("*1", "coref", ("T4", "T5")),)


def test_normalisations_and_notes_of_codes_become_codes(letter: Document) -> None:
    assert get_mention(letter, "T4").codes == (Code("10324", "RxNorm", "tamoxifen citrate"),)
    assert get_mention(letter, "T7").codes == (Code("C0600142"),)
    assert get_mention(letter, "T8").codes[0].is_cui_less
    expected = (Code("C0041618", "UMLS"), Code("16310003", "SNOMEDCT"))
    assert get_mention(letter, "T9").codes == expected


def test_other_notes_become_notes(letter: Document) -> None:
    assert letter.sets["gold"].notes == (
        Note("side not clear from the letter", "T1"),
        Note("ask Dr A.", "T6", "Unsure"),
    )


def test_writer_output(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(0, 5),), {"status": "history of"}, (Code("C1", "X"),)),
            Mention("m", "Drug", (Span(6, 8), Span(10, 12)), {"brat:event": "Drug", "neg": "true"}),
        ),
        (
            Relation("R7", "treats", "m", "T1"),
            Relation("r", "Theme", "m", "T1", {"brat:role": "true"}),
        ),
        (Group("g", "same", ("T1", "m")),),
        (Note("sure?", "R7"),),
    )
    doc = Document("ward/n1", "fever on\r\nASA", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", "brat")
    assert (tmp_path / "out/ward/n1.txt").read_bytes() == b"fever on\r\nASA"
    assert (tmp_path / "out/ward/n1.ann").read_text() == (
        "T1\tCondition 0 5\tfever\n"
        "T2\tDrug 6 8;10 12\ton AS\n"
        "E1\tDrug:T2 Theme:T1\n"
        "R7\ttreats Arg1:E1 Arg2:T1\n"
        "*\tsame T1 E1\n"
        "A1\tstatus T1 history of\n"
        "A2\tneg E1\n"
        "N1\tReference T1 X:C1\t\n"
        "#1\tAnnotatorNotes R7\tsure?\n"
    )
    assert (tmp_path / "out/annotation.conf").read_text() == (
        "[entities]\nCondition\n\n[events]\nDrug\n\n[relations]\n"
        "treats\tArg1:<ANY>, Arg2:<ANY>\n"
        "same\tArg1:<ANY>, Arg2:<ANY>, <REL-TYPE>:symmetric-transitive\n"
        "\n[attributes]\nneg\tArg:<ANY>\nstatus\tArg:<ANY>, Value:history of\n"
    )


def test_text_without_annotations_is_a_document_and_a_readme_is_not(tmp_path: Path) -> None:
    (tmp_path / "n1.txt").write_text("fever")
    (tmp_path / "README.txt").write_text("about these files")
    (tmp_path / "n2.txt").write_text("cough")
    (tmp_path / "n2.ann").write_text("")
    assert [doc.id for doc in read(tmp_path, "brat")] == ["n1", "n2"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("T1\tCondition 0 5\tfever\nT2 Drug 6 9 tamoxifen", "n.ann:2: this line is not brat"),
        ("T1\tCondition 0 5\tfever\nT2\tDrug 6 400\tx", "n.ann:2: n, T2: the spans 6-400 are not"),
        ("T1\tCondition 5 5\t", "n.ann:1: n, T1: the spans 5-5 are not inside"),
        ("T1\tX 0 2\tfe\nT1\tX 3 5\ter", "n.ann:1: n, T1: the id is used 2 times"),
        ("T1\tX 0 2\tfe\n\nR1\tr Arg1:T1 Arg2:T9", "n.ann:3: n, R1: its second argument T9"),
        ("T1\tX 0 2\tfe\nA1\tneg T4", "n.ann:2: an attribute or code belongs to T4"),
        ("T1\tX 0 2\tfe\n*\tsame T1 T8", "*1: its member T8 does not exist"),
        ("T1\tX 0 2\tfe\nE1\tX:T3", "n.ann:2: E1: its trigger T3 does not exist"),
        ("T1\tX 0 2\tfe\nE1\tX:T1\nE1\tX:T1", "n.ann:2: E1: the id is used twice"),
        ("T1\tX 0 2;3 4 5\tfe", "n.ann:1: T1: its offsets are not of the form"),
        ("T1\tX 0 2\tfe\n#1\tAnnotatorNotes T7\tsecret word", "T7: a note is about it"),
        ("T1\tX 0 2\tfe\nA1\tNeg T1 x\nA2\tNeg T1 y", "n.ann:3: A2: T1 has this attribute"),
    ],
)
def test_reader_reports_file_and_line_of_bad_input(
    tmp_path: Path, lines: str, message: str
) -> None:
    (tmp_path / "n.txt").write_text("fever and tamoxifen for the secret illness")
    (tmp_path / "n.ann").write_text(lines)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "brat"))
    assert message in str(caught.value)
    assert "tamoxifen" not in str(caught.value) and "secret" not in str(caught.value)


def test_missing_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / "n.ann").write_text("T1\tX 0 2\tfe\n")
    with pytest.raises(InputError, match=r"n\.ann: the text of this document is missing"):
        list(read(tmp_path, "brat"))


@pytest.mark.parametrize(
    "code",
    [
        Code("73211009", "SNOMED CT", "diabetes"),
        Code("73211009", "http://snomed.info/sct"),
        Code("x:y", "urn:oid:2.16.840"),
        Code("50%20", "a%20b"),
        Code("C50 9", "-"),
        Code("C0011849"),
    ],
)
def test_systems_and_codes_with_blanks_and_colons_survive_a_round_trip(
    tmp_path: Path, code: Code
) -> None:
    mention = Mention("T1", "X", (Span(0, 5),), {}, (code,))
    doc = Document("n", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out", "brat")
    assert get_mention(next(read(tmp_path / "out", "brat")), "T1").codes == (code,)


@pytest.mark.parametrize("system", ["50%", "a%FFb", "%zz", "SNOMED_CT"])
def test_systems_of_other_tools_are_read_unchanged(tmp_path: Path, system: str) -> None:
    (tmp_path / "n.txt").write_text("fever")
    (tmp_path / "n.ann").write_text(f"T1\tX 0 5\tfever\nN1\tReference T1 {system}:1\tname\n")
    assert get_mention(next(read(tmp_path, "brat")), "T1").codes == (Code("1", system, "name"),)


@pytest.mark.parametrize(
    ("codes", "notes", "losses"),
    [
        ((Code("tab\there", "X"), Code("two\nlines", "X")), (), {"codes": 2}),
        ((Code("1", "X", "two\nlines"),), (), {"line-breaks": 1}),
        ((), (Note("text", "T1", "needs review"),), {"names-with-blanks": 1}),
        ((), (Note("text", "T1", "AnnotatorNotes"),), {"note-kinds": 1}),
        ((), (Note("C0011849", "T1"),), {"notes-read-as-codes": 1}),
    ],
)
def test_codes_and_notes_that_brat_cannot_represent_are_losses(
    tmp_path: Path, codes: tuple[Code, ...], notes: tuple[Note, ...], losses: dict[str, int]
) -> None:
    mention = Mention("T1", "X", (Span(0, 5),), {}, codes)
    doc = Document("n", "fever", sets={"gold": AnnotationSet("gold", (mention,), notes=notes)})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", "brat")
    assert caught.value.losses == losses
    write([doc], tmp_path / "out", "brat", allow_loss=["all"])
    [back] = read(tmp_path / "out", "brat")
    assert len(back.sets["gold"].mentions) == 1


def test_attributes_and_notes_of_event_arguments_are_losses(tmp_path: Path) -> None:
    trigger = Mention("T1", "Stop", (Span(0, 5),), {"brat:event": "Stop"})
    argument = Relation("r", "Theme", "T1", "T1", {"brat:role": "true", "sure": "no"})
    gold = AnnotationSet("gold", (trigger,), (argument,), notes=(Note("text", "r"),))
    doc = Document("n", "fever", sets={"gold": gold})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", "brat")
    assert caught.value.losses == {"relation-attributes": 1, "notes-on-arguments-of-events": 1}
    write([doc], tmp_path / "out", "brat", allow_loss=["all"])
    [back] = read(tmp_path / "out", "brat")
    assert len(back.sets["gold"].relations) == 1


def test_attribute_repeated_with_the_same_value_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("fever")
    (tmp_path / "n.ann").write_text("T1\tX 0 5\tfever\nA1\tNeg T1 x\nA2\tNeg T1 x\n")
    assert get_mention(next(read(tmp_path, "brat")), "T1").attributes == {"Neg": "x"}


def test_annotation_conf_replaces_characters_that_it_cannot_contain(tmp_path: Path) -> None:
    mention = Mention("T1", "My\ntype", (Span(0, 5),), {"my name": "a|b\nc"})
    doc = Document("n", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out", "brat", allow_loss=["all"])
    conf = (tmp_path / "out/annotation.conf").read_text()
    assert "[entities]\nMy_type\n" in conf
    assert "my_name\tArg:<ANY>, Value:\n" in conf
