"""The version of Goldsmith, as installed."""

from importlib.metadata import version

__version__ = version("goldsmith")
