"""The functions of `goldsmith`: their names, docstrings and examples."""

import inspect
import re
import subprocess
import sys
import textwrap
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import goldsmith
from goldsmith.chronicle.model import Chronicle, Person
from goldsmith.chronicle.tables import TableWriter, encode_tables
from goldsmith.core import AnnotationSet
from goldsmith.errors import InputError, UnknownName
from goldsmith.examples import notes
from goldsmith.training.examples import remove_sets

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/reference/python.md").read_text("utf-8")
CLASSES = ["AnnotationSet", "Code", "Document", "GoldsmithError", "Mention", "Relation", "Schema"]
FUNCTIONS = [
    "adjudicate",
    "agree",
    "ask",
    "describe",
    "evaluate",
    "extract",
    "load",
    "lookup",
    "make_consensus",
    "make_release",
    "radar",
    "read",
    "sample",
    "score",
    "tables",
    "train",
    "validate",
    "write",
]
QUICK = '[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'


def rename(annotation_set: AnnotationSet, name: str) -> AnnotationSet:
    return msgspec.structs.replace(annotation_set, name=name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with the files that the examples use: corpora, notes, a model and so on."""
    path = tmp_path_factory.mktemp("examples")
    docs = list(islice(notes.load_documents(), 12))
    goldsmith.write(docs, path / "corpus", "brat", allow_loss="all")
    goldsmith.write(map(remove_sets, docs[:3]), path / "notes", "corpus")
    annotated = [
        doc.with_set(rename(doc.sets["gold"], "D1")).with_set(rename(doc.sets["gold"], "D2"))
        for doc in docs
    ]
    goldsmith.write(annotated, path / "annotated", "corpus")
    (path / "chronicles").mkdir()
    with TableWriter(path / "chronicles") as writer:
        writer.write(encode_tables([Chronicle(patient=Person("anna"))]))
    (path / "quick.toml").write_text(QUICK)
    goldsmith.train(docs, out=path / "model", config=path / "quick.toml")
    return path


def extract_example(docstring: str) -> str:
    """Return the code of the Example section of a docstring."""
    _, result, example = inspect.cleandoc(docstring).partition("\nExample:\n")
    assert result, "the docstring has no Example section"
    return textwrap.dedent(example)


def test_all_lists_exactly_these_names() -> None:
    assert goldsmith.__all__ == sorted([*CLASSES, "Span", "__version__", *FUNCTIONS])
    assert set(goldsmith.__all__) <= set(dir(goldsmith))


@pytest.mark.parametrize("name", goldsmith.__all__)
def test_every_name_resolves(name: str) -> None:
    assert getattr(goldsmith, name) is not None


def test_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'agreee'"):
        goldsmith.agreee  # noqa: B018


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_is_documented_and_its_example_runs(
    name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    function = getattr(goldsmith, name)
    docstring = function.__doc__ or ""
    assert "Args:" in docstring or "see `Reader` for the arguments" in docstring
    assert "Raises:" in docstring
    link_files(folder, tmp_path, monkeypatch)
    exec(extract_example(docstring), {"goldsmith": goldsmith, **vars(goldsmith.formats)})


def link_files(folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Link the files that the examples use into a folder, and work there."""
    for path in folder.iterdir():
        (target / path.name).symlink_to(path)
    monkeypatch.chdir(target)


def test_page_has_a_section_with_a_running_example_for_each_function(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sections = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    titles = [section.split("\n", 1)[0].strip() for section in sections]
    assert titles == [f"`{name}`" for name in FUNCTIONS]
    link_files(folder, tmp_path, monkeypatch)
    for title, section in zip(titles, sections, strict=True):
        examples = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
        assert examples, f"{title} has no example"
        for example in examples:
            assert f"goldsmith.{title.strip('`')}(" in example
            exec(example, {})


@pytest.mark.parametrize("name", FUNCTIONS)
def test_page_explains_every_parameter(name: str) -> None:
    section = PAGE.split(f"\n## `{name}`\n")[1].split("\n## ")[0]
    parameters = inspect.signature(getattr(goldsmith, name)).parameters
    assert [each for each in parameters if f"`{each}`" not in section] == []


def test_import_loads_no_heavy_packages() -> None:
    heavy = "numpy lxml sklearn typer rich pyarrow msgspec".split()
    code = f"import goldsmith, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_functions_accept_documents_as_well_as_paths(folder: Path) -> None:
    docs = list(goldsmith.read(folder / "annotated"))
    assert goldsmith.describe(iter(docs)) == goldsmith.describe(folder / "annotated")
    by_path = goldsmith.agree(folder / "annotated", ["D1", "D2"])
    assert goldsmith.agree(iter(docs), ["D1", "D2"]) == by_path
    assert list(goldsmith.validate(iter(docs), sets=["D1"])) == []
    extracted = list(goldsmith.extract(docs[:2], model=folder / "model"))
    assert [set(doc.sets) for doc in extracted] == [{"gold", "D1", "D2", "system"}] * 2


def test_score_accepts_several_systems(folder: Path) -> None:
    gold = [
        remove_sets(doc).with_set(doc.sets["gold"]) for doc in goldsmith.read(folder / "annotated")
    ]
    empty = [remove_sets(doc) for doc in gold]
    systems = {"perfect": gold, "empty": empty}
    with pytest.raises(InputError, match="empty has no annotations in 12"):
        goldsmith.score(gold, systems)
    scores = goldsmith.score(gold, systems, missing="empty")
    values = {system.name: system.results["spans"].get_value("strict") for system in scores.systems}
    assert values == {"perfect": 1.0, "empty": 0.0}


def test_metrics_are_used_instead_of_a_task(folder: Path) -> None:
    result = goldsmith.agree(
        folder / "annotated", ["D1", "D2"], metrics=["kappa", "lea"], schema="clef"
    )
    assert set(result.pairs[0].results) == {"kappa", "lea"}
    with pytest.raises(UnknownName, match="Did you mean kappa"):
        goldsmith.agree(folder / "annotated", ["D1", "D2"], metrics=["kapa"])


def test_sample_returns_documents_or_writes_them(tmp_path: Path) -> None:
    docs = goldsmith.sample("demo", 8, seed=3)
    assert len(docs) == 8 and docs == goldsmith.sample("demo", 8, seed=3)
    result = goldsmith.sample(docs, 4, out=tmp_path / "four", to="jsonl")
    assert result.parts == {"sample": 4}
    assert len(list(goldsmith.read(tmp_path / "four" / "sample"))) == 4


def test_evaluate_refuses_a_configuration_with_a_model(folder: Path) -> None:
    with pytest.raises(InputError, match="a model alone"):
        goldsmith.evaluate("demo", model=folder / "model", config=folder / "quick.toml")
    evaluation = goldsmith.evaluate(
        goldsmith.read(folder / "annotated"), model=folder / "model", set_name="gold"
    )
    assert evaluation.documents == 12 and evaluation.folds == []
