"""Coreference: annotated sentences for the rules, training, saving and output."""

from __future__ import annotations

import heapq
import re
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from goldsmith.components.coreference import Coreference, Options
from goldsmith.components.coreference.bridging import Bridge, BridgingNouns
from goldsmith.components.coreference.candidates import find_candidates
from goldsmith.components.coreference.clustering import cluster_markables
from goldsmith.components.coreference.markables import build_markables
from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Provenance,
    Relation,
    Span,
    load_builtin_schema,
    validate,
)
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Example, Resources

_MARK = re.compile(r"<m (\d+)((?: [\w/]+=(?:\"[^\"]*\"|\w+))*)>(.*?)</>")
_ATTRIBUTE = re.compile(r"([\w/]+)=(?:\"([^\"]*)\"|(\w+))")
_ATTRIBUTES = {
    "category": "grammatical_category",
    "function": "sentence_function",
    "class": "semantic_class",
}
_FILE = Path(__file__).parent / "sentences.txt"
LINES = [line for line in _FILE.read_text().splitlines() if line and not line.startswith("#")]


class Sentence(NamedTuple):
    """An annotated sentence: its text, its mentions, their chains and attributes."""

    text: str
    mentions: list[Mention]
    chains: list[int]
    attributes: list[dict[str, str]]


def parse(line: str, type_: str = "markable") -> Sentence:
    parts: list[str] = []
    mentions: list[Mention] = []
    chains, attributes = [], []
    end = 0
    line = line.replace("\\n", "\n")
    for match in _MARK.finditer(line):
        parts.append(line[end : match.start()])
        start = sum(map(len, parts))
        parts.append(match[3])
        span = Span(start, start + len(match[3]))
        mentions.append(Mention(f"m{len(mentions)}", type_, (span,)))
        chains.append(int(match[1]))
        values = _ATTRIBUTE.findall(match[2])
        attributes.append({name: quoted or plain for name, quoted, plain in values})
        end = match.end()
    return Sentence("".join([*parts, line[end:]]), mentions, chains, attributes)


def link(sentence: Sentence, schema: str = "odie", **options: Any) -> Analysis:
    analysis = Analysis(Document("d", sentence.text))
    analysis.mentions = list(sentence.mentions)
    Coreference(Options(**options), Resources(schema=load_builtin_schema(schema)))(analysis)
    return analysis


def group_ids(sentence: Sentence) -> set[tuple[str, ...]]:
    chains: dict[int, list[str]] = {}
    for mention, chain in zip(sentence.mentions, sentence.chains, strict=True):
        chains.setdefault(chain, []).append(mention.id)
    return {tuple(chain) for chain in chains.values() if len(chain) > 1}


def derive(analysis: Analysis, schema: str = "odie") -> set[tuple[str, ...]]:
    chains = analysis.derive_chains(load_builtin_schema(schema))
    return {chain.members for chain in chains if len(chain.members) > 1}


def mark_misses(line: str) -> Any:
    """Mark a line that begins with ? as an expected failure."""
    missed = line.startswith("? ")
    marks = pytest.mark.xfail(strict=True, raises=AssertionError) if missed else ()
    return pytest.param(line.removeprefix("? "), marks=marks)


@pytest.mark.parametrize("line", [mark_misses(line) for line in LINES])
def test_rules_link_the_annotated_sentences(line: str) -> None:
    sentence = parse(line)
    analysis = link(sentence)
    assert derive(analysis) == group_ids(sentence)
    by_anaphor = {rel.arg1: rel for rel in analysis.relations}
    described = {mention.id: mention.attributes for mention in analysis.mentions}
    for mention, attributes in zip(sentence.mentions, sentence.attributes, strict=True):
        for name, attribute in _ATTRIBUTES.items():
            if name in attributes:
                assert described[mention.id][attribute] == attributes[name]
        if bagga := attributes.get("bagga"):
            assert by_anaphor[mention.id].attributes["bagga_class"] == bagga
        for name, kind in (("part", "part/whole"), ("subset", "set/subset")):
            if name in attributes:
                rel = by_anaphor[mention.id]
                assert rel.attributes["relation_type"] == kind
                assert sentence.chains[int(rel.arg2[1:])] == int(attributes[name])


def test_two_specific_things_are_not_joined_through_a_generic_one() -> None:
    sentence = parse("<m 1>liver cancer</>, <m 2>cancer</> and <m 3>breast cancer</>")
    analysis = link(sentence)
    assert not any(chain.bridges for chain in analysis.derive_chains(load_builtin_schema("odie")))
    assert not any({"m0", "m2"} <= set(chain) for chain in derive(analysis))


def test_a_ranker_does_not_join_two_specific_things_through_a_generic_one_either() -> None:
    sentence = parse("<m 1>liver cancer</>, the <m 2>cancer</> and <m 3>breast cancer</>")
    markables = build_markables(Analysis(Document("d", sentence.text)), sentence.mentions)
    pairs = np.array([0, 1]), np.array([1, 2])
    assert cluster_markables(markables, pairs, np.array([3.0, 2.0])) == [[0, 1]]


def test_a_part_belongs_to_the_nearest_whole() -> None:
    text = "the right breast … the left breast … the nipple"
    spans = [(0, 16), (19, 34), (37, 47)]
    mentions = [Mention(f"m{n}", "m", (Span(*span),)) for n, span in enumerate(spans)]
    markables = build_markables(Analysis(Document("d", text)), mentions)
    nouns = BridgingNouns({("nipple", "breast"): "part/whole"})
    assert list(nouns.find(markables, [0, 1, 2])) == [Bridge(2, 1, "part/whole")]
    assert list(BridgingNouns({("nipple", "breast"): ""}).find(markables, [0, 1, 2])) == []


@pytest.mark.parametrize("size", [50, 200])
def test_the_cost_of_a_chain_is_linear_in_its_pairs(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "fever " * size
    mentions = [Mention(f"m{n}", "m", (Span(6 * n, 6 * n + 5),)) for n in range(size)]
    markables = build_markables(Analysis(Document("d", text)), mentions)
    pairs = find_candidates(markables, window=3)
    entries: list[tuple[float, int, int]] = []
    push = heapq.heappush

    def count_push(queue: list[tuple[float, int, int]], entry: tuple[float, int, int]) -> None:
        entries.append(entry)
        push(queue, entry)

    monkeypatch.setattr(heapq, "heappush", count_push)
    chains = cluster_markables(markables, pairs, np.linspace(1.0, 2.0, len(pairs[0])))
    assert chains == [list(range(size))]
    assert len(entries) < 3 * len(pairs[0])


def test_the_threshold_is_chosen_by_cross_validation(tmp_path: Path) -> None:
    component = Coreference(Options(relation="same", trees=5), Resources())
    component.train(make_examples(groups=True, single=True) * 2)
    component.save(tmp_path)
    learned = msgspec.json.decode((tmp_path / "coreference.json").read_bytes())
    assert learned["threshold"] in (-1.5, -1.0, -0.5, 0.0, 0.5)
    assert {group.members for group in apply(component, make_examples()[0]).groups} == {
        ("m0", "m2"),
        ("m1", "m3"),
    }


def test_predicted_mentions_without_a_partner_are_dropped() -> None:
    examples = make_examples(groups=True)
    component = Coreference(Options(relation="same", trees=20), Resources())
    component.train(examples)
    text = examples[0].analysis.text
    analysis = Analysis(Document("d", text))
    extra = Mention("m9", "X", (Span(len(text) - 4, len(text) - 1),))
    analysis.mentions = [*examples[0].gold.mentions, extra]
    component(analysis)
    assert "m9" not in {mention.id for mention in analysis.mentions}
    from_gold = Analysis(Document("d", text))
    from_gold.take(AnnotationSet("gold", (*examples[0].gold.mentions, extra)))
    component(from_gold)
    assert "m9" in {mention.id for mention in from_gold.mentions}


def test_output_is_valid_under_its_schema() -> None:
    for line in LINES:
        sentence = parse(line.removeprefix("? "))
        analysis = link(sentence)
        result = analysis.to_annotation_set("s", schema="odie", provenance=Provenance())
        assert not list(validate(analysis.doc, result, load_builtin_schema("odie")))


def test_chains_are_written_in_the_form_of_the_schema() -> None:
    line = "He has a <m 1>melanoma</>. The <m 1>melanoma</> was excised."
    (pair,) = link(parse(line)).relations
    assert (pair.type, pair.arg1, pair.arg2) == ("pair", "m1", "m0")
    assert pair.attributes == {"relation_type": "identity", "bagga_class": "exact matches"}
    (co_refers,) = link(parse(line, "Condition"), "clef").relations
    assert (co_refers.type, co_refers.arg1, dict(co_refers.attributes)) == ("co_refers", "m0", {})
    analysis = link(parse(line, "problem"), "i2b2-2011", form="groups")
    assert [(group.type, group.members) for group in analysis.groups] == [
        ("coreference", ("m0", "m1"))
    ]


def test_a_relation_type_is_required() -> None:
    with pytest.raises(InputError, match="no relation type"):
        Coreference(Options(), Resources())
    with pytest.raises(InputError, match="no relation type"):
        Coreference(Options(), Resources(schema=load_builtin_schema("share-2014")))


def make_examples(*, groups: bool = False, single: bool = False) -> list[Example]:
    """Make notes in which a device is also called a gadget, which no rule can know."""
    examples = []
    for number in range(12):
        thing = ("pump", "clip", "drain")[number % 3]
        text = f"A {thing} was placed. No cough. The gadget works. The cough is old."
        spans = [(m.start(), m.end()) for m in re.finditer(rf"{thing}|cough|gadget", text)]
        mentions = [Mention(f"m{n}", "X", (Span(*span),)) for n, span in enumerate(spans)]
        if single:
            end = len(text) - 1
            mentions.append(Mention("m4", "X", (Span(end - 3, end),)))
        chains = (("m0", "m2"), ("m1", "m3"))
        gold = AnnotationSet(
            "gold",
            tuple(mentions),
            relations=() if groups else tuple(_make_pairs(chains)),
            groups=tuple(_make_groups(chains)) if groups else (),
        )
        examples.append(Example(Analysis(Document(f"d{number}", text)), gold))
    return examples


def _make_pairs(chains: tuple[tuple[str, str], ...]) -> list[Relation]:
    return [Relation(f"r{n}", "same", first, second) for n, (first, second) in enumerate(chains)]


def _make_groups(chains: tuple[tuple[str, str], ...]) -> list[Group]:
    return [Group(f"g{n}", "same", chain) for n, chain in enumerate(chains)]


def apply(component: Coreference, example: Example) -> Analysis:
    analysis = Analysis(example.analysis.doc)
    analysis.take(example.gold)
    component(analysis)
    return analysis


@pytest.mark.parametrize("groups", [False, True])
def test_a_trained_ranker_links_mentions_that_no_rule_links(groups: bool, tmp_path: Path) -> None:
    examples = make_examples(groups=groups, single=True)
    component = Coreference(Options(relation="same", trees=20), Resources())
    untrained = apply(component, examples[0])
    assert [(rel.arg1, rel.arg2) for rel in untrained.relations] == [("m1", "m3")]
    component.train(examples[3:])
    component.save(tmp_path)
    loaded = Coreference(Options(relation="same", trees=20), Resources())
    loaded.load(tmp_path)
    for part in (component, loaded):
        analysis = apply(part, examples[0])
        links = {group.members for group in analysis.groups}
        links |= {(rel.arg1, rel.arg2) for rel in analysis.relations}
        assert links == {("m0", "m2"), ("m1", "m3")}
        assert bool(analysis.groups) == groups


def test_every_mention_gets_a_partner_if_all_have_one_in_training() -> None:
    examples = make_examples(groups=True)
    component = Coreference(Options(relation="same", trees=20, threshold=2.5), Resources())
    component.train(examples)
    assert len(apply(component, examples[0]).groups) == 2
    component = Coreference(
        Options(relation="same", trees=20, threshold=2.5, singletons="allow"), Resources()
    )
    component.train(examples)
    assert not apply(component, examples[0]).groups


def test_training_needs_chains() -> None:
    component = Coreference(Options(relation="same"), Resources())
    with pytest.raises(InputError, match="the training data has no chain of same"):
        component.train([Example(Analysis(Document("d", "Pain.")), AnnotationSet("gold"))])


def test_a_missing_model_is_refused(tmp_path: Path) -> None:
    component = Coreference(Options(relation="same"), Resources())
    with pytest.raises(InputError, match="cannot be read"):
        component.load(tmp_path)
