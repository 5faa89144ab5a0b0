"""Word clusters: words in the same company share one, and the same text gives the same."""

import random

import pytest

from goldsmith.errors import InputError
from goldsmith.training.clusters import clusters

ORGANS = ["liver", "lung", "breast", "kidney", "colon", "spleen"]
DRUGS = ["aspirin", "tamoxifen", "morphine", "senna", "heparin", "insulin"]
FILLERS = ["today", "again", "now", "later", "soon", "then"]


def made_up(count: int = 400) -> list[str]:
    draw = random.Random(1)
    return [
        f"Cancer of the {draw.choice(ORGANS)} was seen {draw.choice(FILLERS)} . "
        f"She takes {draw.choice(DRUGS)} 5 mg daily {draw.choice(FILLERS)} ."
        for _ in range(count)
    ]


def test_words_in_the_same_company_share_a_cluster() -> None:
    found = clusters(made_up(), sizes=(4, 8))
    assert len({found[word][0] for word in ORGANS}) == 1
    assert len({found[word][0] for word in DRUGS}) == 1
    assert found["liver"][0] != found["aspirin"][0]
    assert all(len(groups) == 2 and all(map(str.isdigit, groups)) for groups in found.values())
    assert "cancer" in found and "Cancer" not in found


def test_the_same_text_gives_the_same_clusters() -> None:
    assert clusters(made_up(), sizes=(3,)) == clusters(made_up(), sizes=(3,))


def test_there_are_never_more_clusters_than_words() -> None:
    found = clusters(made_up(), sizes=(5, 1000))
    assert len({groups[1] for groups in found.values()}) <= len(found)


def test_rare_words_are_left_out() -> None:
    texts = [*made_up(), "Zorbitis of the liver was seen today ."]
    assert "zorbitis" not in clusters(texts, sizes=(3,))
    assert "zorbitis" in clusters(texts, sizes=(3,), least=1)


@pytest.mark.parametrize("texts", [[], [""], ["one two"]])
def test_too_little_text_is_said(texts: list[str]) -> None:
    with pytest.raises(InputError, match="words are seen 5 times or more"):
        clusters(texts, sizes=(3,))


def test_a_size_of_one_is_refused() -> None:
    with pytest.raises(InputError, match="needs company"):
        clusters(made_up(), sizes=(1,))
