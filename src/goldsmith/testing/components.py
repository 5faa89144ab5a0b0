"""The conformance suite of components: declared effects, batches and saving."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from goldsmith.core import AnnotationSet, Code, Document, Mention, Provenance, Relation, Span
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Component, Example, Resources, component
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

_GOLD, _TERMS = "gold", "conformance"
_CONCEPTS = ("chest pain", "abdominal pain", "pain", "fever", "hay fever", "cough", "aspirin")
#: Name in `adds` -> the parts of a set that it covers.
_MEANINGS = {"chains": ("relations", "groups"), "links": ("relations",)}
_PICKLE_SUFFIXES = (".pkl", ".pickle", ".joblib", ".pt", ".pth", ".bin")


@dataclass(frozen=True)
class _Setup:
    """A component under test: its name, options and resources."""

    name: str
    options: Mapping[str, Any]
    resources: Resources

    def make(self) -> Component:
        options = component.parse_options(self.name, self.options)
        return component.get(self.name)(options, self.resources)


def check_component(
    name: str,
    *,
    options: Mapping[str, Any] | None = None,
    resources: Resources | None = None,
    corpus: Sequence[Document] | None = None,
) -> None:
    """Check that a component follows the rules of all components.

    It declares what it requires and adds, whether it learns, and its options; it refuses an unknown
    option. It changes neither the document nor its sets, and adds only what it declares. A document
    gets the same annotations alone or in a batch, and in every run; empty texts work. A component
    that learns trains on a few sentences, and finds the same when trained again, or saved and
    loaded. A saved component contains no pickle.

    Args:
        name: The name the component is registered under.
        options: Options that it needs, e.g. the folder of a transformer.
        resources: Resources that it needs; by default a terminology of a few made-up concepts.
        corpus: Documents with a set "gold" to train on and to annotate; by default three made-up
            notes with mentions of the types Drug and Condition, relations, codes and attributes.

    Raises:
        AssertionError: The component breaks a rule; the message names it.

    Example:
        >>> check_component("lookup", options={"type": "Condition"})
    """
    _check_declarations(name)
    docs = list(corpus) if corpus is not None else make_corpus()
    with _provide(resources) as provided:
        setup = _Setup(name, options or {}, provided)
        trained = _make_trained(setup, docs)
        odd = [Document("empty", ""), Document("blank", " \n\t \n")]
        _check_effects(trained, [*docs, *odd])
        _check_batches(trained, [*docs, *odd])
        expected = _annotate(trained, docs)
        assert _annotate(trained, docs) == expected, "a second run gives different annotations"
        again = _annotate(_make_trained(setup, docs), docs)
        assert again == expected, "training twice on the same documents gives different annotations"
        _check_saving(setup, trained, docs, expected)


def make_corpus() -> list[Document]:
    """Make three notes with mentions, relations, codes and attributes."""
    notes = (
        ("Started aspirin for chest pain. No fever.", "aspirin", "chest pain", "fever"),
        ("Started insulin for abdominal pain. No cough.", "insulin", "abdominal pain", "cough"),
        ("Started aspirin for fever. No chest pain.", "aspirin", "fever", "chest pain"),
    )
    return [_make_note(f"note-{number}", *note) for number, note in enumerate(notes)]


def _make_note(doc_id: str, text: str, drug: str, present: str, absent: str) -> Document:
    mentions = (
        _make_mention("m1", "Drug", text, drug, {}),
        _make_mention("m2", "Condition", text, present, {"status": "confirmed"}),
        _make_mention("m3", "Condition", text, absent, {"status": "negated"}),
    )
    relations = (Relation("r1", "has_indication", "m1", "m2"),)
    gold = AnnotationSet(_GOLD, mentions=mentions, relations=relations)
    return Document(doc_id, text).with_set(gold)


def _make_mention(
    id_: str, type_: str, text: str, words: str, attributes: dict[str, str]
) -> Mention:
    start = text.index(words)
    codes = (Code(_make_code(words), _TERMS),)
    return Mention(id_, type_, (Span(start, start + len(words)),), attributes, codes)


def _make_code(words: str) -> str:
    return words.replace(" ", "-")


@contextmanager
def _provide(resources: Resources | None) -> Iterator[Resources]:
    """Provide the resources, or a terminology of a few concepts in a temporary folder."""
    if resources is not None:
        yield resources
        return
    with tempfile.TemporaryDirectory() as folder:
        concepts = [Concept(_make_code(n), _TERMS, (Name(n, "preferred"),)) for n in _CONCEPTS]
        compile_concepts(concepts, Path(folder) / _TERMS, name=_TERMS)
        yield Resources(terms={_TERMS: Terminology(Path(folder) / _TERMS)})


def _check_declarations(name: str) -> None:
    kind = component.get(name)
    assert (kind.__doc__ or "").strip(), "the class has a docstring"
    for declared in (kind.requires, kind.adds):
        assert isinstance(declared, frozenset), "requires and adds are frozen sets of names"
    assert kind.adds, "a component adds something"
    assert isinstance(kind.learns, bool), "learns is true or false"
    assert issubclass(kind.settings, msgspec.Struct), "settings is a msgspec struct"
    try:
        component.parse_options(name, {"no such option": True})
    except InputError:
        return
    raise AssertionError("an unknown option is accepted; set forbid_unknown_fields")


def _make_trained(setup: _Setup, docs: Sequence[Document]) -> Component:
    made = setup.make()
    if made.learns:
        made.train([Example(Analysis(doc), doc.sets[_GOLD]) for doc in docs])
    return made


def _prepare(part: Component, doc: Document) -> Analysis:
    """Prepare an analysis with the component's requirements, taken from the gold set."""
    analysis = Analysis(doc)
    gold = doc.sets.get(_GOLD)
    if gold is not None and "mentions" in part.requires:
        analysis.take(_strip(gold, part.adds))
    return analysis


def _strip(gold: AnnotationSet, adds: frozenset[str]) -> AnnotationSet:
    mentions = gold.mentions
    if "codes" in adds:
        mentions = tuple(msgspec.structs.replace(m, codes=()) for m in mentions)
    if "assertion" in adds:
        mentions = tuple(msgspec.structs.replace(m, attributes={}) for m in mentions)
    return msgspec.structs.replace(gold, mentions=mentions)


def _collect(analysis: Analysis) -> AnnotationSet:
    return analysis.to_annotation_set("result", provenance=Provenance())


def _annotate(part: Component, docs: Sequence[Document]) -> list[AnnotationSet]:
    results = []
    for doc in docs:
        analysis = _prepare(part, doc)
        part(analysis)
        results.append(_collect(analysis))
    return results


@dataclass(frozen=True)
class _Effects:
    """The annotations of an analysis, by the names that `adds` uses."""

    mentions: tuple[Any, ...]
    assertion: tuple[Any, ...]
    codes: tuple[Any, ...]
    relations: tuple[Any, ...]
    groups: tuple[Any, ...]

    @classmethod
    def collect(cls, analysis: Analysis, ids: frozenset[str]) -> _Effects:
        """Collect the annotations; attributes and codes only of mentions with these ids."""
        old = [mention for mention in analysis.mentions if mention.id in ids]
        return cls(
            tuple((m.id, m.type, m.spans) for m in analysis.mentions),
            tuple((m.id, dict(m.attributes)) for m in old),
            tuple((m.id, m.codes) for m in old),
            tuple(analysis.relations),
            tuple(analysis.groups),
        )


def _check_effects(part: Component, docs: Sequence[Document]) -> None:
    """Check that a document is unchanged and gains only the annotations that are declared."""
    has_effect = False
    for doc in docs:
        content = msgspec.json.encode(doc)
        analysis = _prepare(part, doc)
        ids = frozenset(mention.id for mention in analysis.mentions)
        before = _Effects.collect(analysis, ids)
        part(analysis)
        assert msgspec.json.encode(doc) == content, "the component changes the document"
        assert analysis.doc is doc and analysis.text == doc.text, "the component changes the text"
        after = _Effects.collect(analysis, ids)
        names = {name for added in part.adds for name in _MEANINGS.get(added, (added,))}
        declared = {name: getattr(after, name) for name in names if hasattr(after, name)}
        for name, value in vars(replace(before, **declared)).items():
            assert value == getattr(after, name), f"the component adds {name} but does not say so"
        has_effect |= before != after
        ids_after = [a.id for a in _collect(analysis).annotations]
        assert len(ids_after) == len(set(ids_after)), "two annotations have the same id"
    assert has_effect, "the component adds nothing to the corpus, so that nothing was checked"


def _check_batches(part: Component, docs: Sequence[Document]) -> None:
    many = getattr(part, "many", None)
    if many is None:
        return
    analyses = [_prepare(part, doc) for doc in docs]
    many(analyses)
    together = [_collect(analysis) for analysis in analyses]
    assert together == _annotate(part, docs), "a batch gives different annotations"
    many([])


def _check_saving(
    setup: _Setup, part: Component, docs: Sequence[Document], expected: list[AnnotationSet]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        part.save(folder)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                assert not _is_pickle(path), f"{path.name} is a pickle"
        loaded = setup.make()
        loaded.load(folder)
        assert _annotate(loaded, docs) == expected, "a loaded component gives different annotations"


def _is_pickle(path: Path) -> bool:
    """Check whether a file is a pickle, contains one, or is an array of pickled objects."""
    if path.suffix in _PICKLE_SUFFIXES:
        return True
    if path.suffix in (".npy", ".npz"):
        return _has_objects(path)
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(_PICKLE_SUFFIXES) for name in archive.namelist())
    start = path.read_bytes()[:2]
    return len(start) == 2 and start[0] == 0x80 and 2 <= start[1] <= 5


def _has_objects(path: Path) -> bool:
    try:
        content = np.load(path, allow_pickle=False)
        if path.suffix == ".npz":
            with content:
                for name in content.files:
                    _ = content[name]
    except ValueError:
        return True
    return False
