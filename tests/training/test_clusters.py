"""Word clusters: words in similar contexts share a cluster; equal texts give equal clusters."""

import random

import pytest

from goldsmith.errors import InputError
from goldsmith.training.clusters import cluster_words

ORGANS = ["liver", "lung", "breast", "kidney", "colon", "spleen"]
DRUGS = ["aspirin", "tamoxifen", "morphine", "senna", "heparin", "insulin"]
FILLERS = ["today", "again", "now", "later", "soon", "then"]


def make_texts(count: int = 400) -> list[str]:
    rng = random.Random(1)
    return [
        f"Cancer of the {rng.choice(ORGANS)} was seen {rng.choice(FILLERS)} . "
        f"She takes {rng.choice(DRUGS)} 5 mg daily {rng.choice(FILLERS)} ."
        for _ in range(count)
    ]


def test_words_in_similar_contexts_share_a_cluster() -> None:
    clusters = cluster_words(make_texts(), sizes=(4, 8))
    assert len({clusters[word][0] for word in ORGANS}) == 1
    assert len({clusters[word][0] for word in DRUGS}) == 1
    assert clusters["liver"][0] != clusters["aspirin"][0]
    assert all(len(groups) == 2 and all(map(str.isdigit, groups)) for groups in clusters.values())
    assert "cancer" in clusters and "Cancer" not in clusters


def test_equal_texts_give_equal_clusters() -> None:
    assert cluster_words(make_texts(), sizes=(3,)) == cluster_words(make_texts(), sizes=(3,))


def test_there_are_at_most_as_many_clusters_as_words() -> None:
    clusters = cluster_words(make_texts(), sizes=(5, 1000))
    assert len({groups[1] for groups in clusters.values()}) <= len(clusters)


def test_rare_words_are_excluded() -> None:
    texts = [*make_texts(), "Zorbitis of the liver was seen today ."]
    assert "zorbitis" not in cluster_words(texts, sizes=(3,))
    assert "zorbitis" in cluster_words(texts, sizes=(3,), min_count=1)


@pytest.mark.parametrize("texts", [[], [""], ["one two"]])
def test_too_little_text_is_rejected(texts: list[str]) -> None:
    with pytest.raises(InputError, match="words occur 5 times or more"):
        cluster_words(texts, sizes=(3,))


def test_cluster_size_of_one_is_rejected() -> None:
    with pytest.raises(InputError, match="too few clusters; expected sizes of 2 or more"):
        cluster_words(make_texts(), sizes=(1,))
