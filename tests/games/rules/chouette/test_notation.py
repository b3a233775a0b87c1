"""Reading and writing the notation beyond the worked examples."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chouette import (
    EndGame,
    Join,
    Leave,
    NotationError,
    RollOrder,
    SetOrder,
    StartGame,
    Table,
    action_from_json,
    action_to_json,
)
from games.rules.chouette.notation import Stake, parse, scores, sheet, statements, write
from games.rules.chouette.notation.tokens import RESERVED
from tests.games.rules.chouette.building import table

names = (
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=12)
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)


@given(st.lists(names, min_size=4, max_size=5, unique=True))
def test_any_name_survives_writing_and_reading(players):
    *seated, newcomer = players
    start = Table.new(seated, stakes={seated[0]: 2})
    actions = [
        SetOrder(tuple(seated)),
        StartGame(seated[0], None, tuple(seated[1:])),
        Join(newcomer, stake=2),
        EndGame("team"),
        Leave(seated[1]),
    ]
    record = parse(write(start, actions, tags=[("Event", seated[0])]))
    assert record.actions == (*actions[:2], Join(newcomer), *actions[3:])
    assert record.header.stakes[newcomer] == 2
    assert record.header.tag("Event") == seated[0]


@pytest.mark.parametrize(
    "name", ['O"Neil', "Lee, Ann", "box", "takes", "#1", "\\", "🦉", "+", "a|b"]
)
def test_awkward_names_are_quoted(name):
    start = Table.new([name, "Bob", "Cid"])
    order = SetOrder((name, "Bob", "Cid"))
    text = write(start, [order])
    assert parse(text).actions == (order,)


def test_identifiers_are_written_as_names():
    start = Table.new(["p1", "p2", "p3"])
    text = write(
        start,
        [SetOrder(("p1", "p2", "p3"))],
        names={"p1": "Ann Lee", "p2": "Bob", "p3": "Cid"},
        stake=Stake(Decimal("0.50"), "EUR"),
    )
    assert '[Players "Ann Lee, Bob, Cid"]' in text
    assert '[Stake "0.50 EUR"]' in text
    assert 'order "Ann Lee", Bob, Cid' in text


def test_a_game_in_progress_is_left_out_and_the_file_says_so():
    start = Table.new(["Ann", "Bob", "Cid"])
    played = [
        SetOrder(("Ann", "Bob", "Cid")),
        StartGame("Ann", None, ("Bob", "Cid")),
        EndGame("box"),
        StartGame("Ann", None, ("Cid", "Bob")),
        Join("Eve"),
    ]
    text = write(start, played, comment="One game is still being played.")
    assert text.endswith("# One game is still being played.\n")
    assert parse(text).actions == tuple(played[:3])


def test_the_statements_of_a_game_in_words():
    lines = statements(
        table("-"),
        [StartGame("Ann", None, ("Dee", "Bob", "Cid"), by_hand=True), EndGame("team", 3)],
    )
    assert list(lines) == ["game Ann | Dee Bob Cid by hand", "  team wins backgammon"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n\n", 2),
        ("# only a comment", 1),
        ('[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame\n\n\n', 5),
        ('[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame', 3),
        (b'[Players "Ann"]\n# \x81\n', 2),
        (b'[Players "Ann"]\n# \0\n', 2),
    ],
)
def test_an_error_names_its_line(text, line):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.line == line


def test_a_file_before_the_order_has_an_empty_line():
    assert scores(parse('[Players "Ann, Bob"]')) == {
        "players": {"Ann": 0, "Bob": 0},
        "games": [],
        "next": [],
    }


def test_a_byte_order_mark_and_carriage_returns_are_tolerated():
    text = (
        '\ufeff[Players "Ann, Bob, Cid"]\r\norder Ann 6, Bob 4 2, Cid 4 1\r\ngame\r\nbox wins\r\n'
    )
    record = parse(text.encode())
    assert record.actions[0] == RollOrder((("Ann", (6,)), ("Bob", (4, 2)), ("Cid", (4, 1))))
    assert record.steps[0].line == 2


def test_the_sheet_shows_points_totals_and_who_is_next():
    record = parse(
        '[Event "Friday"]\n[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\n'
        "game\nbox wins\nEve joins\ngame\nCid settles 1.5\nteam wins\nBob leaves"
    )
    lines = sheet(record).splitlines()
    assert lines[0] == "Friday · canberra"
    assert lines[4].split() == ["1", "Ann", "Bob", "+2", "2", "-1", "-1", "-1", "-1", "·", "0"]
    assert lines[5].split() == [
        "2",
        "Ann",
        "Cid",
        "-3.5",
        "-1.5",
        "+1",
        "0",
        "+1.5",
        "0.5",
        "+1",
        "1",
    ]
    assert lines[-2] == "Total  Ann -1.5, Bob 0, Cid +0.5, Eve +1"
    assert lines[-1] == "Next   Cid | Eve Ann"


def test_the_sheet_of_a_session_without_games_says_so():
    text = sheet(parse('[Players "Ann, Bob, Cid"]'))
    assert "No game was played." in text
    assert "the order is not set yet" in text


def test_wide_names_keep_the_columns_straight():
    record = parse('[Players "王小明, Bob, 🦉"]\norder 王小明, Bob, 🦉\ngame\nbox wins\n')
    _, rule, row = sheet(record).splitlines()[2:5]
    # three wide letters fill six places, the owl two
    assert len(row) + 3 == len(rule)


def reads_or_says_why(line):
    """A line is read, or refused with a sentence; nothing else may happen."""
    head = '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\ngame\n'
    try:
        return parse(head + line, unfinished=True)
    except NotationError as error:
        return str(error)


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_stumble(text):
    assert reads_or_says_why(text)


WORDS = [
    *sorted(RESERVED),
    "Ann",
    "Bob",
    ",",
    "|",
    "+",
    "3",
    "1.5",
    "25%",
    "for",
    "extra",
    "by hand",
    '"',
]


@given(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join))
def test_no_sequence_of_its_own_words_makes_the_reader_stumble(line):
    assert reads_or_says_why(line)


def test_a_game_of_an_event_may_begin_on_another_cube():
    start = Table.new(["Ann", "Bob", "Cid"])
    actions = (
        SetOrder(("Ann", "Bob", "Cid")),
        StartGame("Ann", None, ("Cid", "Bob"), by_hand=True, starting_cube=4),
        EndGame("box"),
    )
    text = write(start, actions)
    assert "game Ann | Cid Bob by hand cube 4" in text
    assert parse(text).actions == actions
    after = start
    for action in actions:
        after = after.apply(action)
    # Two bets, each of a cube on 4, at a single loss.
    assert after.totals == {"Ann": 800, "Bob": -400, "Cid": -400}
    assert after.last is not None
    assert after.last.start == 4


def test_the_line_of_the_rules_may_begin_on_another_cube_too():
    header = '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\n'
    record = parse(f"{header}game cube 2\nbox wins\n")
    assert record.actions[1] == StartGame("Ann", None, ("Bob", "Cid"), starting_cube=2)


@pytest.mark.parametrize(
    ("line", "code"),
    [("game cube 3", "start_invalid"), ("game cube 128", "start_over_limit")],
)
def test_a_cube_that_cannot_be_is_refused(line, code):
    with pytest.raises(NotationError) as caught:
        parse(f'[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid\n{line}\nbox wins\n')
    assert caught.value.code == code


def test_an_action_without_a_starting_cube_is_written_as_before():
    plain = StartGame("Ann", None, ("Bob", "Cid"))
    assert action_to_json(plain) == {
        "type": "start_game",
        "box": "Ann",
        "partner": None,
        "team": ["Bob", "Cid"],
        "by_hand": False,
    }
    assert action_from_json(action_to_json(plain)) == plain
    raised = StartGame("Ann", None, ("Bob", "Cid"), starting_cube=8)
    assert action_from_json(action_to_json(raised)) == raised
