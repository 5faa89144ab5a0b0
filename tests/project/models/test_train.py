"""Training: what is kept aside, what the card says, what is refused."""

import tomllib
from pathlib import Path

import msgspec
import pytest

import goldsmith
from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Result
from goldsmith.pipeline import Config, Step, about, component, parse
from goldsmith.project.corpus.sources import Source
from goldsmith.project.models import load
from goldsmith.project.models.default_pipeline import default_config
from goldsmith.project.models.model_card import toml
from goldsmith.project.models.train import Held, Training, kept_aside, train
from goldsmith.training import examples

QUICK = 'title = "Quick"\n[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Training]:
    out = tmp_path_factory.mktemp("models") / "quick"
    config = parse(QUICK, where="quick")
    held = Held(share=0.2)
    return out, train(Source("demo"), config, out, corpus="demo", set_name="gold", held=held)


def test_a_share_is_kept_aside_by_patient_and_scored(trained: tuple[Path, Training]) -> None:
    _, done = trained
    assert done.documents + done.test_documents == 40
    assert 8 <= done.test_documents <= 14
    assert "by patient" in done.tested_on
    spans = done.scores["spans"]
    assert spans.documents == done.test_documents
    assert spans.micro and 0.2 < (spans.micro.values["strict"] or 0) < 1
    assert spans.micro.intervals["strict"][0] < spans.micro.intervals["strict"][1]


def test_the_model_tells_about_itself(trained: tuple[Path, Training]) -> None:
    out, done = trained
    said = about(out).trained
    assert said.documents == done.documents and said.digest == done.digest
    assert said.mentions["Condition"] == done.mentions["Condition"] > 500
    assert msgspec.convert(said.scores["spans"], Result) == done.scores["spans"]


def test_the_card_is_for_people(trained: tuple[Path, Training]) -> None:
    out, done = trained
    card = (out / "README.md").read_text("utf-8")
    for part in ("# Quick", "## Use", "## Training data", "## Scores", "## Terminologies"):
        assert part in card
    assert done.digest in card and f"| Condition | {done.mentions['Condition']:,} |" in card
    assert "kept aside by patient" in card and "epochs = 5" in card


def test_a_model_is_loaded_and_called(trained: tuple[Path, Training]) -> None:
    doc = goldsmith.load(trained[0])("No evidence of breast cancer in the left lung.")
    found = doc.sets["system"]
    assert found.schema == "clef" and found.provenance.kind == "system"
    assert {m.type for m in found.mentions} & {"Condition", "Locus", "Laterality"}
    assert goldsmith.load(str(trained[0]))("x").sets["system"].mentions == ()


def test_a_model_is_replaced_only_when_wanted(
    trained: tuple[Path, Training], tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="there is a model here already"):
        train(Source("demo"), None, trained[0])
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="there is something else here"):
        train(Source("demo"), None, tmp_path, overwrite=True)


def test_an_unknown_terminology_is_said_before_training(tmp_path: Path) -> None:
    config = Config(steps=(Step("entities"),), terms={"x": "no-such-thing"})
    with pytest.raises(UnknownName, match="terminology called 'no-such-thing'"):
        train(Source("demo"), config, tmp_path / "m", set_name="gold")
    assert not (tmp_path / "m").exists()


def test_without_a_configuration_components_follow_the_data() -> None:
    mention = Mention("m", "Condition", (Span(0, 5),), {"brat:event": "E1"})
    bare = AnnotationSet("gold", (mention,))
    coded = AnnotationSet(
        "gold", (msgspec.structs.replace(mention, attributes={"status": "x"}, codes=(Code("C1"),)),)
    )
    linked = AnnotationSet("gold", (mention,), (Relation("r", "same", "m", "m"),))

    def steps(gold: AnnotationSet, **options: object) -> list[str]:
        few = examples([Document("d", "Fever today", sets={"gold": gold})])
        return [one.use for one in default_config(few, **options).steps]  # type: ignore[arg-type]

    assert steps(bare) == ["entities"]
    told: list[str] = []
    assert "normalise" not in steps(coded, told=told.append)
    assert told == ["mentions have codes, but no terminology is named to find them in: --terms"]
    assert steps(coded, terms=["demo"]) == ["entities", "normalise", "assertion"]
    wanted = ["entities", "relations"] if "relations" in component.names() else ["entities"]
    assert steps(linked) == wanted


def test_a_share_never_takes_everything() -> None:
    docs = [Document(f"d{n}", "") for n in range(3)]
    assert len(kept_aside(docs, Held(share=0.99))) == 2
    assert len(kept_aside(docs, Held(share=0.01))) == 1
    with pytest.raises(InputError, match="nothing would be left"):
        kept_aside(docs[:1], Held(share=0.5))
    with pytest.raises(InputError, match="cannot be kept aside"):
        kept_aside(docs, Held(share=1.0))


def test_a_configuration_written_down_can_be_read_again() -> None:
    text = """
title = 'A "quoted" title'
schema = "clef"
[terms]
"odd name" = "demo"
[[component]]
use = "entities"
types = ["Locus"]
c1 = 0.5
features = { window = 1, bigrams = false }
"""
    config = parse(text, where="a")
    assert parse(toml(config), where="b") == config
    assert tomllib.loads(toml(config))["component"][0]["features"]["window"] == 1


def test_paths_in_a_configuration_are_relative_to_it(tmp_path: Path) -> None:
    config = Config(
        steps=(Step("entities"),),
        schema="mine.toml",
        terms={"a": "demo", "b": "./shelf/b"},
        clusters="words.json",
    )
    placed = load.placed(config, tmp_path)
    assert placed.schema == str(tmp_path / "mine.toml")
    assert placed.terms == {"a": "demo", "b": str(tmp_path / "shelf/b")}
    assert placed.clusters == str(tmp_path / "words.json")
    (tmp_path / "words.json").write_text("[1]")
    with pytest.raises(InputError, match="these are no word clusters"):
        load.clusters(tmp_path / "words.json")
    with pytest.raises(InputError, match="there is no such file"):
        load.clusters(tmp_path / "none.json")
