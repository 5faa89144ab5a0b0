"""Knowtator 1 and eHOST: golden files as the tools write them, the way back, and bad input."""

from pathlib import Path

import pytest

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Relation,
    Span,
    canonical,
)
from goldsmith.core.validation import mismatches
from goldsmith.errors import InputError
from goldsmith.formats import get, losses, read, write

GOLDEN = Path(__file__).parent / "golden" / "knowtator"


@pytest.fixture
def letter() -> Document:
    [doc] = read(GOLDEN / "protege")
    return doc


def key(number: int) -> str:
    return f"Clinic_Instance_{number}"


def mention(doc: Document, number: int) -> Mention:
    return doc.sets["gold"].by_id()[key(number)]


def test_offsets_count_java_characters(letter: Document) -> None:
    assert mention(letter, 1).spans == (Span(33, 37),)
    assert letter.covered(mention(letter, 6)) == "it"


def test_fragments_and_the_wording_recorded_for_them(letter: Document) -> None:
    left = mention(letter, 2)
    assert left.is_discontiguous
    assert letter.covered(left) == left.text == "left shoulder"
    assert not list(mismatches(letter, letter.sets["gold"]))


def test_slots_with_values_are_attributes(letter: Document) -> None:
    assert mention(letter, 1).attributes == {
        "status": "history of",
        "chronic": "true",
        "severity out of 10": "6",
        "also called": "ache | soreness",
    }
    assert mention(letter, 4).attributes == {"confidence": "0.9"}


def test_code_slots_and_concept_classes_are_codes(letter: Document) -> None:
    pain = (Code("C0030193"), Code("22253000", "SNOMEDCT_US", "Pain"))
    assert mention(letter, 1).codes == pain
    drug = mention(letter, 9)
    assert (drug.type, drug.codes) == ("CHEBI", (Code("41774", "CHEBI", "tamoxifen"),))


def test_slots_that_point_at_mentions_are_relations(letter: Document) -> None:
    relations = {rel.id: rel for rel in letter.sets["gold"].relations}
    assert relations[key(104) + ".1"] == Relation(key(104) + ".1", "has_location", key(1), key(2))
    assert relations[key(104) + ".2"].arg2 == key(3)
    assert relations[key(112)] == Relation(key(112), "APPOS Attributes", key(8), key(10))
    assert relations[key(113)] == Relation(key(113), "APPOS Head", key(8), key(9))
    assert key(107) not in relations  # a slot without a value says nothing
    assert mention(letter, 8).type == "APPOS relation"


def test_a_pair_without_a_place_is_a_relation(letter: Document) -> None:
    [pair] = [rel for rel in letter.sets["gold"].relations if rel.type == "pair"]
    roles = {"knowtator:arg1": "anaphor", "knowtator:arg2": "antecedent"}
    assert pair == Relation(key(30), "pair", key(6), key(5), {"type": "identity", **roles})


def test_without_a_place_but_pointed_at_is_a_mention(letter: Document) -> None:
    negation = mention(letter, 20)
    assert negation == Mention(key(20), "negation_class", (), {"negation_normalization": "true"})
    assert mention(letter, 12).spans == ()


def test_chains_are_groups_with_or_without_a_place(letter: Document) -> None:
    chain, lone, sides = letter.sets["gold"].groups
    assert chain == Group(key(7), "IDENTITY chain", (key(1), key(5), key(6)))
    at = letter.text.index("shoulder")
    anchor = {"knowtator:anchor": f"{at}-{at + 8}"}
    assert lone == Group(key(11), "IDENTITY chain", (key(3),), anchor)
    members = (key(2), key(3))
    assert sides == Group(key(31), "both sides", members, {"knowtator:slot": "members"})


def test_comments_are_notes_and_one_annotator_is_one_set(letter: Document) -> None:
    assert list(letter.sets) == ["gold"]
    assert letter.sets["gold"].notes == (Note("side not clear from the letter", key(1)),)


def test_the_way_back(letter: Document, tmp_path: Path) -> None:
    assert not losses(letter, get("knowtator"))
    write([letter], tmp_path / "out", "knowtator")
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(letter)


def test_an_ehost_project_keeps_texts_in_a_folder_of_their_own() -> None:
    docs = list(read(GOLDEN / "ehost", "knowtator"))
    assert [doc.id for doc in docs] == ["corpus/ward-12", "corpus/ward-13"]
    assert [len(one.mentions) for one in docs[1].sets.values()] == [0]


def test_ehost_annotators_relation_attributes_and_comments() -> None:
    doc = next(read(GOLDEN / "ehost", "knowtator"))
    assert list(doc.sets) == ["Ruth", "Jim"]
    ruth = doc.sets["Ruth"]
    assert [doc.covered(one) for one in ruth.mentions] == ["29/09", "Chest pain"]
    link = Relation(
        "EHOST_Instance_115",
        "TLINK",
        "EHOST_Instance_96",
        "EHOST_Instance_95",
        {"relType": "BEGUN_BY"},
    )
    assert ruth.relations == (link,)
    assert ruth.notes == (Note("onset not exact", "EHOST_Instance_96"),)


def test_ehost_working_copies_and_lost_slots_are_passed_over() -> None:
    doc = next(read(GOLDEN / "ehost", "knowtator"))
    ids = [one.id for made in doc.sets.values() for one in made.annotations]
    assert "EHOST_Instance_98" not in ids and "EHOST_Instance_116" not in ids


def annotation(name: str, start: object = 0, end: object = 5, annotator: str = "A") -> str:
    who = f'<annotator id="x">{annotator}</annotator>' * bool(annotator)
    place = f'<span start="{start}" end="{end}"/>' * (start is not None)
    return f'<annotation><mention id="{name}"/>{who}{place}</annotation>\n'


def mention_of(name: str, kind: str = "Condition", *slots: str) -> str:
    has = "".join(f'<hasSlotMention id="{slot}"/>' for slot in slots)
    inside = f'<mentionClass id="{kind}">{kind}</mentionClass>{has}'
    return f'<classMention id="{name}">{inside}</classMention>\n'


def slot(name: str, kind: str, *targets: str) -> str:
    values = "".join(f'<complexSlotMentionValue value="{one}"/>' for one in targets)
    inside = f'<mentionSlot id="{kind}"/>{values}'
    return f'<complexSlotMention id="{name}">{inside}</complexSlotMention>\n'


def save(folder: Path, *parts: str, text: str = "fever and the secret illness") -> Path:
    (folder / "n.txt").write_text(text)
    inside = "".join(parts)
    content = f'<annotations textSource="n.txt">\n{inside}</annotations>\n'
    (folder / "n.txt.knowtator.xml").write_text(content)
    return folder


def test_annotators_joined_by_a_link_stay_in_one_set(tmp_path: Path) -> None:
    parts = [annotation("a", annotator="Ann"), annotation("b", annotator="Bob")]
    parts += [mention_of("a", "X", "s"), mention_of("b"), slot("s", "same", "b")]
    [doc] = read(save(tmp_path, *parts))
    one = doc.sets["gold"]
    assert [m.attributes["knowtator:annotator"] for m in one.mentions] == ["Ann", "Bob"]
    assert [rel.type for rel in one.relations] == ["same"]


def test_a_modifier_without_an_annotator_belongs_to_whoever_points_at_it(tmp_path: Path) -> None:
    parts = [annotation("a", annotator="Ann"), annotation("b", annotator="Bob")]
    parts += [mention_of("a", "X", "s"), mention_of("b"), mention_of("no", "negation_class")]
    [doc] = read(save(tmp_path, *parts, slot("s", "negation", "no")))
    assert {name: [m.id for m in one.mentions] for name, one in doc.sets.items()} == {
        "Ann": ["a", "no"],
        "Bob": ["b"],
    }


def test_what_has_no_annotator_joins_the_only_one(tmp_path: Path) -> None:
    parts = [annotation("a", annotator="Ann"), annotation("b", annotator="")]
    [doc] = read(save(tmp_path, *parts, mention_of("a"), mention_of("b")), set_name="ours")
    assert [len(one.mentions) for one in doc.sets.values()] == [2] and list(doc.sets) == ["ours"]


def test_what_has_no_annotator_among_several_gets_the_name_asked_for(tmp_path: Path) -> None:
    parts = [annotation(name, annotator=name.strip("c")) for name in "abc"]
    [doc] = read(save(tmp_path, *parts, *map(mention_of, "abc")), set_name="ours")
    assert {name: [m.id for m in one.mentions] for name, one in doc.sets.items()} == {
        "a": ["a"],
        "b": ["b"],
        "ours": ["c"],
    }


def test_a_chain_that_is_pointed_at_is_a_mention(tmp_path: Path) -> None:
    parts = [annotation("a"), annotation("inner"), annotation("outer")]
    parts += [mention_of("a"), mention_of("inner", "chain", "s"), mention_of("outer", "chain", "t")]
    parts += [slot("s", "Coreferring strings", "a"), slot("t", "Coreferring strings", "inner")]
    [doc] = read(save(tmp_path, *parts))
    one = doc.sets["gold"]
    assert [m.id for m in one.mentions] == ["a", "inner"]
    assert one.relations == (Relation("s", "Coreferring strings", "inner", "a"),)
    assert one.groups == (Group("outer", "chain", ("inner",)),)


def test_three_roles_are_a_mention_of_the_whole_document_with_relations(tmp_path: Path) -> None:
    parts = [annotation("a"), mention_of("a"), mention_of("e", "event", "s", "t", "u")]
    parts += [slot("s", "agent", "a"), slot("t", "theme", "a"), slot("u", "time", "a")]
    [doc] = read(save(tmp_path, *parts))
    one = doc.sets["gold"]
    assert [(m.id, m.spans) for m in one.mentions] == [("a", (Span(0, 5),)), ("e", ())]
    assert [(rel.type, rel.arg1) for rel in one.relations] == [
        ("agent", "e"),
        ("theme", "e"),
        ("time", "e"),
    ]


def test_an_instance_of_the_knowledge_base_is_a_mention_too(tmp_path: Path) -> None:
    inside = '<mentionInstance id="Ward_7">Ward 7</mentionInstance>'
    instance = f'<instanceMention id="a">{inside}</instanceMention>'
    [doc] = read(save(tmp_path, annotation("a"), instance))
    assert doc.sets["gold"].mentions == (Mention("a", "Ward_7", (Span(0, 5),)),)


def test_the_text_is_found_by_the_name_in_the_file(tmp_path: Path) -> None:
    save(tmp_path, annotation("a"), mention_of("a"))
    (tmp_path / "n.txt").rename(tmp_path / "other.txt")
    file = tmp_path / "n.txt.knowtator.xml"
    file.write_text(file.read_text().replace('"n.txt"', '"C:\\corpus\\other"'))
    docs = {doc.id: doc for doc in read(tmp_path, "knowtator")}
    assert docs["n"].text.startswith("fever")


def test_two_readings_of_one_text_are_two_documents(tmp_path: Path) -> None:
    for name in ("corpus", "ann", "bob"):
        (tmp_path / name).mkdir()
        save(tmp_path / name, annotation("a"), mention_of("a"))
    (tmp_path / "corpus/n.txt.knowtator.xml").unlink()
    (tmp_path / "ann/n.txt").unlink()
    (tmp_path / "bob/n.txt").unlink()
    assert [doc.id for doc in read(tmp_path)] == ["ann/n", "bob/n"]


def test_writing(tmp_path: Path) -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(2, 4),), {"status": "a | b"}, (Code("C1", "X", "n"),)),
            Mention("T2", "CHEBI", (Span(0, 1), Span(6, 9)), {}, (Code("12", "CHEBI", "ion"),)),
            Mention("d", "Date", ()),
        ),
        (
            Relation("R1", "at", "T1", "T2"),
            Relation("R2", "at", "T1", "T2", {"sure": "no"}),
        ),
        (Group("g", "same", ("T1", "T2")),),
        (Note("check", "T1"), Note("whole")),
    )
    doc = Document("ward/n1", "\U0001f600 ab\r\n<c>", sets={"gold": one})
    write([doc], tmp_path / "out", "knowtator")
    assert (tmp_path / "out/ward/n1.txt").read_bytes().decode() == doc.text
    assert (tmp_path / "out/ward/n1.txt.knowtator.xml").read_text() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        """<annotations textSource="n1.txt">
  <annotation>
    <mention id="T1"/>
    <annotator id="gold">gold</annotator>
    <span start="3" end="5"/>
    <spannedText>ab</spannedText>
    <comment>check</comment>
  </annotation>
  <annotation>
    <mention id="T2"/>
    <annotator id="gold">gold</annotator>
    <span start="0" end="2"/>
    <span start="7" end="10"/>
    <spannedText>\U0001f600 ... &lt;c&gt;</spannedText>
  </annotation>
  <annotation>
    <mention id="d"/>
    <annotator id="gold">gold</annotator>
  </annotation>
  <annotation>
    <mention id="note"/>
    <annotator id="gold">gold</annotator>
    <comment>whole</comment>
  </annotation>
  <classMention id="T1">
    <mentionClass id="Condition">Condition</mentionClass>
    <hasSlotMention id="slot_1"/>
    <hasSlotMention id="slot_2"/>
    <hasSlotMention id="R1"/>
  </classMention>
  <stringSlotMention id="slot_1">
    <mentionSlot id="status"/>
    <stringSlotMentionValue value="a"/>
    <stringSlotMentionValue value="b"/>
  </stringSlotMention>
  <stringSlotMention id="slot_2">
    <mentionSlot id="associatedCode"/>
    <stringSlotMentionValue value="X:C1 |n|"/>
  </stringSlotMention>
  <complexSlotMention id="R1">
    <mentionSlot id="at"/>
    <complexSlotMentionValue value="T2"/>
  </complexSlotMention>
  <classMention id="T2">
    <mentionClass id="CHEBI:12">ion</mentionClass>
  </classMention>
  <classMention id="d">
    <mentionClass id="Date">Date</mentionClass>
  </classMention>
  <classMention id="R2">
    <mentionClass id="at">at</mentionClass>
    <hasSlotMention id="slot_3"/>
    <hasSlotMention id="R2.1"/>
    <hasSlotMention id="R2.2"/>
  </classMention>
  <stringSlotMention id="slot_3">
    <mentionSlot id="sure"/>
    <stringSlotMentionValue value="no"/>
  </stringSlotMention>
  <complexSlotMention id="R2.1">
    <mentionSlot id="Arg1"/>
    <complexSlotMentionValue value="T1"/>
  </complexSlotMention>
  <complexSlotMention id="R2.2">
    <mentionSlot id="Arg2"/>
    <complexSlotMentionValue value="T2"/>
  </complexSlotMention>
  <classMention id="g">
    <mentionClass id="same">same</mentionClass>
    <hasSlotMention id="slot_4"/>
  </classMention>
  <complexSlotMention id="slot_4">
    <mentionSlot id="Coreferring strings"/>
    <complexSlotMentionValue value="T1"/>
    <complexSlotMentionValue value="T2"/>
  </complexSlotMention>
  <classMention id="note">
    <mentionClass id="document note">document note</mentionClass>
  </classMention>
</annotations>"""
    )
    [back] = read(tmp_path / "out", "knowtator")
    assert canonical(back) == canonical(doc)


def test_sets_come_back_under_their_names_even_if_only_one_holds_anything(tmp_path: Path) -> None:
    full = AnnotationSet("b", (Mention("T1", "X", (Span(0, 1),)),))
    doc = Document("n", "ab", sets={"a": AnnotationSet("a"), "b": full})
    write([doc], tmp_path / "out", "knowtator")
    [back] = read(tmp_path / "out", set_name="a")
    assert list(back.sets) == ["b"]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ([annotation("a"), '<classMention id="a">'], ".xml:3: this is not well-formed XML"),
        ([annotation("a")], ".xml:2: the class of a is missing"),
        ([mention_of("b"), mention_of("b")], ".xml:3: the id b is used twice"),
        (
            [annotation("a"), annotation("a"), mention_of("a")],
            ".xml:2: n, a: the id is used 2 times",
        ),
        ([annotation("a", 0, 500), mention_of("a")], ".xml:2: n, a: the spans 0-500 are not"),
        ([annotation("a", 7, 3), mention_of("a")], ".xml:2: n, a: the spans 7-3 are not"),
        ([annotation("a", "x"), mention_of("a")], ".xml:2: <span> holds something that is not"),
        ([annotation("a", 0, ""), mention_of("a")], ".xml:2: <span> holds something that is not"),
        (
            [annotation("a"), mention_of("a", "X", "s"), slot("s", "at", "gone")],
            ".xml:3: n, s: its second argument gone does not exist",
        ),
        (
            [annotation("a"), mention_of("a", "X", "s"), slot("s", "at", "a", "gone")],
            ".xml:3: n, s.2: its second argument gone does not exist",
        ),
        (
            [mention_of("g", "chain", "s"), slot("s", "Coreferring strings", "gone")],
            ".xml:2: n, g: its member gone does not exist",
        ),
        (["<annotation/>\n"], ".xml:2: <annotation> has no <mention>"),
        ([annotation("a"), '<classMention id="a"/>'], ".xml:3: <classMention> has no <mention"),
        (["<classMention/>"], ".xml:2: <classMention> has no 'id'"),
        (['<stringSlotMention id="s"/>'], ".xml:2: <stringSlotMention> has no <mentionSlot>"),
    ],
)
def test_bad_input_names_file_and_line(tmp_path: Path, parts: list[str], says: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(save(tmp_path, *parts), "knowtator"))
    message = str(caught.value)
    assert says in message
    assert "fever" not in message and "secret" not in message


def test_an_offset_inside_a_character(tmp_path: Path) -> None:
    save(tmp_path, annotation("a", 0, 1), mention_of("a"), text="\U0001f600 secret")
    with pytest.raises(InputError, match=r"xml:2: UTF-16 offset 1 points inside a character"):
        list(read(tmp_path, "knowtator"))


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ('<!DOCTYPE a [\n<!ENTITY x "secret">]>\n', 2),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n', 1),
    ],
)
def test_entities_are_refused(tmp_path: Path, head: str, line: int) -> None:
    file = save(tmp_path, annotation("a"), mention_of("a")) / "n.txt.knowtator.xml"
    file.write_text(head + file.read_text())
    with pytest.raises(InputError, match=rf"xml:{line}: the file defines XML entities") as caught:
        list(read(tmp_path, "knowtator"))
    assert "secret" not in str(caught.value)


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    save(tmp_path, annotation("a"), mention_of("a"))
    (tmp_path / "n.txt").write_bytes("fever\ncaf\u00e9 secret".encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.txt:2: byte 0xe9 is not UTF-8"):
        list(read(tmp_path, "knowtator"))


def test_the_other_knowtator_is_refused_and_not_recognised(tmp_path: Path) -> None:
    file = save(tmp_path) / "n.txt.knowtator.xml"
    file.write_text("<knowtator-project/>")
    with pytest.raises(InputError, match="the root element is <knowtator-project>"):
        list(read(tmp_path, "knowtator"))
    assert not get("knowtator").recognises(file.name, file.read_bytes())
    assert get("knowtator2").recognises(file.name, file.read_bytes())


def test_a_missing_text_is_said(tmp_path: Path) -> None:
    save(tmp_path)
    (tmp_path / "n.txt").unlink()
    with pytest.raises(InputError, match=r"n\.txt\.knowtator\.xml:1: the text of this document is"):
        list(read(tmp_path, "knowtator"))


def test_what_cannot_be_said_is_named() -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention("1", "X:1", (Span(0, 1),), {"CUI": "C1", "x": "\x01"}, (Code("a b", "S"),)),
            Mention("2", "document note", ()),
        ),
        groups=(Group("g", "same", ()),),
        notes=(Note("x", "2", "Unsure"), Note(" ", "1")),
    )
    assert losses(Document("n", "a\x00b", sets={"gold": one}), get("knowtator")) == {
        "names-that-mean-something-else": 3,
        "control-characters-in-values": 1,
        "codes-that-cannot-be-spelt": 1,
        "note-kinds": 1,
        "empty-notes": 1,
        "empty-groups": 1,
    }
