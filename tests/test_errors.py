"""Error messages and the wording of remedies."""

from __future__ import annotations

import pytest

from goldsmith.errors import BadFiles, InputError, LossError, Remedy, quote_id, shorten_id


def word_as_option(error: InputError) -> str:
    return f"Use --{error.remedy_code}" if error.remedy_code else error.remedy_text


@pytest.mark.parametrize("remedy", Remedy)
def test_every_remedy_has_a_wording_for_library_users(remedy: Remedy) -> None:
    error = InputError("it is wrong", remedy=remedy)
    assert error.remedy_code is remedy
    assert error.remedy_text in str(error)
    assert error.remedy_text and "--" not in error.remedy_text


def test_message_states_place_problem_expectation_and_remedy() -> None:
    error = InputError("it is wrong", where="a.txt", line=3, expected="b", remedy="Do that")
    assert str(error) == "a.txt:3: it is wrong; expected b. Do that"
    assert error.remedy_code is None


def test_front_end_words_the_remedy() -> None:
    error = InputError("no files", remedy=Remedy.NAME_FORMAT)
    assert str(error) == "no files. Name the format explicitly"
    assert error.describe(word_as_option) == "no files. Use --name-format"
    assert InputError("no files", remedy="Look").describe(word_as_option) == "no files. Look"


def test_located_error_keeps_its_remedy() -> None:
    error = InputError("no files", remedy=Remedy.NAME_FORMAT).at("notes", 2)
    assert error.remedy_code is Remedy.NAME_FORMAT
    assert str(error).startswith("notes:2: no files")


def test_front_end_words_the_remedy_of_each_bad_file() -> None:
    errors = [InputError("no", where="a", remedy=Remedy.NAME_FORMAT), InputError("no", where="b")]
    assert BadFiles(errors, total=7).describe(word_as_option) == (
        "2 of 7 could not be read, nothing was written"
        "\n  - a: no. Use --name-format\n  - b: no\nUse --keep-going"
    )


def test_loss_error_counts_what_would_be_lost() -> None:
    error = LossError("brat", {"sections": 25, "metadata": 1200})
    assert error.losses == {"sections": 25, "metadata": 1200}
    assert "cannot carry: metadata (1,200), sections (25); nothing was written" in str(error)
    assert error.remedy_code is Remedy.ALLOW_LOSS


def test_messages_show_only_the_beginning_of_an_id() -> None:
    assert quote_id("T1") == "'T1'"
    assert quote_id("Mrs. Ada Quigley, born in March") == "'Mrs. Ada Quigley, bo…'"
    assert shorten_id("x" * 20) == "x" * 20
    assert shorten_id("a\n\x00\ud800") == "a\\n\\x00\\ud800"
