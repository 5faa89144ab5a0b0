"""Properties that hold for every string; hypothesis generates the strings."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldsmith.text import find_sections, split_sentences, tokenise
from goldsmith.text.tokens import _apply_pattern, _split_chunk
from goldsmith.text.words import TAGS, get_shape, lemmatise, list_affixes, tag_parts_of_speech

# Words that the rules mention, so that their branches are covered, and any characters, including
# lone surrogates.
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

#: Chunks without white space, of the characters that separate symbols and digits.
CHUNKS = st.lists(
    st.sampled_from(
        [*"aBsxqQ12389/.,:;-()[]{}\"'_+%", *(word for word in WORDS if word.isascii())]
    ),
    min_size=1,
    max_size=9,
).map("".join)

EVERY = settings(deadline=None, max_examples=200)


@EVERY
@given(NOTES)
def test_tokens_cover_every_character_except_white_space(text: str) -> None:
    words, starts, ends = tokenise(text)
    assert words == [text[start:end] for start, end in zip(starts, ends, strict=True)]
    covered = [at for start, end in zip(starts, ends, strict=True) for at in range(start, end)]
    assert covered == [at for at, char in enumerate(text) if not char.isspace()]
    assert all(words)


@EVERY
@given(NOTES, NOTES)
def test_white_space_separates_tokens(first: str, second: str) -> None:
    words = tokenise(f"{first} {second}").words
    assert words == tokenise(first).words + tokenise(second).words


@EVERY
@given(CHUNKS)
def test_ascii_chunks_are_split_as_by_the_pattern(chunk: str) -> None:
    # Separators are split off first only for speed.
    assert _split_chunk(chunk) == _apply_pattern(chunk)


@EVERY
@given(NOTES)
def test_sentences_are_a_partition_of_the_tokens(text: str) -> None:
    tokens = tokenise(text)
    sentences = split_sentences(text, tokens)
    numbers = [number for first, last in sentences for number in range(first, last)]
    assert numbers == list(range(len(tokens.words)))
    assert all(first < last for first, last in sentences)


@EVERY
@given(NOTES, NOTES)
def test_blank_line_ends_a_sentence(first: str, second: str) -> None:
    text = f"{first}\n\n{second}"
    tokens = tokenise(text)
    for start, end in split_sentences(text, tokens):
        assert not tokens.starts[start] < len(first) < tokens.ends[end - 1]


@EVERY
@given(NOTES)
def test_sections_are_ordered_and_inside_the_text(text: str) -> None:
    at = 0
    for section in find_sections(text):
        assert at <= section.span.start < section.span.end <= len(text)
        assert text.startswith(section.title, section.span.start)
        assert section.title.strip() == section.title != ""
        assert section.kind
        at = section.span.end


@EVERY
@given(NOTES)
@example("0A'PLAN:")
def test_section_starts_a_sentence(text: str) -> None:
    tokens = tokenise(text)
    begins = {tokens.starts[first] for first, _ in split_sentences(text, tokens)}
    assert {section.span.start for section in find_sections(text)} <= begins


@EVERY
@given(st.lists(ANY, max_size=8))
def test_word_features_accept_any_string(words: list[str]) -> None:
    tags = tag_parts_of_speech(words)
    assert len(tags) == len(words)
    assert set(tags) <= set(TAGS)
    for word in words:
        assert len(get_shape(word, full=True)) == len(word)
        assert len(get_shape(word)) <= len(word)
        assert bool(lemmatise(word)) == bool(word)
        assert all(len(affix) <= len(word.lower()) for affix in list_affixes(word))
