"""A file of blocks behaves like a list, in memory and in its file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.storage import block_file
from goldsmith.storage.block_file import BlockFile


@given(st.lists(st.binary(max_size=9)), st.integers(0, 20))
def test_blocks_can_be_read_in_any_order(blocks: list[bytes], limit: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_file, "_IN_MEMORY", limit)
        stored = BlockFile()
        for number, block in enumerate(blocks):
            stored.append(block)
            assert stored[number] == block and stored[number // 2] == blocks[number // 2]
    assert len(stored) == len(blocks)
    assert [stored[number] for number in range(len(blocks))] == blocks
