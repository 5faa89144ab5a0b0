"""CRAFT coreference: golden articles as in the corpus, and bad input."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import Document, Group, Mention, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats import Reader, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "craft" / "articles.jsonl"
SECRET = "Hartmannbund"


@pytest.fixture
def articles() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN, "craft")}


def test_each_line_is_an_article(articles: dict[str, Document]) -> None:
    assert list(articles) == ["900101", "900102"]
    assert articles["900102"].text == "The kinase, an enzyme, a drug target, was blocked."


def test_class_becomes_the_mention_type(articles: dict[str, Document]) -> None:
    doc = articles["900101"]
    mentions = doc.sets["gold"].mentions_by_id()
    assert mentions["0"] == Mention("0", "Noun Phrase", (Span(0, 15),))
    assert (
        mentions["4"].type == "Nonreferential pronoun"
        and doc.get_covered_text(mentions["4"]) == "it"
    )
    assert mentions["2"].type == "APPOS relation"


def test_offsets_after_an_astral_character_are_code_points(articles: dict[str, Document]) -> None:
    doc = articles["900101"]
    assert doc.get_covered_text(doc.sets["gold"].mentions_by_id()["3"]) == "These mice"


def test_discontiguous_mentions_overlap(articles: dict[str, Document]) -> None:
    doc = articles["900101"]
    first, second = (doc.sets["gold"].mentions_by_id()[key] for key in "56")
    assert first.is_discontiguous and doc.get_covered_text(first) == "left corneas"
    assert first.overlaps(second)


def test_identity_chains_become_groups(articles: dict[str, Document]) -> None:
    assert articles["900101"].sets["gold"].groups == (Group("identity-1", "identity", ("2", "3")),)


def test_appositions_become_relations_from_head_to_attributes(
    articles: dict[str, Document],
) -> None:
    whole = {"craft:relation": "3"}
    assert articles["900102"].sets["gold"].relations == (
        Relation("apposition-1", "apposition", "0", "1", whole),
        Relation("apposition-2", "apposition", "0", "2", whole),
    )


def test_gzipped_file_with_blank_lines_is_read(tmp_path: Path) -> None:
    packed = gzip.compress(GOLDEN.read_bytes() + b"\n  \n", mtime=0)
    (tmp_path / "train.jsonl.gz").write_bytes(packed)
    assert list(read(tmp_path, "craft")) == list(read(GOLDEN, "craft"))


def test_fragments_are_sorted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    line = {"doc": "1", "text": "left and right", "mentions": [make_mention(0, [[9, 14], [0, 4]])]}
    path.write_text(json.dumps(line))
    [doc] = read(path, "craft")
    assert doc.sets["gold"].mentions[0].spans == (Span(0, 4), Span(9, 14))


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.jsonl", b'{"doc": "1", "mentions": [{"id": 0', True),
        ("a.jsonl", b' { "doc":"1","text":"x"', True),
        ("a.jsonl", b'{"text": "x", "identity_chains": []', True),
        ("a.jsonl", b'{"id": "n1", "text": "see {\\"doc\\": 1}"', False),
        ("a.jsonl", b'{"id": "doc", "text": "x"', False),
        ("a.json", b'{"doc": "1"', False),
    ],
)
def test_format_is_recognised_by_keys(name: str, head: bytes, expected: bool) -> None:
    assert get("craft").recognises(name, head) is expected


def test_format_cannot_be_written(articles: dict[str, Document], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can only be read"):
        write(articles.values(), tmp_path / "out", "craft")


def make_mention(key: int, spans: list[list[int]]) -> dict[str, Any]:
    return {"id": key, "class": "Noun Phrase", "spans": spans}


BAD: list[tuple[dict[str, Any], str]] = [
    ({"mentions": [{"id": 0, "class": "Noun Phrase"}]}, "not a CRAFT article"),
    ({"mentions": [make_mention(0, [[0]])]}, "not a CRAFT article"),
    ({"mentions": [{**make_mention(0, [[0, 4]]), "certainty": 1}]}, "unknown field `certainty`"),
    ({"text": None}, "Expected `str`, got `null`"),
    ({"doc": 7}, "Expected `str`, got `int`"),
    ({"partonymies": []}, "unknown field `partonymies`"),
    ({"mentions": [make_mention(0, [[0, 99]])]}, "0: the spans 0-99 are not inside the text"),
    ({"mentions": [make_mention(0, [[0, 4]])] * 2}, "0: the id is used 2 times"),
    ({"identity_chains": [[0, 5]]}, "identity-1: its member 5 does not exist"),
    (
        {"appositions": [{"relation": 0, "head": 0, "attributes": [5]}]},
        "apposition-1: its second argument 5 does not exist",
    ),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_bad_line_invalidates_only_its_article(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    good = {"doc": "1", "text": f"rash {SECRET}", "mentions": [make_mention(0, [[0, 4]])]}
    lines = [
        json.dumps(article)
        for article in (good, {**good, "doc": "2", **change}, {**good, "doc": "3"})
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines))
    reader = Reader(path, "craft", keep_going=True)
    assert [doc.id for doc in reader] == ["1", "3"]
    [error] = reader.errors
    assert str(error).startswith(f"{path}:2: ")
    assert message in str(error) and SECRET not in str(error)


ENDLESS = b'{"doc": "2", "text": "x", "mentions": [{"id": %s, "class": "x", "spans": []}]}'


@pytest.mark.parametrize(
    "line",
    [
        b'{"doc": "2", "te',
        b'{"doc": "2", "text": "caf\xe9"}',
        b"[]",
        ENDLESS % (b"9" * 5000),
    ],
)
def test_malformed_json_is_reported_with_its_line(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(GOLDEN.read_bytes() + line)
    with pytest.raises(InputError, match=r"a\.jsonl:3: this is not a CRAFT article"):
        list(read(path, "craft"))


def test_truncated_archive_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(GOLDEN.read_bytes(), mtime=0)[:-20])
    with pytest.raises(InputError, match=r"a\.jsonl\S*:\d+: the file is truncated or damaged"):
        list(read(path, "craft"))
