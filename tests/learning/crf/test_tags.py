"""Mentions encoded as tags and decoded, discontiguous and head-sharing ones included."""

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.learning.crf.tags import TaggedMention, assign_layers, decode_tags, encode_tags


def test_contiguous_mentions() -> None:
    mentions = [TaggedMention("Condition", ((1, 3),)), TaggedMention("Locus", ((4, 5),))]
    tags = encode_tags(mentions, 6)
    assert tags == ["O", "B-Condition", "I-Condition", "O", "B-Locus", "O"]
    assert decode_tags(tags) == mentions


def test_motor_and_sensory_neuropathy_share_their_head() -> None:
    # motor and sensory neuropathy
    mentions = [TaggedMention("Condition", ((0, 1), (3, 4))), TaggedMention("Condition", ((2, 4),))]
    tags = encode_tags(mentions, 4)
    assert tags == ["DB-Condition", "O", "DB-Condition", "HB-Condition"]
    assert decode_tags(tags) == mentions


def test_discontiguous_mention_without_shared_head() -> None:
    # left atrium is mildly dilated
    mention = TaggedMention("Condition", ((0, 2), (4, 5)))
    tags = encode_tags([mention], 5)
    assert tags == ["DB-Condition", "DI-Condition", "O", "O", "DB-Condition"]
    assert decode_tags(tags) == [mention]


def test_plain_tags_join_a_discontiguous_mention() -> None:
    tags = encode_tags([TaggedMention("C", ((0, 1), (3, 4)))], 4, plain=True)
    assert decode_tags(tags) == [TaggedMention("C", ((0, 4),))]


def test_inconsistent_tags_are_decoded() -> None:
    assert decode_tags(["I-A", "I-B", "O", "HB-A"]) == [
        TaggedMention("A", ((0, 1),)),
        TaggedMention("B", ((1, 2),)),
        TaggedMention("A", ((3, 4),)),
    ]
    assert decode_tags([]) == []


def test_nested_mentions_get_layers() -> None:
    outer, inner = TaggedMention("Condition", ((0, 3),)), TaggedMention("Locus", ((1, 2),))
    broken = TaggedMention("Condition", ((5, 6), (8, 9)))
    head = TaggedMention("Condition", ((7, 9),))
    assert assign_layers([inner, outer, broken, head]) == [[outer, broken, head], [inner]]


@st.composite
def disjoint_mentions(draw: st.DrawFn) -> tuple[list[TaggedMention], int]:
    """Draw disjoint mentions in text order, and the length of their sentence."""
    cuts = sorted(draw(st.sets(st.integers(0, 40), min_size=2, max_size=12)))
    types = st.sampled_from(("A", "B-2", "has-dash"))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return [TaggedMention(draw(types), (pair,)) for pair in pairs], 41


@given(disjoint_mentions())
def test_disjoint_mentions_survive_a_round_trip(drawn: tuple[list[TaggedMention], int]) -> None:
    mentions, size = drawn
    assert decode_tags(encode_tags(mentions, size)) == mentions
    assert assign_layers(mentions) in ([], [sorted(mentions, key=_longest_first)])


def _longest_first(mention: TaggedMention) -> tuple[int, tuple[tuple[int, int], ...], str]:
    start, end = mention.ranges[0]
    return start - end, mention.ranges, mention.type


@given(st.lists(st.sampled_from(["O", "B-A", "I-A", "DB-A", "DI-A", "HB-A", "HI-A", "B-B"])))
def test_decoded_mentions_stay_inside_the_sentence(tags: list[str]) -> None:
    for mention in decode_tags(tags):
        flat = [edge for pair in mention.ranges for edge in pair]
        assert flat == sorted(flat) and flat[0] >= 0 and flat[-1] <= len(tags)
        assert all(start < end for start, end in mention.ranges)
