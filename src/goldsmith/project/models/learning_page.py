"""A simulation of active learning as tables, a chart of its curves, and a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from goldsmith.project.agreement.tables import Style, format_number
from goldsmith.project.models.learning_curves import GOAL, Simulation, Stage, Summary
from goldsmith.rendering.blocks import DataTable, Figure, Group, Prose, Section, make_id
from goldsmith.rendering.charts import LineChart, Series, render_line_chart
from goldsmith.rendering.page import Page, render_page
from goldsmith.rendering.table import Table, make_data_table

if TYPE_CHECKING:
    from markupsafe import Markup

_EXPLANATIONS = {
    "mean F": "Mean F up to the effort that all strategies reached",
    "reached": f"Seeds that reached {GOAL * 100:g} % of the F with all documents",
    "against random": "Effort needed, compared with random order",
    "better": "Seeds with a higher mean F than random order",
    "hours": "Expected time of one annotator",
    "F exact": "F1 on equal spans, on the held-out documents",
}


def tabulate_simulation(simulation: Simulation, style: Style = "fraction") -> list[Table]:
    """Make the table of the effort that each strategy needs, and a table of each curve."""
    curves = (_make_curve_table(summary, simulation, style) for summary in simulation.summaries)
    return [_make_effort_table(simulation, style), *curves]


def _make_effort_table(simulation: Simulation, style: Style) -> Table:
    baseline = _find_baseline(simulation)
    rows = tuple(
        _make_effort_row(summary, baseline, simulation, style) for summary in simulation.summaries
    )
    columns = (
        "strategy",
        "mean F",
        f"{simulation.effort} needed",
        "reached",
        "against random",
        "better",
    )
    final = format_number(simulation.all.f, style)
    title = f"{simulation.effort} to reach {GOAL * 100:g} % of F {final} (all documents)"
    return Table(title[0].upper() + title[1:], columns, rows)


def _find_baseline(simulation: Simulation) -> Summary | None:
    return next((summary for summary in simulation.summaries if summary.strategy == "random"), None)


def _compute_saving(summary: Summary, baseline: Summary, seeds: int) -> float | None:
    """Return the effort relative to the baseline, minus 1; None unless all seeds reached it."""
    if summary.reached == baseline.reached == seeds and summary.needed and baseline.needed:
        return summary.needed / baseline.needed - 1
    return None


def _make_effort_row(
    summary: Summary, baseline: Summary | None, simulation: Simulation, style: Style
) -> tuple[str, ...]:
    seeds = simulation.plan.seeds
    saved, better = "", ""
    if baseline and summary is not baseline:
        better = f"{summary.better} of {seeds}"
        saving = _compute_saving(summary, baseline, seeds)
        saved = "" if saving is None else f"{saving:+.0%}"
    needed = "–" if summary.needed is None else f"{summary.needed:,.0f}"
    reached = f"{summary.reached} of {seeds}"
    return (summary.strategy, format_number(summary.mean_f, style), needed, reached, saved, better)


def _make_curve_table(summary: Summary, simulation: Simulation, style: Style) -> Table:
    rows = [_make_stage_row(f"{stage.documents:,.0f}", stage, style) for stage in summary.stages]
    rows.append(_make_stage_row("all", simulation.all, style))
    columns = ("documents", "words", "mentions", "hours", "F exact")
    return Table(f"{summary.strategy}, means over {_count_seeds(simulation)}", columns, tuple(rows))


def _count_seeds(simulation: Simulation) -> str:
    return "1 seed" if simulation.plan.seeds == 1 else f"{simulation.plan.seeds} seeds"


def _make_stage_row(documents: str, stage: Stage, style: Style) -> tuple[str, ...]:
    return (
        documents,
        f"{stage.words:,.0f}",
        f"{stage.mentions:,.0f}",
        f"{stage.minutes / 60:,.1f}",
        format_number(stage.f, style),
    )


def draw_simulation(simulation: Simulation) -> Markup:
    """Draw the curves as SVG: exact F against effort, with 95 % of the final F as a line."""
    series = tuple(
        Series(
            summary.strategy,
            [(float(getattr(stage, simulation.effort)), stage.f) for stage in summary.stages],
        )
        for summary in simulation.summaries
    )
    chart = LineChart(
        f"F against {simulation.effort}",
        f"{simulation.effort} annotated",
        "F exact",
        series,
        goal=(f"{GOAL * 100:g} % of the F with all documents", GOAL * simulation.all.f),
    )
    return render_line_chart(chart)


def render_simulation(simulation: Simulation, style: Style = "fraction") -> str:
    """Render the page of a simulation: one file without any text of notes."""
    effort, *curves = tabulate_simulation(simulation, style)
    figure = Figure(
        "curves.chart",
        draw_simulation(simulation),
        f"Exact F on the held-out documents against the {simulation.effort} annotated.",
    )
    tables = tuple(
        Section(
            make_id("curve", summary.strategy),
            _capitalise(summary.strategy),
            (_convert(table, make_id("curve", summary.strategy, "table")),),
        )
        for summary, table in zip(simulation.summaries, curves, strict=True)
    )
    page = Page(
        "Learning curves",
        "Which documents to annotate first",
        finding=_state_finding(simulation, style),
        facts=_list_facts(simulation),
        blocks=(
            Section("curves", "Learning curves", (Prose(describe_simulation(simulation)), figure)),
            Section("effort", "Effort needed", (_convert(effort, "effort.table"),)),
            Section("points", "Points of the curves", (Group(tables),)),
        ),
    )
    return render_page(page)


def _convert(table: Table, table_id: str) -> DataTable:
    labels = {column: _capitalise(column) for column in table.columns}
    named = replace(table, title=_capitalise(table.title))
    return make_data_table(named, table_id, labels=labels, explanations=_EXPLANATIONS)


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _state_finding(simulation: Simulation, style: Style) -> str:
    """State the saving of the best strategy over random order, or the highest mean F."""
    baseline = _find_baseline(simulation)
    savings = [
        (saving, summary)
        for summary in simulation.summaries
        if baseline
        and summary is not baseline
        and (saving := _compute_saving(summary, baseline, simulation.plan.seeds)) is not None
    ]
    goal = f"{GOAL * 100:g} % of the F with all documents"
    if savings:
        saving, best = min(savings, key=lambda item: item[0])
        more = "fewer" if saving < 0 else "more"
        return (
            f"The order {best.strategy} needs {abs(saving) * 100:.0f} % {more} {simulation.effort} "
            f"than random order to reach {goal}."
        )
    top = max(simulation.summaries, key=lambda summary: summary.mean_f)
    return (
        f"The order {top.strategy} has the highest mean F, {format_number(top.mean_f, style)}; not "
        f"every seed reached {goal}."
    )


def _list_facts(simulation: Simulation) -> dict[str, str]:
    plan = simulation.plan
    return {
        "Corpus": simulation.corpus or "not named",
        "Documents to choose from": f"{simulation.pool:,}",
        "Held out": f"{simulation.tested:,} documents by {simulation.kept_by}",
        "Seeds": f"{plan.seeds}, from {plan.seed} on",
    }


def describe_simulation(simulation: Simulation) -> str:
    """Describe the setup of the simulation in one sentence."""
    plan = simulation.plan
    return (
        f"{simulation.corpus or 'a corpus'}: {simulation.pool:,} documents to choose from, "
        f"{simulation.tested:,} held out by {simulation.kept_by} to score on; {plan.start} drawn "
        f"at random to start with, then batches of {plan.batch}; {_count_seeds(simulation)}"
    )
