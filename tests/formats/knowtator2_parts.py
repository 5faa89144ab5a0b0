"""Parts of Knowtator 2 files for tests."""

from pathlib import Path

TEXT = "fever and the secret illness"


def make_annotation(name: str, start: object = 0, end: object = 5, inside: str = "") -> str:
    wording = TEXT[start:end] if isinstance(start, int) and isinstance(end, int) else "fever"
    inside = inside or f'<class id="Condition"/><span start="{start}" end="{end}">{wording}</span>'
    return f'<annotation annotator="A" id="{name}">{inside}</annotation>\n'


def make_vertex(name: str) -> str:
    return f'<vertex annotation="{name}" id="v{name}"/>\n'


def make_triple(name: str, subject: str, kind: str, target: str, value: str = "") -> str:
    ends = f'subject="v{subject}" property="{kind}" object="v{target}"'
    return f'<triple annotator="A" id="{name}" {ends} value="{value}"/>\n'


def save_file(folder: Path, annotations: str, graph: str = "") -> Path:
    (folder / "n.txt").write_text(TEXT)
    space = f'<graph-space id="g">\n{graph}</graph-space>\n'
    inside = f'<document id="n" text-file="n.txt">\n{annotations}{space}</document>\n'
    (folder / "n.xml").write_text(f"<knowtator-project>\n{inside}</knowtator-project>\n")
    return folder
