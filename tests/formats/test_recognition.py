"""Formats with the same suffixes are told apart by the content of their files."""

from pathlib import Path

import pytest

from goldsmith import formats
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.formats import write
from goldsmith.formats.catalogue import find_format
from goldsmith.formats.opening import open_tree

GOLDEN = Path(__file__).parent / "golden"
#: Formats whose files make up a corpus only together.
WHOLE = ("corpus", "knowtator2")
FILES = sorted(
    (folder.name.replace("_", "-"), path)
    for folder in GOLDEN.iterdir()
    for path in folder.iterdir()
    if path.suffix in (".json", ".jsonl", ".xml", ".spacy")
    and path.is_file()
    and folder.name not in WHOLE
)
WRITABLE = [name for name in formats.names() if formats.get(name).writes]


@pytest.mark.parametrize("name", sorted(folder.name for folder in GOLDEN.iterdir()))
def test_golden_folder_is_recognised(name: str) -> None:
    for path in sorted((GOLDEN / name).iterdir()):
        folder = path if path.is_dir() and name not in WHOLE else GOLDEN / name
        assert find_format(open_tree(folder)).name == name.replace("_", "-")


@pytest.mark.parametrize(("name", "path"), FILES, ids=[path.name for _, path in FILES])
def test_golden_file_is_recognised_alone(name: str, path: Path) -> None:
    assert find_format(open_tree(path)).name == name


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize("count", [0, 1, 200], ids=["no mentions", "one mention", "many mentions"])
def test_written_corpus_is_recognised(tmp_path: Path, name: str, count: int) -> None:
    """Recognise files whose first bytes contain only text, or only annotations before it."""
    text = "fever and cough " * 400
    mentions = tuple(
        Mention(f"T{number}", "Condition", (Span(16 * number, 16 * number + 5),))
        for number in range(count)
    )
    docs = [
        Document(f"note-{number}", text, sets={"gold": AnnotationSet("gold", mentions)})
        for number in range(2)
    ]
    write(docs, tmp_path / "out", name, allow_loss=["all"])
    assert find_format(open_tree(tmp_path / "out")).name == name
