"""Tests of TimeML: invalid input."""

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.formats import read

TEXT = '<TEXT>secret <EVENT eid="e1" class="STATE">fever</EVENT>\n</TEXT>\n'
INSTANCE = '<MAKEINSTANCE eventID="e1" eiid="ei1"/>\n'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (TEXT.replace("</TEXT>", ""), "n.tml:4: this is not well-formed XML"),
        (TEXT + TEXT, "n.tml:4: <TEXT> occurs twice"),
        (TEXT.replace('eid="e1" ', ""), "n.tml:2: <EVENT> has no 'eid'"),
        ('<TEXT>a <TIMEX3 type="DATE">secret</TIMEX3></TEXT>', "n.tml:2: <TIMEX3> has no 'tid'"),
        (
            TEXT.replace("</TEXT>", '<EVENT eid="e1">secret</EVENT></TEXT>'),
            "n.tml:3: the eid e1 occurs twice",
        ),
        (TEXT + INSTANCE + INSTANCE, "n.tml:4: n, ei1: the id is used 2 times"),
        (
            TEXT + INSTANCE.replace('"e1"', '"e9"'),
            "n.tml:4: its eventID does not refer to an EVENT; expected the eid of an EVENT",
        ),
        (TEXT + '<MAKEINSTANCE eventID="e1"/>', "n.tml:4: <MAKEINSTANCE> has no 'eiid'"),
        (
            TEXT + INSTANCE + '<TLINK lid="l1" eventInstanceID="ei1" relatedToTime="t9"/>',
            "n.tml:5: n, l1: its second argument t9 does not exist",
        ),
        (
            TEXT + '<TLINK lid="l1" eventInstanceID="ei1"/>',
            "n.tml:4: <TLINK> has no second argument",
        ),
        (TEXT + '<SLINK lid="l1" relatedToTime="t1"/>', "n.tml:4: <SLINK> has no first argument"),
        (
            TEXT + '<CLINK id="1" source="ei1" target="ei2"/>',
            "n.tml:4: <CLINK> is not part of TimeML 1.2.1",
        ),
        (
            TEXT + '<TITLE>secret <EVENT eid="e2">fever</EVENT></TITLE>',
            "n.tml:4: <TITLE> annotates text outside <TEXT>",
        ),
        (
            '<DCT>secret <SIGNAL sid="s1">on</SIGNAL></DCT>' + TEXT,
            "n.tml:2: <SIGNAL> annotates text outside <TEXT>; expected only TIMEX3",
        ),
        (
            TEXT + '<TIMEX3 tid="t1">secret</TIMEX3>',
            "n.tml:4: <TIMEX3> annotates text outside <TEXT>",
        ),
    ],
)
def test_invalid_input_is_rejected_with_file_and_line(
    tmp_path: Path, inside: str, expected: str
) -> None:
    (tmp_path / "n.tml").write_text(f"<TimeML>\n{inside}</TimeML>")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "timeml"))
    assert expected in str(caught.value)
    assert "secret" not in str(caught.value) and "fever" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<data>secret</data>", "n.tml:1: this is not TimeML; expected <TimeML> as the root"),
        (
            '<!DOCTYPE TimeML [\n<!ENTITY a "secret">]>\n<TimeML>&a;</TimeML>',
            "n.tml:2: the file defines XML entities",
        ),
        (
            '<!DOCTYPE TimeML [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<TimeML>&a;</TimeML>',
            "n.tml:1: the file defines XML entities",
        ),
        (
            '<!DOCTYPE TimeML SYSTEM "TimeML.dtd">\n<TimeML>secret &QL; fever</TimeML>',
            "n.tml:2: the file uses an entity of a DTD, which is not read",
        ),
        (b"<TimeML>\ncaf\xe9 secret</TimeML>", "n.tml:2: this is not well-formed XML"),
    ],
)
def test_other_files_are_rejected(tmp_path: Path, content: str | bytes, expected: str) -> None:
    raw = content.encode() if isinstance(content, str) else content
    (tmp_path / "n.tml").write_bytes(raw)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "timeml"))
    assert expected in str(caught.value) and "secret" not in str(caught.value)
