"""Counts of classes, and a documentation page that lists all of them."""

import re
from pathlib import Path

import msgspec
import pytest

from goldsmith.differences import CLASSES, Difference, Roles, count_by_type, count_classes


def build_difference(kind: str, classes: tuple[str, ...], types: tuple[str, ...]) -> Difference:
    return msgspec.convert(
        {
            "document": "d",
            "kind": kind,
            "classes": classes,
            "a": ("x",),
            "b": (),
            "rule": "r",
            "start": 0,
            "end": 1,
            "types": types,
        },
        Difference,
    )


DIFFERENCES = (
    build_difference("mention", ("typing",), ("Condition", "Result")),
    build_difference("mention", ("occurrence", "term ambiguity"), ("Locus",)),
    build_difference("mention", ("occurrence",), ("Condition",)),
    build_difference("relation", ("occurrence",), ("has_location",)),
    build_difference("coreference", ("underlinking",), ("Condition",)),
)


def test_class_is_counted_once_per_difference() -> None:
    counts = count_classes(DIFFERENCES)
    assert counts == {"occurrence": 3, "typing": 1, "term ambiguity": 1, "underlinking": 1}
    assert list(counts) == ["occurrence", "typing", "term ambiguity", "underlinking"]
    assert count_classes(()) == {}


def test_kinds_are_counted_separately_on_request() -> None:
    assert count_classes(DIFFERENCES, kind="relation") == {"occurrence": 1}
    assert count_classes(DIFFERENCES, kind="mention")["occurrence"] == 2


def test_difference_between_two_types_counts_for_both() -> None:
    assert count_by_type(DIFFERENCES) == {
        "Condition": {"occurrence": 1, "typing": 1, "underlinking": 1},
        "Locus": {"occurrence": 1, "term ambiguity": 1},
        "Result": {"typing": 1},
        "has_location": {"occurrence": 1},
    }


PAGE = (Path(__file__).parents[2] / "docs/reference/differences.md").read_text("utf-8")


def test_every_class_and_field_is_documented() -> None:
    assert not [name for name in CLASSES if f"### {name.capitalize()}\n" not in PAGE]
    assert not [name for name in Difference.__struct_fields__ if f"`{name}`" not in PAGE]
    assert not [name for name in Roles.__struct_fields__ if f"`Roles.{name}`" not in PAGE]


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(block, "docs/reference/differences.md", "exec"), {})
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("('textual extent',) both gave the same type")
    assert second == "{'textual extent': 1}"


def test_a_difference_can_be_written_and_read() -> None:
    for difference in DIFFERENCES:
        assert msgspec.json.decode(msgspec.json.encode(difference), type=Difference) == difference
