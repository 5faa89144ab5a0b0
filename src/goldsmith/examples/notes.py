"""Forty made-up notes about nineteen made-up patients, annotated according to the CLEF schema.

The patients and hospitals do not exist. The notes are `texts/*.txt` in the notation of
`goldsmith.examples.inline`; the notes of a patient are numbered by date.

Where Roberts et al. 2009 leave a choice, every note follows these guidelines:

- A term that a medical dictionary lists stays whole (breast cancer, pleural effusion, wound
  infection), unless a side or a part of the body site is named with it: then the site is a separate
  Locus (left | breast | cancer). A test or an operation and its site are two mentions
  (chest | X-ray), as in Table 2.
- Spans exclude articles, doses, severity, extent and adjectives for the appearance of a finding
  ("the", "mild", "scattered", "spiculate").
- Sizes, grades, stages, node counts and words like "normal" or "unchanged" are Results.
- Negation signals cover doubt as well as absence (Table 3): "?", "probable", "can't exclude".
- has_finding leads to findings that an investigation showed or suspects, not to excluded ones.
- Pronouns are mentions (section 4.4, step 2); relative pronouns are not.
- co_refers leads from a mention to the one before it. A set does not co-refer with its members.
- Teams, clinics and meetings are not places in the body (Table 11).
- Stains, sequences and measures (p63, T1, Breslow thickness) are Investigations, as are films and
  smears that are read; tissue itself (cores, chips) is not marked.
- Parts of an organ that are named with it (head, upper pole, segment 7) are Sub-locations.
- A finding that turns out to be a diagnosis co-refers with it (ulcer, adenocarcinoma); a probable
  one does not. Absent and hypothetical things do not co-refer with each other.
- An abbreviation with its own negation is a Result (NED). "No" before a treatment is not marked.
- Blood products, regimens and fluids are Drug-or-device; being intubated or fed is an Intervention.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from goldsmith.core import Document
from goldsmith.examples import inline

_SUFFIX = ".txt"


def load_documents() -> Iterator[Document]:
    """Yield the notes as documents with the annotation set "gold", sorted by id."""
    folder = files("goldsmith.examples").joinpath("texts")
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(_SUFFIX):
            name = entry.name.removesuffix(_SUFFIX)
            yield inline.parse(entry.read_text("utf-8"), doc_id=name, schema="clef")
