"""Check which chains and mentions the coreference metrics compare."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace
from tests.builders import build_mention

from goldsmith import metrics
from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.errors import InputError
from goldsmith.metrics import SetPair, measure
from goldsmith.metrics.coreference.chains import compare_chains
from goldsmith.metrics.engine.mention_pairs import ignore_type, pair_mentions
from goldsmith.testing import check_metric
from goldsmith.testing.chains import build_chain_pair, draw_chains

NAMES = ("muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc", "lea", "coreference")
SCHEMA = load_builtin_schema("i2b2-2011")
DOC = Document("d", "x" * 200)
Place = tuple[int, int]


def build_set(name: str, chains: list[list[Mention]]) -> AnnotationSet:
    """Build a set in which each mention is linked to the next; a singleton is a group."""
    mentions = [replace(m, id=f"{name}-{m.id}") for chain in chains for m in chain]
    links = [(first.id, second.id) for chain in chains for first, second in pairwise(chain)]
    relations = [
        Relation(f"{name}-r{n}", "coreference", f"{name}-{first}", f"{name}-{second}")
        for n, (first, second) in enumerate(links)
    ]
    groups = [
        Group(f"{name}-g{n}", "coreference", (f"{name}-{chain[0].id}",))
        for n, chain in enumerate(chains)
        if len(chain) == 1
    ]
    return AnnotationSet(name, tuple(mentions), tuple(relations), tuple(groups))


def build_problem(name: str, *spans: Place, kind: str = "problem") -> Mention:
    return build_mention(name, *spans, kind=kind)


def score_f1(pair: SetPair, name: str = "b-cubed", group: str = "all", **options: object) -> float:
    metric = metrics.get(name).with_options(**options)
    result = measure(metric, [pair]).compute_result().rows[group].values["f1"]
    assert result is not None
    return result


def find_shared(pair: SetPair, *, overlap: bool = False) -> set[tuple[str, str]]:
    both = compare_chains(pair, singletons="given", overlap=overlap)
    return {twins for each in both.shared.values() for twins in each}


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_required(name: str) -> None:
    pair = replace(build_chain_pair("ab", "ab"), schema=None)
    with pytest.raises(InputError, match="Name the schema"):
        measure(metrics.get(name), [pair])


def test_schema_without_identity_is_refused() -> None:
    pair = replace(build_chain_pair("ab", "ab"), schema=load_builtin_schema("share-2014"))
    with pytest.raises(InputError, match="share-2014 has no relation that means identity"):
        measure(metrics.get("muc"), [pair])


def test_unknown_value_for_singletons_is_refused() -> None:
    with pytest.raises(InputError, match="given or none"):
        metrics.get("muc").with_options(singletons="some")


@pytest.mark.parametrize("name", ["blanc", "lea", "coreference"])
@pytest.mark.parametrize("options", [{"overlap": True, "by_type": True}, {"singletons": "none"}])
def test_metric_conforms_with_options(name: str, options: dict[str, object]) -> None:
    check_metric(metrics.get(name).with_options(**options), examples=25)


def test_singletons_are_kept_or_left_out() -> None:
    pair = build_chain_pair("ab c d", "ab cd")
    # Recall a 1, b 1, c 1, d 1; precision a 1, b 1, c 1/2, d 1/2.
    assert score_f1(pair) == pytest.approx(2 * 3 / 4 * 1 / (3 / 4 + 1))
    # Without singletons: recall 2 of 2; precision 2 of 4.
    assert score_f1(pair, singletons="none") == pytest.approx(2 / 3)


def test_group_of_one_mention_is_a_singleton() -> None:
    pair = build_chain_pair("ab c", "ab c")
    grouped = replace(pair.a, groups=(Group("g", "coreference", ("a-c",)),))
    both = replace(pair, a=grouped)
    assert compare_chains(both, singletons="given", overlap=False) == compare_chains(
        pair, singletons="given", overlap=False
    )
    assert len(compare_chains(both, singletons="none", overlap=False).a) == 1


def test_groups_and_pairs_form_the_same_chains() -> None:
    pair = build_chain_pair("abc de f", "ab cde f")
    groups = (Group("g1", "coreference", ("b-c", "b-e", "b-d")), Group("g2", "coreference", ()))
    relations = tuple(rel for rel in pair.b.relations if rel.id == "b-ab")
    grouped = replace(pair, b=replace(pair.b, relations=relations, groups=groups))
    for name in NAMES:
        assert score_f1(grouped, name) == score_f1(pair, name)


def test_missing_members_are_ignored() -> None:
    pair = build_chain_pair("ab c", "ab c")
    broken = (*pair.a.relations, Relation("r", "coreference", "a-b", "nowhere"))
    assert score_f1(replace(pair, a=replace(pair.a, relations=broken))) == 1


def test_mentions_on_the_same_spans_match_whatever_their_types() -> None:
    a = build_set("a", [[build_problem("m", (0, 4)), build_problem("n", (10, 14), (20, 24))]])
    b = build_set(
        "b", [[build_problem("m", (0, 4), kind="test"), build_problem("n", (10, 14), (20, 24))]]
    )
    assert score_f1(SetPair(DOC, a, b, SCHEMA)) == 1
    longer = build_set("b", [[build_problem("m", (0, 5)), build_problem("n", (10, 14), (20, 24))]])
    assert find_shared(SetPair(DOC, a, longer, SCHEMA)) == {("a-n", "b-n")}
    # B³ without overlap: n is half right on both sides, m has no counterpart.
    assert score_f1(SetPair(DOC, a, longer, SCHEMA)) == pytest.approx(1 / 4)
    assert score_f1(SetPair(DOC, a, longer, SCHEMA), overlap=True) == 1


def test_adjacent_fragments_are_merged() -> None:
    a = build_set("a", [[build_problem("m", (0, 4))]])
    b = build_set("b", [[build_problem("m", (0, 2), (2, 4))]])
    assert find_shared(SetPair(DOC, a, b, SCHEMA)) == {("a-m", "b-m")}


def test_type_decides_between_mentions_on_the_same_spans() -> None:
    stacked = [build_problem("p", (0, 4)), build_problem("q", (0, 4), kind="test")]
    a = build_set("a", [[stacked[0], build_problem("r", (10, 12))], [stacked[1]]])
    b = build_set("b", [[build_problem("q", (0, 4), kind="test")], [build_problem("r", (10, 12))]])
    assert find_shared(SetPair(DOC, a, b, SCHEMA)) == {("a-q", "b-q"), ("a-r", "b-r")}


def test_second_copy_has_no_counterpart() -> None:
    a = build_set("a", [[build_problem("m", (0, 4)), build_problem("n", (0, 4))]])
    b = build_set("b", [[build_problem("m", (0, 4))]])
    # Recall: one of the two mentions is half right; precision: the one mention is right.
    assert score_f1(SetPair(DOC, a, b, SCHEMA)) == pytest.approx(2 * 1 / 4 / (1 + 1 / 4))


def build_duplicates(chance: Random, name: str) -> AnnotationSet:
    """Build mentions at three places, so that nearly all are duplicates, in random chains."""
    chains: dict[int, list[Mention]] = {}
    for number in range(chance.randint(1, 7)):
        start = 10 * chance.randrange(3)
        chains.setdefault(chance.randrange(3), []).append(
            build_problem(f"m{number}", (start, start + chance.randint(3, 4)))
        )
    return build_set(name, list(chains.values()))


def rename(annotation_set: AnnotationSet, chance: Random) -> AnnotationSet:
    """Return the set with its ids reassigned and its annotations in a different order."""
    old = [m.id for m in annotation_set.mentions]
    new = dict(zip(old, chance.sample(old, len(old)), strict=True))
    mentions = [replace(m, id=new[m.id]) for m in annotation_set.mentions]
    relations = [
        replace(rel, arg1=new[rel.arg1], arg2=new[rel.arg2]) for rel in annotation_set.relations
    ]
    groups = [
        replace(group, members=tuple(new[member] for member in group.members))
        for group in annotation_set.groups
    ]
    for part in (mentions, relations, groups):
        chance.shuffle(part)
    return replace(
        annotation_set,
        mentions=tuple(mentions),
        relations=tuple(relations),
        groups=tuple(groups),
    )


@pytest.mark.parametrize("overlap", [False, True])
def test_scores_do_not_depend_on_ids(overlap: bool) -> None:
    chance = Random(8)
    metric = metrics.get("coreference").with_options(overlap=overlap)
    for _ in range(300):
        a, b = build_duplicates(chance, "a"), build_duplicates(chance, "b")
        expected = measure(metric, [SetPair(DOC, a, b, SCHEMA)]).compute_result().rows["all"].values
        others = SetPair(DOC, rename(a, chance), rename(b, chance), SCHEMA)
        assert measure(metric, [others]).compute_result().rows["all"].values == pytest.approx(
            expected
        )


def test_set_with_duplicates_equals_itself() -> None:
    chance = Random(9)
    for _ in range(100):
        first = build_duplicates(chance, "a")
        second = rename(first, chance)
        assert score_f1(SetPair(DOC, first, second, SCHEMA)) == pytest.approx(1)


def test_overlapping_pairs_do_not_depend_on_the_order_of_the_sides() -> None:
    chance = Random(10)
    for _ in range(500):
        a, b = build_duplicates(chance, "a"), build_duplicates(chance, "b")
        here = pair_mentions(a.mentions, b.mentions, keys=(ignore_type,), partial=True)
        there = pair_mentions(b.mentions, a.mentions, keys=(ignore_type,), partial=True)
        spans = [
            sorted((x.spans, y.spans) for x, y in here),
            sorted((y.spans, x.spans) for x, y in there),
        ]
        assert spans[0] == spans[1]


def test_ties_between_overlaps_do_not_depend_on_the_order_of_the_sides() -> None:
    # 4-6 with 5-9 and 4-7 with 3-7 share 1 + 3 characters, the other way round 2 + 2.
    a = [build_problem("m", (4, 6)), build_problem("n", (4, 7))]
    b = [build_problem("x", (5, 9)), build_problem("y", (3, 7))]
    here = {
        (first.id, second.id)
        for first, second in pair_mentions(a, b, keys=(ignore_type,), partial=True)
    }
    there = {
        (second.id, first.id)
        for first, second in pair_mentions(b, a, keys=(ignore_type,), partial=True)
    }
    assert len(here) == 2 and here == there


def build_typed_pair(kinds_a: str, kinds_b: str) -> SetPair:
    """Build the chains abc, de and ab, cde; p stands for a problem, t for a test."""
    pair = build_chain_pair("abc de", "ab cde")
    names = {"p": "problem", "t": "test"}

    def set_types(first: AnnotationSet, kinds: str) -> AnnotationSet:
        made = [replace(m, type=names[k]) for m, k in zip(first.mentions, kinds, strict=True)]
        return replace(first, mentions=tuple(made))

    return replace(pair, a=set_types(pair.a, kinds_a), b=set_types(pair.b, kinds_b))


def test_row_of_a_type_contains_the_chains_that_begin_with_it() -> None:
    pair = build_typed_pair("pptpt", "ppttt")
    result = measure(metrics.get("ceaf-e").with_options(by_type=True), [pair]).compute_result()
    # In a, both chains begin with a problem; in b, the second begins with a test.
    assert {name: row.counts for name, row in result.rows.items()} == {
        "all": {"a": 2, "b": 2, "similarity": pytest.approx(4 / 5 + 4 / 5)},
        "problem": {"a": 2, "b": 1, "similarity": pytest.approx(4 / 5)},
        "test": {"b": 1},
    }
    assert result.get_value("f1", "all") == result.rows["all"].values["f1"]


def test_type_decides_which_mention_at_a_place_is_first() -> None:
    both = [build_problem("z", (0, 4)), build_problem("y", (0, 4), kind="test")]
    first = build_set("a", [both])
    pair = SetPair(DOC, first, first, SCHEMA)
    assert list(
        measure(metrics.get("muc").with_options(by_type=True), [pair]).compute_result().rows
    ) == [
        "all",
        "problem",
    ]


def test_schema_decides_which_relations_are_chains() -> None:
    doc = Document("d", "his tumour, the mass, it")
    mentions = tuple(Mention(f"m{n}", "markable", (Span(n, n + 1),)) for n in range(3))
    pairs = (
        Relation("r1", "pair", "m1", "m0", {"relation_type": "identity"}),
        Relation("r2", "pair", "m2", "m0", {"relation_type": "part/whole"}),
    )
    first = AnnotationSet("a", mentions, pairs)
    both = compare_chains(
        SetPair(doc, first, first, load_builtin_schema("odie")), singletons="given", overlap=False
    )
    assert sorted(len(chain) for chain in both.a) == [1, 2]


def test_scores_of_random_chains_do_not_depend_on_the_order_of_the_sides() -> None:
    chance = Random(11)
    for _ in range(50):
        key, response = draw_chains(chance), draw_chains(chance)
        if key and response:
            for name in ("muc", "b-cubed", "ceaf-m", "ceaf-e", "lea", "coreference"):
                here, there = build_chain_pair(key, response), build_chain_pair(response, key)
                assert score_f1(here, name) == pytest.approx(score_f1(there, name))
