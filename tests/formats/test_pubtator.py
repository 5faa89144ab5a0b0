"""PubTator: golden abstracts as in NCBI's corpora, exact output, and bad input."""

import gzip
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Mention,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import InputError, LossError
from goldsmith.formats import Reader, count_losses, get, read, write
from goldsmith.formats.pubtator.codes import format_columns, parse_codes
from goldsmith.testing import documents
from goldsmith.testing.strategies import find_lacking_features

GOLDEN = Path(__file__).parent / "golden" / "pubtator" / "abstracts.pubtator.txt"
SECRET = "Hartmannbund"


@pytest.fixture
def abstracts() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN, "pubtator")}


def find_mention(doc: Document, wording: str) -> Mention:
    return next(
        m for m in doc.sets["gold"].mentions if m.spans and doc.get_covered_text(m) == wording
    )


def test_documents_without_a_blank_line_between_them_are_separated(
    abstracts: dict[str, Document],
) -> None:
    assert list(abstracts) == ["900001", "900002", "PMC900003", "900004", "900005"]


def test_title_and_abstract_are_separated_by_a_line_break(abstracts: dict[str, Document]) -> None:
    assert abstracts["900001"].text.startswith("Colchicine-induced myopathy after renal")
    assert "transplantation.\nA 58-year-old" in abstracts["900001"].text
    assert abstracts["900004"].text == "A title alone, no abstract: chronic cough."
    assert abstracts["900005"].text == "An empty abstract.\n"


def test_recorded_texts_match_the_offsets(abstracts: dict[str, Document]) -> None:
    anchored = [(d, m) for d in abstracts.values() for m in d.sets["gold"].mentions if m.spans]
    assert len(anchored) == 22
    assert all(doc.get_covered_text(mention) == mention.text for doc, mention in anchored)


def test_prefix_of_a_code_is_its_system(abstracts: dict[str, Document]) -> None:
    assert find_mention(abstracts["900001"], "gout").codes == (Code("D006073"),)
    assert find_mention(abstracts["900002"], "familial breast cancer").codes == (
        Code("114480", "OMIM"),
    )
    assert find_mention(abstracts["PMC900003"], "vemurafenib").codes == (
        Code("D000077484", "MESH"),
    )


def test_mention_without_concept_is_cui_less(abstracts: dict[str, Document]) -> None:
    assert find_mention(abstracts["900001"], "Nalozone").codes == (Code(CUI_LESS),)
    cafe = find_mention(abstracts["PMC900003"], "café-au-lait")
    assert (cafe.codes, cafe.attributes) == ((Code(CUI_LESS),), {"pubtator:codes": "-"})


def test_mention_without_codes_column_has_no_codes(abstracts: dict[str, Document]) -> None:
    assert find_mention(abstracts["PMC900003"], "HeLa").codes == ()
    assert find_mention(abstracts["PMC900003"], "Rash").codes == ()


def test_several_codes_and_their_names(abstracts: dict[str, Document]) -> None:
    toxicity = find_mention(abstracts["900001"], "muscle and nerve toxicity")
    assert toxicity.codes == (
        Code("D009135", "", "muscle toxicity"),
        Code("D009422", "", "nerve toxicity"),
    )
    assert find_mention(abstracts["900002"], "breast and colon cancer").codes == (
        Code("D001943"),
        Code("D003110"),
    )


def test_other_separators_are_preserved(abstracts: dict[str, Document]) -> None:
    melanoma = find_mention(abstracts["PMC900003"], "melanoma")
    assert melanoma.codes == (Code("D008545", "MESH"), Code("155600", "OMIM"))
    assert melanoma.attributes == {"pubtator:codes": "MESH:D008545,OMIM:155600"}
    assert find_mention(abstracts["PMC900003"], "MEK1 and MEK2").codes == (
        Code("5604"),
        Code("5605"),
    )


def test_combined_code_stays_one_code(abstracts: dict[str, Document]) -> None:
    retina = find_mention(abstracts["900002"], "dystrophy of the retina and cornea")
    assert (retina.codes, retina.attributes) == ((Code("D058499+D003317"),), {})
    assert find_mention(abstracts["900002"], "dystrophy").codes == (Code("OMIM:1234+OMIM:5678"),)


def test_variant_with_bars_is_one_code(abstracts: dict[str, Document]) -> None:
    assert find_mention(abstracts["PMC900003"], "V600E").codes == (Code("p|SUB|V|600|E"),)


def test_names_that_do_not_match_the_codes_become_an_attribute(
    abstracts: dict[str, Document],
) -> None:
    patients = find_mention(abstracts["PMC900003"], "Patients")
    assert patients.codes == (Code("9606"),)
    assert patients.attributes == {"pubtator:names": "human|man"}


def test_relations_connect_concepts(abstracts: dict[str, Document]) -> None:
    annotation_set = abstracts["900001"].sets["gold"]
    assert annotation_set.relations[0] == Relation(
        "R1", "CID", "concept:D003078", "concept:D009135"
    )
    concepts = [mention for mention in annotation_set.mentions if not mention.spans]
    assert concepts == [
        Mention("concept:D003078", "Chemical", (), {}, (Code("D003078"),)),
        Mention("concept:D009135", "Disease", (), {}, (Code("D009135"),)),
        Mention("concept:D009422", "Disease", (), {}, (Code("D009422"),)),
        Mention("concept:D064420", "Concept", (), {}, (Code("D064420"),)),
    ]


def test_further_columns_of_a_relation_are_preserved(abstracts: dict[str, Document]) -> None:
    first, second = abstracts["PMC900003"].sets["gold"].relations
    assert first.arg1 == "concept:p|SUB|V|600|E"
    assert first.attributes == {"pubtator:column5": "Novel"}
    assert second.attributes == {"pubtator:column5": "No", "pubtator:column6": "0.97"}


def test_golden_file_survives_a_round_trip(tmp_path: Path) -> None:
    write(read(GOLDEN, "pubtator"), tmp_path / "out.pubtator", "pubtator")
    given_lines = [line for line in GOLDEN.read_text("utf-8").splitlines() if line]
    back = [line for line in (tmp_path / "out.pubtator").read_text("utf-8").splitlines() if line]
    # The writer normalises blanks around codes, empty name columns and missing code columns.
    normalised = {
        "900001\t208\t218\tcolchicine\tChemical\tD003078\t": (
            "900001\t208\t218\tcolchicine\tChemical\tD003078"
        ),
        "PMC900003\t126\t130\tHeLa\tCellLine": "PMC900003\t126\t130\tHeLa\tCellLine\t",
    }
    assert back == [normalised.get(line, line).replace("\t D", "\tD") for line in given_lines]


LETTER = Document(
    "W-17 b",
    "Drug rash\nNo fever\tnor rash.",
    sets={
        "gold": AnnotationSet(
            "gold",
            (
                Mention("a", "Condition", (Span(0, 4), Span(4, 9)), {}, (Code("D003875", "MESH"),)),
                Mention(
                    "b",
                    "Condition",
                    (Span(13, 27),),
                    {},
                    (Code(CUI_LESS), Code("R50", "", "fever")),
                ),
                Mention("c", "Condition", (), {}, (Code("D003875", "MESH"),)),
                Mention("d", "Concept", (), {}, (Code("D000305"),)),
            ),
            (Relation("x", "CID", "d", "c", {"pubtator:column5": "Novel"}),),
        )
    },
)


def test_writer_output(tmp_path: Path) -> None:
    write([LETTER, Document("2", "")], tmp_path / "out", "pubtator")
    [path] = (tmp_path / "out").iterdir()
    assert path.name == "corpus.pubtator"
    assert path.read_bytes().decode("utf-8") == (
        "W-17 b|t|Drug rash\n"
        "W-17 b|a|No fever\tnor rash.\n"
        "W-17 b\t0\t9\tDrug rash\tCondition\tMESH:D003875\n"
        "W-17 b\t13\t27\tfever nor rash\tCondition\t-1|R50\t|fever\n"
        "W-17 b\tCID\tD000305\tMESH:D003875\tNovel\n"
        "\n"
        "2|t|\n"
        "\n"
    )
    back, _ = read(tmp_path / "out", "pubtator")
    assert canonicalise(back) == canonicalise(LETTER)


def test_losses_are_counted_by_name() -> None:
    anchored, concept, lone = (
        Mention("a", "Sign", (Span(0, 1),), {"status": "x"}, (Code("-1"), Code("X", "", "n|m"))),
        Mention("b", "Drug", (), {}, (Code("D1", "", "name"),)),
        Mention("c", "Concept", (), {}, (Code("D2"),)),
    )
    doc = Document(
        "1",
        "x\r\ny\nz",
        sets={
            "gold": AnnotationSet(
                "gold",
                (anchored, concept, lone),
                (
                    Relation("r", "CID", "a", "b", {"certainty": "low"}),
                    Relation("s", "12", "c", "c"),
                ),
            )
        },
    )
    assert count_losses(doc, get("pubtator")) == {
        "line-breaks": 2,
        "mention-level-relations": 1,
        "relation-attributes": 1,
        "names-that-cannot-be-spelled": 1,
        "codes": 1,
        "attributes": 1,
        "unanchored": 1,
    }


def test_id_with_blanks_around_it_is_refused_or_trimmed(tmp_path: Path) -> None:
    doc = Document(" 7", "rash")
    assert count_losses(doc, get("pubtator")) == {"document-ids": 1}
    write([doc], tmp_path / "out", "pubtator", allow_loss=["document-ids"])
    assert [back.id for back in read(tmp_path / "out", "pubtator")] == ["7"]


def test_relation_between_mentions_is_refused_or_connects_concepts(tmp_path: Path) -> None:
    mentions = tuple(
        Mention(key, kind, (span,), {}, (Code(code),))
        for key, kind, span, code in [
            ("a", "Chemical", Span(0, 4), "D1"),
            ("b", "Disease", Span(5, 9), "D2"),
            ("c", "Chemical", Span(10, 14), "D1"),
        ]
    )
    links = (Relation("r", "CID", "a", "b"), Relation("s", "CID", "c", "b"))
    doc = Document("1", "drug rash drug", sets={"gold": AnnotationSet("gold", mentions, links)})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", "pubtator")
    assert caught.value.losses == {"mention-level-relations": 2}
    write([doc], tmp_path / "out", "pubtator", allow_loss=["mention-level-relations"])
    assert (tmp_path / "out/corpus.pubtator").read_text().count("CID\tD1\tD2\n") == 1


def remove_losses(doc: Document) -> Document:
    """Remove the parts of a random document that PubTator cannot represent."""
    title, line_break, abstract = doc.text.partition("\n")
    text = title.replace("\r", "_") + line_break + re.sub("[\r\n]", "_", abstract)
    [annotation_set] = doc.sets.values()
    mentions = tuple(replace(m, attributes={}) for m in annotation_set.mentions if m.spans)
    return replace(
        doc,
        text=text,
        sets={annotation_set.name: replace(annotation_set, mentions=mentions, relations=())},
    )


@settings(max_examples=150, deadline=None, derandomize=True)
@given(documents(without=find_lacking_features(get("pubtator").carries)).map(remove_losses))
def test_random_documents_survive_a_round_trip(doc: Document) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write([doc], Path(folder) / "out", "pubtator")
        [back] = read(Path(folder) / "out", "pubtator")
    assert (back.id, canonicalise(back)) == (doc.id, canonicalise(doc))


@given(st.text("DC0129:-+|,; #axMESHp", max_size=20))
def test_column_of_codes_survives_a_round_trip(column: str) -> None:
    codes, attributes = parse_codes(column)
    assert format_columns(codes, attributes) == (column.strip(), "")


def test_windows_line_ends_byte_order_mark_and_gzip(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + GOLDEN.read_bytes().lstrip().replace(b"\n", b"\r\n")
    (tmp_path / "a.pubtator.txt.gz").write_bytes(gzip.compress(content, mtime=0))
    assert list(read(tmp_path, "pubtator")) == list(read(GOLDEN, "pubtator"))


def test_duplicate_abstract_is_read_once(tmp_path: Path) -> None:
    content = "1|t|Rash.\n1|a|Fever.\n1\t0\t4\tRash\tDisease\tD005076\n"
    (tmp_path / "a.pubtator").write_text(f"{content}\n2|t|Cough.\n\n{content}")
    assert [doc.id for doc in read(tmp_path, "pubtator")] == ["1", "2"]


def test_different_abstracts_with_the_same_id_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pubtator").write_text("1|t|Rash.\n\n1|t|Fever.\n")
    with pytest.raises(InputError, match=r"a\.pubtator.*the document id '1' occurs twice"):
        list(read(tmp_path, "pubtator"))


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.pubtator", b"\n\n123|t|Rash", True),
        ("a.PubTator", b"123|t|Rash", True),
        ("a.pubtator.txt", b"\xef\xbb\xbfward 7|t|Rash", True),
        ("a.pubtator.txt", b"123|a|Rash", False),
        ("a.txt", b"123|t|Rash", False),
        ("a.pubtator", b"Some text |t| with bars\tand tabs"[:10], False),
    ],
)
def test_format_is_recognised_by_first_title(name: str, head: bytes, expected: bool) -> None:
    assert get("pubtator").recognises(name, head) is expected


HEAD = f"1|t|{SECRET} rash.\n1|a|{SECRET}.\n1\t13\t17\trash\tDisease\tD005076\n"
TAIL = "\n2|t|Cough.\n"


@pytest.mark.parametrize(
    ("line", "number", "what"),
    [
        ("1\t13\trash\tDisease", 4, "neither a mention nor a relation"),
        ("1\t1x\t17\trash\tDisease\tD1", 4, "neither a mention nor a relation"),
        (f"1\t13\t{'9' * 5000}\trash\tDisease\tD1", 4, "neither a mention nor a relation"),
        ("1\t13\t\trash\tDisease\tD1", 4, "neither a mention nor a relation"),
        ("1\t13\t17\trash\t\tD1", 4, "neither a mention nor a relation"),
        ("1\t13\t17\trash\tDisease\tD1\ta\tb", 4, "8 columns"),
        ("1\tCID\tD1\t", 4, "neither a mention nor a relation"),
        ("1 13 17 rash Disease D005076", 4, "1 columns"),
        ("9\t13\t17\trash\tDisease\tD1", 4, "belongs to another document"),
        ("1\t13\t99\trash\tDisease\tD1", 4, "1, T2: the spans 13-99 are not inside the text"),
        ("\n1\t17\t13\trash\tDisease\tD1", 5, "1, T2: the spans 17-13 are not inside the text"),
    ],
)
def test_bad_line_invalidates_only_its_document(
    line: str, number: int, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.pubtator"
    path.write_text(f"{HEAD}{line}\n{TAIL}")
    reader = Reader(path, "pubtator", keep_going=True)
    assert [doc.id for doc in reader] == ["2"]
    [error] = reader.errors
    assert str(error).startswith(f"{path}:{number}: ")
    assert what in str(error) and SECRET not in str(error)


def test_second_abstract_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pubtator"
    path.write_text(f"{HEAD}1|a|{SECRET}\n")
    with pytest.raises(InputError, match=r"a\.pubtator:4: this line has 1 columns") as caught:
        list(read(path, "pubtator"))
    assert SECRET not in str(caught.value)


def test_other_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pubtator"
    path.write_text(f"\n{SECRET}\n{HEAD}")
    with pytest.raises(InputError, match=r"a\.pubtator:2: the file does not begin with a title"):
        list(read(path, "pubtator"))


def test_other_encoding_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.pubtator"
    path.write_bytes(b"1|t|Rash.\n\n2|t|Fever.\n2|a|caf\xe9 " + SECRET.encode() + b"\n\n3|t|Pus.\n")
    reader = Reader(path, "pubtator", keep_going=True)
    assert [doc.id for doc in reader] == ["1", "3"]
    assert str(reader.errors[0]).startswith(f"{path}:4: byte 0xe9 is not UTF-8")
    assert SECRET not in str(reader.errors[0])


def test_problem_is_reported_although_a_damaged_document_has_the_same_id(tmp_path: Path) -> None:
    path = tmp_path / "a.pubtator"
    path.write_bytes(b"2|t|caf\xe9\n\n2|t|Fever.\n2\t0\t99\tFever\tDisease\tD1\n")
    reader = Reader(path, "pubtator", keep_going=True)
    assert list(reader) == []
    assert [error.where for error in reader.errors] == [str(path)] * 2
    assert "not UTF-8" in str(reader.errors[0]) and "0-99" in str(reader.errors[1])


def test_truncated_archive_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.pubtator.gz"
    path.write_bytes(gzip.compress((HEAD + TAIL).encode() * 500, mtime=0)[:-30])
    with pytest.raises(InputError, match=r"a\.pubtator\S*:\d+: the file is truncated or damaged"):
        list(read(path, "pubtator"))
