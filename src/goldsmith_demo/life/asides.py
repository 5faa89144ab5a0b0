"""Harmless things that scans come across: there for years, of no consequence, always the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from goldsmith_demo.life.chance import later
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

#: What, in how many of 256 patients at sixty, and with which cancers or spread it is never drawn.
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


def come_across(story: Story, secret: str, presented: Date) -> tuple[str, ...]:
    """Adds the harmless findings of the patient; their keys."""
    return tuple(_added(story, secret, presented))


def _added(story: Story, secret: str, presented: Date) -> Iterator[str]:
    asides = (*_ASIDES, *([_IN_BREASTS] if story.cancer.key == "breast" else ()))
    numbers = hashlib.blake2b(f"asides/{secret}".encode(), digest_size=24).digest()
    bases = {thing.base for thing in story.things.values()}
    for (base, share, never), number, years in zip(asides, numbers, numbers[12:], strict=False):
        barred = {story.cancer.key, *bases} & set(never.split())
        if number < share * min(1.5, story.age / 60) and not barred and base not in bases:
            yield story.add(base, later(presented, -700 - 14 * years))
