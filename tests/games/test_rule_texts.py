"""Everything the rules can say has words for people."""

from typing import Any

import pytest
from django.utils.translation import override

from games.record.presenters.actions import in_words, line_words
from games.rule_texts import (
    FewNames,
    Names,
    option_title,
    preset_help,
    preset_title,
    sentence,
    value_words,
)
from games.rules.chouette import MESSAGES, OPTIONS, PRESETS, HouseRules, RuleError, actions
from games.rules.chouette.errors import PLAYER_PARAMS

NAMES = Names({"a1": "Ann", "b2": "Bob", "c3": "Cid"})

EXAMPLES: list[tuple[Any, str]] = [
    (actions.RollOrder((("a1", (6,)),)), "order rolled"),
    (actions.SetOrder(("a1", "b2")), "order set by hand"),
    (actions.StartGame("a1", None, ("b2",)), "game started"),
    (actions.StartGame("a1", None, ("b2",), by_hand=True), "game started, line by hand"),
    (actions.EnterPoints((("b2", -150),)), "points entered: Bob −1.5"),
    (actions.Open(3, 5), "opening 3–5"),
    (actions.Open(3, 3, True), "opening 3–3, automatic"),
    (actions.TeamDoubles(("b2",)), "Bob doubles"),
    (actions.TeamDoubles(("b2", "c3")), "Bob and Cid double"),
    (actions.BoxDoubles(("b2",)), "box doubles Bob"),
    (actions.BoxReplies((("b2", "take"), ("c3", "drop"))), "box takes Bob, drops Cid"),
    (actions.TeamReplies((("b2", "beaver"), ("c3", "drop"))), "Bob beavers, Cid drops"),
    (actions.BoxAnimals((("b2", "raccoon"),)), "box raccoons Bob"),
    (actions.TeamAnimals((("b2", "refuse"),)), "Bob refuses"),
    (actions.Settle("b2", 200), "Bob settles for +2"),
    (actions.GiveExtra("c3", "b2"), "Cid gives Bob an extra"),
    (actions.ExtraDoubles("b2", "c3"), "Bob redoubles the extra with Cid"),
    (actions.ExtraReply("c3", "b2", "take"), "Cid takes the extra"),
    (actions.EndGame("team", 2), "team wins gammon"),
    (actions.EndGame("box"), "box wins"),
    (actions.Join("b2"), "Bob joins"),
    (actions.Leave("b2"), "Bob leaves"),
    (actions.NamePartner("b2"), "Bob is the box's partner"),
    (actions.ReleasePartner("b2"), "Bob is the box's partner no longer"),
]


@pytest.mark.parametrize(("action", "words"), EXAMPLES)
def test_an_action_in_words(action: Any, words: str) -> None:
    assert in_words(action, NAMES) == words


@pytest.mark.parametrize(
    ("language", "doubles", "points"),
    [
        ("en", "Ann, Bob and 2 more double", "points entered: Ann +1, Bob +2, Cid −3, …"),
        ("de", "Ann, Bob und 2 weitere doppeln", "Punkte eingetragen: Ann +1, Bob +2, Cid −3, …"),
    ],
)
def test_a_button_counts_the_last_of_a_long_list(language: str, doubles: str, points: str) -> None:
    few = FewNames(NAMES, 3)
    with override(language):
        told = in_words(actions.TeamDoubles(("a1", "b2", "c3", "d4")), few)
        entered = in_words(
            actions.EnterPoints((("a1", 100), ("b2", 200), ("c3", -300), ("d4", 0))), few
        )
    assert (told, entered) == (doubles, points)
    assert in_words(actions.TeamDoubles(("a1", "b2", "c3")), few) == in_words(
        actions.TeamDoubles(("a1", "b2", "c3")), NAMES
    )


def test_every_action_has_words() -> None:
    wordless = in_words.dispatch(object)
    assert [one for one in actions.ACTIONS.values() if in_words.dispatch(one) is wordless] == []


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_error_is_a_sentence_with_names(code: str) -> None:
    class Anything(dict[str, str]):
        def __missing__(self, key: str) -> str:
            return "a1" if key in PLAYER_PARAMS else "7"

    found = Anything()
    MESSAGES[code].format_map(found)
    names = [part.split("}")[0] for part in MESSAGES[code].split("{")[1:]]
    text = sentence(RuleError(code, **{name: found[name] for name in names}), NAMES)
    assert "a1" not in text
    assert "{" not in text


@pytest.mark.parametrize(
    ("last", "words"), [("2", "A raccoon is the last"), ("7", "Number 7 in turn is the last")]
)
def test_the_last_redouble_has_its_name_or_its_number(last: str, words: str) -> None:
    assert sentence(RuleError("animal_limit", last=last), NAMES).startswith(words)


def test_a_loss_has_a_real_minus_sign() -> None:
    assert "−2" in sentence(RuleError("minimum_break_even", net="-2"), NAMES)


def test_several_players_are_listed() -> None:
    error = RuleError("dice_missing", players=("a1", "b2", "c3"))
    assert sentence(error, NAMES).startswith("Ann, Bob and Cid are tied")


def test_every_option_and_preset_has_a_title_and_every_value_words() -> None:
    for name in PRESETS:
        assert preset_title(name)
        assert preset_help(name).endswith(".")
    for option in OPTIONS:
        assert option_title(option)
        for rules in PRESETS.values():
            assert value_words(option, rules.to_json()[option.name])
        assert value_words(option, HouseRules().to_json()[option.name])


def test_a_line_with_long_names_can_be_told_apart() -> None:
    names = Names({"a": "Ann Lee", "b": "Bob Ray", "c": "Cid"})
    assert line_words(("a", "b", "c"), names) == "Ann Lee | Bob Ray, Cid"
    assert line_words((), names) == ""
