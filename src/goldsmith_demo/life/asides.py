"""Incidental findings of scans: harmless, unchanged for years, without consequences."""

from __future__ import annotations

import hashlib

from goldsmith_demo.life.chance import add_days
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

#: Finding, patients in 256 who have it at sixty, and cancers or spread that exclude it.
_ASIDES = (
    ("granuloma", 56, "lung lung_metastases"),
    ("apical_scarring", 52, "lung"),
    ("hiatus_hernia", 44, "stomach"),
    ("aortic_calcification", 64, ""),
    ("renal_cyst", 60, ""),
    ("liver_cyst", 36, "liver_metastases focal_liver_lesion"),
    ("diverticulosis", 50, "colon rectum"),
    ("adrenal_adenoma", 12, "lung adrenal_metastasis"),
    ("degenerative_change", 110, "myeloma bone_metastases"),
)
_IN_BREASTS = ("breast_calcification", 70, "")


def add_asides(story: Story, secret: str, presented: Date) -> None:
    """Add the incidental findings of the patient."""
    asides = (*_ASIDES, *([_IN_BREASTS] if story.cancer.key == "breast" else ()))
    numbers = hashlib.blake2b(f"asides/{secret}".encode(), digest_size=24).digest()
    bases = {thing.base for thing in story.things.values()}
    for (base, share, never), number, years in zip(asides, numbers, numbers[12:], strict=False):
        is_barred = any(key == story.cancer.key or key in bases for key in (base, *never.split()))
        if number < share * min(1.5, story.age / 60) and not is_barred:
            story.add(base, add_days(presented, -700 - 14 * years))
