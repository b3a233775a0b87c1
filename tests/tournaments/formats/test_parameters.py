"""Parameters of all formats: defaults, limits, what forms and JSON may say; their sentences."""

import json
from string import Formatter

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chouette import HouseRules
from games.rules.chouette.options import option
from tests.tournaments.formats.played import (
    balances_of,
    draw_of,
    finish_of,
    places_of,
    seats,
    table,
)
from tournaments.errors import sentence
from tournaments.formats import (
    FORMATS_OF_CHOUETTES,
    MESSAGES,
    AnyChouetteFormat,
    FormatError,
    ParameterField,
)

every_format = pytest.mark.parametrize(
    "form", FORMATS_OF_CHOUETTES.values(), ids=FORMATS_OF_CHOUETTES
)

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


@every_format
def test_parameters_survive_json(form: AnyChouetteFormat) -> None:
    params = form.parse({})
    assert form.parse(json.loads(json.dumps(params.to_json()))) == params
    assert {field.name for field in form.fields} == set(params.to_json())


@every_format
def test_a_form_may_send_every_default_as_text(form: AnyChouetteFormat) -> None:
    params = form.parse({})
    sent = {
        name: ", ".join(str(part) for part in value) if isinstance(value, list) else str(value)
        for name, value in params.to_json().items()
    }
    assert form.parse(sent) == params


@every_format
def test_numbers_end_at_their_limits(form: AnyChouetteFormat) -> None:
    for field in form.fields:
        if field.kind != "number":
            continue
        for value in (field.least - 1, field.most + 1, "x", "", None, True, 1.5, "9" * 40, "²"):
            with pytest.raises(FormatError) as error:
                form.parse({field.name: value})
            assert error.value.code == "param_number"
            assert str(field.most) in str(error.value)


@every_format
def test_every_parameter_is_described(form: AnyChouetteFormat) -> None:
    assert form.title
    assert form.help.endswith(".")
    for field in form.fields:
        assert field.title
        assert field.help.endswith(".")
        assert field.kind in {"number", "numbers", "cubes", "choice", "switch"}
        assert (field.kind == "choice") == bool(field.values)


@every_format
@given(value=junk)
def test_whatever_is_sent_is_read_or_refused_with_a_sentence(
    form: AnyChouetteFormat, value: object
) -> None:
    for field in form.fields:
        try:
            params = form.parse({field.name: value})
        except FormatError as error:
            said = error.code
        else:
            assert form.parse(params.to_json()) == params
            continue
        assert said.startswith("param_") or said in {"percent_over", "sizes_crossed"}


@every_format
def test_an_unknown_parameter_is_refused(form: AnyChouetteFormat) -> None:
    with pytest.raises(FormatError, match="no parameter “colour”"):
        form.parse({"colour": "red"})


@pytest.mark.parametrize(
    ("sent", "read"), [("on", True), ("off", False), ("", False), (True, True), ("True", True)]
)
def test_a_switch_is_on_or_off(sent: object, read: bool) -> None:
    assert FORMATS_OF_CHOUETTES["fixed"].parse({"by_score": sent}).to_json()["by_score"] is read


@pytest.mark.parametrize("sent", ["maybe", 1, None])
def test_nothing_else_is_a_switch(sent: object) -> None:
    with pytest.raises(FormatError, match="on or off"):
        FORMATS_OF_CHOUETTES["fixed"].parse({"by_score": sent})


def test_a_choice_is_one_of_its_values() -> None:
    with pytest.raises(FormatError, match="random, level, standing"):
        FORMATS_OF_CHOUETTES["timed"].parse({"drawn_by": "size"})


def test_lists_are_no_longer_than_is_sensible() -> None:
    field = ParameterField("cubes", "cubes", "", "", least=1, most=64)
    assert field.read([1] * 32) == (1,) * 32
    with pytest.raises(FormatError):
        field.read([1] * 33)


@every_format
def test_what_a_format_sets_are_house_rules(form: AnyChouetteFormat) -> None:
    params = form.parse({})
    for round_number in range(1, 9):
        here = table(players="ABCD", round_number=round_number, is_over=False)
        set_by_format = form.rules(params, round_number, here, minutes=200)
        for name, value in set_by_format.items():
            option(name).read(value)
        HouseRules.parse("; ".join(f"{name}={value}" for name, value in set_by_format.items()))


@every_format
def test_nothing_played_has_no_places_and_is_not_over(form: AnyChouetteFormat) -> None:
    params = form.parse({})
    assert places_of(form, [], params).lines == ()
    assert not finish_of(form, [], params).is_over
    assert balances_of(form, [], params) == {}


@every_format
def test_draws_repeat_with_their_seed_and_differ_without(form: AnyChouetteFormat) -> None:
    params = form.parse({})
    entrants = seats("ABCDEFGH")
    one = draw_of(form, entrants, [], params, seed="s", round_number=1)
    assert one == draw_of(form, entrants[::-1], [], params, seed="s", round_number=1)
    others = [draw_of(form, entrants, [], params, seed=seed, round_number=1) for seed in "tuvw"]
    assert any(
        other is not None and one is not None and other.tables != one.tables for other in others
    )


@every_format
def test_two_players_make_no_table_and_the_draw_says_why(form: AnyChouetteFormat) -> None:
    drawn = draw_of(form, seats("AB"), [], form.parse({}), seed="s", round_number=1)
    assert drawn is not None
    assert (drawn.tables, set(drawn.sitting_out)) == ((), {"A", "B"})
    assert "too_few" in [remark.code for remark in drawn.remarks]


def test_errors_have_a_sentence_for_every_code() -> None:
    for message in MESSAGES.values():
        names = [name for _, name, _, _ in Formatter().parse(message) if name]
        assert all(names)
        assert message.endswith(".")


def test_what_is_refused_is_called_as_on_the_page_in_both_languages() -> None:
    with pytest.raises(FormatError) as error:
        FORMATS_OF_CHOUETTES["club_night"].parse({"table_limit": "99"})

    assert sentence(error.value).startswith("“Players at a table” takes a whole number from")
    with override("de"):
        assert sentence(error.value).startswith("„Spieler an einem Tisch“ ist eine ganze Zahl von")
