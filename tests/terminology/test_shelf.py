"""The shelf, and several terminologies that are searched, shown and looked up as one."""

import json
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.components.lookup.places import Place, settled
from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Compared, get, measure
from goldsmith.project.agreement import tasks
from goldsmith.project.terms.find import Filter, candidates, located, parts, remembered, search
from goldsmith.project.terms.hierarchy import hierarchy
from goldsmith.project.terms.page import browse, count_below, pages
from goldsmith.project.terms.preannotate import Annotator
from goldsmith.project.terms.text import Finder
from goldsmith.terminology import shelf as term_shelf
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.sources import Options
from goldsmith.terminology.store import Terminology


def concept(code: str, name: str, *others: str, system: str = "MADE", **fields: object) -> Concept:
    names = (Name(name, "preferred"), *map(Name, others))
    return Concept(code, system, names, **fields)  # type: ignore[arg-type]


DISORDERS = [
    concept("1", "disorder", types=("disorder",)),
    concept("2", "cancer", parents=("1",), types=("disorder",)),
    concept(
        "3",
        "lung cancer",
        "lung neoplasm",
        parents=("2",),
        types=("disorder",),
        xrefs=("HEAD:D8",),
        definition="A cancer of the lung.",
    ),
    concept("4", "breast cancer", parents=("2",), types=("disorder",)),
    concept("5", "fever", parents=("1",), types=("disorder",)),
    concept("6", "ague", retired=True, replaced_by=("5",)),
]
HEADINGS = [
    concept("D8", "Lung Neoplasms", "lung cancer", system="HEAD", types=("C04",)),
    concept("D9", "Tamoxifen", "tamoxifen citrate", system="HEAD", types=("D02",)),
    concept("D7", "Cancer of the breast", system="HEAD", xrefs=("MADE:4",), types=("C04",)),
]


def compiled(folder: Path, concepts: list[Concept]) -> Terminology:
    compile_concepts(concepts, folder, name=folder.name)
    return Terminology(folder)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "shelf"))
    compiled(tmp_path / "shelf" / "disorders", DISORDERS)
    compiled(tmp_path / "shelf" / "headings", HEADINGS)
    return tmp_path / "shelf"


@pytest.fixture
def both(shelf: Path) -> list[Terminology]:
    return term_shelf.opened(str(shelf / name) for name in ("disorders", "headings"))


# The shelf


def test_where_the_shelf_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GOLDSMITH_TERMS", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert term_shelf.shelf() == tmp_path / ".local/share/goldsmith/terms"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    assert term_shelf.shelf() == tmp_path / "d/goldsmith/terms"
    monkeypatch.setenv("GOLDSMITH_TERMS", "~/t")
    assert term_shelf.shelf() == tmp_path / "t"
    assert term_shelf.names() == () and term_shelf.listing() == []


@pytest.mark.usefixtures("shelf")
def test_all_on_the_shelf_is_opened_unless_named(tmp_path: Path) -> None:
    assert [one.name for one in term_shelf.opened()] == ["disorders", "headings"]
    assert [one.name for one in term_shelf.opened(["headings", "headings"])] == ["headings"]
    elsewhere = compiled(tmp_path / "mine", HEADINGS)
    assert [one.folder for one in term_shelf.opened([str(tmp_path / "mine")])] == [elsewhere.folder]
    with pytest.raises(UnknownName, match="one of demo, disorders, headings"):
        term_shelf.opened(["heading"])
    with pytest.raises(InputError, match="no compiled terminology"):
        term_shelf.opened([str(tmp_path / "nothing")])


def test_an_empty_shelf_gives_the_built_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "none"))
    assert [one.name for one in term_shelf.opened()] == ["demo"]


def test_a_broken_one_is_listed_and_refused_when_used(shelf: Path) -> None:
    (shelf / "headings" / "arrays.bin").write_bytes(b"half")
    manifest = shelf / "disorders" / "manifest.json"
    old = json.loads(manifest.read_text("utf-8")) | {"format": 0}
    manifest.write_text(json.dumps(old), "utf-8")
    first, second = term_shelf.listing()
    assert "compiled in format 0" in first.problem and "not whole" in second.problem
    with pytest.raises(InputError, match="Compile it again"):
        term_shelf.opened()
    assert term_shelf.whole() == []


TABLE = "id,label,also\nA1,otitis,ear infection\nA2,rhinitis,\n"
COLUMNS = {"code": "id", "name": "label", "synonyms": "also"}


def test_building_from_several_kinds(shelf: Path, tmp_path: Path) -> None:
    table = tmp_path / "ears.csv"
    table.write_text(TABLE, "utf-8")
    graph = tmp_path / "x.obo"
    graph.write_text("format-version: 1.2\n\n[Term]\nid: X:1\nname: cough\n", "utf-8")
    told: list[str] = []
    # The columns are for the table alone; the types are for both.
    options = Options(columns=COLUMNS, types=("disorder",))
    built = term_shelf.build("mixed", [table, graph], options=options, licence="mine",
                        progress=told.append)  # fmt: skip
    assert (built.concepts, built.names) == (3, 4)
    assert built.systems == {"EARS": 2, "X": 1} and built.seconds >= 0
    assert [origin.source for origin in built.origins] == ["csv", "obo"]
    assert {origin.licence for origin in built.origins} == {"mine"}
    assert told == ["reading ears.csv", "reading x.obo", "compiling 3 concepts"]
    assert built.digest == next(one for one in term_shelf.listing() if one.name == "mixed").digest
    assert Terminology(shelf / "mixed").types_of(0) == ("disorder",)


@pytest.mark.usefixtures("shelf")
def test_what_cannot_be_built_leaves_the_old_one(tmp_path: Path) -> None:
    before = term_shelf.listing()
    table = tmp_path / "ears.csv"
    table.write_text("id,label,also\nA1,otitis,\nA1,rhinitis,\n", "utf-8")
    with pytest.raises(InputError, match="twice"):
        term_shelf.build("headings", [table], options=Options(columns=COLUMNS))
    with pytest.raises(InputError, match="csv has no use for vocabularies"):
        term_shelf.build(
            "headings", [table], options=Options(columns=COLUMNS, vocabularies=("MSH",))
        )
    with pytest.raises(InputError, match="no such file"):
        term_shelf.build("headings", [tmp_path / "none"])
    assert term_shelf.listing() == before


@pytest.mark.parametrize("name", ["demo", "", ".hidden", "a/b", "../x"])
@pytest.mark.usefixtures("shelf")
def test_names_that_no_terminology_can_have(name: str) -> None:
    with pytest.raises(InputError, match="cannot be called"):
        term_shelf.build(name, [Path("x")])


@pytest.mark.usefixtures("shelf")
def test_a_folder_with_something_else_is_not_replaced(tmp_path: Path) -> None:
    table = tmp_path / "ears.csv"
    table.write_text(TABLE, "utf-8")
    with pytest.raises(InputError, match="something else"):
        term_shelf.build("ears", [table], options=Options(columns=COLUMNS), out=tmp_path)
    assert table.exists()
    made = term_shelf.build("ears", [table], options=Options(columns=COLUMNS), out=tmp_path / "e")
    again = term_shelf.build("ears", [table], options=Options(columns=COLUMNS), out=tmp_path / "e")
    assert made.digest == again.digest and term_shelf.names() == ("disorders", "headings")


# Finding


def test_search_ranks_over_all_terminologies(both: list[Terminology]) -> None:
    found = search(parts(both), "lung cancer")
    assert [(one.system, one.code, one.name) for one in found] == [
        ("MADE", "3", "lung cancer"),
        ("HEAD", "D8", "lung cancer"),
    ]
    assert found[1].title == "Lung Neoplasms" and found[1].terms == "headings"
    scores = [one.score for one in search(parts(both), "cancer")]
    assert scores == sorted(scores, reverse=True) and len(scores) == 5
    assert len(search(parts(both), "cancer", limit=2)) == 2


def test_a_code_in_two_terminologies_is_found_once(shelf: Path) -> None:
    compiled(shelf / "twice", DISORDERS)
    assert [one.code for one in search(parts(term_shelf.opened()), "fever")] == ["5"]


def test_filters(both: list[Terminology]) -> None:
    def codes(only: Filter) -> list[str]:
        return [one.code for one in search(parts(both, only), "cancer")]

    assert codes(Filter(systems=("HEAD",))) == ["D7", "D8"]
    assert codes(Filter(types=("disorder",))) == ["2", "3", "4"]
    assert codes(Filter(below=("MADE:3",))) == ["3"]
    assert codes(Filter(below=("2",), systems=("HEAD",))) == []
    assert [one.code for one in search(parts(both), "ague")] == []
    old = search(parts(both, Filter(retired=True)), "ague", retired=True)
    assert [(one.code, one.retired) for one in old] == [("6", True)]


def test_filters_that_name_nothing_are_refused(both: list[Terminology]) -> None:
    with pytest.raises(InputError, match="no concept has the type nothing; expected C04, D02"):
        parts(both, Filter(types=("nothing",)))
    with pytest.raises(UnknownName, match="HEAD, MADE"):
        parts(both, Filter(systems=("HP",)))
    with pytest.raises(InputError, match="no concept 99 in disorders, headings"):
        parts(both, Filter(below=("99",)))
    with pytest.raises(UnknownName, match="subset"):
        parts(both, Filter(subset="nothing"))
    with pytest.raises(InputError, match="nothing to search for"):
        search(parts(both), "  ")
    with pytest.raises(InputError, match="limit"):
        search(parts(both), "fever", limit=0)


def test_what_a_subset_does_not_speak_of_is_said(shelf: Path) -> None:
    compiled(shelf / "odd", [concept("1", "thing", system="ODD")])
    told: list[str] = []
    found = parts(term_shelf.opened(), Filter(subset="clef"), told=told.append)
    assert [one.terms.name for one in found] == ["disorders", "headings"]
    assert len(told) == 1 and "nothing that is in odd" in told[0]
    with pytest.raises(InputError, match="nothing that is in odd"):
        parts(term_shelf.opened(["odd"]), Filter(subset="clef"))


def test_codes_are_found_with_and_without_their_system(both: list[Terminology]) -> None:
    for key in ("3", "MADE:3", " 3 "):
        [(owner, number)] = located(both, key)
        assert owner.key(number) == "MADE:3"
    for key in ("", "HEAD:3", "nothing"):
        with pytest.raises(InputError):
            located(both, key)


def test_candidates_and_what_the_corpus_chose(both: list[Terminology]) -> None:
    found = candidates(parts(both), "neoplasm of the lung")
    assert {(one.system, one.code) for one in found[:2]} == {("MADE", "3"), ("HEAD", "D8")}
    text = "lung cancer"
    mention = Mention("m", "Condition", (Span(0, 11),), codes=(Code("D8", "HEAD"),))
    doc = Document("d", text, sets={"gold": AnnotationSet("gold", (mention,))})
    memory = remembered([doc], "gold")
    first, *_ = candidates(parts(both), "Lung cancers", memory=memory)
    assert (first.system, first.code, first.how, first.before) == ("HEAD", "D8", "corpus", 1)
    assert first.title == "Lung Neoplasms"
    keys = [(one.system, one.code) for one in candidates(parts(both), text, memory=memory)]
    assert len(keys) == len(set(keys))
    with pytest.raises(UnknownName, match="gold"):
        remembered([doc], "silver")
    with pytest.raises(InputError, match="several annotation sets"):
        remembered([doc.with_set(AnnotationSet("other"))])
    with pytest.raises(InputError, match="no mention"):
        candidates(parts(both), " ")


# In text


def test_names_of_all_terminologies_in_a_text(both: list[Terminology]) -> None:
    text = "Fever. Cancer of the breast, on tamoxifen; no lung cancers."
    found = Finder(parts(both)).named(text)
    assert [(one.text, one.code) for one in found] == [
        ("Fever", "5"),
        ("Cancer of the breast", "D7"),
        ("Cancer of the breast", "4"),
        ("tamoxifen", "D9"),
        ("lung cancers", "3"),
        ("lung cancers", "D8"),
    ]
    assert all(text[one.start : one.end] == one.text for one in found)
    every = Finder(parts(both), overlap="all").named(text)
    assert {one.code for one in every} - {one.code for one in found} == {"2"}
    exact = Finder(parts(both), exact=True).named(text)
    assert "3" not in {one.code for one in exact}
    assert Finder(parts(both), typos=True).named("tamoxifin")[0].how == "typo"


def test_a_long_name_of_one_wins_over_a_short_one_of_another(tmp_path: Path) -> None:
    short = compiled(tmp_path / "a", [concept("1", "breast"), concept("2", "cancer")])
    long = compiled(tmp_path / "b", [concept("3", "cancer of the breast")])
    finder = Finder(parts([short, long]))
    assert [one.code for one in finder.named("cancer of the breast")] == ["3"]
    assert [one.code for one in finder.named("cancer, breast")] == ["2", "1"]


WORDS = st.lists(st.sampled_from("lung breast cancer fever and of . neoplasm".split()), max_size=30)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    return compiled(tmp_path_factory.mktemp("t") / "alone", DISORDERS)


@given(words=WORDS, overlap=st.sampled_from(["longest", "outermost", "all"]))
def test_overlaps_are_settled_as_the_look_up_settles_them(
    alone: Terminology, words: list[str], overlap: str
) -> None:
    text = " ".join(words)
    every = Lookup(alone, overlap="all")(text)
    places = [Place(m.start, m.end, 0, m.concept, m.name, m.how, m.worth) for m in every]
    wanted = [(m.start, m.end, m.concept) for m in Lookup(alone, overlap=overlap)(text)]  # type: ignore[arg-type]
    left = settled(places, overlap)  # type: ignore[arg-type]
    assert [(one.start, one.end, one.concept) for one in left] == wanted


@given(texts=st.lists(WORDS.map(" ".join), max_size=5))
def test_many_texts_give_what_each_gives(alone: Terminology, texts: list[str]) -> None:
    for finder in (Finder([]), Finder(parts([alone])), Finder(parts([alone, alone]))):
        assert list(finder.many(texts)) == [finder(text) for text in texts]


# Pages and trees


def test_the_page_of_a_concept(both: list[Terminology]) -> None:
    [page] = pages(both[:1], "MADE:3", others=both)
    assert page.title == "lung cancer" and page.definition == "A cancer of the lung."
    assert [name.text for name in page.names] == ["lung cancer", "lung neoplasm"]
    assert [ref.code for ref in page.parents] == ["2"] and page.sibling_count == 1
    assert [[ref.title for ref in path] for path in page.paths] == [["disorder", "cancer"]]
    assert page.xrefs == ("HEAD:D8",)
    assert [(tie.terms, tie.concept.key, tie.refers) for tie in page.crossings] == [
        ("headings", "HEAD:D8", "from here")
    ]
    [page] = pages(both, "4", others=[])
    assert [(tie.concept.title, tie.refers) for tie in page.crossings] == [
        ("Cancer of the breast", "to it")
    ]
    [old] = pages(both, "6", others=[])
    assert old.retired and [(ref.key, ref.title) for ref in old.replaced_by] == [
        ("MADE:5", "fever")
    ]


def test_many_children_are_cut_and_counted(tmp_path: Path) -> None:
    wide = [concept(f"c{number:03}", f"kind {number}", parents=("0",)) for number in range(45)]
    [page] = pages([compiled(tmp_path / "w", [concept("0", "top"), *wide])], "0", others=[])
    assert len(page.children) == 20 and page.child_count == 45
    [tree] = browse([Terminology(tmp_path / "w")], "0", limit=40)
    assert len(tree.roots[0].children) == 40 and tree.roots[0].more == 5
    assert tree.roots[0].below == 45


def test_the_tree(both: list[Terminology]) -> None:
    first, second = browse(both, depth=2)
    assert [node.title for node in first.roots] == ["disorder"] and second.roots == ()
    assert [node.title for node in first.roots[0].children] == ["cancer", "fever"]
    assert [node.code for node in first.roots[0].children[0].children] == ["3", "4"]
    [tree] = browse(both, "2", depth=0)
    assert tree.roots[0].below == 2 and tree.roots[0].children == ()
    with pytest.raises(InputError, match="depth"):
        browse(both, depth=-1)


@given(st.lists(st.lists(st.integers(0, 14), max_size=3), min_size=1, max_size=15))
def test_descendants_are_counted_as_they_are_listed(
    tmp_path_factory: pytest.TempPathFactory, above: list[list[int]]
) -> None:
    made = [
        concept(str(at), f"n{at}", parents=tuple(str(one) for one in parents if one < at))
        for at, parents in enumerate(above)
    ]
    whole = compiled(tmp_path_factory.mktemp("g") / "g", made)
    for number in range(len(whole)):
        assert count_below(whole, number) == len(whole.descendants(number))


# Distance


def test_the_hierarchy_for_concept_distance(both: list[Terminology], tmp_path: Path) -> None:
    known = hierarchy(both)
    assert known.parents("3") == ["2"] and known.parents("MADE:3") == ["MADE:2"]
    assert known.parents("CUI-less") == [] and known.parents("HEAD:3") == []
    other = compiled(tmp_path / "o", [concept("3", "other", system="OTHER")])
    with pytest.raises(InputError, match="MADE and of OTHER"):
        hierarchy([*both, other]).parents("3")
    assert hierarchy([*both, other]).parents("MADE:3") == ["MADE:2"]


def coded(name: str, *codes: str) -> AnnotationSet:
    mentions = (
        Mention(f"m{at}", "Condition", (Span(at, at + 1),), codes=(Code(code),))
        for at, code in enumerate(codes)
    )
    return AnnotationSet(name, tuple(mentions))


def test_distance_in_a_compiled_terminology(both: list[Terminology]) -> None:
    metric = get("concept-distance").with_options(hierarchy=hierarchy(both))
    one, other = coded("a", "3", "3", "3", "3"), coded("b", "3", "2", "4", "5")
    row = (
        measure(metric, [Compared(Document("d", "abcd"), one, other, None)])
        .result()
        .rows["concept"]
    )
    assert [row.values[f"agree_{steps}"] for steps in range(4)] == [0.25, 0.5, 0.75, 1.0]


def test_distance_belongs_to_tasks_about_codes(both: list[Terminology]) -> None:
    task = tasks.with_hierarchy(tasks.find("normalisation"), hierarchy(both))
    assert [view.metric for view in task.views] == ["normalisation", "concept-distance"]
    assert task.views[1].make().main == "agree_0"
    with pytest.raises(InputError, match="no use for a terminology"):
        tasks.with_hierarchy(tasks.find("entities"), hierarchy(both))


# Pre-annotation


def annotated(annotator: Annotator, text: str) -> AnnotationSet:
    [doc] = annotator.annotated([Document("d", text)])
    return doc.sets[annotator.name]


def test_a_set_of_what_was_found(both: list[Terminology]) -> None:
    made = annotated(Annotator(both, Filter(subset="clef")), "Lung cancers; tamoxifen.")
    first, second = made.mentions
    assert (first.type, first.spans) == ("Condition", (Span(0, 12),))
    assert first.codes == (Code("D8", "HEAD", "Lung Neoplasms"), Code("3", "MADE", "lung cancer"))
    assert first.attributes["lookup:how"] == "inflected"
    assert 50 <= int(first.attributes["lookup:worth"]) < 100
    assert (second.type, second.id) == ("Drug-or-device", "L2")
    assert made.schema == "clef" and made.provenance.kind == "system"
    assert both[0].manifest.digest[:12] in made.provenance.tool


def test_one_type_for_all(both: list[Terminology]) -> None:
    made = annotated(Annotator(both, kind="Disorder", name="x"), "fever, tamoxifen")
    assert [one.type for one in made.mentions] == ["Disorder", "Disorder"] and not made.schema
    with pytest.raises(InputError, match="which type the mentions get"):
        Annotator(both)
    with pytest.raises(InputError, match="gives no entity types"):
        Annotator(both, Filter(subset="disorders"))
    made = annotated(Annotator(both, Filter(subset="disorders"), kind="D"), "fever, tamoxifen")
    assert [one.codes[0].code for one in made.mentions] == ["5"]


def test_an_ambiguous_name_gets_one_code_and_says_so(tmp_path: Path) -> None:
    several = [
        concept("2", "common cold", "rhinovirus cold", types=("disorder",)),
        concept("1", "acute coryza", "rhinovirus cold", types=("disorder",)),
        concept("3", "cold packing", "rhinovirus cold", types=("procedure",)),
    ]
    annotator = Annotator([compiled(tmp_path / "c", several)], Filter(subset="clef"))
    [mention] = annotated(annotator, "a rhinovirus cold").mentions
    # All are worth the same: the subset names conditions first, and 1 comes before 2.
    assert mention.type == "Condition" and mention.attributes["lookup:choices"] == "2"
    assert mention.codes == (Code("1", "MADE", "acute coryza"),)


def test_documents_stream_through(both: list[Terminology]) -> None:
    docs = (Document(str(number), "fever " * 100) for number in count())
    made = Annotator(both, kind="D").annotated(docs)
    assert [len(doc.sets["lookup"].mentions) for doc in islice(made, 3)] == [100, 100, 100]
    assert int(next(docs).id) < 2_000


def test_a_set_that_is_there_is_not_replaced(both: list[Terminology]) -> None:
    doc = Document("d7", "Secret fever", sets={"lookup": AnnotationSet("lookup")})
    with pytest.raises(InputError, match="d7: there is a set called 'lookup'") as caught:
        list(Annotator(both, kind="D").annotated([doc]))
    assert "Secret" not in str(caught.value)
