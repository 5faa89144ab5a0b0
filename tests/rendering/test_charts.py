"""Charts are standalone files with fixed scales."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from goldsmith.rendering.charts import LineChart, Series, render_line_chart

ODD = "<b onclick='x'>&\"'"
SVG = "{http://www.w3.org/2000/svg}"


def draw(chart: LineChart) -> ET.Element:
    return ET.fromstring(render_line_chart(chart))


def test_chart_is_a_standalone_file() -> None:
    series = (Series(ODD, [(0, 0.2), (2.5, 0.9)]), Series("other", [(1, 0.5)]))
    root = draw(LineChart(ODD, ODD, "F", series, goal=(ODD, 0.8)))
    assert root.get("viewBox") == "0 0 640 360" and root.get("aria-label") == ODD
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words.count(ODD) == 3 and "other" in words
    assert len(list(root.iter(f"{SVG}circle"))) == 3
    assert all(line.get("stroke") for line in root.iter(f"{SVG}line"))


def test_scale_of_values_is_always_from_0_to_1() -> None:
    low, high = (
        draw(LineChart("t", "x", "y", (Series("s", [(1, value)]),))) for value in (0.1, 0.9)
    )
    marks = [[text.text for text in root.iter(f"{SVG}text")][:6] for root in (low, high)]
    assert marks == [["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]] * 2
    places = [next(root.iter(f"{SVG}circle")).get("cy") for root in (low, high)]
    assert float(places[0] or 0) > float(places[1] or 0)


@pytest.mark.parametrize(
    ("greatest", "ticks"),
    [
        (4, ["0", "1", "2", "3", "4"]),
        (1230, ["0", "500", "1,000", "1,500"]),
        (0.9, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
    ],
)
def test_axis_has_round_numbers(greatest: float, ticks: list[str]) -> None:
    root = draw(LineChart("t", "documents", "y", (Series("s", [(greatest, 0.5)]),)))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words[6 : 6 + len(ticks)] == ticks and words[6 + len(ticks)] == "documents"
