"""The phrases of emergency and inpatient notes, and spellings, in the folder `data`."""

from goldsmith_demo.data_files import Library

books = Library(__package__)
