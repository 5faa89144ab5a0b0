"""Notes written for these tests, with their expected sections, sentences and tokens.

In the expected file every line is a sentence: the kind of its section, then its tokens separated
by spaces. After a change to the rules, `python tests/text/test_golden.py` rewrites these files.
"""

from bisect import bisect_right
from pathlib import Path

import pytest

from goldsmith.text import find_sections, split_sentences, tokenise

FOLDER = Path(__file__).parent / "golden"
NOTES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def list_lines(text: str) -> list[str]:
    sections, tokens = find_sections(text), tokenise(text)
    starts = [section.span.start for section in sections]
    out = []
    for first, last in split_sentences(text, tokens):
        at = bisect_right(starts, tokens.starts[first]) - 1
        kind = sections[at].kind if at >= 0 else "-"
        out.append(f"[{kind}] {' '.join(tokens.words[first:last])}")
    return out


@pytest.mark.parametrize("name", NOTES)
def test_note_is_split_as_expected(name: str) -> None:
    expected = (FOLDER / f"{name}.expected").read_text("utf-8").splitlines()
    assert list_lines((FOLDER / f"{name}.txt").read_text("utf-8")) == expected


def test_every_expected_file_has_its_note() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.expected")) == NOTES
    assert NOTES


if __name__ == "__main__":
    for note in NOTES:
        cut = list_lines((FOLDER / f"{note}.txt").read_text("utf-8"))
        (FOLDER / f"{note}.expected").write_text("\n".join(cut) + "\n", "utf-8")
