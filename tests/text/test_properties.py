"""What holds for every string, however odd: hypothesis makes the strings up."""

from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.text import sections, sentences, tokenise
from goldsmith.text.tokens import _cut, _pieces
from goldsmith.text.words import TAGS, affixes, pos, root, shape

# What the rules look at, so that their branches are met; and any character there is, lone
# surrogates among them.
WORDS = """
    . , : ; ! ? ... ( ) " ' 's ’ - / % + • * ; Dr. Mr. J. b.i.d. i.v. e.g. No. h/o w/ y/o 3/52
    104/58 12/01/2012 2012-01-12 14:30 2.5 1,200 .5 50mg 4x3cm pT2N0M0 B12 PLAN: PLAN PMH: Plan:
    HEENT: FINDINGS IMPRESSION: History Past The patient was well and a) 1. 2. α µg 漢 。 😀 e\u0301
    """.split()
BLANKS = [
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "\u00a0",
    "\u2028",
    "\x00",
    "\x1c",
    ".,",
    ": ,",
    ",A",
]
PIECES = st.sampled_from([*WORDS, *BLANKS])
ANY = st.text(st.characters(), max_size=60)
NOTES = st.one_of(ANY, st.lists(st.one_of(PIECES, PIECES, ANY), max_size=40).map("".join))

#: Stretches without white space, of what signs and digits are parted by.
CHUNKS = st.lists(
    st.sampled_from([*"aBsxqQ12389/.,:;-()[]{}\"'_+%", *(one for one in WORDS if one.isascii())]),
    min_size=1,
    max_size=9,
).map("".join)

EVERY = settings(deadline=None, max_examples=200)


@EVERY
@given(NOTES)
def test_every_character_but_white_space_is_in_exactly_one_token(text: str) -> None:
    words, starts, ends = tokenise(text)
    assert words == [text[start:end] for start, end in zip(starts, ends, strict=True)]
    covered = [at for start, end in zip(starts, ends, strict=True) for at in range(start, end)]
    assert covered == [at for at, char in enumerate(text) if not char.isspace()]
    assert all(words)


@EVERY
@given(NOTES, NOTES)
def test_white_space_separates(one: str, other: str) -> None:
    both = tokenise(f"{one} {other}").words
    assert both == tokenise(one).words + tokenise(other).words


@EVERY
@given(CHUNKS)
def test_a_stretch_of_ascii_is_cut_as_the_pattern_cuts_it(chunk: str) -> None:
    # What stands apart is taken off first, for speed alone.
    assert _pieces(chunk) == _cut(chunk)


@EVERY
@given(NOTES)
def test_sentences_are_a_partition_of_the_tokens(text: str) -> None:
    tokens = tokenise(text)
    found = sentences(text, tokens)
    numbers = [number for first, last in found for number in range(first, last)]
    assert numbers == list(range(len(tokens.words)))
    assert all(first < last for first, last in found)


@EVERY
@given(NOTES, NOTES)
def test_a_blank_line_always_ends_a_sentence(one: str, other: str) -> None:
    text = f"{one}\n\n{other}"
    tokens = tokenise(text)
    for first, last in sentences(text, tokens):
        begin, end = tokens.starts[first], tokens.ends[last - 1]
        assert not begin < len(one) < end


@EVERY
@given(NOTES)
def test_sections_lie_in_the_text_one_after_the_other(text: str) -> None:
    found = sections(text)
    at = 0
    for one in found:
        assert at <= one.span.start < one.span.end <= len(text)
        assert text.startswith(one.title, one.span.start)
        assert one.title.strip() == one.title != ""
        assert one.kind
        at = one.span.end


@EVERY
@given(NOTES)
def test_a_section_begins_a_sentence(text: str) -> None:
    tokens = tokenise(text)
    begins = {tokens.starts[first] for first, _ in sentences(text, tokens)}
    assert {one.span.start for one in sections(text)} <= begins


@EVERY
@given(st.lists(ANY, max_size=8))
def test_words_can_be_anything(words: list[str]) -> None:
    tags = pos(words)
    assert len(tags) == len(words)
    assert set(tags) <= set(TAGS)
    for word in words:
        assert len(shape(word, full=True)) == len(word)
        assert len(shape(word)) <= len(word)
        assert bool(root(word)) == bool(word)
        assert all(len(affix) <= len(word.lower()) for affix in affixes(word))
