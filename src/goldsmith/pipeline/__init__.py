"""Pipelines of components: protocol, configuration, batches and model folders."""

from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import BatchComponent, Component, Example, Resources, get, names
from goldsmith.pipeline.config import Config, Step, TypeChanges, parse_config, read_config
from goldsmith.pipeline.layers import Start
from goldsmith.pipeline.model import ModelInfo, Pipeline, TrainingRecord, load, read_model_info

__all__ = [
    "Analysis",
    "BatchComponent",
    "Component",
    "Config",
    "Example",
    "ModelInfo",
    "Pipeline",
    "Resources",
    "Start",
    "Step",
    "TrainingRecord",
    "TypeChanges",
    "get",
    "load",
    "names",
    "parse_config",
    "read_config",
    "read_model_info",
]
