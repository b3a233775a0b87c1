"""The rules page says what the program plays: every option, every value, every preset."""

import re

import pytest

from games.rules.chouette import OPTIONS, PRESETS, RETENTIONS, HouseRules, Option
from tests.docs.pages import ROOT, prose_of, rows_of, words_of

PAGE = ROOT / "docs" / "rules.md"
OPEN_ENDED = {
    "switch": {"on", "off"},
    "count": {"0", "unlimited"},
    "number": {"none"},
    "cube": {"1"},
}


def section_of(name: str) -> str:
    """The text of every section whose heading names an option."""
    parts = re.split(r"^#{2,6} (.*)$", prose_of(PAGE), flags=re.M)
    return "\n".join(
        text
        for heading, text in zip(parts[1::2], parts[2::2], strict=True)
        if f"`{name}`" in heading
    )


def test_the_table_lists_exactly_the_options_of_the_code_in_their_order() -> None:
    rows = list(rows_of(PAGE, "option", "values"))
    assert [words_of(name) for name, *_ in rows] == [[option.name] for option in OPTIONS]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_has_its_values_and_its_default_in_the_table(option: Option) -> None:
    row = next(
        row for row in rows_of(PAGE, "option", "values") if words_of(row[0]) == [option.name]
    )
    values, default = words_of(row[1]), words_of(row[2])
    assert default == [option.default]
    for value in values:
        assert option.write(option.read(value)) == value
    if option.kind == "choice":
        assert tuple(values) == option.values
    else:
        assert OPEN_ENDED[option.kind] <= set(values)


@pytest.mark.parametrize(
    "option", [one for one in OPTIONS if one.kind == "choice"], ids=lambda option: option.name
)
def test_every_value_of_a_choice_is_explained(option: Option) -> None:
    explained = re.findall(r"^- `(\w+)`: ", section_of(option.name), flags=re.M)
    assert tuple(explained) == option.values


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_differs_from_canberra_by_what_the_table_says(name: str) -> None:
    row = next(
        row
        for row in rows_of(PAGE, "preset", "differs from `canberra` by")
        if words_of(row[0]) == [name]
    )
    text = words_of(row[1])
    assert HouseRules.parse(f"canberra; {text[0]}" if text else "canberra") == PRESETS[name]


def test_the_table_of_presets_has_no_others() -> None:
    rows = rows_of(PAGE, "preset", "differs from `canberra` by")
    assert [words_of(name) for name, *_ in rows] == [[name] for name in PRESETS]


def test_every_preset_has_its_source() -> None:
    sourced = [name for row in rows_of(PAGE, "preset", "published by") for name in words_of(row[0])]
    assert sourced == list(PRESETS)


def test_every_retention_has_its_rows() -> None:
    rows = rows_of(PAGE, "`retention`", "what happened")
    assert {name for row in rows for name in words_of(row[0])} == set(RETENTIONS)
