"""Exchange formats, one file each; modules that begin with _ are what they share."""

from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.io import DEFAULT_SET, Reader, Written, get, names, read, write
from goldsmith.formats.loss import losses

__all__ = [
    "DEFAULT_SET",
    "EVERYTHING",
    "Feature",
    "Format",
    "Reader",
    "Unit",
    "Written",
    "get",
    "losses",
    "names",
    "read",
    "write",
]
