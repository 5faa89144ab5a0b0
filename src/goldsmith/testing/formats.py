"""The conformance suite of formats: what is written comes back, or the write says what is lost."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, given, settings

from goldsmith.core import Document, canonical
from goldsmith.errors import LossError
from goldsmith.formats import Format, losses, read, write
from goldsmith.testing.strategies import either


def check_format(fmt: Format, *, examples: int = 60) -> None:
    """Raises AssertionError where a format breaks the rules that all formats keep.

    It has a title, endings and says what it carries. A document that it carries comes back the
    same; of one that it does not, the write names what would be lost and leaves nothing behind;
    with the loss allowed, what it wrote can be read.
    """
    assert fmt.title and fmt.suffixes, "a format has a title and the endings of its files"
    assert (type(fmt).__doc__ or "").strip(), "a format's class has a docstring"
    if not fmt.writes:
        return

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(either(fmt.carries))
    def run(doc: Document) -> None:
        _round_trip(doc, fmt)

    run()
    _same_order_same_bytes(fmt)


def _round_trip(doc: Document, fmt: Format) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        lost = losses(doc, fmt)
        try:
            write([doc], out, fmt)
        except LossError as error:
            assert error.losses == dict(lost), "the error names what would be lost"
            assert list(Path(folder).iterdir()) == [], "a refused write leaves nothing behind"
            write([doc], out, fmt, allow_loss=["all"])
            list(read(out, fmt.name))
            return
        assert not lost, f"{dict(lost)} would be lost, and nothing was said"
        [back] = read(out, fmt.name, set_name=next(iter(doc.sets), "gold"))
        assert back.id == doc.id
        assert canonical(back) == canonical(doc)


def _same_order_same_bytes(fmt: Format) -> None:
    """Writing twice gives the same bytes, so that corpora can be compared and versioned."""
    docs = [Document(f"note-{number}", "fever and cough") for number in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        contents = []
        for name in "ab":
            write([msgspec.structs.replace(doc) for doc in docs], Path(folder) / name, fmt)
            files = sorted((Path(folder) / name).rglob("*"))
            contents.append([path.read_bytes() for path in files if path.is_file()])
        assert contents[0] == contents[1], "writing twice gives different files"
