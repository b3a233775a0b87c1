"""Every game with every way to end: who has won, by what, and the score, wherever it is said."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.api.board_shapes import BoardSerializer
from games.boards.faces.endings import (
    CHOUETTE_ENDINGS,
    ENDINGS,
    ended_text,
)
from games.boards.faces.stakes import standing_text
from games.boards.presenters.lists import board_cards
from games.boards.presenters.show import fragment_html
from games.boards.selectors.boards import board_find
from games.boards.services import writing
from games.boards.services.boards import Terms, board_abandon, board_create, seat_join
from games.boards.services.writing import columns_of
from games.clubs.services.clubs import club_create
from games.models import Board, Membership, User
from games.rules.backgammon import Game, Options, Position
from games.rules.backgammon.match_score import Cube, MatchScore
from games.rules.chess import Game as ChessGame
from games.rules.chess import Result as ChessResult
from games.rules.clock import Clock, Control
from games.rules.dame import Game as DameGame
from games.rules.dame import Result as DameResult
from games.rules.online import (
    BACKGAMMON,
    CHESS,
    DAME,
    GAME_TYPES,
    Ending,
    Series,
    Step,
    applied,
    outcome_of,
)
from games.rules.online import Board as State
from games.rules.online.board import DAY, ChouetteBoard, Team
from games.webhooks.services.deliveries import _board as board_told
from tests.worlds import built_once

NAMES = ("Ann", "Bo")
AT = 1_700_000_000_000
LATE = AT + 10_000_000


def checkers(*points: int) -> list[int]:
    """A side with checkers on these of its points."""
    found = [0] * 25
    for point in points:
        found[point - 1] += 1
    return found


def at_end(others: list[int], length: int | None = None, **score: Any) -> Game:
    """White bears off the last checker with 2-1, against Black's checkers."""
    position = Position.of(checkers(1), others)
    found = MatchScore(length, **score)
    return Game(found, Options(jacoby=False), position, 0, (2, 1))


HOME = checkers(1, 2)
GAMMON = checkers(*[6] * 15)
BACKGAMMON_LOST = checkers(23, *[6] * 14)
CUBE_2 = {"cube": Cube(2, 0)}


def running(game: Any, of: Any = BACKGAMMON, **other: Any) -> State:
    clock = Clock.new(Control(1000, 0)).turn_to(of.actor(game) or 0, AT)
    return State(of, game, "playing", (0, 1), clock=clock, **other)


def after(state: State, *acts: tuple[str, int | None, dict[str, Any]]) -> State:
    for do, side, payload in acts:
        state = applied(state, Step(do, side, AT if do != "flag" else LATE, payload))[0]
    return state


def borne_off(others: list[int], length: int | None = None, **score: Any) -> State:
    return after(running(at_end(others, length, **score)), ("play", 0, {"text": "1/off"}))


def middle(length: int | None = None, **score: Any) -> Game:
    """White is to roll; nobody has borne anything off."""
    return Game(MatchScore(length, **score), Options(jacoby=False), turn=0)


def given_up(level: str, length: int | None = None, **score: Any) -> State:
    game = middle(length, **score)
    return after(running(game), ("resign", 0, {"level": level}), ("accept", 1, {}))


def dropped(length: int | None = None, **score: Any) -> State:
    return after(running(middle(length, **score)), ("double", 0, {}), ("drop", 1, {}))


def flagged(game: Any, of: Any = BACKGAMMON, **other: Any) -> State:
    return after(running(game, of, **other), ("flag", 1 - of.actor(game), {}))


def unmoved(game: Any, of: Any = BACKGAMMON) -> State:
    state = State(of, game, "playing", (0, 1), patience=7)
    step = Step("unmoved", 1 - of.actor(game), 7 * DAY, {"do": "claim_win", "since": 0})
    return applied(state, step)[0]


def abandoned(game: Any, of: Any = BACKGAMMON) -> State:
    return after(running(game, of), ("abandon", None, {"reason": "the fire alarm"}))


def agreed(game: Any, of: Any = BACKGAMMON, **other: Any) -> State:
    return after(running(game, of, **other), ("draw", 0, {}), ("accept", 1, {}))


def judged(of: Any, game: Any, **other: Any) -> State:
    """A game on squares that its rules have ended."""
    winner = game.result.winner
    ending = Ending("draw" if winner is None else "played", winner, of.score(game))
    return State(of, game, "over", (0, 1), ending=ending, **other)


def dame(reason: Any, winner: int | None, **other: Any) -> State:
    return judged(DAME, replace(DameGame.begin(), result=DameResult(winner, reason)), **other)


def chess(reason: Any, winner: int | None, moves: str = "", **other: Any) -> State:
    result = ChessResult(winner, reason)
    return judged(CHESS, ChessGame(moves=tuple(moves.split()), result=result), **other)


MATE = "f2f3 e7e5 g2g4 d8h4"
BARE = ChessGame("8/8/4k3/8/8/4K3/8/7R w - - 0 1")
"""White has a rook, Black the king alone: Black can win by nothing."""
SERIES = {"series": Series(3, 2, (1, 0))}
SERIES_WON = "Game 2 of 3: Ann 2, Bo 0."
ONE_TO_TWO = {
    "games": (*given_up("single", 3).game.score.games, *borne_off(GAMMON, 3).game.score.games)
}
"""Bo has won a single game, then Ann a gammon: the Crawford game of a match to 3 is next."""

MONEY: dict[str, tuple[State, str, str, str]] = {
    # how a single game of backgammon ends: by what, in words, and the score
    "win": (borne_off(HOME), "win", "Ann bears off the last checker and wins 1 point.", "1 : 0"),
    "gammon": (
        borne_off(GAMMON, **CUBE_2),
        "win_gammon",
        "Ann bears off the last checker and wins a gammon: 4 points.",
        "4 : 0",
    ),
    "backgammon": (
        borne_off(BACKGAMMON_LOST),
        "win_backgammon",
        "Ann bears off the last checker and wins a backgammon: 3 points.",
        "3 : 0",
    ),
    "drop": (dropped(), "drop", "Bo drops: Ann wins 1 point.", "1 : 0"),
    "resign": (given_up("single"), "resign", "Ann resigns: Bo wins 1 point.", "0 : 1"),
    "resign gammon": (
        given_up("gammon"),
        "resign_gammon",
        "Ann resigns a gammon: Bo wins 2 points.",
        "0 : 2",
    ),
    "resign backgammon": (
        given_up("backgammon", **CUBE_2),
        "resign_backgammon",
        "Ann resigns a backgammon: Bo wins 6 points.",
        "0 : 6",
    ),
    "time": (flagged(middle()), "time", "Ann has no time left: Bo wins 1 point.", "0 : 1"),
    "unmoved": (
        unmoved(middle()),
        "unmoved",
        "Ann has not moved for days: Bo wins 1 point.",
        "0 : 1",
    ),
    "time at a cube of 2": (
        flagged(middle(**CUBE_2)),
        "time",
        "Ann has no time left: Bo wins 2 points.",
        "0 : 2",
    ),
    "agreed": (agreed(middle()), "agreed", "A draw: both agree. The game counts 0.", "0 : 0"),
    "abandoned": (
        abandoned(middle()),
        "abandoned",
        "Abandoned, nobody has won: the fire alarm",
        "",
    ),
}
MATCH: dict[str, tuple[State, str, str, str]] = {
    # the same in a match to 3
    "win": (
        borne_off(HOME, 1),
        "win",
        "Ann bears off the last checker and wins 1 point. Ann wins the match, 1 : 0.",
        "1 : 0",
    ),
    "more than needed": (
        borne_off(GAMMON, 3, **ONE_TO_TWO),
        "win_gammon",
        "Ann bears off the last checker and wins a gammon: 1 point. Ann wins the match, 3 : 1.",
        "3 : 1",
    ),
    "drop": (
        dropped(3, cube=Cube(4, 0)),
        "drop",
        "Bo drops: Ann wins 3 points. Ann wins the match, 3 : 0.",
        "3 : 0",
    ),
    "resign backgammon": (
        given_up("backgammon", 3),
        "resign_backgammon",
        "Ann resigns a backgammon: Bo wins 3 points. Bo wins the match, 3 : 0.",
        "0 : 3",
    ),
    "time": (
        flagged(middle(3, **ONE_TO_TWO)),
        "time",
        "Ann has no time left: Bo wins the match.",
        "2 : 1",
    ),
    "unmoved": (
        unmoved(middle(3, **ONE_TO_TWO)),
        "unmoved",
        "Ann has not moved for days: Bo wins the match.",
        "2 : 1",
    ),
    "abandoned": (
        abandoned(middle(3, **ONE_TO_TWO)),
        "abandoned",
        "Abandoned, nobody has won: the fire alarm",
        "2 : 1",
    ),
}
DAMES: dict[str, tuple[State, str, str, str]] = {
    "no pieces": (dame("no_pieces", 0), "no_pieces", "Ann wins: Bo has no piece left.", "1 : 0"),
    "no move": (dame("no_moves", 1), "no_moves", "Bo wins: Ann cannot move.", "0 : 1"),
    "resigned": (dame("resigned", 0), "resigned", "Ann wins: Bo resigns.", "1 : 0"),
    "agreed": (agreed(DameGame.begin(), DAME), "agreed", "A draw: both agree.", "½ : ½"),
    "repetition": (
        dame("repetition", None),
        "repetition",
        "A draw: the position has occurred three times.",
        "½ : ½",
    ),
    "king moves": (
        dame("king_moves", None),
        "king_moves",
        "A draw: 25 king moves of each without a capture.",
        "½ : ½",
    ),
    "unmoved": (
        unmoved(DameGame.begin(), DAME),
        "unmoved",
        "Bo wins: Ann has not moved for days.",
        "0 : 1",
    ),
    "time": (
        flagged(DameGame.begin(), DAME),
        "time",
        "Bo wins: Ann has no time left.",
        "0 : 1",
    ),
    "abandoned": (
        abandoned(DameGame.begin(), DAME),
        "abandoned",
        "Abandoned, nobody has won: the fire alarm",
        "",
    ),
    "in a series": (
        dame("no_moves", 0, **SERIES),
        "no_moves",
        "Ann wins: Bo cannot move.",
        SERIES_WON,
    ),
    "in a series by time": (
        flagged(DameGame.begin(), DAME, series=Series(3, 2, (1, 0))),
        "time",
        "Bo wins: Ann has no time left.",
        "Game 2 of 3: Ann 1, Bo 1.",
    ),
}
CHESSES: dict[str, tuple[State, str, str, str]] = {
    "checkmate": (
        chess("checkmate", 1, MATE),
        "checkmate",
        "Checkmate: Bo wins. Ann is in check and has no answer.",
        "0 : 1",
    ),
    "stalemate": (
        chess("stalemate", None, "e2e4"),
        "stalemate",
        "Stalemate, a draw: Bo is not in check and cannot move.",
        "½ : ½",
    ),
    "dead": (
        chess("dead", None),
        "dead",
        "A dead position, a draw: nobody has pieces enough to mate.",
        "½ : ½",
    ),
    "perpetual": (
        chess("perpetual", None),
        "perpetual",
        "Perpetual check, a draw: the position has occurred three times.",
        "½ : ½",
    ),
    "repetition": (
        chess("repetition", None),
        "repetition",
        "A draw: the position has occurred three times.",
        "½ : ½",
    ),
    "fifty": (
        chess("fifty", None),
        "fifty",
        "A draw: 50 moves of each without a capture or a pawn's move.",
        "½ : ½",
    ),
    "resigned": (chess("resigned", 1), "resigned", "Bo wins: Ann resigns.", "0 : 1"),
    "agreed": (agreed(ChessGame(), CHESS), "agreed", "A draw: both agree.", "½ : ½"),
    "time": (flagged(ChessGame(), CHESS), "time", "Bo wins: Ann has no time left.", "0 : 1"),
    "unmoved": (
        unmoved(ChessGame(), CHESS),
        "unmoved",
        "Bo wins: Ann has not moved for days.",
        "0 : 1",
    ),
    "time without pieces to win": (
        flagged(BARE, CHESS),
        "time_draw",
        "A draw: the time is up, and the other side has not enough to win.",
        "½ : ½",
    ),
    "abandoned": (
        abandoned(ChessGame(), CHESS),
        "abandoned",
        "Abandoned, nobody has won: the fire alarm",
        "",
    ),
    "drawn in a series": (
        agreed(ChessGame(), CHESS, series=Series(3, 2, (1, 0))),
        "agreed",
        "A draw: both agree.",
        "Game 2 of 3: Ann 1, Bo 0.",
    ),
}
ALL = {"money": MONEY, "match": MATCH, "dame": DAMES, "chess": CHESSES}
PAIRS = [(game, how) for game, endings in ALL.items() for how in endings]
IDS = [f"{game}: {how}" for game, how in PAIRS]


@pytest.mark.parametrize(("game", "how"), PAIRS, ids=IDS)
def test_each_ending_says_who_has_won_by_what_and_the_score(game, how):
    state, by, said, score = ALL[game][how]
    outcome = outcome_of(state)

    assert outcome is not None
    assert outcome.by == by
    assert state.stage == "over"
    assert ended_text(state, NAMES) == said
    assert score in standing_text(state, NAMES)
    with override("de"):
        german = ended_text(state, NAMES)
    assert german not in ("", said)
    assert sorted(re.findall(r"\bAnn\b|\bBo\b", german)) == sorted(
        re.findall(r"\bAnn\b|\bBo\b", said)
    )


def test_every_sentence_of_every_game_stands_in_the_tables_above():
    tables = {"backgammon": {**MONEY, **{f"match {how}": MATCH[how] for how in MATCH}}}
    tables |= {"dame": DAMES, "chess": CHESSES}
    for name, endings in tables.items():
        said = {by for _state, by, _said, _score in endings.values()}
        # Only at chess a side can have too little to win.
        never = set() if name == "chess" else {"time_draw"}
        assert said == {*ENDINGS[name], "abandoned"} - never
    assert ENDINGS.keys() == GAME_TYPES.keys()


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("by", [*CHOUETTE_ENDINGS])
def test_the_board_of_a_chouette_says_which_side_has_won_and_by_what(by, winner):
    team = Team(("a", "b", "c"))
    how: Any = by if by in ("time", "cubes", "table") else "played"
    game = middle()
    if how == "played":
        level: Any = by.partition("_")[2] or "single"
        score = game.score
        done = (
            score.resign(1 - winner, level) if by.startswith("resign") else score.win(winner, level)
        )
        game = replace(game, score=done, result=done.games[-1])
    state = ChouetteBoard(BACKGAMMON, game, "over", ending=Ending(how, winner, (0, 0)), team=team)

    said = ended_text(state, NAMES)

    assert said.startswith(f"The {('box', 'team')[winner]} has won this game. ")
    assert said.endswith(CHOUETTE_ENDINGS[by][winner])
    if "resigns" in said or "time" in said:
        assert f"The {('team', 'box')[winner]} " in said


def test_a_game_that_runs_has_no_ending_and_one_of_a_match_has_its_own():
    assert ended_text(running(middle(3)), NAMES) == ""
    between = borne_off(HOME, 3)
    assert between.stage == "playing"
    assert ended_text(between, NAMES) == "Ann bears off the last checker and wins 1 point."
    assert standing_text(between, NAMES) == "Ann 1 : 0 Bo, to 3"


# wherever a board is shown


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    """A public club with a board of each game between Ann and Bo, who has Black."""
    with built_once(django_db_blocker):
        olga, ann, bo = (
            User.objects.create_user(f"end-{name}@example.org".lower(), name=name)
            for name in ("Olga", "Ann", "Bo")
        )
        club = club_create(by=olga, name="Endings")
        for user in (ann, bo):
            Membership.objects.create(club=club, user=user, role="player")
        boards = {}
        for game in ("backgammon", "dame", "chess"):
            terms = Terms(type=game, options=GAME_TYPES[game].options({}))
            boards[game] = board_create(club=club, by=ann, terms=terms, is_challenge=True)
            seat_join(board=boards[game], by=bo)
        client = Client()
        client.force_login(ann)
        yield client, ann, boards


def shown(client: Client, name: str, board: Board) -> str:
    answer = client.get(reverse(name, args=[board.public_id]))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "how"), PAIRS, ids=IDS)
def test_each_ending_stands_wherever_its_board_is_shown(built, db, game, how):
    client, ann, boards = built
    state, by, said, score = ALL[game][how]
    board = boards[state.type.name]
    length = state.type.length(state.game)
    Board.objects.filter(pk=board.pk).update(match_length=length, **columns_of(state, AT))
    board = board_find(board.public_id)

    for name in ("board", "board_text", "board_wall"):
        page = shown(client, name, board)
        title = re.search("<title>(.*?)</title>", page, re.S)
        assert title is not None
        assert said in title[1], name
        assert page.count(said) > 1, name
        assert score in page, name
        assert "At stake" not in page, name
    for name in ("board", "board_text"):
        page = shown(client, name, board)
        panel = page[page.index('class="ended"') :]
        for button in ("Rematch", "Replay and files"):
            assert panel.index(button) < 2000, name
    stream = json.loads(
        re.findall(r"<script[^>]*>(.*?)</script>", fragment_html(board, 0, sees_names=True))[0]
    )
    assert (stream["status"], stream["title"]) == (said, said)
    assert score in stream["standing"]
    (card,) = board_cards([board], user=ann)
    assert card.state == said
    if score not in ("", "0 : 0") and "series" not in how:
        assert card.score == score
    told = BoardSerializer(board, context={"sees_names": True}).data
    assert (told["ended_by"], told["winner"]) == (by, state.ending.winner)
    assert told["score"] == list(state.score)
    hook = board_told(board)["board"]
    assert (hook["by"], hook["score"], hook["winner"]) == (by, [*state.score], board.winner)


@pytest.mark.django_db
def test_the_plays_of_a_game_lost_by_time_are_shown_with_who_has_won(board_between, monkeypatch):
    playing = board_between(Terms(length=None, pace="days")).seed()
    playing.turn()
    late, later = playing.state.actor, writing.now_ms() + 30 * DAY
    monkeypatch.setattr(writing, "now_ms", lambda: later)
    playing.act(1 - late, "flag")
    client = Client()
    client.force_login(playing.people[0])
    said = f"{NAMES[late]} has no time left: {NAMES[1 - late]} wins 1 point."

    for name in ("board", "board_replay"):
        assert said in shown(client, name, playing.board), name
    assert playing.board.public_id in (
        page := html.unescape(client.get("/boards/").content.decode())
    )
    assert said in page
    assert f" · {playing.board.club.name}" not in page, "they are in one club"
    playing.board.refresh_from_db()
    assert (playing.board.score_white, playing.board.score_black) == playing.state.score
    assert sum(playing.state.score) == 1


@pytest.mark.django_db
def test_a_drawn_game_of_a_match_keeps_its_number_and_says_that_it_is_drawn(playing):
    playing.turn()
    playing.act(0, "draw")
    playing.act(1, "accept")
    playing.act(0, "next")
    playing.turn()
    side = playing.state.actor
    playing.act(side, "resign", "single")
    playing.act(1 - side, "accept")
    client = Client()
    client.force_login(playing.people[0])

    def replay(number: int) -> str:
        return client.get(
            reverse("board_game", args=[playing.board.public_id, number])
        ).content.decode()

    assert "A draw: both agree. The game counts 0." in replay(1)
    assert f"{NAMES[side]} resigns: {NAMES[1 - side]} wins 1 point." in replay(2)


@pytest.mark.django_db
def test_a_board_abandoned_before_a_roll_says_so_where_its_plays_would_stand(
    board_between, organizer
):
    board = board_between().board
    board_abandon(board=board, by=organizer, reason="the fire alarm")
    client = Client()
    client.force_login(organizer)

    page = shown(client, "board_replay", board)

    assert "Abandoned, nobody has won: the fire alarm Nothing was played." in page
