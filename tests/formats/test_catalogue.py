"""Finding formats by name and by files, without importing more than necessary."""

import subprocess
import sys
from pathlib import Path

import pytest

from goldsmith import formats, registry
from goldsmith.errors import InputError
from goldsmith.formats import EVERYTHING, Format
from goldsmith.formats.catalogue import find_format
from goldsmith.formats.opening import open_tree

HEAVY = ("lxml", "pyarrow", "bioc", "cassis")


def find_heavy_modules(code: str, *arguments: str) -> set[str]:
    """Run code in a new interpreter and return the large libraries that it imported."""
    report = f"import sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_no_large_library() -> None:
    assert find_heavy_modules("import goldsmith.formats; goldsmith.formats.names()") == set()


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"n.ann": "T1\tCondition 0 5\tfever\n", "n.txt": "fever"}, "brat"),
        ({"n.jsonl": '{"id": "n", "text": "fever", "sets": {}}\n'}, "jsonl"),
    ],
)
def test_reading_loads_no_large_library(tmp_path: Path, files: dict[str, str], name: str) -> None:
    for file, content in files.items():
        (tmp_path / file).write_text(content)
    code = (
        "import sys\n"
        "from goldsmith.formats import Reader\n"
        "reader = Reader(sys.argv[1])\n"
        f"assert reader.format.name == {name!r} and [doc.id for doc in reader] == ['n']\n"
    )
    assert find_heavy_modules(code, str(tmp_path)) == set()


@pytest.mark.parametrize("name", registry.names("formats"))
def test_suffixes_can_be_read_without_importing(name: str) -> None:
    suffixes = registry.read_literal("formats", name, "suffixes")
    assert suffixes == formats.get(name).suffixes, "write the suffixes as a tuple of literals"


def test_a_value_that_is_not_a_literal_is_not_read() -> None:
    assert registry.read_literal("formats", "text", "carries") is None
    assert registry.read_literal("formats", "text", "no_such_attribute") is None


class Anything(Format):
    """A format of another package."""

    title = "Anything"
    suffixes = (".anything",)
    carries = EVERYTHING

    def recognises(self, name: str, head: bytes) -> bool:
        return True


def register(part: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register an object as the format `from-outside`."""
    monkeypatch.setattr(sys.modules[__name__], "PART", part, raising=False)
    locations = {"from-outside": f"{__name__}:PART", "text": "goldsmith.formats.text:provides"}
    monkeypatch.setattr(registry, "_locations", {"formats": locations}.get)
    registry.read_literal.cache_clear()


@pytest.mark.parametrize("part", [Anything(), Anything])
def test_a_format_has_the_name_it_is_registered_under(
    part: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(part, monkeypatch)
    fmt = formats.get("from-outside")
    assert isinstance(fmt, Anything) and fmt.name == "from-outside"
    (tmp_path / "n.anything").write_text("")
    assert find_format(open_tree(tmp_path)).name == "from-outside"


def test_naming_a_format_leaves_the_registered_object_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    part = Anything()
    register(part, monkeypatch)
    assert formats.get("from-outside").name == "from-outside"
    assert part.name != "from-outside"


@pytest.mark.parametrize("part", [dict, "text"])
def test_an_object_that_is_not_a_format_is_refused(
    part: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(part, monkeypatch)
    with pytest.raises(InputError, match="registered as the format from-outside is a"):
        formats.get("from-outside")


def test_built_in_formats_are_single_objects() -> None:
    assert formats.get("jsonl") is formats.get("jsonl")
    assert [formats.get(name).name for name in formats.names()] == list(formats.names())
