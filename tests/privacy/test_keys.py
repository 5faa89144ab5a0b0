"""The permissions of the key file."""

import os
from pathlib import Path

import pytest

from goldsmith.errors import InputError, Remedy
from goldsmith.privacy import load_key

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX file permissions")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o660, 0o666, 0o777])
def test_key_that_others_may_read_or_write_is_refused(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("0123456789abcdef" * 2, "utf-8")
    path.chmod(mode)
    with pytest.raises(InputError, match="the group or others") as caught:
        load_key(path, None)
    assert caught.value.remedy_code is Remedy.PROTECT_KEY
    assert "0123456789abcdef" not in str(caught.value)


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_key_that_only_its_owner_may_read_is_accepted(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("0123456789abcdef\n", "utf-8")
    path.chmod(mode)
    assert load_key(path, None) == b"0123456789abcdef"
