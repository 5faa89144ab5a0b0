"""Presets: every one is a valid configuration, and the commands list them all."""

import pytest

from goldsmith.cli.shared import choices
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline.presets import list_presets, load_preset, read_preset
from goldsmith.project.models.presets import make_preset_config
from goldsmith.project.terms.plan import RULES, parse_rules, read_plan


def test_commands_name_every_preset_and_rule() -> None:
    named = (*choices.TRAINED_PRESETS, *choices.PREANNOTATION_PRESETS)
    assert tuple(sorted(named)) == list_presets()
    assert tuple(RULES) == choices.RULES


@pytest.mark.parametrize("name", list_presets())
def test_presets_are_valid_and_cite_their_source(name: str) -> None:
    config = load_preset(name)
    assert config.title and config.steps
    assert " et al. 20" in read_preset(name), "the preset does not cite its paper"


def test_unknown_preset() -> None:
    with pytest.raises(UnknownName, match="clef-2009"):
        load_preset("clef-2010")


def test_each_preset_works_with_one_kind_of_command() -> None:
    for name in choices.TRAINED_PRESETS:
        assert make_preset_config(name, terms=["demo"]).terms == {"demo": "demo"}
        with pytest.raises(InputError, match="has to be trained"):
            read_plan(name)
    for name in choices.PREANNOTATION_PRESETS:
        assert read_plan(name).schema
        with pytest.raises(InputError, match="it is for pre-annotation"):
            make_preset_config(name)


def test_missing_terminology_is_reported() -> None:
    messages: list[str] = []
    make_preset_config("clef-2009", warn=messages.append)
    assert len(messages) == 1 and "clef-2009 has no terminology" in messages[0]


def test_rules_are_parsed() -> None:
    assert parse_rules([]) is None
    options = parse_rules(["honorifics"])
    assert options and options.pronouns == "none" and options.honorifics
    with pytest.raises(UnknownName, match="pronouns"):
        parse_rules(["nouns"])
