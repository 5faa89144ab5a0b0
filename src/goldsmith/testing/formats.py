"""The conformance suite of formats: a round trip preserves everything, or reports the losses."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, given, settings

from goldsmith import formats
from goldsmith.core import Document, canonicalise
from goldsmith.errors import LossError
from goldsmith.formats import Feature, Format, count_losses, read, write
from goldsmith.testing.strategies import any_documents


def check_format(fmt: Format | str, *, examples: int = 60) -> None:
    """Check that a format follows the rules of all formats.

    It declares a title, file endings and the features it carries. A document with only these
    features survives a round trip. A write that would lose anything is refused, names what would be
    lost and leaves no files behind. If the loss is allowed, the result can be read.

    Args:
        fmt: The format, or the name it is registered under.
        examples: The number of random documents to try.

    Raises:
        AssertionError: The format breaks a rule; the message names it.
    """
    if isinstance(fmt, str):
        check_format(formats.get(fmt), examples=examples)
        return
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
    @given(any_documents(fmt.carries))
    def run(doc: Document) -> None:
        _check_round_trip(doc, fmt)

    run()
    _check_determinism(fmt)


def _check_round_trip(doc: Document, fmt: Format) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        losses = count_losses(doc, fmt)
        undeclared = losses.keys() - {*map(str, Feature)} - fmt.own_losses
        assert not undeclared, f"own_losses lacks {', '.join(sorted(undeclared))}"
        try:
            write([doc], out, fmt)
        except LossError as error:
            assert error.losses == dict(losses), "the error names what would be lost"
            assert list(Path(folder).iterdir()) == [], "a refused write leaves nothing behind"
            sets = list(doc.sets)[:1] if Feature.SETS in losses else ()
            write([doc], out, fmt, sets=sets, allow_loss=["all"])
            list(read(out, fmt.name))
            return
        assert not losses, f"{dict(losses)} would be lost without an error"
        [back] = read(out, fmt.name, set_name=next(iter(doc.sets), "gold"))
        assert back.id == doc.id
        assert canonicalise(back) == canonicalise(doc)


def _check_determinism(fmt: Format) -> None:
    """Check that writing twice gives the same bytes, so that corpora can be versioned."""
    docs = [Document(f"note-{number}", "fever and cough") for number in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        contents = []
        for name in "ab":
            write([msgspec.structs.replace(doc) for doc in docs], Path(folder) / name, fmt)
            files = sorted((Path(folder) / name).rglob("*"))
            contents.append([path.read_bytes() for path in files if path.is_file()])
        assert contents[0] == contents[1], "writing twice gives different files"
