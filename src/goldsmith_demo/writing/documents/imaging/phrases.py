"""The phrases of imaging reports, in the TOML files of the folder `data`."""

from goldsmith_demo.data_files import Library

books = Library(__package__)
