"""Whole notes are annotated with the keyboard alone, in all layers of CLEF, counting the keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.annotate.conftest import OpenNote, press, wait_until_saved
from tests.browser.annotate.driver import Typist
from tests.browser.annotate.site import Site

from goldsmith.core import AnnotationSet
from goldsmith.examples import inline
from goldsmith.examples.notes import load_documents

#: Example sentences of Tables 2 and 3 of the CLEF paper, annotated as the paper describes.
SENTENCES = {
    "biopsy": "This patient has had a <Locus #n>lymph node</> "
    "<Investigation #b has_target=#n>biopsy</> which shows "
    "<Condition ^has_finding=#b has_location=#g>melanoma</> in his "
    "<Laterality laterality_modifies=#g>right</> <Locus #g>groin</>.",
    "pain": "Her <Locus #f>facial</> <Condition #p has_location=#f>pain</> was initially relieved "
    "by <Drug-or-device has_indication=#p>co-codamol</>.",
    "secondaries": "There was <Negation negation_modifies=#s>no evidence</> of "
    "<Sub-location sub_location_modifies=#p>extra</> <Locus #p>pelvic</> "
    "<Condition #s has_location=#p>secondaries</>.",
    "scan": "Although his <Investigation #s>PET scan</> is <Result ^has_finding=#s>normal</> he "
    "does need a <Locus #g>groin</> <Intervention has_target=#g>dissection</>.",
    "tumour": "He has a <Condition #m>melanoma</>. The <Condition co_refers=#m "
    "has_location=#t>tumour</> is in his <Locus #t>2nd toe</>.",
}


def make_comparable(annotation_set: AnnotationSet) -> tuple[object, object]:
    mentions = {entry.id: (entry.type, entry.spans) for entry in annotation_set.mentions}
    links = sorted(
        (rel.type, mentions[rel.arg1], mentions[rel.arg2]) for rel in annotation_set.relations
    )
    return sorted(mentions.values()), links


def compare(site: Site, typist: Typist, gold: AnnotationSet) -> None:
    content = site.read(typist.note)
    made = AnnotationSet("ann", content.mentions, content.relations)
    assert make_comparable(made) == make_comparable(gold)


@pytest.mark.parametrize("name", SENTENCES)
def test_annotation_takes_fewer_than_three_keys_per_mention(
    site: Site, open_note: OpenNote, name: str, record_property: Callable[[str, object], None]
) -> None:
    doc = inline.parse(f"+++\n+++\n{SENTENCES[name]}\n", doc_id=name, schema="clef")
    gold = doc.sets["gold"]
    note = site.add_note(doc.text)
    typist = Typist(open_note(note), site, note)
    typist.annotate(gold)
    compare(site, typist, gold)
    acts = sum(typist.acting.values())
    record_property("keys", f"{len(gold.mentions)} mentions, {len(gold.relations)} links: {acts}")
    assert acts < 3 * len(gold.mentions)


def test_whole_letter_with_the_keyboard_alone(site: Site, open_note: OpenNote) -> None:
    doc = next(doc for doc in load_documents() if doc.id == "stomach-1-to-referrer")
    gold = doc.sets["gold"]
    assert len({entry.type for entry in gold.mentions}) == 9
    assert len({rel.type for rel in gold.relations}) == 8
    assert any(entry.is_discontiguous for entry in gold.mentions)
    note = site.add_note(doc.text)
    page = open_note(note)
    typist = Typist(page, site, note)
    typist.annotate(gold)
    compare(site, typist, gold)
    conditions = [entry.id for entry in site.read(note).mentions if entry.type == "Condition"]
    for condition in conditions:
        typist.select(condition)
        press(page, "c 0")
    wait_until_saved(page)
    assert [entry.id for entry in site.read(note).mentions if entry.codes] == conditions
