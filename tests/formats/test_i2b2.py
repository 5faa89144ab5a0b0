"""i2b2: golden files as the 2010 and 2011 releases have them, the way back, and bad input."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    builtin,
    canonical,
    validate,
)
from goldsmith.errors import BadFiles, InputError, LossError
from goldsmith.formats import Reader, get, losses, read, write

GOLDEN = Path(__file__).parent / "golden" / "i2b2"
SECRET = "Quigley"


@pytest.fixture
def record() -> Document:
    [doc] = read(GOLDEN / "beside", "i2b2")
    return doc


def by_words(doc: Document) -> dict[str, Mention]:
    return {doc.covered(mention): mention for mention in doc.sets["gold"].mentions}


def words(doc: Document, group: Group) -> list[str]:
    known = doc.sets["gold"].by_id()
    return [doc.covered(known[member]) for member in group.members]


def folder(path: Path, files: Mapping[str, str]) -> Path:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content.encode("utf-8"))
    return path


def test_concepts_stand_at_lines_from_1_and_tokens_from_0(record: Document) -> None:
    found = by_words(record)
    assert found["Chest Pain"].type == "problem"
    assert found["Heparin"].type == "treatment"
    assert found["her ECG"].type == "test"
    assert found["shortness of breath"].spans == (
        Span(record.text.index("short"), record.text.index(" ; her")),
    )


def test_a_concept_may_go_on_in_the_next_line(record: Document) -> None:
    assert by_words(record)["the chest\npain"].type == "problem"


def test_quotes_and_bars_belong_to_the_wording(record: Document) -> None:
    assert by_words(record)['" ST depression || T inversion "'].type == "problem"


def test_wording_in_lower_case_is_no_other_wording(record: Document) -> None:
    assert by_words(record)["Chest Pain"].text == "Chest Pain"
    schema = builtin("i2b2-2011")
    kinds = {problem.kind for problem in validate(record, record.sets["gold"], schema)}
    assert "text" not in kinds


def test_other_wording_is_kept_for_validation(tmp_path: Path) -> None:
    content = {"a.txt": "chest pain", "a.con": 'c="back pain" 1:0 1:1||t="problem"\n'}
    [doc] = read(folder(tmp_path, content), "i2b2")
    [mention] = doc.sets["gold"].mentions
    assert mention.text == "back pain" and mention.spans == (Span(0, 10),)


def test_assertions_are_attributes(record: Document) -> None:
    found = by_words(record)
    assert found["shortness of breath"].attributes == {"assertion": "absent"}
    assert found["Chest Pain"].attributes == {"assertion": "present"}
    assert found["the chest\npain"].attributes == {}


def test_relations_join_concepts(record: Document) -> None:
    found = by_words(record)
    ecg, finding = found["her ECG"].id, found['" ST depression || T inversion "'].id
    assert record.sets["gold"].relations == (
        Relation("R1", "TrAP", found["Heparin"].id, found["the chest\npain"].id),
        Relation("R2", "TeRP", ecg, finding),
    )


def test_chains_are_groups(record: Document) -> None:
    person, pain, mixed = record.sets["gold"].groups
    assert {group.type for group in record.sets["gold"].groups} == {"coreference"}
    assert words(record, person) == ["The patient", "She", "her"]
    assert words(record, pain) == ["Chest Pain", "the chest\npain", "which"]
    assert person.attributes == {} and pain.attributes == {}
    assert mixed.attributes == {"i2b2:class": "test"}


def test_a_member_that_is_no_concept_is_made(record: Document) -> None:
    assert by_words(record)["her"].type == "person"


def test_folders_for_texts_concepts_and_chains() -> None:
    first, second = read(GOLDEN / "release", "i2b2")
    assert (first.id, second.id) == ("docs/clinical-3", "docs/clinical-4")
    assert sorted(by_words(first)) == ["Dr. Ames", "He", "him", "warfarin"]
    assert [words(first, group) for group in first.sets["gold"].groups] == [["him", "He"]]
    assert second.sets["gold"].mentions == ()


def test_the_same_file_names_in_two_releases_are_told_apart(tmp_path: Path) -> None:
    con = 'c="{}" 1:0 1:0||t="person"\n'
    files = {f"{site}/docs/1.txt": who for site, who in (("beth", "Ann"), ("upmc", "Bob"))}
    files |= {f"{site}/concepts/1.txt.con": con.format("x") for site in ("beth", "upmc")}
    found = {doc.id: by_words(doc).keys() for doc in read(folder(tmp_path, files), "i2b2")}
    assert found == {"beth/docs/1": {"Ann"}, "upmc/docs/1": {"Bob"}}


def test_another_annotators_concepts_are_not_mixed_in(tmp_path: Path) -> None:
    con = 'c="fever" 1:0 1:0||t="problem"\n'
    folder(tmp_path, {"a/1.txt": "fever", "a/1.con": con, "b/1.con": con})
    with pytest.raises(BadFiles, match=r"b/1\.con: the text of this document is missing"):
        list(read(tmp_path, "i2b2"))


def test_two_files_of_one_kind_about_one_text_are_told(tmp_path: Path) -> None:
    files = {"a.txt": "fever", "a.con": "", "a.txt.con": 'c="fever" 1:0 1:0||t="problem"\n'}
    with pytest.raises(BadFiles, match=r"a\.txt\.con: the text of this document is missing"):
        list(read(folder(tmp_path, files), "i2b2"))


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    text = "no\u2028fever\r\n\r\nsince\x0b the\u00a0day\r\n"
    con = 'c="the day" 3:1 3:1||t="x"\nc="no fever" 1:0 1:0||t="y"\n'
    [doc] = read(folder(tmp_path, {"a.txt": text, "a.con": con}), "i2b2")
    assert set(by_words(doc)) == {"the\u00a0day", "no\u2028fever"}


def test_a_relation_chooses_the_concept_of_its_type(tmp_path: Path) -> None:
    con = 'c="biopsy" 1:0 1:0||t="{}"\n'
    content = {
        "a.txt": "biopsy mass",
        "a.con": con.format("test") + con.format("treatment") + 'c="mass" 1:1 1:1||t="problem"\n',
        "a.rel": 'c="biopsy" 1:0 1:0||r="TrAP"||c="mass" 1:1 1:1\n',
    }
    [doc] = read(folder(tmp_path, content), "i2b2")
    assert doc.sets["gold"].relations == (Relation("R1", "TrAP", "M2", "M3"),)


def test_discontiguous_concepts_are_read(tmp_path: Path) -> None:
    con = 'c="left shoulder" 1:0 1:0,1:3 1:3||t="problem"\n'
    [doc] = read(folder(tmp_path, {"a.txt": "left and right shoulder", "a.con": con}), "i2b2")
    assert doc.sets["gold"].mentions[0].spans == (Span(0, 4), Span(15, 23))


def test_an_assertion_alone_makes_its_concept_and_lines_twice_count_once(tmp_path: Path) -> None:
    line = 'c="fever" 1:0 1:0||t="problem"||a="absent"\n'
    [doc] = read(folder(tmp_path, {"a.txt": "fever", "a.ast": line * 2}), "i2b2")
    assert doc.sets["gold"].mentions == (
        Mention("M1", "problem", (Span(0, 5),), {"assertion": "absent"}, text="fever"),
    )


def written(tmp_path: Path, doc: Document) -> dict[str, str]:
    write([doc], tmp_path / "out", "i2b2")
    return {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes().decode()
        for path in sorted((tmp_path / "out").rglob("*"))
        if path.is_file()
    }


def test_what_is_written(tmp_path: Path) -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention("a", "problem", (Span(4, 14),), {"assertion": "possible"}),
            Mention("b", "pronoun", (Span(16, 18),)),
            Mention("c", "test", (Span(19, 27),)),
        ),
        (Relation("r", "TeRP", "c", "a"),),
        (
            Group("g", "coreference", ("a", "b")),
            Group("h", "coreference", ("a", "c"), {"i2b2:class": "test"}),
        ),
    )
    doc = Document("ward/1", "For Chest\tPain\n It\nX-ray 12", sets={"gold": one})
    assert written(tmp_path, doc) == {
        "ward/1.ast": 'c="chest pain" 1:1 1:2||t="problem"||a="possible"\n',
        "ward/1.chains": 'c="chest pain" 1:1 1:2||c="it" 2:0 2:0||t="coref problem"\n'
        'c="chest pain" 1:1 1:2||c="x-ray 12" 3:0 3:1||t="coref test"\n',
        "ward/1.con": 'c="chest pain" 1:1 1:2||t="problem"\n'
        'c="it" 2:0 2:0||t="pronoun"\n'
        'c="x-ray 12" 3:0 3:1||t="test"\n',
        "ward/1.rel": 'c="x-ray 12" 3:0 3:1||r="TeRP"||c="chest pain" 1:1 1:2\n',
        "ward/1.txt": "For Chest\tPain\n It\nX-ray 12",
    }


def test_files_are_only_written_where_there_is_something_to_say(tmp_path: Path) -> None:
    assert written(tmp_path, Document("n", "x")) == {"n.con": "", "n.txt": "x"}


def test_the_golden_files_survive_a_round_trip(record: Document, tmp_path: Path) -> None:
    write([record], tmp_path / "out", "i2b2")
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(record)


def lost(*mentions: Mention, text: str = "fever, cough", **links: object) -> dict[str, int]:
    one = AnnotationSet("gold", mentions, **links)  # type: ignore[arg-type]
    return dict(losses(Document("n", text, sets={"gold": one}), get("i2b2")))


FEVER = Mention("a", "problem", (Span(0, 6),))
COUGH = Mention("b", "test", (Span(7, 12),))


def test_what_is_lost_is_named() -> None:
    assert lost(FEVER, COUGH) == {}
    assert lost(Mention("a", "x", (Span(0, 5),))) == {"token-boundaries": 1}
    assert lost(Mention("a", "x", (Span(6, 7),))) == {"white-space-only": 1}
    assert lost(Mention("a", "x", (Span(0, 6),), {"status": "y"})) == {"other-attributes": 1}
    assert lost(Mention("a", 'x"', (Span(0, 6),), {"assertion": "\n"})) == {"names": 2}
    assert lost(Mention("a", "x", (Span(0, 6), Span(7, 12)))) == {"discontiguous": 1}


def test_what_is_lost_of_chains_is_named() -> None:
    def of(group: Group) -> dict[str, int]:
        return lost(FEVER, COUGH, groups=(group,))

    assert of(Group("g", "coreference", ("a",))) == {}
    assert of(Group("g", "coreference", ("a", "b"), {"i2b2:class": "test"})) == {}
    assert of(Group("g", "coreference", ("a", "b"))) == {"mixed-chains": 1}
    assert of(Group("g", "same", ("a",))) == {"group-types": 1}
    assert of(Group("g", "coreference", ())) == {"groups": 1}
    told = {"i2b2:class": "problem", "sure": "no"}
    assert of(Group("g", "coreference", ("a",), told)) == {"other-group-attributes": 2}


def test_links_to_one_of_two_concepts_at_a_place_are_only_lost_if_nothing_tells_them() -> None:
    other = Mention("c", "treatment", (Span(0, 6),))
    assert lost(FEVER, other, relations=(Relation("r", "TrAP", "c", "a"),)) == {}
    told = Group("g", "coreference", ("c",))
    assert lost(FEVER, other, groups=(told,)) == {}
    unknown = Relation("r", "x", "c", "a")
    assert lost(FEVER, other, relations=(unknown,)) == {"ambiguous-links": 1}


def test_an_allowed_loss_widens_to_tokens_and_drops_what_has_none(tmp_path: Path) -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention("a", "problem", (Span(0, 5),), {"assertion": "absent"}),
            Mention("b", "problem", (Span(1, 6),), {"assertion": "present"}),
            Mention("c", "problem", (Span(6, 7),)),
        ),
        (Relation("r", "PIP", "a", "c"), Relation("s", "PIP", "a", "b")),
        (Group("g", "coreference", ("a", "c")), Group("h", "coreference", ("c",))),
    )
    doc = Document("n", "fever, cough", sets={"gold": one})
    with pytest.raises(LossError) as refused:
        write([doc], tmp_path / "out", "i2b2")
    assert refused.value.losses == {
        "token-boundaries": 2,
        "white-space-only": 1,
        "relations": 1,
        "groups": 2,
    }
    write([doc], tmp_path / "out", "i2b2", allow_loss=["all"])
    [back] = read(tmp_path / "out", "i2b2")
    found = back.sets["gold"]
    assert [(back.covered(m), m.attributes) for m in found.mentions] == [
        ("fever,", {"assertion": "absent"})
    ]
    assert found.relations == (Relation("R1", "PIP", "M1", "M1"),)
    assert found.groups == (Group("G1", "coreference", ("M1",)),)


BAD = {
    "a truncated line": ("a.con", 'c="fever" 1:0 1:0||t="pro', "this line is not of the form"),
    "no offsets": ("a.con", 'c="fever"||t="problem"', "this line is not of the form"),
    "a token past the end": ("a.con", 'c="x" 1:0 1:9||t="problem"', "the offsets 1:0 1:9"),
    "a line past the end": ("a.con", 'c="x" 7:0 7:0||t="problem"', "the offsets 7:0 7:0"),
    "the line 0": ("a.con", 'c="x" 0:0 0:0||t="problem"', "the offsets 0:0 0:0"),
    "the last before the first": ("a.con", 'c="x" 1:1 1:0||t="p"', "the offsets 1:1 1:0"),
    "a number of many digits": ("a.con", f'c="x" 1:{"9" * 5000} 1:0||t="p"', "this line is not"),
    "no assertion": ("a.ast", 'c="x" 1:0 1:0||t="problem"', "this line is not of the form"),
    "a relation to nothing": (
        "a.rel",
        'c="x" 1:0 1:0||r="PIP"||c="y" 1:1 1:1',
        "no concept stands at 1:1 1:1",
    ),
    "a chain cut off": ("a.chains", 'c="x" 1:0 1:0||c="y" 1:1', "this line is not of the form"),
    "a member cut off": ("a.chains", 'c="x" 1:0 1:0||c="y||t="coref p"', "this line is not"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_lines_are_told_with_file_and_line(tmp_path: Path, name: str) -> None:
    file, line, message = BAD[name]
    good = 'c="fever" 1:0 1:0||t="problem"\n\n'
    folder(tmp_path, {"a.txt": f"fever {SECRET}\n", "a.con": good})
    if file != "a.con":
        good = ""
    folder(tmp_path, {file: f"{good}{line}\n"})
    with pytest.raises(InputError) as told:
        list(read(tmp_path, "i2b2"))
    assert f"{file}:{3 if good else 1}: {message}" in str(told.value)
    assert SECRET not in str(told.value) and "expected" in str(told.value)


def test_two_assertions_of_one_concept_are_told(tmp_path: Path) -> None:
    line = 'c="fever" 1:0 1:0||t="problem"||a="{}"\n'
    content = {"a.txt": "fever", "a.ast": line.format("absent") + line.format("present")}
    with pytest.raises(InputError, match=r"a\.ast:2: the concept at 1:0 1:0 has another"):
        list(read(folder(tmp_path, content), "i2b2"))


def test_a_missing_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.con: the text of this document is missing"):
        list(read(folder(tmp_path, {"a.con": ""}), "i2b2"))


def test_another_encoding_is_told(tmp_path: Path) -> None:
    folder(tmp_path, {"a.txt": "Fieber"})
    (tmp_path / "a.con").write_bytes('c="x" 1:0 1:0||t="ä"\n'.encode("latin-1"))
    with pytest.raises(InputError, match=r"a\.con:1: byte 0xe4 is not UTF-8"):
        list(read(tmp_path, "i2b2"))


def test_one_bad_document_does_not_spoil_the_others(tmp_path: Path) -> None:
    folder(tmp_path, {"a.txt": "x", "a.con": "?", "b.txt": "fever"})
    reader = Reader(tmp_path, "i2b2", keep_going=True)
    assert [doc.id for doc in reader] == ["b"]
    assert len(reader.errors) == 1


def test_it_is_recognised_by_its_lines() -> None:
    fmt = get("i2b2")
    assert fmt.recognises("a.con", b'\xef\xbb\xbf\nc="x" 1:0 1:0||t="problem"\n')
    assert fmt.recognises("a.txt.chains", b'c="x" 1:0 1:0||t="coref person"\n')
    assert fmt.recognises("a.con", b"")
    assert not fmt.recognises("a.ast", b"")
    assert not fmt.recognises("a.con", b"connection = 1\n")
    assert not fmt.recognises("a.rel", b"Relation\t1\n")
    assert Reader(GOLDEN / "release").format is fmt


WORDS = ("fever", "cough,", '"', "||", 'c="x"', "1:1", 't="y"', "😀", "b|c", "e\u0301", "\u200bz")


@st.composite
def on_tokens(draw: st.DrawFn) -> Document:
    """Documents whose mentions cover whole tokens: what i2b2 files can hold."""
    gap = st.sampled_from([" ", "\t", "\n", "\r\n", "  \n\n "])
    text, places = "", []
    for word in draw(st.lists(st.sampled_from(WORDS), max_size=8)):
        places.append((len(text), len(text) + len(word)))
        text += word + draw(gap)
    mentions = []
    for number in range(draw(st.integers(0, 4)) if places else 0):
        first = draw(st.integers(0, len(places) - 1))
        last = draw(st.integers(first, len(places) - 1))
        kind = draw(st.sampled_from(["problem", "treatment", "pronoun", ""]))
        attributes = draw(st.sampled_from([{}, {"assertion": "absent"}, {"assertion": ""}]))
        span = Span(places[first][0], places[last][1])
        mentions.append(Mention(f"m{number}", kind, (span,), attributes))
    some = st.sampled_from([mention.id for mention in mentions] or ["-"])
    several = st.lists(some, min_size=1, max_size=3, unique=True).map(tuple)
    count = draw(st.integers(0, 2)) if mentions else 0
    kinds = st.sampled_from(["TrAP", "", "x y"])
    relations = [Relation(f"r{n}", draw(kinds), draw(some), draw(some)) for n in range(count)]
    chain = st.sampled_from([{}, {"i2b2:class": "person"}, {"i2b2:class": ""}])
    groups = [Group(f"g{n}", "coreference", draw(several), draw(chain)) for n in range(count)]
    one = AnnotationSet("gold", tuple(mentions), tuple(relations), tuple(groups))
    return Document(draw(st.sampled_from(["n", "n.txt", "docs/a"])), text, sets={"gold": one})


@settings(max_examples=150, deadline=None)
@given(on_tokens())
def test_documents_on_tokens_come_back_or_the_loss_is_named(
    tmp_path_factory: pytest.TempPathFactory, doc: Document
) -> None:
    out = tmp_path_factory.mktemp("i2b2") / "out"
    if losses(doc, get("i2b2")):
        write([doc], out, "i2b2", allow_loss=["all"])
        assert [back.id for back in read(out, "i2b2")] == [doc.id]
        return
    write([doc], out, "i2b2")
    [back] = read(out, "i2b2")
    assert back.id == doc.id
    assert canonical(back) == canonical(doc)
