"""Parts of Knowtator files for tests."""

from pathlib import Path


def make_annotation(name: str, start: object = 0, end: object = 5, annotator: str = "A") -> str:
    annotator_element = f'<annotator id="x">{annotator}</annotator>' * bool(annotator)
    span_element = f'<span start="{start}" end="{end}"/>' * (start is not None)
    return f'<annotation><mention id="{name}"/>{annotator_element}{span_element}</annotation>\n'


def make_class_mention(name: str, kind: str = "Condition", *slots: str) -> str:
    slot_elements = "".join(f'<hasSlotMention id="{slot}"/>' for slot in slots)
    inside = f'<mentionClass id="{kind}">{kind}</mentionClass>{slot_elements}'
    return f'<classMention id="{name}">{inside}</classMention>\n'


def make_slot(name: str, kind: str, *targets: str) -> str:
    values = "".join(f'<complexSlotMentionValue value="{target}"/>' for target in targets)
    inside = f'<mentionSlot id="{kind}"/>{values}'
    return f'<complexSlotMention id="{name}">{inside}</complexSlotMention>\n'


def save_file(folder: Path, *parts: str, text: str = "fever and the secret illness") -> Path:
    (folder / "n.txt").write_text(text)
    inside = "".join(parts)
    content = f'<annotations textSource="n.txt">\n{inside}</annotations>\n'
    (folder / "n.txt.knowtator.xml").write_text(content)
    return folder
