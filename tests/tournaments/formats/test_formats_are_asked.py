"""Only formats know what they are: nobody else compares their codes."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.formats import FORMATS, FORMATS_OF_CHOUETTES, ChouetteFormat, Format, TableResult
from tournaments.formats.situation import Entered, Meeting, RoundKnown, Situation

ROOT = Path(__file__).resolve().parents[3] / "tournaments"
OWN = {"formats", "migrations"}
LOWER = {"consolation": 5, "last_chance": 3}


def compared(path: Path) -> Iterator[int]:
    """The lines in which a format is compared with something."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(one, ast.Attribute) and one.attr == "format" for one in sides):
                yield node.lineno


def test_nobody_compares_the_code_of_a_format() -> None:
    # Whether a code is known at all, and which kind it is of, says the model that keeps it.
    allowed = {"events/services/events.py", "models/events.py"}
    found = {
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in OWN
        and path.relative_to(ROOT).as_posix() not in allowed
        for line in compared(path)
    }
    assert found == set()


@pytest.mark.parametrize("code", FORMATS_OF_CHOUETTES)
def test_entering_again_is_offered_by_formats_that_have_it(code: str) -> None:
    """A button for it stood in a freeze-out as well, and was refused each time."""
    own = type(FORMATS_OF_CHOUETTES[code]).re_entry_refused is not ChouetteFormat.re_entry_refused
    assert FORMATS[code].has_reentries == own


@pytest.mark.parametrize("code", FORMATS)
def test_formats_are_asked_after_entries_where_drawn_matches_follow_them(code: str) -> None:
    of = type(FORMATS[code])
    own = of.follow is not Format.follow or of.added is not Format.added
    assert of.follows_entries == own


@pytest.mark.parametrize("code", FORMATS)
@pytest.mark.parametrize("state", ["none", "draft", "confirmed", "released"])
@pytest.mark.parametrize("is_playing", [False, True])
def test_every_format_says_what_comes_next(code: str, state: str, is_playing: bool) -> None:
    """Of a round that follows one at which somebody plays, or nobody does any more."""
    played_by = FORMATS[code]
    rounds = (RoundKnown(1), *([] if state == "none" else [RoundKnown(2, state)]))
    busy = (Meeting(1, 1, 1, 2, "open" if is_playing else "settled", winner=0),)
    table = TableResult(1, 1, ("1", "2", "3"), is_over=not is_playing)
    now = Situation(
        params=played_by.parse({}),
        entries=(Entered(1), Entered(2)),
        rounds=rounds,
        meetings=() if played_by.is_chouette else busy,
        tables=(table,) if played_by.is_chouette else (),
    )
    step = played_by.next_step(now)
    if state == "draft":
        assert step == "confirm"
    elif state == "confirmed" and (played_by.draws_while_playing or not is_playing):
        assert step == "release"
    elif is_playing:
        assert step == "play"
    else:
        assert step == (played_by.next_draw(now.params, rounds) or "over")


def test_a_draw_that_is_confirmed_is_released_before_more_is_drawn_for_who_is_free() -> None:
    now = Situation(
        params=FORMATS["free"].parse({}),
        entries=tuple(Entered(number) for number in range(1, 7)),
        rounds=(RoundKnown(1), RoundKnown(2, "confirmed")),
        meetings=(Meeting(1, 1, 1, 2), Meeting(2, 2, 3, 4)),
    )
    assert FORMATS["free"].next_step(now) == "release"
    assert FORMATS["free"].next_step(replace(now, rounds=now.rounds[:1])) == "round"


@pytest.mark.parametrize(
    ("code", "params", "rounds", "lower"),
    [
        ("swiss", {"rounds": 4}, 4, {}),
        ("round_robin", {}, None, {}),
        ("all_play_all", {"twice": True}, None, {}),
        ("progressive", {}, None, {}),
        ("progressive", {"consolation_length": 3}, None, {"consolation": 3, "last_chance": 3}),
        ("progressive", {"consolation_length": 5, "last_chance_length": 3}, None, LOWER),
        ("progressive", {"last_chance_length": 3}, None, {"last_chance": 3}),
        ("progressive", {"last_chance": False, "last_chance_length": 3}, None, {}),
        ("double", {}, None, {}),
        ("double", {"consolation_length": 3}, None, {"lower": 3}),
    ],
)
def test_a_format_says_its_rounds_and_how_long_lower_matches_are(
    code: str, params: dict[str, int], rounds: int | None, lower: dict[str, int]
) -> None:
    played_by = FORMATS[code]
    read = played_by.parse(params)
    assert played_by.planned_rounds(read) == rounds
    assert played_by.lower_lengths(read) == lower
