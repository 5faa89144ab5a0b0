"""Parts of CLEF XML files for tests."""

HEAD = '<document xmlns="urn:goldsmith:clef:1" id="n">\n<text>secret fever</text>\n'


def make_set(mentions: str, relations: str = "", rest: str = "") -> str:
    relation_list = f"<relations>\n{relations}</relations>\n" if relations else ""
    inside = f"<mentions>\n{mentions}</mentions>\n{relation_list}{rest}"
    return f'<annotations set="gold">\n{inside}</annotations>\n'


FEVER = '<Condition id="T1" start="7" end="12"/>\n'
