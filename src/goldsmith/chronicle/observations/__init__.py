"""Collect observations: one for each mention in a document and each row of a record."""

from goldsmith.chronicle.observations.collect import Collector
from goldsmith.chronicle.observations.model import Observation, Statement
from goldsmith.chronicle.observations.schema_map import (
    SchemaMap,
    load_schema_maps,
    read_schema_map,
)

__all__ = [
    "Collector",
    "Observation",
    "SchemaMap",
    "Statement",
    "load_schema_maps",
    "read_schema_map",
]
