"""Short made-up notes in many writing styles ("hands"), with every identifier marked.

`make_hand_notes` writes them. The sentences are patterns in the TOML files of the folder `data`, in
the notation of `goldsmith_demo.hands.patterns`; names and towns come from open lists. The notes are
used to train and evaluate the identifier finders in `goldsmith.privacy`.
"""

from goldsmith_demo.hands.notes import make_hand_notes

__all__ = ["make_hand_notes"]
