"""The cancers that made-up patients have, in the shares of CLEF's Table 1."""

from __future__ import annotations

from goldsmith_demo.life.cancers import breast, digestive, female, haematological, male, respiratory
from goldsmith_demo.life.cancers.plan import Cancer

_GROUPS = (digestive, breast, haematological, respiratory, female, male)

CANCERS: tuple[Cancer, ...] = tuple(cancer for group in _GROUPS for cancer in group.CANCERS)
BY_KEY = {cancer.key: cancer for cancer in CANCERS}
