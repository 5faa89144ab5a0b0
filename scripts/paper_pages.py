"""Write the pages docs/reference/papers/*.md: every table of a paper, ours and the published one.

Our figures come from small corpora of made-up patients and simulated annotators
(`scripts/paper_corpora.py`), the published figures from `tests/project/tables/published/`.

    python -m scripts.paper_pages                     write the pages
    python -m scripts.paper_pages --corpora FOLDER    write the corpora for `goldsmith tables`
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from scripts.paper_corpora import MAKERS, PaperCorpus

import goldsmith
from goldsmith.formats import write
from goldsmith.project.tables.forms import PaperForm, load_forms
from goldsmith.project.tables.layout import describe_missing, lay_out
from goldsmith.project.tables.model import PaperTable
from goldsmith.rendering.table import Table, render_markdown

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs/reference/papers"
PUBLISHED = ROOT / "tests/project/tables/published"


def make_page(paper: str) -> str:
    """Return the page of a paper."""
    forms, corpus = load_forms(paper), MAKERS[paper]()
    result = goldsmith.tables(corpus.docs, paper, **corpus.options)
    published = tomllib.loads((PUBLISHED / f"{paper}.toml").read_text("utf-8"))
    lines = [_write_head(forms, corpus, published["page"])]
    for table in result.tables:
        figures = published["table"].get(table.number, {})
        lines.append(_write_table(table, figures))
    return "\n".join(lines)


def _write_head(forms: PaperForm, corpus: PaperCorpus, page: dict[str, str]) -> str:
    return f"""# Tables of {page["title"]}

{forms.source}. [`goldsmith tables`](../commands/tables.md) prints all of them for any corpus that
has the data:

```
{page["command"]}
```

{page["text"].strip()}

Under each table, **Made up** is what the command prints for {len(corpus.docs):,} notes of made-up
patients with simulated annotators, and **Published** is what the paper prints. The two are about
different notes, so their figures differ; the form is that of the paper except where a remark under
the heading says otherwise. `python -m scripts.paper_pages` writes this page, and
`python -m scripts.paper_pages --corpora FOLDER` the corpus that it is made from.
"""


def _write_table(table: PaperTable, figures: dict[str, Any]) -> str:
    published = figures.get("cells", "").strip("\n")
    parts = [f"## Table {table.number}\n\n{table.caption}."]
    note = figures.get("note", "")
    remarks = [text for text in (describe_missing(table), table.differs, note) if text]
    if remarks:
        parts.append(" ".join(text if text.endswith(".") else f"{text}." for text in remarks))
    for part, plain in zip(table.parts, lay_out(table), strict=True):
        body = render_markdown(plain).partition("\n\n")[2].rstrip()
        parts.append(f"**{_head('Made up', part.title)}**\n\n{body}")
    blocks = published.split("\n\n") if published else []
    for part, block in zip(table.parts, blocks, strict=False):
        body = _render_published(block, figures.get("heads", 1))
        parts.append(f"**{_head('Published', part.title)}**\n\n{body}")
    return "\n\n".join(parts) + "\n"


def _head(origin: str, title: str) -> str:
    return f"{origin}: {title}" if title else origin


def _render_published(block: str, heads: int) -> str:
    """Return a published table as Markdown; the first of two header rows prefixes the second."""
    rows = [line.split("\t") for line in block.split("\n")]
    if heads > 1:
        groups, inner, *rows = rows
        label = ""
        columns = []
        for group, head in zip(groups, inner, strict=True):
            label = group.strip(".") if group else label
            columns.append(f"{label}: {head}" if label else head)
        rows = [columns, *rows]
    width = max(map(len, rows))
    padded = [tuple(row + [""] * (width - len(row))) for row in rows]
    table = Table("", padded[0], tuple(padded[1:]))
    return render_markdown(table).partition("\n\n")[2].rstrip()


def write_corpora(folder: Path) -> None:
    """Write the corpora that the pages are made from."""
    for paper, make in MAKERS.items():
        write(make().docs, folder / paper, "corpus")


def main() -> None:
    """Write the pages, or the corpora."""
    if sys.argv[1:2] == ["--corpora"]:
        write_corpora(Path(sys.argv[2]))
        return
    for paper in sys.argv[1:] or MAKERS:
        (PAGES / f"{paper}.md").write_text(make_page(paper), "utf-8")


if __name__ == "__main__":
    main()
