"""Notes written for these tests, cut into sections, sentences and tokens, beside what is expected.

In the expected file every line is a sentence: the kind of its section, then its tokens with a
blank between. To see what is new after a change of rules: `python tests/text/test_golden.py`.
"""

from bisect import bisect_right
from pathlib import Path

import pytest

from goldsmith.text import sections, sentences, tokenise

FOLDER = Path(__file__).parent / "golden"
NOTES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def lines(text: str) -> list[str]:
    found, tokens = sections(text), tokenise(text)
    starts = [one.span.start for one in found]
    out = []
    for first, last in sentences(text, tokens):
        at = bisect_right(starts, tokens.starts[first]) - 1
        kind = found[at].kind if at >= 0 else "-"
        out.append(f"[{kind}] {' '.join(tokens.words[first:last])}")
    return out


@pytest.mark.parametrize("name", NOTES)
def test_the_note_is_cut_as_expected(name: str) -> None:
    expected = (FOLDER / f"{name}.expected").read_text("utf-8").splitlines()
    assert lines((FOLDER / f"{name}.txt").read_text("utf-8")) == expected


def test_every_expected_file_has_its_note() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.expected")) == NOTES
    assert NOTES


if __name__ == "__main__":
    for note in NOTES:
        cut = lines((FOLDER / f"{note}.txt").read_text("utf-8"))
        (FOLDER / f"{note}.expected").write_text("\n".join(cut) + "\n", "utf-8")
