"""One open offer at a time: every offer, every act that can follow it, in every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.backgammon import legal_plays, play_text
from games.rules.backgammon.options import UNLIMITED
from games.rules.clock import MINUTE, SECOND
from games.rules.coded import CodedError
from games.rules.online import Board, ChouetteBoard, OnlineError, Step, acted, board_of
from games.rules.online.chouette import chouette_board
from games.rules.online.steps import GAME_ACTS, OFFERS
from tests.games.rules.online.boards import Table
from tests.games.rules.online.chouettes import Evening

CLOCK: Final = [MINUTE, 12 * SECOND, "simple"]
BESIDE: Final = ("draw", "takeback", "adjourn")
ACTS: Final = (*GAME_ACTS, *OFFERS, "accept", "refuse", "holiday", "next", "resume")
OLD: Final = Path(__file__).parents[3] / "data" / "boards" / "before_one_offer.json"


def backgammon(**options: Any) -> Board:
    """White has played and is on roll again, Black has played last; either may double."""
    table = Table(None, control=CLOCK, holiday_days=9, options={"animals": UNLIMITED, **options})
    table.opened(3, 1).play("8/5 6/5")
    table.roll(6, 5)
    table.play("24/13")
    return table.board


def match() -> Board:
    table = Table(3, control=CLOCK, holiday_days=9).opened(3, 1)
    table.play("8/5 6/5")
    table.roll(6, 5)
    table.play("24/13")
    return table.board


def on_squares(name: str, first: str, second: str) -> Board:
    table = Table(None, type=name, dice=None, control=CLOCK, holiday_days=9)
    for seat in (0, 1):
        table.do("seat", seat=seat, seeds=False)
    table.play(first)
    table.play(second)
    return table.board


def chouette() -> Board:
    """The box is on roll again."""
    evening = Evening().opened(6, 1)
    evening.play_any()
    evening.roll(3, 1)
    evening.play_any()
    return evening.board


GAMES: Final[Mapping[str, Callable[[], Board]]] = {
    "money": backgammon,
    "match": match,
    "Dame": lambda: on_squares("dame", "22-18", "11-15"),
    "chess": lambda: on_squares("chess", "e4", "e5"),
    "chouette": chouette,
}


def payload(board: Board, act: str) -> dict[str, Any]:
    """What an act needs beside its name."""
    game = board.game
    match act:
        case "roll":
            return {"dice": [3, 1], "number": board.dice.rolled if board.dice else 0}
        case "play" if board.type.name == "backgammon" and game.roll is not None:
            return {"text": play_text(legal_plays(game.position, game.roll)[0])}
        case "play" if board.type.name == "dame":
            return {"text": game.legal_moves()[0].text}
        case "play":
            return {"text": "d4" if game.turn == 0 else "d5"} if board.type.name == "chess" else {}
        case "resign":
            return {"level": "single", "asked": [1, 2, 3]}
        case "huff":
            return {"square": 1}
        case "holiday":
            return {"days": 1}
        case "accept" | "refuse" if isinstance(board, ChouetteBoard) and board.team.asked:
            return {"seat": next(one for one in board.team.asked if one not in board.team.agreed)}
    return {}


def does(board: Board, act: str, side: int) -> Board:
    step = Step(act, side, board.clock.since or 0 if board.clock else 0, payload(board, act))
    return acted(board, step)[-1][0]


def offered(board: Board, offer: str) -> Iterator[tuple[str, int, Board]]:
    """The board with an offer that waits: of each side that can make it."""
    animals = {"double": 1, "beaver": 2, "raccoon": 3}
    if offer in animals:
        if "double" in board.can(0):
            turned = does(board, "double", 0)
            for side in (1, 0)[: animals[offer] - 1]:
                if "beaver" not in turned.can(side):
                    return
                turned = does(turned, "beaver", side)
            yield offer, 1 - animals[offer] % 2, turned
        return
    for side in (0, 1):
        if offer in board.can(side):
            after = does(board, offer, side)
            if after.stage == "playing":
                yield offer, side, after


@dataclass(frozen=True)
class Case:
    """An offer of a side that is open at the board of a game."""

    game: str
    offer: str
    by: int
    board: Board

    def __str__(self) -> str:
        return f"{self.game}-{self.offer}-{self.by}"


CASES: Final = [
    Case(name, *found)
    for name, made in GAMES.items()
    for offer in (*BESIDE, "double", "beaver", "raccoon", "resign")
    for found in offered(made(), offer)
]

STAYS, GONE, REPLACED = "stays", "gone", "replaced"
TO_BESIDE: Final[Mapping[tuple[str, str], str]] = {
    # whose act it is, seen from the offer of a draw, a taken-back turn or a pause
    **{("own", act): STAYS for act in ("roll", "play", "holiday")},
    ("other", "holiday"): STAYS,
    **{("other", act): GONE for act in ("roll", "play", "huff", "accept", "refuse")},
    **{(who, act): REPLACED for who in ("own", "other") for act in ("double", "resign")},
}
TO_GAME: Final[Mapping[tuple[str, str], str]] = {
    # seen from a double, a beaver, a raccoon or a resignation
    **{("other", act): GONE for act in ("take", "drop", "accept", "refuse")},
    ("other", "beaver"): REPLACED,
    **{(who, "holiday"): STAYS for who in ("own", "other")},
}


def open_now(board: Board) -> tuple[Any, ...]:
    """Everything that waits for an answer at a board: never more than one thing."""
    if board.stage != "playing" or board.phase == "over" or board.is_adjourned:
        return ()
    found: list[Any] = [] if board.offer is None else [board.offer]
    if board.phase == "resignation":
        found.append(("resign", board.game.offer.side))
    if board.phase == "answer":
        found.append((board.game.score.cube.doubler, board.game.score.cube.animals))
    return tuple(found)


def possible(case: Case, act: str, side: int) -> bool:
    """Whether the game and what is agreed on know this act now, whatever is offered beside it."""
    board = case.board
    if act == "holiday":
        return board.clock is not None and side in (0, 1) and board.holiday_left[side] > 0
    if case.offer in BESIDE and act in ("accept", "refuse"):
        return side != case.by
    if isinstance(board, ChouetteBoard) and case.offer == "resign" and act in ("accept", "refuse"):
        return True  # a seat answers, whichever its side
    if act in BESIDE:
        return False  # one open offer at a time
    can = replace(board, offer=None).can(side)
    return act in can


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_act_does_one_thing_to_an_open_offer(case: Case) -> None:
    before, table = open_now(case.board), TO_BESIDE if case.offer in BESIDE else TO_GAME
    assert len(before) == 1
    for side in (0, 1):
        for act in ACTS:
            if not possible(case, act, side):
                with pytest.raises(CodedError):
                    does(case.board, act, side)
                continue
            board = does(case.board, act, side)
            after = open_now(board)
            is_own = side == case.by and act not in ("accept", "refuse")
            expected = table["own" if is_own else "other", act]
            if isinstance(board, ChouetteBoard) and board.team.agreed:
                expected = STAYS  # others are still asked
            if board.stage == "over":
                expected = GONE
            found = STAYS if after == before else REPLACED if after else GONE
            assert found == expected, (side, act)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_second_offer_is_refused_with_its_reason(case: Case) -> None:
    for side in (0, 1):
        for act in BESIDE:
            with pytest.raises(OnlineError) as refused:
                does(case.board, act, side)
            assert refused.value.code == "offer_open"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_buttons_stand_there_once_and_each_of_them_works(case: Case) -> None:
    boards = [case.board]
    for side in (0, 1):
        boards += [does(case.board, act, side) for act in case.board.can(side)]
    for board in boards:
        for side in (0, 1):
            can = board.can(side)
            assert len(can) == len(set(can)), can
            for act in can:
                does(board, act, side)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_accept_answers_what_is_shown(case: Case) -> None:
    board, other = case.board, 1 - case.by
    if "accept" not in board.can(other):
        assert case.offer in ("double", "beaver", "raccoon")
        return
    assert "accept" not in board.can(case.by)
    after = does(board, "accept", other)
    match case.offer:
        case "draw":
            assert after.phase == "over"
            assert board.type.winner(after.game) is None
        case "takeback":
            assert after.type.dump(after.game) == board.before
        case "adjourn":
            assert after.is_adjourned
        case _:
            assert after.phase == "over" or chouette_board(after).team.agreed


# an offer whose place is taken


def test_what_takes_the_place_of_an_offer_withdraws_it_in_the_log() -> None:
    table = Table(3).opened()
    table.do("draw", 0)
    table.do("resign", 0, level="gammon")
    assert [(one.kind, one.side) for one in table.log[-3:]] == [
        ("draw", 0),
        ("withdraw", 0),
        ("resign", 0),
    ]
    assert table.board.can(1) == ("accept", "refuse")
    assert table.do("accept", 1).phase == "over"
    assert board_of(table.log) == table.board


def test_an_offer_ends_with_the_game_in_which_it_was_made() -> None:
    """Read from the log of such a game, whose last play was followed by an answer in the next."""
    rows = OLD_LOGS["a draw offered in one game and accepted in the next"]["log"]
    steps = [Step(*row) for row in rows]
    last = max(number for number, step in enumerate(steps) if step.kind == "next") - 1
    board = board_of(steps[:last])
    assert board.offer is not None
    written = acted(board, steps[last])
    assert [step.kind for _board, step in written] == ["withdraw", "play"]
    assert written[-1][0].phase == "over"
    assert written[-1][0].can(0) == ("next",)


def test_a_pause_beside_the_cubes_of_a_chouette_waits_for_its_own_answer() -> None:
    board = does(chouette(), "adjourn", 0)
    resigned = does(board, "resign", 0)
    assert resigned.offer is None
    assert does(resigned, "accept", 1).is_adjourned is False


# what was written before


OLD_LOGS: Final[Mapping[str, Any]] = json.loads(OLD.read_text())


@pytest.mark.parametrize("name", OLD_LOGS)
def test_a_log_from_before_leads_to_the_board_that_it_led_to(name: str) -> None:
    found = OLD_LOGS[name]
    board = board_of(Step(*row) for row in found["log"])
    assert json.loads(json.dumps(board.to_json())) == found["board"]


@pytest.mark.parametrize(
    "name", ["a draw and a double open at once", "a draw and a resignation open at once"]
)
def test_a_running_board_with_two_offers_answers_the_one_that_is_shown(name: str) -> None:
    board = Board.from_json(OLD_LOGS[name]["board"])
    assert board.offer is not None
    assert board.open_offer is None
    assert board.awaited == (1,)
    can = board.can(1)
    assert can in {("take", "drop"), ("accept", "refuse")}
    after = does(board, can[0], 1)
    assert after.offer is None
    assert open_now(after) == ()
