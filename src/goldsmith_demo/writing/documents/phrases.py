"""The phrases of all families of documents, in the TOML files of their folders `data`."""

from goldsmith_demo.data_files import Library

books = Library(__package__)
"""Emergency and inpatient notes, and spellings."""
cardiology, histopathology, icu, imaging, narratives, outpatient = (
    Library(f"{__package__}.{family}")
    for family in ("cardiology", "histopathology", "icu", "imaging", "narratives", "outpatient")
)
