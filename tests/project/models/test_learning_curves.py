"""Learning curves: needed effort, mean F, tables, the page."""

import xml.etree.ElementTree as ET

import pytest

from goldsmith.errors import InputError
from goldsmith.project.models.learning_curves import (
    LearningPlan,
    Run,
    Simulation,
    Stage,
    average_stages,
    compute_needed_effort,
    parse_effort,
    summarise_runs,
)
from goldsmith.project.models.learning_page import (
    draw_simulation,
    render_simulation,
    tabulate_simulation,
)


def run(strategy: str, *places: tuple[float, float], seed: int = 0, final: float = 0.8) -> Run:
    stages = [
        Stage(at, 100.0 * at, mentions, 2.0 * at, f) for at, (mentions, f) in enumerate(places)
    ]
    return Run(strategy, seed, stages, final)


QUICK = run("diverse", (100, 0.4), (200, 0.8))
SLOW = run("random", (100, 0.4), (300, 0.6), (400, 0.8))


def test_needed_effort_is_interpolated() -> None:
    assert compute_needed_effort(QUICK, "mentions", 0.5) == 100  # reached from the start
    assert compute_needed_effort(QUICK, "mentions", 0.75) == pytest.approx(150)
    assert compute_needed_effort(SLOW, "mentions", 0.75) == pytest.approx(300)
    assert compute_needed_effort(SLOW, "mentions", 1.01) is None


def test_mean_f_covers_the_same_effort() -> None:
    first, second = summarise_runs([QUICK, SLOW], "mentions")
    assert first.mean_f == pytest.approx(0.6)
    assert second.mean_f == pytest.approx(0.45)  # from 0.4 to 0.5 at 200 mentions
    assert (first.better, second.better) == (1, 0)


def test_seed_that_misses_the_goal_is_left_out() -> None:
    flat = run("diverse", (100, 0.2), (200, 0.3), seed=1)
    [result] = summarise_runs([QUICK, flat], "mentions")
    assert result.reached == 1 and result.needed == pytest.approx(190)
    assert [stage.f for stage in result.stages] == pytest.approx([0.3, 0.55])
    assert result.better == 0  # nothing to be better than


def simulation() -> Simulation:
    runs = [QUICK, SLOW]
    whole = average_stages([Stage(30, 3000, 900, 60, 0.8)])
    plan = LearningPlan(seeds=1)
    return Simulation(
        "<notes>",
        "mentions",
        plan,
        "patient",
        30,
        10,
        whole,
        summarise_runs(runs, "mentions"),
        runs,
    )


def test_tables_show_the_saved_effort() -> None:
    [first, *curves] = tabulate_simulation(simulation())
    assert first.title == "Mentions to reach 95 % of F 0.800 (all documents)"
    assert first.rows[0] == ("diverse", "0.600", "190", "1 of 1", "-50%", "1 of 1")
    assert first.rows[1] == ("random", "0.450", "380", "1 of 1", "", "")
    assert curves[1].rows[0] == ("0", "0", "100", "0.0", "0.400")
    assert curves[1].rows[-1] == ("all", "3,000", "900", "1.0", "0.800")


def test_picture_stays_within_its_frame() -> None:
    root = ET.fromstring(draw_simulation(simulation()))
    spaces = {"s": "http://www.w3.org/2000/svg"}
    lines = root.findall("s:polyline", spaces)
    assert len(lines) == 2
    for line in lines:
        for place in line.attrib["points"].split():
            x, y = map(float, place.split(","))
            assert 50 <= x <= 620 and 14 <= y <= 316
    words = {item.text for item in root.findall("s:text", spaces)}
    assert {"diverse", "random", "mentions annotated"} <= words


def test_page_escapes_names() -> None:
    text = render_simulation(simulation())
    assert "&lt;notes&gt;" in text and "<notes>" not in text


def test_unknown_measure_of_effort_is_refused() -> None:
    assert parse_effort("minutes") == "minutes"
    with pytest.raises(InputError, match="'sweat'"):
        parse_effort("sweat")
