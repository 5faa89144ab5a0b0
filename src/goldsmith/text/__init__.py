"""Clinical text in pieces: tokens, sentences and sections; `words` has what is known of a word."""

from goldsmith.text.sections import sections
from goldsmith.text.sentences import sentences
from goldsmith.text.tokens import Tokens, tokenise

__all__ = ["Tokens", "sections", "sentences", "tokenise"]
