"""List the words that clinicians avoid in notes, and replace American words by British ones."""

from __future__ import annotations

import re
from functools import cache

from goldsmith_demo.writing.documents.outpatient.phrases import books

#: Lay words, which clinicians do not use with each other.
LAY = frozenset(
    (
        "tummy pain; belly pain; being sick; feeling sick; coughing up blood; vomiting blood; "
        "muddled thinking; fit; worry; feeling low; passing a lot of urine; heart attack; "
        "getting up at night to pass urine; yellowing of the skin; womb cancer; uterus cancer; "
        "broken bone; deposit; blocked bile duct; sore mouth; temperature; frequency; "
        "retention of urine; "
        "pain in the chest; pain in the bones; pain in the pelvis; shivering; repeated infections; "
        "persistent cough; oral mucositis; sticking plaster; adhesive tape; high blood pressure; "
        "weakness of the limbs; swelling of the leg; being muddled; loose motions; arm swelling; "
        "leakage; maldescent; cardiac; tummy; belly; gut; lymph glands; wound; armpit; enlarged "
        "liver; "
        "blood in the urine; drenching sweats; joint aches; low haemoglobin; low hemoglobin"
    ).split("; ")
)
BRITISH = frozenset("CIBH; AUR; PCB; IMB; PMB; LRTI; AF; IHD; Mx; abdo pain; abdo".split("; "))


@cache
def _compile_abroad() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, books.words.get_words("abroad"))))


def anglicise(words: str) -> str:
    """Replace American words by those of a British hospital."""
    return _compile_abroad().sub(lambda match: books.words.get_words("abroad")[match[0]], words)
