"""The cancers of made-up patients, in the proportions of CLEF's Table 1."""

from __future__ import annotations

from functools import cache

from goldsmith_demo.data_files import read_data
from goldsmith_demo.life.cancers.plan import Cancer

_NAMES = (
    *("colon", "rectum", "stomach", "pancreas", "breast", "dlbcl", "hodgkin", "myeloma"),
    *("lung", "ovary", "cervix", "endometrium", "prostate", "testis"),
)


@cache
def load_cancers() -> tuple[Cancer, ...]:
    """Read all cancers."""
    return tuple(read_data(__package__, name, Cancer) for name in _NAMES)
