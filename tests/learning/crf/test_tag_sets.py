"""Tag sets for comparison: each writes mentions in its own tags and reads them back."""

import pytest

from goldsmith.learning.crf.chain import LabelLayout
from goldsmith.learning.crf.tag_ends import map_columns
from goldsmith.learning.crf.tag_sets import TAG_SETS, TagSetName
from goldsmith.learning.crf.tags import TaggedMention, decode_tags, encode_tags

# left atrium is mildly dilated , fever
BROKEN = TaggedMention("C", ((0, 2), (4, 5)))
SINGLE = TaggedMention("C", ((6, 7),))


def write(mentions: list[TaggedMention], name: TagSetName, size: int) -> list[str]:
    tag_set = TAG_SETS[name]
    plain = not tag_set.discontiguous
    return tag_set.rename(encode_tags(mentions, size, plain=plain, heads=tag_set.heads))


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("bio", "B I I I I O B"),
        ("biohd", "DB DI O O DB O B"),
        ("bilou", "B I I I L O U"),
        ("sbioen", "N N O O N O S"),
    ],
)
def test_a_discontiguous_and_a_short_mention(name: TagSetName, tags: str) -> None:
    expected = [tag if tag == "O" else f"{tag}-C" for tag in tags.split()]
    assert write([BROKEN, SINGLE], name, 7) == expected


def test_only_biohd_distinguishes_shared_heads() -> None:
    # motor and sensory neuropathy
    mentions = [TaggedMention("C", ((0, 1), (3, 4))), TaggedMention("C", ((2, 4),))]
    assert write(mentions, "biohd", 4) == ["DB-C", "O", "DB-C", "HB-C"]
    assert write(mentions, "sbioen", 4) == ["N-C", "O", "N-C", "N-C"]


def test_parts_without_heads_are_decoded_as_one_mention() -> None:
    assert decode_tags(encode_tags([BROKEN], 5, heads=False)) == [BROKEN]


@pytest.mark.parametrize("name", TAG_SETS)
def test_every_label_of_a_chain_has_a_tag(name: TagSetName) -> None:
    layout = LabelLayout(("-C", "D-C"))
    tags = sorted({TAG_SETS[name].rename_label(label) for label in layout.labels})
    columns = map_columns(layout, tags, TAG_SETS[name].rename_label)
    assert set(columns) == set(range(len(tags)))
