"""The CLEF preset has exactly the features that the paper lists."""

from __future__ import annotations

from goldsmith.components.entities.clef_features import (
    classify_spelling,
    classify_token,
    extract_clef_features,
    find_affix,
)
from goldsmith.components.relations.clef_features import ClefPairFeatureExtractor
from goldsmith.components.relations.feature_encoding import NameEncoder
from goldsmith.components.relations.pairs import place_mentions
from goldsmith.core import Document
from goldsmith.examples import inline
from goldsmith.pipeline import Analysis


def test_features_of_a_token_and_its_neighbours() -> None:
    analysis = Analysis(Document("d", "Enlarged nodes, 3 cm."))
    [rows] = extract_clef_features(analysis, [(1, 2, "UMLS.T017")])
    assert rows[1] == [
        *("-1.root=enlarge", "-1.affix=ed", "-1.orth=upperInitial"),
        *("-1.pos=ADJ", "-1.kind=word", "-1.termino=null"),
        *("+0.root=node", "+0.affix=s", "+0.orth=lowercase"),
        *("+0.pos=NOUN", "+0.kind=word", "+0.termino=UMLS.T017"),
        *("+1.pos=PUNCT", "+1.kind=punctuation", "+1.termino=null"),
    ]
    assert rows[0][0] == "-1.null" and rows[-1][-1] == "+1.null"
    names = {feature[3:].partition("=")[0] for row in rows for feature in row} - {"null"}
    assert names == {"root", "affix", "pos", "kind", "orth", "termino"}


def test_kinds_spellings_and_affixes() -> None:
    words = ("CT", "T2-weighted", "12", "3.5", ",", "+", "°")
    kinds = ["word", "word", "number", "number", "punctuation", "symbol", "symbol"]
    assert [classify_token(word) for word in words] == kinds
    spellings = ["lowercase", "upperInitial", "allCaps", "mixedCaps"]
    assert [classify_spelling(word) for word in ("node", "Node", "CT", "pH")] == spellings
    pairs = [("nodes", "node"), ("seen", "see"), ("was", "be"), ("ran", "run"), ("node", "node")]
    assert [find_affix(*pair) for pair in pairs] == ["s", "en", "s", "other", "null"]


def test_features_of_a_pair() -> None:
    doc = inline.parse("A <Condition>mass</> was seen. The <Locus>left lung</> is clear.")
    analysis = Analysis(doc)
    placed = place_mentions(analysis, doc.sets["gold"].mentions)
    features = ClefPairFeatureExtractor(analysis, placed, 1, NameEncoder())((0, 1))
    assert features == [
        *("type=Condition", "type=Locus", "types=Condition,Locus"),
        *("order=Condition", "distance=1"),
        *("1.in.string=mass", "1.in.root=mass", "1.in.pos=NOUN"),
        *("1.-1.string=A", "1.-1.root=a", "1.-1.pos=DET"),
        *("1.+1.string=was", "1.+1.root=be", "1.+1.pos=AUX"),
        *("2.in.string=left", "2.in.root=left", "2.in.pos=ADJ"),
        *("2.in.string=lung", "2.in.root=lung", "2.in.pos=NOUN"),
        *("2.-1.string=The", "2.-1.root=the", "2.-1.pos=DET"),
        *("2.+1.string=is", "2.+1.root=be", "2.+1.pos=AUX"),
    ]
