"""What the pages of Goldsmith share: one look, and the pieces they are put together from.

A page is one file. It has no scripts and fetches nothing, follows the reader's light or dark
setting, fits a narrow screen and prints well. All that is given as plain text is escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from goldsmith.rendering.table import Table

#: One for each curve of a picture, told apart on light and on dark ground.
COLOURS = ("#b98a2f", "#3f7fd0", "#3d8f53", "#b04f9e")
#: Rows that sum up the others.
_TOTALS = frozenset(("Overall", "micro", "macro", "all"))

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #d8dde4;
  --bar: #b98a2f; --card: #f6f4ef; --page: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a5adb8; --line: #39414d;
  --bar: #d7aa54; --card: #20252d; --page: #161a20 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .3rem; overflow-wrap: anywhere }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem } h2 small { color: var(--soft); font-weight: 400 }
h3 { font-size: 1rem; margin: 1.6rem 0 .3rem }
p { color: var(--soft); margin: .2rem 0; max-width: 46rem } a { color: inherit }
.note { border-left: 3px solid var(--bar); padding-left: .7rem; margin: .6rem 0 }
.cards { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0 }
.card { background: var(--card); border-radius: .5rem; padding: .5rem .9rem; min-width: 5.5rem }
.card b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums }
.card span { color: var(--soft); font-size: .85rem }
.beside { display: flex; flex-wrap: wrap; gap: 0 3.5rem } .beside > div { max-width: 100% }
.scroll { overflow-x: auto }
table { border-collapse: collapse }
th, td { padding: .25rem 0 .25rem 1.2rem; border-bottom: 1px solid var(--line); text-align: right;
  font-variant-numeric: tabular-nums }
th { color: var(--soft); font-weight: 600; font-size: .87rem; vertical-align: bottom;
  border-bottom-color: var(--soft) }
td { white-space: nowrap } td small { color: var(--soft); font-weight: 400; font-size: .8rem }
th:first-child, td:first-child { text-align: left; padding-left: 0; white-space: normal }
tr.total td { font-weight: 600 }
td.bar { min-width: 8rem; width: 12rem } td.bar i { display: block; height: .7rem;
  background: var(--bar); border-radius: 2px; min-width: 1px }
svg { display: block; width: 100%; max-width: 44rem; height: auto; margin: 1rem 0 }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif }
svg .grid { stroke: var(--line) } svg .goal { stroke: var(--soft) }
@media print { body { max-width: none; margin: 0 } h2, h3 { break-after: avoid }
  tr, svg { break-inside: avoid } }
"""


def shell(title: str, parts: Iterable[str], *, heading: str = "") -> str:
    """The whole page; `heading` stands at its top where that is not its title."""
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{escape(heading or title)}</h1>{''.join(parts)}</body></html>\n"
    )


def paragraph(text: str) -> str:
    """A line of plain text."""
    return f"<p>{escape(text)}</p>"


def note(text: str) -> str:
    """Something the reader must know."""
    return f"<p class='note'>Note: {escape(text)}</p>"


def link(address: str, text: str) -> str:
    """A way to another file beside the page."""
    return f"<p><a href='{escape(address)}'>{escape(text)}</a></p>"


def cards(values: Mapping[str, str]) -> str:
    """Figures at a glance: name -> what is said large above it."""
    every = (
        f"<div class='card'><b>{escape(value)}</b><span>{escape(name)}</span></div>"
        for name, value in values.items()
    )
    return f"<div class='cards'>{''.join(every)}</div>"


def beside(parts: Iterable[str]) -> str:
    """Parts next to each other where the screen is wide enough."""
    return f"<div class='beside'>{''.join(f'<div>{part}</div>' for part in parts)}</div>"


def table(given: Table, *, above: str = "") -> str:
    """A table under its title; `above` is a picture between the two."""
    head = _row("th", map(escape, given.columns))
    rows = (_row("td", map(_cell, row), total=row[0] in _TOTALS) for row in given.rows)
    return f"<h2>{escape(given.title)}</h2>{above}{scrolling(head, *rows)}"


def _row(tag: str, cells: Iterable[str], *, total: bool = False) -> str:
    inner = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
    return f"<tr class='total'>{inner}</tr>" if total else f"<tr>{inner}</tr>"


def _cell(value: str) -> str:
    """A value; the interval behind a figure is smaller than the figure."""
    figure, bracket, rest = value.partition(" [")
    if not bracket or not rest.endswith("]"):
        return escape(value)
    return f"{escape(figure)} <small>[{escape(rest)}</small>"


def scrolling(*rows: str) -> str:
    """Rows of a table, which moves by itself where the screen is narrow."""
    return f"<div class='scroll'><table>{''.join(rows)}</table></div>"


# Pictures


def svg(label: str, width: int, height: int, parts: Iterable[str]) -> str:
    """A picture that is also a file of its own, and what it shows for those who cannot see it."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='img' "
        f"aria-label='{escape(label)}'>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, *, anchor: str = "start", colour: str = "") -> str:
    """Words in a picture."""
    style = f" style='fill:{colour}'" if colour else ""
    return f"<text x='{x}' y='{y}' text-anchor='{anchor}'{style}>{escape(words)}</text>"


def level(y: float, left: float, right: float, *, goal: bool = False) -> str:
    """A line across a picture: of its grid, or dashed for a goal."""
    # The colours are for a picture outside the page, which has no style.
    look = (
        "class='goal' stroke='#888' stroke-dasharray='5 4'"
        if goal
        else "class='grid' stroke='#ccc'"
    )
    return f"<line {look} x1='{left}' x2='{right}' y1='{y}' y2='{y}'/>"


def curve(places: Sequence[tuple[float, float]], colour: str) -> str:
    """A line through places of a picture, with a dot at each."""
    path = " ".join(f"{x},{y}" for x, y in places)
    dots = "".join(f"<circle cx='{x}' cy='{y}' r='3' fill='{colour}'/>" for x, y in places)
    return f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>{dots}"
