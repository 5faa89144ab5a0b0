"""CoNLL BIO: golden files in the common variants, exact output, and bad input."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.builders import list_mentions

from goldsmith.core import AnnotationSet, Document, Mention, Span, canonicalise
from goldsmith.errors import InputError, LossError
from goldsmith.formats import Reader, count_losses, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "conll_bio"
SECRET = "Quigley"


def read_content(tmp_path: Path, content: str, name: str = "a.bio") -> list[Document]:
    (tmp_path / name).write_bytes(content.encode("utf-8"))
    return list(read(tmp_path / name, "conll-bio"))


def test_four_columns_with_blanks_as_in_2003() -> None:
    first, _ = read(GOLDEN / "ward.conll")
    assert first.id == "ward-1"
    assert first.text == "Mrs. Vane denies chest pain\n# 2 cough fever"
    assert list_mentions(first) == [
        ("PER", "Mrs. Vane"),
        ("PROBLEM", "chest pain"),
        ("PROBLEM", "cough"),
        ("PROBLEM", "fever"),
    ]


def test_iob1_starts_with_i_and_docstart_may_have_an_id() -> None:
    _, second = read(GOLDEN / "ward.conll")
    assert second.id == "letter 12"
    assert list_mentions(second) == [("DRUG", "Aspirin"), ("DRUG", "warfarin"), ("TEST", "INR")]


def test_offsets_bioes_and_comments() -> None:
    first, second = read(GOLDEN / "offsets.bioes")
    assert (first.id, second.id) == ("a/1", "a/2")
    assert first.text == "No  renal failure.\n Sepsis"
    assert list_mentions(first) == [("PROBLEM", "renal failure"), ("PROBLEM", "Sepsis")]
    assert first.sets["gold"].mentions[0].spans == (Span(4, 17),)
    assert second.text == "Well"


def test_plain_tags_and_file_without_document_ids() -> None:
    [doc] = read(GOLDEN / "plain.tsv")
    assert doc.id == "plain"
    assert list_mentions(doc) == [("entity", "Fever"), ("entity", "chills")]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("B-a I-a O B-a", ["0 1", "3"]),
        ("B-a B-a I-b I-b", ["0", "1", "2 3"]),
        ("I-a I-a B-a O", ["0 1", "2"]),
        ("B-a M-a E-a S-a", ["0 1 2", "3"]),
        ("B-a L-a U-a I-a", ["0 1", "2", "3"]),
        ("E-a E-a O S-b", ["0", "1", "3"]),
    ],
)
def test_tagging_schemes(tmp_path: Path, tags: str, expected: list[str]) -> None:
    [doc] = read_content(tmp_path, "".join(f"{at}\t{tag}\n" for at, tag in enumerate(tags.split())))
    assert [words for _, words in list_mentions(doc)] == expected


def test_sentence_end_closes_a_mention(tmp_path: Path) -> None:
    [doc] = read_content(tmp_path, "a\tB-x\n\nb\tI-x\n")
    assert list_mentions(doc) == [("x", "a"), ("x", "b")]


def test_newdoc_names_the_document_after_docstart(tmp_path: Path) -> None:
    content = "-DOCSTART- O\n# newdoc id = a\n\nx O\n-DOCSTART- O\n-DOCSTART- O\ny O\n"
    docs = read_content(tmp_path, content, "c.iob")
    assert [(doc.id, doc.text) for doc in docs] == [("a", "x"), ("c-2", ""), ("c-3", "y")]


def test_tokens_before_the_first_docstart_make_a_document(tmp_path: Path) -> None:
    docs = read_content(tmp_path, "x O\n\n-DOCSTART- (b) O\n\ny O\n")
    assert [(doc.id, doc.text) for doc in docs] == [("a", "x"), ("b", "y")]


def test_hash_is_a_token_or_starts_a_comment(tmp_path: Path) -> None:
    [doc] = read_content(
        tmp_path, "# about O this = all O\n#\tO\n#2\tB-x\n# just so\n# = 3 = x O\n"
    )
    assert doc.text == "# #2 #"


def test_numbers_that_are_not_offsets_are_ignored(tmp_path: Path) -> None:
    [doc] = read_content(tmp_path, "fever\t1\t2\tB-x\ncough\t2\t3\tO\n")
    assert doc.text == "fever cough"
    [doc] = read_content(tmp_path, "fever\t0\t5\tB-x\ncough\t3\t8\tO\n")
    assert doc.text == "fever cough"
    [doc] = read_content(tmp_path, "fever\t0\t5\tB-x\ncough\t999999990\t999999995\tO\n")
    assert doc.text == "fever cough"


def test_empty_file_has_no_documents(tmp_path: Path) -> None:
    assert read_content(tmp_path, "") == read_content(tmp_path, "# only a remark\n\n") == []


def make_document(*mentions: Mention, text: str, key: str = "n") -> Document:
    return Document(key, text, sets={"gold": AnnotationSet("gold", mentions)})


def test_writer_output(tmp_path: Path) -> None:
    doc = make_document(
        Mention("a", "Drug-or-device", (Span(0, 8),)),
        Mention("b", "Drug-or-device", (Span(9, 13),)),
        Mention("c", "Locus", (Span(14, 21),)),
        text="hip nail pins # arm 😀\nfever",
        key="Ä 1",
    )
    write([doc, Document("b", "")], tmp_path / "out.bio", "conll-bio")
    assert (tmp_path / "out.bio").read_bytes().decode() == (
        "-DOCSTART- (Ä 1)\tO\n"
        "\n"
        "hip\tB-Drug-or-device\n"
        "nail\tI-Drug-or-device\n"
        "pins\tB-Drug-or-device\n"
        "#\tB-Locus\n"
        "arm\tI-Locus\n"
        "😀\tI-Locus\n"
        "\n"
        "fever\tO\n"
        "\n"
        "-DOCSTART- (b)\tO\n"
        "\n"
    )
    back = list(read(tmp_path / "out.bio"))
    assert [canonicalise(doc) for doc in back] == [
        canonicalise(doc),
        canonicalise(Document("b", "")),
    ]
    assert [doc.id for doc in back] == ["Ä 1", "b"]


@pytest.mark.parametrize("file", ["ward.conll", "plain.tsv"])
def test_golden_files_survive_a_round_trip(tmp_path: Path, file: str) -> None:
    docs = list(read(GOLDEN / file))
    write(docs, tmp_path / "out.bio", "conll-bio")
    back = list(read(tmp_path / "out.bio"))
    assert [doc.id for doc in back] == [doc.id for doc in docs]
    assert [canonicalise(doc) for doc in back] == [canonicalise(doc) for doc in docs]


def test_losses_are_counted_by_name() -> None:
    def get_losses(*mentions: Mention, text: str = "fever cough") -> dict[str, int]:
        return dict(count_losses(make_document(*mentions, text=text), get("conll-bio")))

    fever = Mention("a", "x", (Span(0, 5),))
    assert get_losses(fever) == {}
    assert (
        get_losses(fever, text="fever  cough") == get_losses(text="fever\r\n") == {"white-space": 1}
    )
    assert get_losses(text="see -DOCSTART- there") == {"white-space": 1}
    assert get_losses(Mention("a", "x", (Span(0, 3),))) == {"token-boundaries": 1}
    assert get_losses(Mention("a", "x", (Span(5, 6),))) == {"white-space-only": 1}
    assert get_losses(Mention("a", "x y", (Span(0, 5),))) == {"names": 1}
    assert get_losses(fever, Mention("b", "y", (Span(0, 11),))) == {"overlapping": 1}
    assert get_losses(fever, text="fever,cough") == {"white-space": 1}
    assert get_losses(Mention("a", "x", (Span(0, 11),)), text="fever\ncough") == {"white-space": 1}


def test_allowed_loss_of_white_space_changes_offsets(tmp_path: Path) -> None:
    doc = make_document(
        Mention("a", "x", (Span(2, 7),)),
        Mention("b", "y", (Span(11, 16),)),
        Mention("c", "z", (Span(18, 30),)),
        text="\r\nfever,\n \ncough. short\nof air\n",
    )
    with pytest.raises(LossError) as refused:
        write([doc], tmp_path / "out.bio", "conll-bio")
    assert refused.value.losses == {"white-space": 1}
    write([doc], tmp_path / "out.bio", "conll-bio", allow_loss=["white-space"])
    [back] = read(tmp_path / "out.bio")
    assert back.text == "fever ,\ncough . short of air"
    assert list_mentions(back) == [("x", "fever"), ("y", "cough"), ("z", "short of air")]


def test_allowed_losses_extend_mentions_to_tokens_and_keep_the_first(tmp_path: Path) -> None:
    doc = make_document(
        Mention("a", "x y", (Span(0, 3),)),
        Mention("b", "y", (Span(3, 8),)),
        Mention("c", "z", (Span(5, 6),)),
        text="fever cough",
    )
    write([doc], tmp_path / "out.bio", "conll-bio", allow_loss=["all"])
    [back] = read(tmp_path / "out.bio")
    assert list_mentions(back) == [("x_y", "fever")]


@pytest.mark.parametrize("line", ["fever", "fever x", "\tO", "fever\tB-", "fever\tZ-x", "a\tb-x"])
def test_bad_line_invalidates_only_its_document(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.bio"
    path.write_text(f"-DOCSTART- (a)\n\nx\tO\n\n-DOCSTART- (b)\n\n{SECRET}\tO\n{line}\n")
    reader = Reader(path, "conll-bio", keep_going=True)
    assert [doc.id for doc in reader] == ["a"]
    [error] = map(str, reader.errors)
    assert "a.bio:8: this line is not a token with its tag; expected" in error
    assert SECRET not in error and "fever" not in error


def test_duplicate_id_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.bio: the document id 'x' occurs twice"):
        read_content(tmp_path, "-DOCSTART- (x)\n\na\tO\n\n-DOCSTART- (x)\n\nb\tO\n")


def test_other_encoding_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.bio").write_bytes("x\tO\nÄrger\tO\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"a\.bio:2: byte 0xc4 is not UTF-8"):
        list(read(tmp_path / "a.bio", "conll-bio"))


def test_format_is_recognised_by_tags() -> None:
    fmt = get("conll-bio")
    for file in GOLDEN.iterdir():
        assert fmt.recognises(file.name, file.read_bytes()[:2048])
    assert fmt.recognises("a.bio", b"-DOCSTART- (a)\tO\n\n")
    assert fmt.recognises("a.tsv", b"x\tO\ny\tB-d\nz\tB-cut of")
    assert not fmt.recognises("a.tsv", b"id\tsex\n1\tM\n")
    assert not fmt.recognises("a.tsv", b"1\tM\n2\tM\n")
    assert not fmt.recognises("a.tsv", b"#FORMAT=WebAnno TSV 3.2\n\n1-1\t0-5\tFever\t_\n")
    assert not fmt.recognises("a.bio", b"")
    assert not fmt.recognises("a.txt", b"x\tO\n")


WORDS = ("fever", "#", "-", "O", "B-x", "(1)", "-DOCSTART-", "😀", "e\u0301", "cough,", "#newdoc")


@st.composite
def draw_document(draw: st.DrawFn) -> Document:
    """Draw a document with single blanks and line breaks whose mentions are single tokens."""
    lines = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), max_size=3))
    mentions, at = [], 0
    for line in lines:
        for word in line:
            if draw(st.booleans()):
                kind = draw(st.sampled_from(["x", "Drug-or-device"]))
                mentions.append(Mention(f"m{at}", kind, (Span(at, at + len(word)),)))
            at += len(word) + 1
    text = "\n".join(map(" ".join, lines))
    return make_document(
        *mentions, text=text, key=draw(st.sampled_from(["n", "(a", "a) b)", "Ä 1"]))
    )


@settings(max_examples=150, deadline=None)
@given(draw_document())
def test_random_documents_survive_a_round_trip_or_report_a_loss(
    tmp_path_factory: pytest.TempPathFactory, doc: Document
) -> None:
    out = tmp_path_factory.mktemp("bio") / "out.bio"
    if "-DOCSTART-" in doc.text:
        assert count_losses(doc, get("conll-bio"))["white-space"] == 1
        write([doc], out, "conll-bio", allow_loss=["all"])
        assert [back.id for back in read(out, "conll-bio")] == [doc.id]
        return
    write([doc], out, "conll-bio")
    [back] = read(out, "conll-bio")
    assert back.id == doc.id
    assert canonicalise(back) == canonicalise(doc)
