"""CoNLL-2012: a golden file as in OntoNotes, exact output, and bad input."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.builders import list_groups, list_mentions

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Span,
    canonicalise,
    derive_chains,
    load_builtin_schema,
)
from goldsmith.errors import InputError, LossError
from goldsmith.formats import Reader, count_losses, get, read, write
from goldsmith.project.corpus.validate import find_problems

GOLDEN = Path(__file__).parent / "golden" / "conll_2012" / "ward.v4_gold_conll"
SECRET = "Quigley"


@pytest.fixture
def ward() -> Document:
    return next(read(GOLDEN, "conll-2012"))


def test_text_is_rebuilt_from_words(ward: Document) -> None:
    assert ward.text == "Mrs. Vane saw her sister in Leeds .\nShe has her own flat there /."


def test_named_entities_become_mentions_and_set_types_of_members(ward: Document) -> None:
    assert list_mentions(ward) == [
        ("PERSON", "Mrs. Vane"),
        ("markable", "her"),
        ("markable", "her sister in Leeds"),
        ("GPE", "Leeds"),
        ("markable", "She"),
        ("markable", "her"),
        ("markable", "her own flat"),
        ("markable", "own flat there"),
    ]


def test_nested_crossing_and_single_clusters_become_groups(ward: Document) -> None:
    assert {group.type for group in ward.sets["gold"].groups} == {"coreference"}
    assert list_groups(ward) == [
        ["Mrs. Vane", "her", "her"],
        ["her sister in Leeds"],
        ["She"],
        ["her own flat"],
        ["own flat there"],
    ]


def test_parts_become_separate_documents() -> None:
    assert [(doc.id, doc.text) for doc in read(GOLDEN)][1:] == [
        ("ward/mv/00/mv_0007.part-001", "Today"),
        ("ward/mv/00/mv_0008", ""),
    ]


def test_five_columns_and_a_bare_id_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document note\nx 0 0 Fever (a)\nx 0 1 . _\n#end document note\n")
    [doc] = read(path)
    assert (doc.id, doc.text, list_groups(doc)) == ("note", "Fever .", [["Fever"]])


def test_inner_bracket_of_a_cluster_closes_first(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(
        "#begin document (n);\nx 0 0 a (1|(1\nx 0 1 b (1)\nx 0 2 c 1)\nx 0 3 d 1)\n#end document\n"
    )
    [doc] = read(path)
    assert list_groups(doc) == [["a b c", "a b c d", "b"]]


REPEATED = (
    "#begin document (n);\nx 0 0 She {first}\nx 0 1 saw -\nx 0 2 her {second}\n"
    "x 0 3 sister {third}\nx 0 4 it {fourth}\n#end document\n"
)


@pytest.mark.parametrize(
    ("cells", "chains"),
    [
        # "it" is in two clusters: it belongs to the one that begins first, not to the lower number.
        (("(1)", "(2)", "-", "(2)|(1)"), [["She", "it"], ["her"]]),
        (("(2)", "(1)", "-", "(2)|(1)"), [["She", "it"], ["her"]]),
        # Clusters that begin on the same line: single tokens first, then the order in the cell.
        (("-", "(1|(2)", "1)", "(1)|(2)"), [["her", "it"], ["her sister"]]),
        (("-", "(1|(2", "2)|1)", "(2)|(1)"), [["her sister", "it"]]),
        # "it" is twice in the same cluster.
        (("(1)", "-", "-", "(1)|(1)"), [["She", "it"]]),
    ],
)
def test_mention_in_two_clusters_belongs_to_the_first(
    tmp_path: Path, cells: tuple[str, ...], chains: list[list[str]]
) -> None:
    path = tmp_path / "a.conll"
    names = ("first", "second", "third", "fourth")
    path.write_text(REPEATED.format(**dict(zip(names, cells, strict=True))))
    [doc] = read(path)
    derived = derive_chains(doc.sets["gold"], load_builtin_schema("i2b2-2011"))
    mentions = doc.sets["gold"].mentions_by_id()
    assert [
        [doc.text[mentions[m].start : mentions[m].end] for m in chain.members] for chain in derived
    ] == chains


def test_validation_reports_a_mention_in_two_clusters(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(REPEATED.format(first="(1)", second="(2)", third="-", fourth="(2)|(1)"))
    for schema in (None, load_builtin_schema("i2b2-2011")):
        problems = [p for p in find_problems(read(path), schema) if p.kind == "chain"]
        assert [(p.annotation, p.message) for p in problems] == [
            (
                "T3",
                "it is in the groups C1 and C2; expected in one of them, and it counts in C1 only",
            )
        ]


LINKS = AnnotationSet(
    "gold",
    (
        Mention("a", "PERSON", (Span(0, 9),)),
        Mention("b", "markable", (Span(14, 24),)),
        Mention("c", "markable", (Span(14, 17),)),
        Mention("d", "Drug", (Span(25, 32),)),
    ),
    groups=(Group("g", "coreference", ("a", "c")), Group("h", "coreference", ("b",))),
)


def test_writer_output(tmp_path: Path) -> None:
    docs = [
        Document("Ä 1", "Mrs. Vane saw her sister\naspirin", sets={"gold": LINKS}),
        Document("n.part-012", "#x"),
    ]
    write(docs, tmp_path / "out.conll", "conll-2012")
    assert (tmp_path / "out.conll").read_bytes().decode() == (
        "#begin document (Ä 1); part 000\n"
        "Ä_1\t0\t0\tMrs.\t-\t-\t-\t-\t-\t-\t(PERSON*\t(0\n"
        "Ä_1\t0\t1\tVane\t-\t-\t-\t-\t-\t-\t*)\t0)\n"
        "Ä_1\t0\t2\tsaw\t-\t-\t-\t-\t-\t-\t*\t-\n"
        "Ä_1\t0\t3\ther\t-\t-\t-\t-\t-\t-\t*\t(1|(0)\n"
        "Ä_1\t0\t4\tsister\t-\t-\t-\t-\t-\t-\t*\t1)\n"
        "\n"
        "Ä_1\t0\t0\taspirin\t-\t-\t-\t-\t-\t-\t(Drug)\t-\n"
        "\n"
        "#end document\n"
        "#begin document (n); part 012\n"
        "n\t12\t0\t#x\t-\t-\t-\t-\t-\t-\t*\t-\n"
        "\n"
        "#end document\n"
    )
    assert [doc.id for doc in read(tmp_path / "out.conll")] == ["Ä 1", "n.part-012"]


def test_golden_file_survives_a_round_trip(tmp_path: Path) -> None:
    docs = list(read(GOLDEN))
    write(docs, tmp_path / "out.conll", "conll-2012")
    back = list(read(tmp_path / "out.conll"))
    assert [doc.id for doc in back] == [doc.id for doc in docs]
    assert [canonicalise(doc) for doc in back] == [canonicalise(doc) for doc in docs]


def make_document(
    *mentions: Mention, text: str = "a b c d", groups: tuple[Group, ...] = ()
) -> Document:
    return Document("n", text, sets={"gold": AnnotationSet("gold", mentions, groups=groups)})


def get_losses(doc: Document) -> dict[str, int]:
    return dict(count_losses(doc, get("conll-2012")))


@pytest.mark.parametrize("text", ["a b ", " a", "a  b", "a\tb", "a\r\nb", "a\n\nb", "a\u00a0b"])
def test_changed_white_space_is_a_loss(text: str) -> None:
    assert get_losses(Document("n", text)) == {"white-space": 1}


def test_losses_are_counted_by_name() -> None:
    whole, first = Mention("a", "x", (Span(0, 7),)), Mention("b", "y", (Span(0, 3),))
    second = Mention("c", "markable", (Span(2, 5),))
    duplicate = Mention("d", "z", (Span(0, 3),))

    def chain(*members: str, kind: str = "coreference") -> tuple[Group, ...]:
        return (Group("g", kind, members),)

    assert (
        get_losses(make_document(whole))
        == get_losses(make_document(whole, groups=chain("a")))
        == {}
    )
    assert get_losses(make_document(first, second, groups=chain("c"))) == {}
    assert get_losses(make_document(whole, first)) == {"overlapping-mentions": 1}
    assert get_losses(make_document(whole, first, groups=chain("b"))) == {"overlapping-types": 1}
    assert get_losses(make_document(first, duplicate)) == {"same-span": 1}
    assert get_losses(make_document(first, second, groups=chain("b", "c"))) == {
        "crossing": 1,
        "overlapping-types": 1,
    }
    assert get_losses(make_document(first, groups=chain("b", kind="same"))) == {"group-types": 1}
    assert get_losses(make_document(first, groups=chain())) == {"groups": 1}
    assert get_losses(make_document(Mention("a", "x (y)", (Span(0, 1),)))) == {"names": 1}
    assert get_losses(make_document(Mention("a", "x", (Span(1, 2),)))) == {"white-space-only": 1}


def test_mention_inside_a_token_keeps_its_boundaries_and_loses_white_space(tmp_path: Path) -> None:
    doc = make_document(
        Mention("a", "x", (Span(0, 5),)),
        Mention("b", "x", (Span(7, 20),)),
        text="fever,\nshort of\r\nair.",
        groups=(Group("g", "coreference", ("a", "b")),),
    )
    with pytest.raises(LossError) as refused:
        write([doc], tmp_path / "out.conll", "conll-2012")
    assert refused.value.losses == {"white-space": 1}
    write([doc], tmp_path / "out.conll", "conll-2012", allow_loss=["white-space"])
    [back] = read(tmp_path / "out.conll")
    assert back.text == "fever ,\nshort of air ."
    assert list_groups(back) == [["fever", "short of air"]]


def test_allowed_losses_drop_only_unwritable_annotations(tmp_path: Path) -> None:
    doc = make_document(
        Mention("a", "x", (Span(0, 3),)),
        Mention("b", "y z", (Span(2, 5),)),
        Mention("c", "x", (Span(2, 3),)),
        Mention("d", "x", (Span(5, 6),)),
        groups=(Group("g", "coreference", ("a", "b", "d")), Group("h", "same", ("d",))),
    )
    write([doc], tmp_path / "out.conll", "conll-2012", allow_loss=["all"])
    [back] = read(tmp_path / "out.conll")
    assert back.text == "a b c d"
    assert list_mentions(back) == [("markable", "a b"), ("y_z", "b c")]
    assert list_groups(back) == [["a b"]]


ROW = "n\t0\t0\t{}\t-\t-\t-\t-\t-\t-\t{}\t{}\n"
BAD = {
    "few columns": ("n\n", "the line has a single column"),
    "a bracket that does not close": (ROW.format("x", "*", "(1"), "a bracket of the coref"),
    "a bracket that was not opened": (ROW.format("x", "*", "1)"), "a closing bracket of the"),
    "no bracket": (ROW.format("x", "*", "1"), "the coreference column is invalid"),
    "too many bars": (ROW.format("x", "*", "(1)||(2)"), "the coreference column is invalid"),
    "an entity that does not close": (ROW.format("x", "(GPE*", "-"), "a bracket of the named"),
    "an entity that was not opened": (ROW.format("x", "*)", "-"), "the named-entity column"),
    "another column there": (ROW.format("x", "x(y", "-"), "the named-entity column"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_line_invalidates_only_its_document(tmp_path: Path, name: str) -> None:
    row, message = BAD[name]
    good = ROW.format(SECRET, "*", "-")
    path = tmp_path / "a.conll"
    begin, end = "#begin document ({}); part 000\n", "\n#end document\n"
    bad = begin.format("bad") + good + row + end
    path.write_text(begin.format("a") + good + end + bad + begin.format("b") + good + end)
    reader = Reader(path, "conll-2012", keep_going=True)
    assert [doc.id for doc in reader] == ["a", "b"]
    [error] = map(str, reader.errors)
    assert "a.conll:7: " in error and message in error and "expected" in error
    assert SECRET not in error


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("#begin document (a); part 000\nn 0 0 x -\n", ":1: the document that begins here has no"),
        (
            "#begin document (a); part 000\n#begin document (b); part 000\n#end document\n",
            ":1: the document that begins here has no end",
        ),
        ("#begin document ()\n#end document\n", ":1: the document has no id"),
        ("# a comment\nn 0 0 x -\n", ":2: this line is outside a document"),
    ],
)
def test_documents_without_begin_or_end_are_reported(
    tmp_path: Path, content: str, message: str
) -> None:
    (tmp_path / "a.conll").write_text(content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path / "a.conll", "conll-2012"))
    assert f"a.conll{message}" in str(caught.value)


def test_duplicate_id_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text("#begin document (a); part 000\n#end document\n" * 2)
    with pytest.raises(InputError, match=r"a\.conll: the document id 'a' occurs twice"):
        list(read(tmp_path / "a.conll"))


def test_other_encoding_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes("#begin document (a)\nn 0 0 Ärger -\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"a\.conll:2: byte 0xc4 is not UTF-8"):
        list(read(tmp_path / "a.conll", "conll-2012"))


def test_truncated_archive_is_reported(tmp_path: Path) -> None:
    packed = gzip.compress(GOLDEN.read_bytes())
    (tmp_path / "a.conll.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InputError, match=r"a\.conll:\d+: the file is truncated or damaged"):
        list(read(tmp_path, "conll-2012"))


def test_format_is_recognised_by_document_start() -> None:
    fmt, bio = get("conll-2012"), get("conll-bio")
    head = GOLDEN.read_bytes()[:2048]
    assert fmt.recognises("a.conll", head) and not bio.recognises("a.conll", head)
    tagged = b"fever\tB-x\nand\tO\n"
    assert not fmt.recognises("a.conll", tagged) and bio.recognises("a.conll", tagged)
    assert not fmt.recognises("a.conll", b"")


WORDS = ("fever", "(1)", "*", "-", "#end", "document", "b|c", "😀", "e\u0301", "_", "cough,")


@st.composite
def draw_document(draw: st.DrawFn) -> Document:
    """Draw a document with single blanks and line breaks whose mentions cover whole tokens."""
    lines = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), max_size=3))
    text = "\n".join(map(" ".join, lines))
    places: list[tuple[int, int]] = []
    for word in (word for line in lines for word in line):
        start = places[-1][1] + 1 if places else 0
        places.append((start, start + len(word)))
    mentions = []
    for number in range(draw(st.integers(0, 4)) if places else 0):
        first = draw(st.integers(0, len(places) - 1))
        last = draw(st.integers(first, min(first + 3, len(places) - 1)))
        kind = draw(st.sampled_from(["markable", "markable", "GPE", "x-y"]))
        mentions.append(Mention(f"m{number}", kind, (Span(places[first][0], places[last][1]),)))
    members = st.lists(
        st.sampled_from([mention.id for mention in mentions] or ["-"]),
        min_size=1,
        max_size=4,
        unique=True,
    ).map(tuple)
    count = draw(st.integers(0, 3)) if mentions else 0
    groups = tuple(Group(f"g{n}", "coreference", draw(members)) for n in range(count))
    annotation_set = AnnotationSet("gold", tuple(mentions), groups=groups)
    names = st.sampled_from(["n", "#n", "a b", "n.part-003", "n.part-000", "(x); part 001"])
    return Document(draw(names), text, sets={"gold": annotation_set})


@settings(max_examples=200, deadline=None)
@given(draw_document())
def test_random_documents_survive_a_round_trip_or_report_a_loss(
    tmp_path_factory: pytest.TempPathFactory, doc: Document
) -> None:
    out = tmp_path_factory.mktemp("conll") / "out.conll"
    if get_losses(doc):
        write([doc], out, "conll-2012", allow_loss=["all"])
        assert [back.id for back in read(out, "conll-2012")] == [doc.id]
        return
    write([doc], out, "conll-2012")
    [back] = read(out, "conll-2012")
    assert back.id == doc.id
    assert canonicalise(back) == canonicalise(doc)


@pytest.mark.parametrize(
    "rows",
    [
        ["Ann (1(3", "Lee 3)", "left 1)"],
        ["Ann (1|(3", "Lee 3)", "left 1)"],
        ["n 0 0 Ann (3(1", "n 0 1 Lee 3)", "n 0 2 left 1)"],
        ["0 Ann (1(3", "1 Lee 3)", "2 left 1)"],
    ],
)
def test_few_columns_and_brackets_without_bars(tmp_path: Path, rows: list[str]) -> None:
    lines = "\n".join(rows)
    (tmp_path / "n.conll").write_text(f"#begin document (n); part 000\n{lines}\n#end document\n")
    [doc] = read(tmp_path, "conll-2012")
    assert doc.text == "Ann Lee left"
    assert sorted(list_groups(doc)) == [["Ann Lee"], ["Ann Lee left"]]


@pytest.mark.parametrize("links", ["3)1)", "3)|1)", "(3)1)"])
def test_closing_brackets_without_bars(tmp_path: Path, links: str) -> None:
    opening = "(1" if links.startswith("(") else "(1(3"
    lines = f"Ann {opening}\nLee {links}\n"
    (tmp_path / "n.conll").write_text(f"#begin document (n)\n{lines}#end document\n")
    [doc] = read(tmp_path, "conll-2012")
    assert len(doc.sets["gold"].groups) == 2
