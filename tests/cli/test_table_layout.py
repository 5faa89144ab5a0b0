"""Tables on a terminal: whole words in headings, blocks that fit, the width of COLUMNS."""

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
) -> list[str]:
    output.print_table("Scores", columns, rows)
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


def test_text_is_wrapped_before_columns_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    lines = print_lines(capsys, ["name", "long title", "total"], [["a", "word " * 30, 7]])
    assert max(map(len, lines)) <= 50 and not any("continued" in line for line in lines)


@pytest.mark.parametrize(("value", "width"), [("72", 72), ("", 160), ("wide", 160), ("0", 160)])
def test_columns_is_respected_in_a_pipe(
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
