"""Which chains and mentions are compared: what all coreference metrics share."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, Span, builtin
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, measure
from goldsmith.metrics.coreference.chains import compared_chains
from goldsmith.metrics.engine.mention_pairs import anything, paired
from goldsmith.testing import check_metric
from goldsmith.testing.chains import chained, random_chains

NAMES = ("muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc", "lea", "coreference")
SCHEMA = builtin("i2b2-2011")
DOC = Document("d", "x" * 200)
Place = tuple[int, int]


def a_set(name: str, chains: list[list[Mention]]) -> AnnotationSet:
    """A set whose mentions are linked one to the next in each chain."""
    mentions = [replace(m, id=f"{name}-{m.id}") for chain in chains for m in chain]
    links = [(one.id, two.id) for chain in chains for one, two in pairwise(chain)]
    relations = [
        Relation(f"{name}-r{n}", "coreference", f"{name}-{one}", f"{name}-{two}")
        for n, (one, two) in enumerate(links)
    ]
    return AnnotationSet(name, tuple(mentions), tuple(relations))


def mention(name: str, *spans: Place, kind: str = "problem") -> Mention:
    return Mention(name, kind, tuple(Span(*span) for span in spans))


def f1(pair: Compared, name: str = "b-cubed", group: str = "all", **options: object) -> float:
    metric = metrics.get(name).with_options(**options)
    found = measure(metric, [pair]).result().rows[group].values["f1"]
    assert found is not None
    return found


def shared(pair: Compared, *, overlap: bool = False) -> set[tuple[str, str]]:
    both = compared_chains(pair, singletons="given", overlap=overlap)
    return {twins for each in both.shared.values() for twins in each}


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_needed(name: str) -> None:
    pair = replace(chained("ab", "ab"), schema=None)
    with pytest.raises(InputError, match="--schema"):
        measure(metrics.get(name), [pair])


def test_a_schema_without_identity_is_refused() -> None:
    pair = replace(chained("ab", "ab"), schema=builtin("share-2014"))
    with pytest.raises(InputError, match="share-2014 has no relation that means identity"):
        measure(metrics.get("muc"), [pair])


def test_an_unknown_way_with_singletons_is_refused() -> None:
    with pytest.raises(InputError, match="given or none"):
        metrics.get("muc").with_options(singletons="some")


@pytest.mark.parametrize("name", ["blanc", "lea", "coreference"])
@pytest.mark.parametrize("options", [{"overlap": True, "by_type": True}, {"singletons": "none"}])
def test_options_conform_too(name: str, options: dict[str, object]) -> None:
    check_metric(metrics.get(name).with_options(**options), examples=25)


def test_singletons_are_given_or_none() -> None:
    pair = chained("ab c d", "ab cd")
    # Recall a 1, b 1, c 1, d 1; precision a 1, b 1, c 1/2, d 1/2.
    assert f1(pair) == pytest.approx(2 * 3 / 4 * 1 / (3 / 4 + 1))
    # Without singletons: recall 2 of 2; precision 2 of 4.
    assert f1(pair, singletons="none") == pytest.approx(2 / 3)


def test_a_group_of_one_is_a_singleton_like_any_other() -> None:
    pair = chained("ab c", "ab c")
    grouped = replace(pair.a, groups=(Group("g", "coreference", ("a-c",)),))
    both = replace(pair, a=grouped)
    assert compared_chains(both, singletons="given", overlap=False) == compared_chains(
        pair, singletons="given", overlap=False
    )
    assert len(compared_chains(both, singletons="none", overlap=False).a) == 1


def test_groups_and_pairs_make_the_same_chains() -> None:
    pair = chained("abc de f", "ab cde f")
    groups = (Group("g1", "coreference", ("b-c", "b-e", "b-d")), Group("g2", "coreference", ()))
    relations = tuple(rel for rel in pair.b.relations if rel.id == "b-ab")
    grouped = replace(pair, b=replace(pair.b, relations=relations, groups=groups))
    for name in NAMES:
        assert f1(grouped, name) == f1(pair, name)


def test_members_that_do_not_exist_are_left_out() -> None:
    pair = chained("ab c", "ab c")
    broken = (*pair.a.relations, Relation("r", "coreference", "a-b", "nowhere"))
    assert f1(replace(pair, a=replace(pair.a, relations=broken))) == 1


def test_mentions_are_one_by_their_spans_whatever_their_type() -> None:
    a = a_set("a", [[mention("m", (0, 4)), mention("n", (10, 14), (20, 24))]])
    b = a_set("b", [[mention("m", (0, 4), kind="test"), mention("n", (10, 14), (20, 24))]])
    assert f1(Compared(DOC, a, b, SCHEMA)) == 1
    longer = a_set("b", [[mention("m", (0, 5)), mention("n", (10, 14), (20, 24))]])
    assert shared(Compared(DOC, a, longer, SCHEMA)) == {("a-n", "b-n")}
    # B³ without overlap: n is right by half on both sides, m has no twin.
    assert f1(Compared(DOC, a, longer, SCHEMA)) == pytest.approx(1 / 4)
    assert f1(Compared(DOC, a, longer, SCHEMA), overlap=True) == 1


def test_touching_fragments_are_one_span() -> None:
    a = a_set("a", [[mention("m", (0, 4))]])
    b = a_set("b", [[mention("m", (0, 2), (2, 4))]])
    assert shared(Compared(DOC, a, b, SCHEMA)) == {("a-m", "b-m")}


def test_among_mentions_on_the_same_spans_the_type_decides() -> None:
    stacked = [mention("p", (0, 4)), mention("q", (0, 4), kind="test")]
    a = a_set("a", [[stacked[0], mention("r", (10, 12))], [stacked[1]]])
    b = a_set("b", [[mention("q", (0, 4), kind="test")], [mention("r", (10, 12))]])
    assert shared(Compared(DOC, a, b, SCHEMA)) == {("a-q", "b-q"), ("a-r", "b-r")}


def test_a_second_copy_has_no_twin() -> None:
    a = a_set("a", [[mention("m", (0, 4)), mention("n", (0, 4))]])
    b = a_set("b", [[mention("m", (0, 4))]])
    # Recall: one of the two by half; precision: one by one.
    assert f1(Compared(DOC, a, b, SCHEMA)) == pytest.approx(2 * 1 / 4 / (1 + 1 / 4))


def doubled(chance: Random, name: str) -> AnnotationSet:
    """Mentions on three places, so that nearly all are duplicates, in chains by chance."""
    chains: dict[int, list[Mention]] = {}
    for number in range(chance.randint(1, 7)):
        start = 10 * chance.randrange(3)
        chains.setdefault(chance.randrange(3), []).append(
            mention(f"m{number}", (start, start + chance.randint(3, 4)))
        )
    return a_set(name, list(chains.values()))


def renamed(one: AnnotationSet, chance: Random) -> AnnotationSet:
    """The same set with its ids dealt out anew, and in another order."""
    old = [m.id for m in one.mentions]
    new = dict(zip(old, chance.sample(old, len(old)), strict=True))
    mentions = [replace(m, id=new[m.id]) for m in one.mentions]
    relations = [replace(rel, arg1=new[rel.arg1], arg2=new[rel.arg2]) for rel in one.relations]
    chance.shuffle(mentions)
    chance.shuffle(relations)
    return replace(one, mentions=tuple(mentions), relations=tuple(relations))


@pytest.mark.parametrize("overlap", [False, True])
def test_ids_do_not_matter_even_with_duplicates(overlap: bool) -> None:
    chance = Random(8)
    metric = metrics.get("coreference").with_options(overlap=overlap)
    for _ in range(300):
        a, b = doubled(chance, "a"), doubled(chance, "b")
        expected = measure(metric, [Compared(DOC, a, b, SCHEMA)]).result().rows["all"].values
        others = Compared(DOC, renamed(a, chance), renamed(b, chance), SCHEMA)
        assert measure(metric, [others]).result().rows["all"].values == pytest.approx(expected)


def test_a_set_is_like_itself_even_with_duplicates() -> None:
    chance = Random(9)
    for _ in range(100):
        one = doubled(chance, "a")
        other = renamed(one, chance)
        assert f1(Compared(DOC, one, other, SCHEMA)) == pytest.approx(1)


def test_pairs_by_overlap_are_the_same_from_both_sides() -> None:
    chance = Random(10)
    for _ in range(500):
        a, b = doubled(chance, "a"), doubled(chance, "b")
        here = paired(a.mentions, b.mentions, kinds=(anything,), partial=True)
        there = paired(b.mentions, a.mentions, kinds=(anything,), partial=True)
        spans = [
            sorted((x.spans, y.spans) for x, y in here),
            sorted((y.spans, x.spans) for x, y in there),
        ]
        assert spans[0] == spans[1]


def test_equally_good_overlaps_are_decided_alike_from_both_sides() -> None:
    # 4-6 with 5-9 and 4-7 with 3-7 share 1 + 3 characters, the other way round 2 + 2.
    a = [mention("m", (4, 6)), mention("n", (4, 7))]
    b = [mention("x", (5, 9)), mention("y", (3, 7))]
    here = {(one.id, two.id) for one, two in paired(a, b, kinds=(anything,), partial=True)}
    there = {(two.id, one.id) for one, two in paired(b, a, kinds=(anything,), partial=True)}
    assert len(here) == 2 and here == there


def by_types(kinds_a: str, kinds_b: str) -> Compared:
    """abc and de against ab and cde; p a problem, t a test."""
    pair = chained("abc de", "ab cde")
    names = {"p": "problem", "t": "test"}

    def typed(one: AnnotationSet, kinds: str) -> AnnotationSet:
        made = [replace(m, type=names[k]) for m, k in zip(one.mentions, kinds, strict=True)]
        return replace(one, mentions=tuple(made))

    return replace(pair, a=typed(pair.a, kinds_a), b=typed(pair.b, kinds_b))


def test_rows_by_type_hold_the_chains_grounded_in_it() -> None:
    pair = by_types("pptpt", "ppttt")
    result = measure(metrics.get("ceaf-e").with_options(by_type=True), [pair]).result()
    # In a both chains begin with a problem; in b the first does, the second with a test.
    assert {name: row.counts for name, row in result.rows.items()} == {
        "all": {"a": 2, "b": 2, "similarity": pytest.approx(4 / 5 + 4 / 5)},
        "problem": {"a": 2, "b": 1, "similarity": pytest.approx(4 / 5)},
        "test": {"b": 1},
    }
    assert result.value("f1") == result.rows["all"].values["f1"]


def test_the_first_mention_of_two_at_one_place_is_by_type_not_by_id() -> None:
    both = [mention("z", (0, 4)), mention("y", (0, 4), kind="test")]
    one = a_set("a", [both])
    pair = Compared(DOC, one, one, SCHEMA)
    assert list(measure(metrics.get("muc").with_options(by_type=True), [pair]).result().rows) == [
        "all",
        "problem",
    ]


def test_a_chain_of_another_schema_counts_as_that_schema_says() -> None:
    doc = Document("d", "his tumour, the mass, it")
    mentions = tuple(Mention(f"m{n}", "markable", (Span(n, n + 1),)) for n in range(3))
    pairs = (
        Relation("r1", "pair", "m1", "m0", {"relation_type": "identity"}),
        Relation("r2", "pair", "m2", "m0", {"relation_type": "part/whole"}),
    )
    one = AnnotationSet("a", mentions, pairs)
    both = compared_chains(
        Compared(doc, one, one, builtin("odie")), singletons="given", overlap=False
    )
    assert sorted(len(chain) for chain in both.a) == [1, 2]


def test_chains_by_chance_are_alike_from_both_sides() -> None:
    chance = Random(11)
    for _ in range(50):
        key, response = random_chains(chance), random_chains(chance)
        if key and response:
            for name in ("muc", "b-cubed", "ceaf-m", "ceaf-e", "lea", "coreference"):
                here, there = chained(key, response), chained(response, key)
                assert f1(here, name) == pytest.approx(f1(there, name))
