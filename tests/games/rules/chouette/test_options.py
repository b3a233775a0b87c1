"""House rules as text: presets, overrides, values, and the shortest way to write them."""

import pytest

from games.rules.chouette import OPTIONS, PRESETS, HouseRules, OptionError
from games.rules.chouette.option_kinds import UNLIMITED


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_by_its_name(name):
    assert HouseRules.parse(name).text() == name
    assert HouseRules.parse(name).preset() == name


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("", "minimum_take", "break_even"),
        ("canberra", "cube_limit", 64),
        ("canberra;", "animals", 2),
        ("minimum_take=half; minimum_take=majority", "minimum_take", "majority"),
        ("clinton_hill; jacoby = game", "minimum_take", "half"),
        ("jacoby=no", "jacoby", "off"),
        ("jacoby=false", "jacoby", "off"),
        ("settlements=yes", "settlements", True),
        ("settlements=false", "settlements", False),
        ("animals=unlimited", "animals", UNLIMITED),
        ("automatics=0", "automatics", 0),
        ("cube_limit=none", "cube_limit", None),
        ("cube_limit=48", "cube_limit", 48),
        ("partner_required_from=6", "partner_required_from", 6),
        ("starting_cube=4", "starting_cube", 4),
    ],
)
def test_a_text_is_read(text, field, value):
    assert getattr(HouseRules.parse(text), field) == value


@pytest.mark.parametrize(
    "text",
    [
        "Canberra",
        "canberra; amsterdam",
        "jacoby=off; canberra",
        "jacoby=on",
        "settlements=none",
        "settlements=1",
        "animals=-1",
        "animals=off",
        "animals=two",
        "automatics=none",
        "automatics=01",
        "cube_limit=0",
        "cube_limit=off",
        "cube_limit=unlimited",
        "starting_cube=3",
        "starting_cube=0",
        "starting_cube=none",
        "minimum_take=",
        "=half",
        "beavers=on",
        "starting_cube=128",
    ],
)
def test_what_is_no_rule_is_refused(text):
    with pytest.raises(OptionError):
        HouseRules.parse(text)


def test_the_order_of_start_and_limit_in_the_text_does_not_matter():
    rules = HouseRules.parse("starting_cube=128; cube_limit=none")
    assert (rules.starting_cube, rules.cube_limit) == (128, None)


def test_other_rules_are_written_as_the_nearest_preset_with_overrides():
    assert HouseRules.parse("amsterdam; animals=2; extras=on").text() == "rotterdam; extras=on"
    assert HouseRules.parse("amsterdam; extras=on").preset() is None


def test_every_option_explains_itself():
    for option in OPTIONS:
        assert option.help.endswith(".")
        assert option.read(option.default) == getattr(HouseRules(), option.name)
        if option.kind == "choice":
            assert set(option.value_help) == set(option.values)
