"""Training: the hold-out, the model card, refusals."""

import tomllib
from pathlib import Path

import msgspec
import pytest

import goldsmith
from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Result
from goldsmith.pipeline import Config, Start, Step, component, parse_config, read_model_info
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.corpus.schemas import find_schema
from goldsmith.project.corpus.sources import Source
from goldsmith.project.models import load
from goldsmith.project.models.default_pipeline import make_default_config
from goldsmith.project.models.model_card import format_config
from goldsmith.project.models.train import HoldOut, Training, draw_hold_out, train
from goldsmith.training import make_examples

QUICK = 'title = "Quick"\n[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Training]:
    out = tmp_path_factory.mktemp("models") / "quick"
    config = parse_config(QUICK, where="quick")
    hold_out = HoldOut(share=0.2)
    return out, train(
        Source("demo"), config, out, corpus="demo", set_name="gold", hold_out=hold_out
    )


def test_share_is_held_out_by_patient_and_scored(training: tuple[Path, Training]) -> None:
    _, done = training
    assert done.documents + done.test_documents == 40
    assert 8 <= done.test_documents <= 14
    assert "by patient" in done.tested_on
    spans = done.scores["spans"]
    assert spans.documents == done.test_documents
    assert spans.micro and 0.2 < (spans.micro.values["strict"] or 0) < 1
    assert spans.micro.intervals["strict"][0] < spans.micro.intervals["strict"][1]


def test_model_records_its_training(training: tuple[Path, Training]) -> None:
    out, done = training
    recorded = read_model_info(out).trained
    assert recorded.documents == done.documents and recorded.digest == done.digest
    assert recorded.mentions["Condition"] == done.mentions["Condition"] > 500
    assert msgspec.convert(recorded.scores["spans"], Result) == done.scores["spans"]


def test_model_card_describes_the_model(training: tuple[Path, Training]) -> None:
    out, done = training
    card = (out / "README.md").read_text("utf-8")
    for part in ("# Quick", "## Use", "## Training data", "## Scores", "## Terminologies"):
        assert part in card
    assert done.digest in card and f"| Condition | {done.mentions['Condition']:,} |" in card
    assert "held out by patient" in card and "epochs = 5" in card


def test_model_is_loaded_and_called(training: tuple[Path, Training]) -> None:
    doc = goldsmith.load(training[0])("No evidence of breast cancer in the left lung.")
    result = doc.sets["system"]
    assert result.schema == "clef" and result.provenance.kind == "system"
    assert {m.type for m in result.mentions} & {"Condition", "Locus", "Laterality"}
    assert goldsmith.load(str(training[0]))("x").sets["system"].mentions == ()


def test_model_is_replaced_only_on_request(training: tuple[Path, Training], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a model is already here"):
        train(Source("demo"), None, training[0])
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="something other than a model is here"):
        train(Source("demo"), None, tmp_path, overwrite=True)


def test_unknown_terminology_is_refused_before_training(tmp_path: Path) -> None:
    config = Config(steps=(Step("entities"),), terms={"x": "no-such-thing"})
    with pytest.raises(UnknownName, match="terminology called 'no-such-thing'"):
        train(Source("demo"), config, tmp_path / "m", set_name="gold")
    assert not (tmp_path / "m").exists()


def test_default_pipeline_depends_on_the_data() -> None:
    mention = Mention("m", "Condition", (Span(0, 5),), {"brat:event": "E1"})
    bare = AnnotationSet("gold", (mention,))
    coded = AnnotationSet(
        "gold", (msgspec.structs.replace(mention, attributes={"status": "x"}, codes=(Code("C1"),)),)
    )
    linked = AnnotationSet("gold", (mention,), (Relation("r", "same", "m", "m"),))

    def steps(gold: AnnotationSet, **options: object) -> list[str]:
        few = make_examples([Document("d", "Fever today", sets={"gold": gold})])
        return [step.use for step in make_default_config(few, **options).steps]  # type: ignore[arg-type]

    assert steps(bare) == ["entities"]
    report: list[str] = []
    assert "normalise" not in steps(coded, warn=report.append)
    assert report == ["mentions have codes, but no terminology is named to find codes in"]
    assert steps(coded, terms=["demo"]) == ["entities", "normalise", "assertion"]
    expected = ["entities", "relations"] if "relations" in component.names() else ["entities"]
    assert steps(linked) == expected


@pytest.mark.parametrize(
    ("attributes", "schema", "expected"),
    [
        ({"brat:event": "E1"}, None, False),
        ({"subtype": "acute", "source": "MEDIC"}, None, False),
        ({"subtype": "acute", "status": "negated"}, None, True),
        ({"negation": "yes"}, None, False),
        ({"status": "negated"}, "mayo-disorder", True),
        ({"certainty": "high"}, "mayo-disorder", False),
    ],
)
def test_assertion_is_added_only_for_attributes_that_it_sets(
    attributes: dict[str, str], schema: str | None, expected: bool
) -> None:
    mention = Mention("m", "disorder", (Span(0, 5),), attributes)
    gold = AnnotationSet("gold", (mention,))
    examples = make_examples([Document("d", "Fever today", sets={"gold": gold})])
    report: list[str] = []
    config = make_default_config(
        examples, schema=find_schema(schema) if schema else None, warn=report.append
    )
    assert ("assertion" in [step.use for step in config.steps]) is expected
    assert not expected or not report
    if not expected and ":" not in "".join(attributes):
        assert report[0].startswith("assertion is left out: it sets none of the attributes")


def test_hold_out_leaves_documents_to_train_on() -> None:
    docs = [Document(f"d{n}", "") for n in range(3)]
    assert len(draw_hold_out(docs, HoldOut(share=0.99))) == 2
    assert len(draw_hold_out(docs, HoldOut(share=0.01))) == 1
    with pytest.raises(InputError, match="nothing would be left"):
        draw_hold_out(docs[:1], HoldOut(share=0.5))
    with pytest.raises(InputError, match="cannot be held out"):
        draw_hold_out(docs, HoldOut(share=1.0))


def test_formatted_configuration_can_be_read() -> None:
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
    changes = '[types]\nrename = { "a b" = "c" }\ndrop = ["d"]\n'
    for more in ("", changes, 'given = ["mentions", "codes"]\n'):
        config = parse_config(more + text if "given" in more else text + more, where="a")
        assert parse_config(format_config(config), where="b") == config
    config = parse_config(text, where="a")
    assert tomllib.loads(format_config(config))["component"][0]["features"]["window"] == 1


def test_paths_in_a_configuration_are_relative_to_it(tmp_path: Path) -> None:
    config = Config(
        steps=(Step("entities"),),
        schema="mine.toml",
        terms={"a": "demo", "b": "./shelf/b"},
        clusters="words.json",
    )
    placed = load.resolve_paths(config, tmp_path)
    assert placed.schema == str(tmp_path / "mine.toml")
    assert placed.terms == {"a": "demo", "b": str(tmp_path / "shelf/b")}
    assert placed.clusters == str(tmp_path / "words.json")
    (tmp_path / "words.json").write_text("[1]")
    with pytest.raises(InputError, match="this is not a file of word clusters"):
        load.read_clusters(tmp_path / "words.json")
    with pytest.raises(InputError, match="there is no such file"):
        load.read_clusters(tmp_path / "none.json")


ASSERTION = """
given = ["mentions"]
[[component]]
use = "assertion"
classifier = false
signals = false
"""


def make_coded(name: str, text: str, kind: str, **attributes: str) -> Document:
    mention = Mention("m", kind, (Span(text.index("fever"), text.index("fever") + 5),), attributes)
    return Document(name, text, sets={"gold": AnnotationSet("gold", (mention,))})


def test_model_is_trained_on_several_corpora(tmp_path: Path) -> None:
    texts = ["Has fever.", "No fever now.", "A fever again.", "The fever has gone."]
    first = [make_coded(f"n{at}", text, "Sign") for at, text in enumerate(texts)]
    second = [make_coded(f"n{at}", f"{text} Well.", "Symptom") for at, text in enumerate(texts)]
    second = [
        msgspec.structs.replace(doc, sets={"ann": doc.sets["gold"]}) for doc in second
    ]  # each corpus has its own name for its only set
    config = parse_config(
        QUICK + 'threshold = 0.4\n[types]\nrename = { Sign = "Problem", Symptom = "Problem" }',
        where="c",
    )
    done = train(
        DocumentNotes(first),
        config,
        tmp_path / "m",
        corpus="a",
        more={"b": DocumentNotes(second)},
    )
    assert done.documents == 8 and done.mentions == {"Problem": 8}
    card = (tmp_path / "m/README.md").read_text("utf-8")
    assert "8 documents from `a` and `b`" in card and 'rename = { Sign = "Problem"' in card
    made = goldsmith.load(tmp_path / "m")("Has fever.").sets["system"]
    assert [mention.type for mention in made.mentions] == ["Problem"]


def test_document_in_two_corpora_is_refused(tmp_path: Path) -> None:
    doc = make_coded("n", "Has fever.", "Sign")
    with pytest.raises(InputError, match=r"^b: 1 documents are also in another corpus"):
        train(
            DocumentNotes([doc]),
            None,
            tmp_path / "m",
            corpus="a",
            more={"b": DocumentNotes([doc])},
        )
    with pytest.raises(InputError, match=r"^b: there is nothing to learn from"):
        train(DocumentNotes([doc]), None, tmp_path / "m", corpus="a", more={"b": DocumentNotes([])})


def test_unknown_type_in_the_configuration_is_refused(tmp_path: Path) -> None:
    config = parse_config(QUICK + '[types]\ndrop = ["Conditon"]', where="c")
    with pytest.raises(UnknownName, match="Did you mean Condition"):
        train(Source("demo"), config, tmp_path / "m")
    assert not (tmp_path / "m").exists()


def test_pipeline_over_given_mentions_is_trained_and_scored(tmp_path: Path) -> None:
    docs = [
        make_coded("a", "No fever today.", "Sign", status="negated"),
        make_coded("b", "Has fever today.", "Sign", status="confirmed"),
        make_coded("c", "Denies fever.", "Sign", status="negated"),
    ]
    config = parse_config(ASSERTION, where="a")
    out = tmp_path / "m"
    done = train(DocumentNotes(docs), config, out, corpus="a", hold_out=HoldOut(share=0.4))
    assert set(done.scores) == {"kappa"} and done.test_documents == 2
    assert "--set SET-WITH-MENTIONS" in (out / "README.md").read_text("utf-8")
    pipeline = goldsmith.load(out)
    made = pipeline(docs[0], start=Start("gold", frozenset({"mentions"}))).sets["system"]
    assert [m.attributes["status"] for m in made.mentions] == ["negated"]
    with pytest.raises(InputError, match="starts from mentions that documents have already"):
        pipeline("No fever.")
