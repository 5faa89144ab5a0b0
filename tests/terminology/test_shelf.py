"""The shelf, and several terminologies searched, shown and looked up as one."""

import json
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.terminology.builders import make_concept

from goldsmith.components.lookup.places import Place, resolve_overlaps
from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import SetPair, get, measure
from goldsmith.project.agreement import tasks
from goldsmith.project.terms.find import (
    Filter,
    filter_terminologies,
    learn_codes,
    locate_concepts,
    rank_candidates,
    search_concepts,
)
from goldsmith.project.terms.hierarchy import ConceptHierarchy
from goldsmith.project.terms.page import browse_hierarchy, count_descendants, describe_concepts
from goldsmith.project.terms.preannotate import Annotator
from goldsmith.project.terms.text import Finder
from goldsmith.terminology import shelf as term_shelf
from goldsmith.terminology.concept import Concept
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.sources import Options
from goldsmith.terminology.store import Terminology

concept = partial(make_concept, system="MADE")


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


def compile_terms(folder: Path, concepts: list[Concept]) -> Terminology:
    compile_concepts(concepts, folder, name=folder.name)
    return Terminology(folder)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "shelf"))
    compile_terms(tmp_path / "shelf" / "disorders", DISORDERS)
    compile_terms(tmp_path / "shelf" / "headings", HEADINGS)
    return tmp_path / "shelf"


@pytest.fixture
def both(shelf: Path) -> list[Terminology]:
    return term_shelf.open_terminologies(str(shelf / name) for name in ("disorders", "headings"))


# The shelf


def test_location_of_the_shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GOLDSMITH_TERMS", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert term_shelf.get_folder() == tmp_path / ".local/share/goldsmith/terms"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    assert term_shelf.get_folder() == tmp_path / "d/goldsmith/terms"
    monkeypatch.setenv("GOLDSMITH_TERMS", "~/t")
    assert term_shelf.get_folder() == tmp_path / "t"
    assert term_shelf.names() == () and term_shelf.list_entries() == []


@pytest.mark.usefixtures("shelf")
def test_all_terminologies_are_opened_by_default(tmp_path: Path) -> None:
    assert [terms.name for terms in term_shelf.open_terminologies()] == ["disorders", "headings"]
    assert [terms.name for terms in term_shelf.open_terminologies(["headings", "headings"])] == [
        "headings"
    ]
    elsewhere = compile_terms(tmp_path / "mine", HEADINGS)
    assert [terms.folder for terms in term_shelf.open_terminologies([str(tmp_path / "mine")])] == [
        elsewhere.folder
    ]
    with pytest.raises(UnknownName, match="one of demo, disorders, headings"):
        term_shelf.open_terminologies(["heading"])
    with pytest.raises(InputError, match="not a compiled terminology"):
        term_shelf.open_terminologies([str(tmp_path / "nothing")])


def test_empty_shelf_opens_the_built_in_terminology(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "none"))
    assert [terms.name for terms in term_shelf.open_terminologies()] == ["demo"]


def test_damaged_terminology_is_listed_with_its_problem(shelf: Path) -> None:
    (shelf / "headings" / "arrays.bin").write_bytes(b"half")
    manifest = shelf / "disorders" / "manifest.json"
    old = json.loads(manifest.read_text("utf-8")) | {"format": 0}
    manifest.write_text(json.dumps(old), "utf-8")
    first, second = term_shelf.list_entries()
    assert "compiled in format 0" in first.problem and "incomplete" in second.problem
    with pytest.raises(InputError, match="Compile it again"):
        term_shelf.open_terminologies()
    assert term_shelf.open_readable() == []


TABLE = "id,label,also\nA1,otitis,ear infection\nA2,rhinitis,\n"
COLUMNS = {"code": "id", "name": "label", "synonyms": "also"}


def test_build_from_several_sources(shelf: Path, tmp_path: Path) -> None:
    table = tmp_path / "ears.csv"
    table.write_text(TABLE, "utf-8")
    graph = tmp_path / "x.obo"
    graph.write_text("format-version: 1.2\n\n[Term]\nid: X:1\nname: cough\n", "utf-8")
    messages: list[str] = []
    # The columns apply only to the table; the types apply to both.
    options = Options(columns=COLUMNS, types=("disorder",))
    built = term_shelf.build("mixed", [table, graph], options=options, licence="mine",
                        progress=messages.append)  # fmt: skip
    assert (built.concepts, built.names) == (3, 4)
    assert built.systems == {"EARS": 2, "X": 1} and built.seconds >= 0
    assert [origin.source for origin in built.origins] == ["csv", "obo"]
    assert {origin.licence for origin in built.origins} == {"mine"}
    assert messages == ["reading ears.csv", "reading x.obo", "compiling 3 concepts"]
    assert (
        built.digest
        == next(entry for entry in term_shelf.list_entries() if entry.name == "mixed").digest
    )
    assert Terminology(shelf / "mixed").types_of(0) == ("disorder",)


@pytest.mark.usefixtures("shelf")
def test_failed_build_keeps_the_old_terminology(tmp_path: Path) -> None:
    before = term_shelf.list_entries()
    table = tmp_path / "ears.csv"
    table.write_text("id,label,also\nA1,otitis,\nA1,rhinitis,\n", "utf-8")
    with pytest.raises(InputError, match="twice"):
        term_shelf.build("headings", [table], options=Options(columns=COLUMNS))
    with pytest.raises(InputError, match="csv does not support vocabularies"):
        term_shelf.build(
            "headings", [table], options=Options(columns=COLUMNS, vocabularies=("MSH",))
        )
    with pytest.raises(InputError, match="no such file"):
        term_shelf.build("headings", [tmp_path / "none"])
    assert term_shelf.list_entries() == before


@pytest.mark.parametrize("name", ["demo", "", ".hidden", "a/b", "../x"])
@pytest.mark.usefixtures("shelf")
def test_invalid_names_are_rejected(name: str) -> None:
    with pytest.raises(InputError, match="cannot be called"):
        term_shelf.build(name, [Path("x")])


@pytest.mark.usefixtures("shelf")
def test_other_folders_are_not_replaced(tmp_path: Path) -> None:
    table = tmp_path / "ears.csv"
    table.write_text(TABLE, "utf-8")
    with pytest.raises(InputError, match="something else"):
        term_shelf.build("ears", [table], options=Options(columns=COLUMNS), out=tmp_path)
    assert table.exists()
    made = term_shelf.build("ears", [table], options=Options(columns=COLUMNS), out=tmp_path / "e")
    again = term_shelf.build("ears", [table], options=Options(columns=COLUMNS), out=tmp_path / "e")
    assert made.digest == again.digest and term_shelf.names() == ("disorders", "headings")


# Search


def test_search_ranks_hits_of_all_terminologies(both: list[Terminology]) -> None:
    hits = search_concepts(filter_terminologies(both), "lung cancer")
    assert [(hit.system, hit.code, hit.name) for hit in hits] == [
        ("MADE", "3", "lung cancer"),
        ("HEAD", "D8", "lung cancer"),
    ]
    assert hits[1].title == "Lung Neoplasms" and hits[1].terms == "headings"
    scores = [hit.score for hit in search_concepts(filter_terminologies(both), "cancer")]
    assert scores == sorted(scores, reverse=True) and len(scores) == 5
    assert len(search_concepts(filter_terminologies(both), "cancer", limit=2)) == 2


def test_code_in_two_terminologies_is_found_once(shelf: Path) -> None:
    compile_terms(shelf / "twice", DISORDERS)
    assert [
        hit.code
        for hit in search_concepts(filter_terminologies(term_shelf.open_terminologies()), "fever")
    ] == ["5"]


def test_filters(both: list[Terminology]) -> None:
    def list_codes(only: Filter) -> list[str]:
        return [hit.code for hit in search_concepts(filter_terminologies(both, only), "cancer")]

    assert list_codes(Filter(systems=("HEAD",))) == ["D7", "D8"]
    assert list_codes(Filter(types=("disorder",))) == ["2", "3", "4"]
    assert list_codes(Filter(below=("MADE:3",))) == ["3"]
    assert list_codes(Filter(below=("2",), systems=("HEAD",))) == []
    assert [hit.code for hit in search_concepts(filter_terminologies(both), "ague")] == []
    old = search_concepts(filter_terminologies(both, Filter(retired=True)), "ague", retired=True)
    assert [(hit.code, hit.retired) for hit in old] == [("6", True)]


def test_filters_without_effect_are_rejected(both: list[Terminology]) -> None:
    with pytest.raises(InputError, match="no concept has the type nothing; expected C04, D02"):
        filter_terminologies(both, Filter(types=("nothing",)))
    with pytest.raises(UnknownName, match="HEAD, MADE"):
        filter_terminologies(both, Filter(systems=("HP",)))
    with pytest.raises(InputError, match="no concept 99 in disorders, headings"):
        filter_terminologies(both, Filter(below=("99",)))
    with pytest.raises(UnknownName, match="subset"):
        filter_terminologies(both, Filter(subset="nothing"))
    with pytest.raises(InputError, match="nothing to search for"):
        search_concepts(filter_terminologies(both), "  ")
    with pytest.raises(InputError, match="limit"):
        search_concepts(filter_terminologies(both), "fever", limit=0)


def test_subset_warns_of_terminologies_in_which_it_selects_nothing(shelf: Path) -> None:
    compile_terms(shelf / "odd", [concept("1", "thing", system="ODD")])
    messages: list[str] = []
    parts = filter_terminologies(
        term_shelf.open_terminologies(), Filter(subset="clef"), warn=messages.append
    )
    assert [part.terms.name for part in parts] == ["disorders", "headings"]
    assert len(messages) == 1 and "selects nothing in odd" in messages[0]
    with pytest.raises(InputError, match="selects nothing in odd"):
        filter_terminologies(term_shelf.open_terminologies(["odd"]), Filter(subset="clef"))


def test_codes_are_found_with_and_without_system(both: list[Terminology]) -> None:
    for key in ("3", "MADE:3", " 3 "):
        [(owner, number)] = locate_concepts(both, key)
        assert owner.key(number) == "MADE:3"
    for key in ("", "HEAD:3", "nothing"):
        with pytest.raises(InputError):
            locate_concepts(both, key)


def test_candidates_and_memory(both: list[Terminology]) -> None:
    candidates = rank_candidates(filter_terminologies(both), "neoplasm of the lung")
    assert {(candidate.system, candidate.code) for candidate in candidates[:2]} == {
        ("MADE", "3"),
        ("HEAD", "D8"),
    }
    text = "lung cancer"
    mention = Mention("m", "Condition", (Span(0, 11),), codes=(Code("D8", "HEAD"),))
    doc = Document("d", text, sets={"gold": AnnotationSet("gold", (mention,))})
    memory = learn_codes([doc], "gold")
    first, *_ = rank_candidates(filter_terminologies(both), "Lung cancers", memory=memory)
    assert (first.system, first.code, first.how, first.before) == ("HEAD", "D8", "corpus", 1)
    assert first.title == "Lung Neoplasms"
    keys = [
        (candidate.system, candidate.code)
        for candidate in rank_candidates(filter_terminologies(both), text, memory=memory)
    ]
    assert len(keys) == len(set(keys))
    with pytest.raises(UnknownName, match="gold"):
        learn_codes([doc], "silver")
    with pytest.raises(InputError, match="several annotation sets"):
        learn_codes([doc.with_set(AnnotationSet("other"))])
    with pytest.raises(InputError, match="the mention is empty"):
        rank_candidates(filter_terminologies(both), " ")


# In text


def test_names_of_all_terminologies_in_a_text(both: list[Terminology]) -> None:
    text = "Fever. Cancer of the breast, on tamoxifen; no lung cancers."
    matches = Finder(filter_terminologies(both)).find_names(text)
    assert [(match.text, match.code) for match in matches] == [
        ("Fever", "5"),
        ("Cancer of the breast", "D7"),
        ("Cancer of the breast", "4"),
        ("tamoxifen", "D9"),
        ("lung cancers", "3"),
        ("lung cancers", "D8"),
    ]
    assert all(text[match.start : match.end] == match.text for match in matches)
    all_matches = Finder(filter_terminologies(both), overlap="all").find_names(text)
    assert {match.code for match in all_matches} - {match.code for match in matches} == {"2"}
    exact = Finder(filter_terminologies(both), exact=True).find_names(text)
    assert "3" not in {match.code for match in exact}
    assert Finder(filter_terminologies(both), typos=True).find_names("tamoxifin")[0].how == "typo"


def test_longer_name_of_another_terminology_wins(tmp_path: Path) -> None:
    short = compile_terms(tmp_path / "a", [concept("1", "breast"), concept("2", "cancer")])
    long = compile_terms(tmp_path / "b", [concept("3", "cancer of the breast")])
    finder = Finder(filter_terminologies([short, long]))
    assert [match.code for match in finder.find_names("cancer of the breast")] == ["3"]
    assert [match.code for match in finder.find_names("cancer, breast")] == ["2", "1"]


WORDS = st.lists(st.sampled_from("lung breast cancer fever and of . neoplasm".split()), max_size=30)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    return compile_terms(tmp_path_factory.mktemp("t") / "alone", DISORDERS)


@given(words=WORDS, overlap=st.sampled_from(["longest", "outermost", "all"]))
def test_overlaps_are_resolved_as_in_the_lookup(
    alone: Terminology, words: list[str], overlap: str
) -> None:
    text = " ".join(words)
    matches = Lookup(alone, overlap="all")(text)
    places = [Place(m.start, m.end, 0, m.concept, m.name, m.how, m.worth) for m in matches]
    expected = [(m.start, m.end, m.concept) for m in Lookup(alone, overlap=overlap)(text)]  # type: ignore[arg-type]
    selected = resolve_overlaps(places, overlap)  # type: ignore[arg-type]
    assert [(place.start, place.end, place.concept) for place in selected] == expected


@given(texts=st.lists(WORDS.map(" ".join), max_size=5))
def test_batch_gives_the_matches_of_single_texts(alone: Terminology, texts: list[str]) -> None:
    for finder in (
        Finder([]),
        Finder(filter_terminologies([alone])),
        Finder(filter_terminologies([alone, alone])),
    ):
        assert list(finder.many(texts)) == [finder(text) for text in texts]


# Pages and trees


def test_page_of_a_concept(both: list[Terminology]) -> None:
    [page] = describe_concepts(both[:1], "MADE:3", others=both)
    assert page.title == "lung cancer" and page.definition == "A cancer of the lung."
    assert [name.text for name in page.names] == ["lung cancer", "lung neoplasm"]
    assert [ref.code for ref in page.parents] == ["2"] and page.sibling_count == 1
    assert [[ref.title for ref in path] for path in page.paths] == [["disorder", "cancer"]]
    assert page.xrefs == ("HEAD:D8",)
    assert [(tie.terms, tie.concept.key, tie.refers) for tie in page.crossings] == [
        ("headings", "HEAD:D8", "from here")
    ]
    [page] = describe_concepts(both, "4", others=[])
    assert [(tie.concept.title, tie.refers) for tie in page.crossings] == [
        ("Cancer of the breast", "to it")
    ]
    [old] = describe_concepts(both, "6", others=[])
    assert old.retired and [(ref.key, ref.title) for ref in old.replaced_by] == [
        ("MADE:5", "fever")
    ]


def test_long_lists_of_children_are_truncated_and_counted(tmp_path: Path) -> None:
    wide = [concept(f"c{number:03}", f"kind {number}", parents=("0",)) for number in range(45)]
    [page] = describe_concepts(
        [compile_terms(tmp_path / "w", [concept("0", "top"), *wide])], "0", others=[]
    )
    assert len(page.children) == 20 and page.child_count == 45
    [tree] = browse_hierarchy([Terminology(tmp_path / "w")], "0", limit=40)
    assert len(tree.roots[0].children) == 40 and tree.roots[0].more == 5
    assert tree.roots[0].below == 45


def test_hierarchy_can_be_browsed(both: list[Terminology]) -> None:
    first, second = browse_hierarchy(both, depth=2)
    assert [node.title for node in first.roots] == ["disorder"] and second.roots == ()
    assert [node.title for node in first.roots[0].children] == ["cancer", "fever"]
    assert [node.code for node in first.roots[0].children[0].children] == ["3", "4"]
    [tree] = browse_hierarchy(both, "2", depth=0)
    assert tree.roots[0].below == 2 and tree.roots[0].children == ()
    with pytest.raises(InputError, match="depth"):
        browse_hierarchy(both, depth=-1)


@given(st.lists(st.lists(st.integers(0, 14), max_size=3), min_size=1, max_size=15))
def test_number_of_descendants_matches_their_list(
    tmp_path_factory: pytest.TempPathFactory, parent_lists: list[list[int]]
) -> None:
    concepts = [
        concept(str(at), f"n{at}", parents=tuple(str(parent) for parent in parents if parent < at))
        for at, parents in enumerate(parent_lists)
    ]
    terms = compile_terms(tmp_path_factory.mktemp("g") / "g", concepts)
    for number in range(len(terms)):
        assert count_descendants(terms, number) == len(terms.descendants(number))


# Distance


def test_hierarchy_for_concept_distance(both: list[Terminology], tmp_path: Path) -> None:
    hierarchy = ConceptHierarchy(both)
    assert hierarchy.parents("3") == ["2"] and hierarchy.parents("MADE:3") == ["MADE:2"]
    assert hierarchy.parents("CUI-less") == [] and hierarchy.parents("HEAD:3") == []
    foreign = compile_terms(tmp_path / "o", [concept("3", "other", system="OTHER")])
    with pytest.raises(InputError, match="MADE and to OTHER"):
        ConceptHierarchy([*both, foreign]).parents("3")
    assert ConceptHierarchy([*both, foreign]).parents("MADE:3") == ["MADE:2"]


def make_set(name: str, *codes: str) -> AnnotationSet:
    mentions = (
        Mention(f"m{at}", "Condition", (Span(at, at + 1),), codes=(Code(code),))
        for at, code in enumerate(codes)
    )
    return AnnotationSet(name, tuple(mentions))


def test_concept_distance_in_a_compiled_terminology(both: list[Terminology]) -> None:
    metric = get("concept-distance").with_options(hierarchy=ConceptHierarchy(both))
    first, second = make_set("a", "3", "3", "3", "3"), make_set("b", "3", "2", "4", "5")
    row = (
        measure(metric, [SetPair(Document("d", "abcd"), first, second, None)])
        .compute_result()
        .rows["concept"]
    )
    assert [row.values[f"agree_{steps}"] for steps in range(4)] == [0.25, 0.5, 0.75, 1.0]


def test_concept_distance_requires_a_task_with_codes(both: list[Terminology]) -> None:
    task = tasks.add_concept_distance(tasks.find_task("normalisation"), ConceptHierarchy(both))
    assert [view.metric for view in task.views] == ["normalisation", "concept-distance"]
    assert task.views[1].make().main == "agree_0"
    with pytest.raises(InputError, match="does not compare codes"):
        tasks.add_concept_distance(tasks.find_task("entities"), ConceptHierarchy(both))


# Pre-annotation


def annotate(annotator: Annotator, text: str) -> AnnotationSet:
    [doc] = annotator.annotate([Document("d", text)])
    return doc.sets[annotator.name]


def test_preannotation_writes_a_set(both: list[Terminology]) -> None:
    made = annotate(Annotator(both, Filter(subset="clef")), "Lung cancers; tamoxifen.")
    first, second = made.mentions
    assert (first.type, first.spans) == ("Condition", (Span(0, 12),))
    assert first.codes == (Code("D8", "HEAD", "Lung Neoplasms"), Code("3", "MADE", "lung cancer"))
    assert first.attributes["lookup:how"] == "inflected"
    assert 50 <= int(first.attributes["lookup:worth"]) < 100
    assert (second.type, second.id) == ("Drug-or-device", "L2")
    assert made.schema == "clef" and made.provenance.kind == "system"
    assert both[0].manifest.digest[:12] in made.provenance.tool


def test_preannotation_with_a_single_type(both: list[Terminology]) -> None:
    made = annotate(Annotator(both, kind="Disorder", name="x"), "fever, tamoxifen")
    assert [mention.type for mention in made.mentions] == [
        "Disorder",
        "Disorder",
    ] and not made.schema
    with pytest.raises(InputError, match="type of the mentions is not defined"):
        Annotator(both)
    with pytest.raises(InputError, match="has no entity types"):
        Annotator(both, Filter(subset="disorders"))
    made = annotate(Annotator(both, Filter(subset="disorders"), kind="D"), "fever, tamoxifen")
    assert [mention.codes[0].code for mention in made.mentions] == ["5"]


def test_ambiguous_name_gets_one_code_and_the_number_of_choices(tmp_path: Path) -> None:
    concepts = [
        concept("2", "common cold", "rhinovirus cold", types=("disorder",)),
        concept("1", "acute coryza", "rhinovirus cold", types=("disorder",)),
        concept("3", "cold packing", "rhinovirus cold", types=("procedure",)),
    ]
    annotator = Annotator([compile_terms(tmp_path / "c", concepts)], Filter(subset="clef"))
    [mention] = annotate(annotator, "a rhinovirus cold").mentions
    # All have the same worth, but the subset lists conditions first, and 1 comes before 2.
    assert mention.type == "Condition" and mention.attributes["lookup:choices"] == "2"
    assert mention.codes == (Code("1", "MADE", "acute coryza"),)


def test_documents_are_streamed(both: list[Terminology]) -> None:
    docs = (Document(str(number), "fever " * 100) for number in count())
    made = Annotator(both, kind="D").annotate(docs)
    assert [len(doc.sets["lookup"].mentions) for doc in islice(made, 3)] == [100, 100, 100]
    assert int(next(docs).id) < 2_000


def test_existing_set_is_not_replaced(both: list[Terminology]) -> None:
    doc = Document("d7", "Secret fever", sets={"lookup": AnnotationSet("lookup")})
    with pytest.raises(InputError, match="d7: there is already a set called 'lookup'") as caught:
        list(Annotator(both, kind="D").annotate([doc]))
    assert "Secret" not in str(caught.value)
