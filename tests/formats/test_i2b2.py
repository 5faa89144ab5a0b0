"""i2b2: golden files as in the releases of 2010 and 2011, exact output, and bad input."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.builders import make_folder, map_mentions

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    canonicalise,
    load_builtin_schema,
    validate,
)
from goldsmith.errors import BadFiles, InputError, LossError
from goldsmith.formats import Reader, count_losses, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "i2b2"
SECRET = "Quigley"


@pytest.fixture
def record() -> Document:
    [doc] = read(GOLDEN / "beside", "i2b2")
    return doc


def get_words(doc: Document, group: Group) -> list[str]:
    mentions = doc.sets["gold"].mentions_by_id()
    return [doc.get_covered_text(mentions[member]) for member in group.members]


def test_concept_offsets_count_lines_from_1_and_tokens_from_0(record: Document) -> None:
    mentions = map_mentions(record)
    assert mentions["Chest Pain"].type == "problem"
    assert mentions["Heparin"].type == "treatment"
    assert mentions["her ECG"].type == "test"
    assert mentions["shortness of breath"].spans == (
        Span(record.text.index("short"), record.text.index(" ; her")),
    )


def test_concept_may_continue_on_the_next_line(record: Document) -> None:
    assert map_mentions(record)["the chest\npain"].type == "problem"


def test_text_of_a_concept_may_have_quotes_and_bars(record: Document) -> None:
    assert map_mentions(record)['" ST depression || T inversion "'].type == "problem"


def test_text_in_lower_case_matches_the_document(record: Document) -> None:
    assert map_mentions(record)["Chest Pain"].text == "Chest Pain"
    schema = load_builtin_schema("i2b2-2011")
    kinds = {problem.kind for problem in validate(record, record.sets["gold"], schema)}
    assert "text" not in kinds


def test_different_text_is_preserved_for_validation(tmp_path: Path) -> None:
    content = {"a.txt": "chest pain", "a.con": 'c="back pain" 1:0 1:1||t="problem"\n'}
    [doc] = read(make_folder(tmp_path, content), "i2b2", check=False)
    [mention] = doc.sets["gold"].mentions
    assert mention.text == "back pain" and mention.spans == (Span(0, 10),)


def test_assertions_become_attributes(record: Document) -> None:
    mentions = map_mentions(record)
    assert mentions["shortness of breath"].attributes == {"assertion": "absent"}
    assert mentions["Chest Pain"].attributes == {"assertion": "present"}
    assert mentions["the chest\npain"].attributes == {}


def test_relations_connect_concepts(record: Document) -> None:
    mentions = map_mentions(record)
    ecg, finding = mentions["her ECG"].id, mentions['" ST depression || T inversion "'].id
    assert record.sets["gold"].relations == (
        Relation("R1", "TrAP", mentions["Heparin"].id, mentions["the chest\npain"].id),
        Relation("R2", "TeRP", ecg, finding),
    )


def test_chains_become_groups(record: Document) -> None:
    person, pain, mixed = record.sets["gold"].groups
    assert {group.type for group in record.sets["gold"].groups} == {"coreference"}
    assert get_words(record, person) == ["The patient", "She", "her"]
    assert get_words(record, pain) == ["Chest Pain", "the chest\npain", "which"]
    assert person.attributes == {} and pain.attributes == {}
    assert mixed.attributes == {"i2b2:class": "test"}


def test_chain_member_without_concept_becomes_a_mention(record: Document) -> None:
    assert map_mentions(record)["her"].type == "person"


def test_texts_concepts_and_chains_in_separate_folders() -> None:
    first, second = read(GOLDEN / "release", "i2b2")
    assert (first.id, second.id) == ("docs/clinical-3", "docs/clinical-4")
    assert sorted(map_mentions(first)) == ["Dr. Ames", "He", "him", "warfarin"]
    assert [get_words(first, group) for group in first.sets["gold"].groups] == [["him", "He"]]
    assert second.sets["gold"].mentions == ()


def test_same_file_names_in_two_releases_are_kept_apart(tmp_path: Path) -> None:
    con = 'c="{}" 1:0 1:0||t="person"\n'
    sites = {"beth": "Ann", "upmc": "Bob"}
    files = {f"{site}/docs/1.txt": who for site, who in sites.items()}
    files |= {f"{site}/concepts/1.txt.con": con.format(who) for site, who in sites.items()}
    docs = read(make_folder(tmp_path, files), "i2b2")
    assert {doc.id: map_mentions(doc).keys() for doc in docs} == {
        "beth/docs/1": {"Ann"},
        "upmc/docs/1": {"Bob"},
    }


def test_concepts_of_another_annotator_are_not_mixed_in(tmp_path: Path) -> None:
    con = 'c="fever" 1:0 1:0||t="problem"\n'
    make_folder(tmp_path, {"a/1.txt": "fever", "a/1.con": con, "b/1.con": con})
    with pytest.raises(BadFiles, match=r"b/1\.con: the text of this document is missing"):
        list(read(tmp_path, "i2b2"))


def test_two_files_of_the_same_kind_for_a_text_are_reported(tmp_path: Path) -> None:
    files = {"a.txt": "fever", "a.con": "", "a.txt.con": 'c="fever" 1:0 1:0||t="problem"\n'}
    with pytest.raises(BadFiles, match=r"a\.txt\.con: the text of this document is missing"):
        list(read(make_folder(tmp_path, files), "i2b2"))


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    text = "no\u2028fever\r\n\r\nsince\x0b the\u00a0day\r\n"
    con = 'c="the day" 3:1 3:1||t="x"\nc="no fever" 1:0 1:0||t="y"\n'
    [doc] = read(make_folder(tmp_path, {"a.txt": text, "a.con": con}), "i2b2")
    assert set(map_mentions(doc)) == {"the\u00a0day", "no\u2028fever"}


def test_relation_selects_the_concept_of_its_type(tmp_path: Path) -> None:
    con = 'c="biopsy" 1:0 1:0||t="{}"\n'
    content = {
        "a.txt": "biopsy mass",
        "a.con": con.format("test") + con.format("treatment") + 'c="mass" 1:1 1:1||t="problem"\n',
        "a.rel": 'c="biopsy" 1:0 1:0||r="TrAP"||c="mass" 1:1 1:1\n',
    }
    [doc] = read(make_folder(tmp_path, content), "i2b2")
    assert doc.sets["gold"].relations == (Relation("R1", "TrAP", "M2", "M3"),)


def test_discontiguous_concepts_are_read(tmp_path: Path) -> None:
    con = 'c="left shoulder" 1:0 1:0,1:3 1:3||t="problem"\n'
    [doc] = read(make_folder(tmp_path, {"a.txt": "left and right shoulder", "a.con": con}), "i2b2")
    assert doc.sets["gold"].mentions[0].spans == (Span(0, 4), Span(15, 23))


def test_assertion_creates_its_concept_and_duplicate_lines_are_ignored(tmp_path: Path) -> None:
    line = 'c="fever" 1:0 1:0||t="problem"||a="absent"\n'
    [doc] = read(make_folder(tmp_path, {"a.txt": "fever", "a.ast": line * 2}), "i2b2")
    assert doc.sets["gold"].mentions == (
        Mention("M1", "problem", (Span(0, 5),), {"assertion": "absent"}, text="fever"),
    )


def write_files(tmp_path: Path, doc: Document) -> dict[str, str]:
    write([doc], tmp_path / "out", "i2b2")
    return {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes().decode()
        for path in sorted((tmp_path / "out").rglob("*"))
        if path.is_file()
    }


def test_writer_output(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
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
    doc = Document("ward/1", "For Chest\tPain\n It\nX-ray 12", sets={"gold": annotation_set})
    assert write_files(tmp_path, doc) == {
        "ward/1.ast": 'c="chest pain" 1:1 1:2||t="problem"||a="possible"\n',
        "ward/1.chains": 'c="chest pain" 1:1 1:2||c="it" 2:0 2:0||t="coref problem"\n'
        'c="chest pain" 1:1 1:2||c="x-ray 12" 3:0 3:1||t="coref test"\n',
        "ward/1.con": 'c="chest pain" 1:1 1:2||t="problem"\n'
        'c="it" 2:0 2:0||t="pronoun"\n'
        'c="x-ray 12" 3:0 3:1||t="test"\n',
        "ward/1.rel": 'c="x-ray 12" 3:0 3:1||r="TeRP"||c="chest pain" 1:1 1:2\n',
        "ward/1.txt": "For Chest\tPain\n It\nX-ray 12",
    }


def test_empty_files_are_not_written(tmp_path: Path) -> None:
    assert write_files(tmp_path, Document("n", "x")) == {"n.con": "", "n.txt": "x"}


def test_golden_files_survive_a_round_trip(record: Document, tmp_path: Path) -> None:
    write([record], tmp_path / "out", "i2b2")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(record)


def get_losses(*mentions: Mention, text: str = "fever, cough", **links: object) -> dict[str, int]:
    annotation_set = AnnotationSet("gold", mentions, **links)  # type: ignore[arg-type]
    return dict(count_losses(Document("n", text, sets={"gold": annotation_set}), get("i2b2")))


FEVER = Mention("a", "problem", (Span(0, 6),))
COUGH = Mention("b", "test", (Span(7, 12),))


def test_losses_are_counted_by_name() -> None:
    assert get_losses(FEVER, COUGH) == {}
    assert get_losses(Mention("a", "x", (Span(0, 5),))) == {"token-boundaries": 1}
    assert get_losses(Mention("a", "x", (Span(6, 7),))) == {"white-space-only": 1}
    assert get_losses(Mention("a", "x", (Span(0, 6),), {"status": "y"})) == {"other-attributes": 1}
    assert get_losses(Mention("a", 'x"', (Span(0, 6),), {"assertion": "\n"})) == {"names": 2}
    assert get_losses(Mention("a", "x", (Span(0, 6), Span(7, 12)))) == {"discontiguous": 1}


def test_chain_losses_are_counted_by_name() -> None:
    def count_group(group: Group) -> dict[str, int]:
        return get_losses(FEVER, COUGH, groups=(group,))

    assert count_group(Group("g", "coreference", ("a",))) == {}
    assert count_group(Group("g", "coreference", ("a", "b"), {"i2b2:class": "test"})) == {}
    assert count_group(Group("g", "coreference", ("a", "b"))) == {"mixed-chains": 1}
    assert count_group(Group("g", "same", ("a",))) == {"group-types": 1}
    assert count_group(Group("g", "coreference", ())) == {"groups": 1}
    attributes = {"i2b2:class": "problem", "sure": "no"}
    assert count_group(Group("g", "coreference", ("a",), attributes)) == {
        "other-group-attributes": 2
    }


def test_links_to_overlapping_concepts_are_lost_only_if_ambiguous() -> None:
    treatment = Mention("c", "treatment", (Span(0, 6),))
    assert get_losses(FEVER, treatment, relations=(Relation("r", "TrAP", "c", "a"),)) == {}
    chain = Group("g", "coreference", ("c",))
    assert get_losses(FEVER, treatment, groups=(chain,)) == {}
    unknown = Relation("r", "x", "c", "a")
    assert get_losses(FEVER, treatment, relations=(unknown,)) == {"ambiguous-links": 1}


def test_allowed_losses_extend_mentions_to_tokens_or_drop_them(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("a", "problem", (Span(0, 5),), {"assertion": "absent"}),
            Mention("b", "problem", (Span(1, 6),), {"assertion": "present"}),
            Mention("c", "problem", (Span(6, 7),)),
        ),
        (Relation("r", "PIP", "a", "c"), Relation("s", "PIP", "a", "b")),
        (Group("g", "coreference", ("a", "c")), Group("h", "coreference", ("c",))),
    )
    doc = Document("n", "fever, cough", sets={"gold": annotation_set})
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
    gold = back.sets["gold"]
    assert [(back.get_covered_text(m), m.attributes) for m in gold.mentions] == [
        ("fever,", {"assertion": "absent"})
    ]
    assert gold.relations == (Relation("R1", "PIP", "M1", "M1"),)
    assert gold.groups == (Group("G1", "coreference", ("M1",)),)


BAD = {
    "a truncated line": ("a.con", 'c="fever" 1:0 1:0||t="pro', "this line is malformed"),
    "no offsets": ("a.con", 'c="fever"||t="problem"', "this line is malformed"),
    "a token past the end": ("a.con", 'c="x" 1:0 1:9||t="problem"', "the offsets 1:0 1:9"),
    "a line past the end": ("a.con", 'c="x" 7:0 7:0||t="problem"', "the offsets 7:0 7:0"),
    "the line 0": ("a.con", 'c="x" 0:0 0:0||t="problem"', "the offsets 0:0 0:0"),
    "the last before the first": ("a.con", 'c="x" 1:1 1:0||t="p"', "the offsets 1:1 1:0"),
    "a number of many digits": (
        "a.con",
        f'c="x" 1:{"9" * 5000} 1:0||t="p"',
        "this line is malformed",
    ),
    "no assertion": ("a.ast", 'c="x" 1:0 1:0||t="problem"', "this line is malformed"),
    "a relation to nothing": (
        "a.rel",
        'c="x" 1:0 1:0||r="PIP"||c="y" 1:1 1:1',
        "a relation refers to 1:1 1:1, where there is no concept",
    ),
    "a chain cut off": ("a.chains", 'c="x" 1:0 1:0||c="y" 1:1', "this line is malformed"),
    "a member cut off": ("a.chains", 'c="x" 1:0 1:0||c="y||t="coref p"', "this line is malformed"),
}


@pytest.mark.parametrize("name", BAD)
def test_reader_reports_file_and_line_of_bad_input(tmp_path: Path, name: str) -> None:
    file, line, message = BAD[name]
    good = 'c="fever" 1:0 1:0||t="problem"\n\n'
    make_folder(tmp_path, {"a.txt": f"fever {SECRET}\n", "a.con": good})
    if file != "a.con":
        good = ""
    make_folder(tmp_path, {file: f"{good}{line}\n"})
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "i2b2"))
    assert f"{file}:{3 if good else 1}: {message}" in str(caught.value)
    assert SECRET not in str(caught.value) and "expected" in str(caught.value)


def test_conflicting_assertions_are_reported(tmp_path: Path) -> None:
    line = 'c="fever" 1:0 1:0||t="problem"||a="{}"\n'
    content = {"a.txt": "fever", "a.ast": line.format("absent") + line.format("present")}
    with pytest.raises(InputError, match=r"a\.ast:2: the concept at 1:0 1:0 has another"):
        list(read(make_folder(tmp_path, content), "i2b2"))


def test_missing_text_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.con: the text of this document is missing"):
        list(read(make_folder(tmp_path, {"a.con": ""}), "i2b2"))


def test_other_encoding_is_reported(tmp_path: Path) -> None:
    make_folder(tmp_path, {"a.txt": "Fieber"})
    (tmp_path / "a.con").write_bytes('c="x" 1:0 1:0||t="ä"\n'.encode("latin-1"))
    with pytest.raises(InputError, match=r"a\.con:1: byte 0xe4 is not UTF-8"):
        list(read(tmp_path, "i2b2"))


def test_bad_document_does_not_affect_the_others(tmp_path: Path) -> None:
    make_folder(tmp_path, {"a.txt": "x", "a.con": "?", "b.txt": "fever"})
    reader = Reader(tmp_path, "i2b2", keep_going=True)
    assert [doc.id for doc in reader] == ["b"]
    assert len(reader.errors) == 1


def test_format_is_recognised_by_lines() -> None:
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
def draw_document(draw: st.DrawFn) -> Document:
    """Draw a document whose mentions cover whole tokens, as i2b2 files require."""
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
    keys = st.sampled_from([mention.id for mention in mentions] or ["-"])
    members = st.lists(keys, min_size=1, max_size=3, unique=True).map(tuple)
    count = draw(st.integers(0, 2)) if mentions else 0
    kinds = st.sampled_from(["TrAP", "", "x y"])
    relations = [Relation(f"r{n}", draw(kinds), draw(keys), draw(keys)) for n in range(count)]
    chain = st.sampled_from([{}, {"i2b2:class": "person"}, {"i2b2:class": ""}])
    groups = [Group(f"g{n}", "coreference", draw(members), draw(chain)) for n in range(count)]
    annotation_set = AnnotationSet("gold", tuple(mentions), tuple(relations), tuple(groups))
    return Document(
        draw(st.sampled_from(["n", "n.txt", "docs/a"])), text, sets={"gold": annotation_set}
    )


@settings(max_examples=150, deadline=None)
@given(draw_document())
def test_random_documents_survive_a_round_trip_or_report_a_loss(
    tmp_path_factory: pytest.TempPathFactory, doc: Document
) -> None:
    out = tmp_path_factory.mktemp("i2b2") / "out"
    if count_losses(doc, get("i2b2")):
        write([doc], out, "i2b2", allow_loss=["all"])
        assert [back.id for back in read(out, "i2b2")] == [doc.id]
        return
    write([doc], out, "i2b2")
    [back] = read(out, "i2b2")
    assert back.id == doc.id
    assert canonicalise(back) == canonicalise(doc)
