"""Clinical text: tokeniser, sentence splitter, section detection and word features."""

from goldsmith.text.sections import find_sections
from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import Tokens, tokenise

__all__ = ["Tokens", "find_sections", "split_sentences", "tokenise"]
