"""Mentions as tags and back, discontiguous and head-sharing ones included."""

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.learning.crf.tags import Tagged, decode, encode, layers


def test_plain_mentions() -> None:
    mentions = [Tagged("Condition", ((1, 3),)), Tagged("Locus", ((4, 5),))]
    tags = encode(mentions, 6)
    assert tags == ["O", "B-Condition", "I-Condition", "O", "B-Locus", "O"]
    assert decode(tags) == mentions


def test_motor_and_sensory_neuropathy_share_their_head() -> None:
    # motor and sensory neuropathy
    mentions = [Tagged("Condition", ((0, 1), (3, 4))), Tagged("Condition", ((2, 4),))]
    tags = encode(mentions, 4)
    assert tags == ["DB-Condition", "O", "DB-Condition", "HB-Condition"]
    assert decode(tags) == mentions


def test_a_mention_in_two_pieces_without_a_shared_head() -> None:
    # left atrium is mildly dilated
    mention = Tagged("Condition", ((0, 2), (4, 5)))
    tags = encode([mention], 5)
    assert tags == ["DB-Condition", "DI-Condition", "O", "O", "DB-Condition"]
    assert decode(tags) == [mention]


def test_plain_tags_take_a_discontiguous_mention_whole() -> None:
    tags = encode([Tagged("C", ((0, 1), (3, 4)))], 4, plain=True)
    assert decode(tags) == [Tagged("C", ((0, 4),))]


def test_tags_that_make_no_sense_are_read_as_well_as_they_can_be() -> None:
    assert decode(["I-A", "I-B", "O", "HB-A"]) == [
        Tagged("A", ((0, 1),)),
        Tagged("B", ((1, 2),)),
        Tagged("A", ((3, 4),)),
    ]
    assert decode([]) == []


def test_nested_mentions_go_to_layers_and_stay_together_when_discontiguous() -> None:
    outer, inner = Tagged("Condition", ((0, 3),)), Tagged("Locus", ((1, 2),))
    broken = Tagged("Condition", ((5, 6), (8, 9)))
    head = Tagged("Condition", ((7, 9),))
    assert layers([inner, outer, broken, head]) == [[outer, broken, head], [inner]]


@st.composite
def apart(draw: st.DrawFn) -> tuple[list[Tagged], int]:
    """Mentions one behind the other."""
    cuts = sorted(draw(st.sets(st.integers(0, 40), min_size=2, max_size=12)))
    types = st.sampled_from(("A", "B-2", "has-dash"))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return [Tagged(draw(types), (pair,)) for pair in pairs], 41


@given(apart())
def test_what_is_apart_comes_back(made: tuple[list[Tagged], int]) -> None:
    mentions, size = made
    assert decode(encode(mentions, size)) == mentions
    assert layers(mentions) in ([], [sorted(mentions, key=_longest_first)])


def _longest_first(mention: Tagged) -> tuple[int, tuple[tuple[int, int], ...], str]:
    start, end = mention.ranges[0]
    return start - end, mention.ranges, mention.type


@given(st.lists(st.sampled_from(["O", "B-A", "I-A", "DB-A", "DI-A", "HB-A", "HI-A", "B-B"])))
def test_any_tags_give_mentions_inside_the_sentence(tags: list[str]) -> None:
    for mention in decode(tags):
        flat = [edge for pair in mention.ranges for edge in pair]
        assert flat == sorted(flat) and flat[0] >= 0 and flat[-1] <= len(tags)
        assert all(start < end for start, end in mention.ranges)
