"""Tables in a terminal: whole words in headings, blocks that fit, the width in COLUMNS."""

from collections.abc import Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.cli.shared import output
from goldsmith.cli.shared.table_layout import Column, lay_out

WIDE = ["annotator", *(f"strict_precision_{number}" for number in range(8))]
ROWS = [["A", *([0.5] * 8)], ["B", *([12345.5] * 8)]]


def print_lines(
    capsys: pytest.CaptureFixture[str],
    columns: list[str],
    rows: list[list[object]],
    groups: Sequence[tuple[str, int]] = (),
) -> list[str]:
    output.print_table("Scores", columns, rows, groups)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_headings_are_whole_and_lines_fit(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = print_lines(capsys, WIDE, ROWS)
    words = [word for line in lines for word in line.split()]
    assert all(heading in words for heading in WIDE)
    assert max(map(len, lines)) <= width
    assert words.count("12,345.5") == 8


def test_text_is_wrapped_before_columns_move_to_another_block(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    lines = print_lines(capsys, ["name", "long title", "total"], [["a", "word " * 30, 7]])
    assert max(map(len, lines)) <= 50 and not any("continued" in line for line in lines)


@pytest.mark.parametrize(("value", "width"), [("72", 72), ("", 160), ("wide", 160), ("0", 160)])
def test_width_in_columns_is_respected_in_a_pipe(
    value: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", value)
    assert output.console_width() == width


@given(
    st.lists(
        st.builds(
            Column,
            st.text("abc_ ", max_size=20),
            st.lists(st.text("abc 1", max_size=30), min_size=2, max_size=2),
            st.booleans(),
        ),
        min_size=1,
        max_size=12,
    ),
    st.integers(20, 200),
)
def test_every_column_is_in_one_block_and_wide_enough(columns: list[Column], width: int) -> None:
    blocks = lay_out(columns, width)
    assert [index for block in blocks for index in block.columns if index] == [
        *range(1, len(columns))
    ]
    for block in blocks:
        assert block.columns[0] == 0
        for index, wide in zip(block.columns, block.widths, strict=True):
            assert columns[index].least_width <= wide <= columns[index].natural_width


GROUPED = ["type", *["tp", "precision", "f1"] * 6]
GROUPS = [("all", 3), *((f"a long batch {number}", 3) for number in range(5))]
FIGURES: list[list[object]] = [
    ["identity", *["12", "0.500", "0.333"] * 6],
    ["set/subset", *["3", "–", "-0.001"] * 6],
]


@pytest.mark.parametrize("width", [45, 60, 90, 160])
def test_groups_of_columns_stay_together_under_their_heading(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = print_lines(capsys, GROUPED, FIGURES, GROUPS)
    assert max(map(len, lines)) <= width
    headings = [line for line in lines if "precision" in line]
    assert all(line.split()[0] == "type" for line in headings)  # the first column is repeated
    assert all(len(line.split()) % 3 == 1 for line in headings)  # no group is split
    for number in range(5):
        assert sum(f"long batch {number}" in " ".join(line.split()) for line in lines) == 1
    assert sum(line.count("tp") for line in headings) == 6


def test_heading_of_a_group_begins_above_its_first_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    lines = print_lines(
        capsys,
        ["type", "tp", "fp", "tp", "fp"],
        [["x", "1", "2", "3", "4"]],
        [("cc1", 2), ("cc2", 2)],
    )
    [above] = [line for line in lines if "cc1" in line]
    [heading] = [line for line in lines if "type" in line]
    assert above.index("cc1") == heading.index("tp")
    assert above.index("cc2") == heading.rindex("tp")


def test_numbers_dashes_and_percentages_are_right_aligned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    rows: list[list[object]] = [["a", "–", "7 (3.5 %)"], ["b", "-0.001", "1,639 (28.2 %)"]]
    first, second = print_lines(capsys, ["", "kappa", "count"], rows)[-3:-1]
    assert first.index("–") == second.index("-0.001") + 5
    assert first.rstrip().endswith("7 (3.5 %)") and len(first.rstrip()) == len(second.rstrip())


@given(st.lists(st.integers(1, 5), min_size=1, max_size=6), st.integers(20, 120))
def test_group_is_split_only_if_it_does_not_fit(sizes: list[int], width: int) -> None:
    columns = [Column("heading", ["1234567"] * 2, True) for _ in range(1 + sum(sizes))]
    blocks = lay_out(columns, width, sizes)
    for start, size in zip(accumulate(sizes, initial=1), sizes, strict=False):
        group = set(range(start, start + size))
        parts = [block for block in blocks if group & set(block.columns)]
        fits = 10 * (size + 1) + 1 <= width
        assert len(parts) == 1 or not fits
