"""What components are, how they are put in order, and the folder a trained pipeline is kept in."""

from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Component, Example, Resources, get, names
from goldsmith.pipeline.config import Config, Step, parse, read
from goldsmith.pipeline.model import About, Pipeline, Trained, about, load

__all__ = [
    "About",
    "Analysis",
    "Component",
    "Config",
    "Example",
    "Pipeline",
    "Resources",
    "Step",
    "Trained",
    "about",
    "get",
    "load",
    "names",
    "parse",
    "read",
]
