"""Clusters of corresponding mentions from several annotators."""

from tests.builders import build_mention

from goldsmith.alignment.clusters import Member, cluster_mentions


def list_ids(clusters: list[list[Member]]) -> list[list[str]]:
    return [[f"{annotator}:{mention.id}" for annotator, mention in cluster] for cluster in clusters]


def test_equal_and_overlapping_spans_share_a_cluster() -> None:
    clusters = cluster_mentions(
        [
            [build_mention("T1", (0, 5)), build_mention("T2", (10, 15))],
            [build_mention("T1", (10, 15)), build_mention("T2", (30, 40))],
            [build_mention("T1", (2, 7)), build_mention("T2", (12, 18))],
        ]
    )
    assert list_ids(clusters) == [["0:T1", "2:T1"], ["0:T2", "1:T1", "2:T2"], ["1:T2"]]


def test_type_decides_between_mentions_on_the_same_spans() -> None:
    clusters = cluster_mentions(
        [
            [build_mention("a", (0, 5)), build_mention("b", (0, 5), kind="Drug")],
            [build_mention("b", (0, 5), kind="Drug"), build_mention("a", (0, 5))],
            [build_mention("x", (0, 5), kind="Locus")],
        ]
    )
    assert list_ids(clusters)[0][:2] == ["0:a", "1:a"] and list_ids(clusters)[1][:2] == [
        "0:b",
        "1:b",
    ]
    assert sum(map(len, clusters)) == 5


def test_cluster_has_at_most_one_mention_from_each_annotator() -> None:
    wide = [build_mention("w", (0, 20))]
    narrow = [build_mention("n1", (0, 5)), build_mention("n2", (6, 20))]
    clusters = cluster_mentions([wide, narrow, []])
    assert list_ids(clusters) == [["0:w", "1:n2"], ["1:n1"]]
    assert cluster_mentions([]) == []


def test_mentions_that_compete_for_a_partner_are_matched_by_content() -> None:
    first = [build_mention("a", (0, 4), codes=["X"]), build_mention("b", (0, 4), codes=["Y"])]
    second = [build_mention("c", (0, 4), codes=["Y"])]
    clusters = cluster_mentions([first, second])
    ids = sorted(sorted(mention.id for _, mention in members) for members in clusters)
    assert ids == [["a"], ["b", "c"]]
