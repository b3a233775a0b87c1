"""What captain and crew of a chouette do among themselves at the board: ask, try, propose, agree.

Who may advise follows from the rules and from whom the captain asks; it is held here, whichever way
somebody sends it. Nothing of it is logged, and the box's board does not stir.
"""

from __future__ import annotations

import re
from typing import Final

from django.db import transaction

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.places import crew_places, place_of
from games.boards.services.lines import CREW_TEXTS, line_write, sayer_require
from games.boards.services.sitters import Sitter
from games.boards.services.writing import now_ms
from games.chouetteboards.selectors.crew import Crew, crew_of
from games.chouetteboards.selectors.games import TEAM_SIDE
from games.eventlog.turns import one_at_a_time
from games.models import Board, BoardLine
from games.models.locks import rows_locked
from games.permissions import Capability, Reader
from games.rules.backgammon import Play, PlayError, play_text, read_play
from games.rules.backgammon.plays import step_graph
from games.signals import board_beat, crew_beat

WRITTEN: Final = ("captain", "asked", "roll", "trials", "plays")
STEP_MS: Final = 200
"""The shortest time between two trial steps of one person."""
MOST_STEPS: Final = 4
STEP: Final = re.compile(r"(\d{0,2})-(\d{0,2})")


def crew_act(*, board: Board, reader: Reader, do: str, text: str = "", roll: int = 0) -> None:
    """Do one thing among captain and crew.

    `do` is ask or unask (`text`: a seat), try (`text`: steps so far, blank to stop), put (`text`:
    a whole play; what others are for already counts as a voice for it) or withdraw. What concerns
    plays is for the roll with the number `roll`.

    Raises:
        BoardNotAllowed: they are not of the crew, or may not advise.
        BoardConflict: the roll is another one by now.
        BoardRefused, RulesRefused: it is not possible.
    """
    with one_at_a_time():
        locked = rows_locked(Board.objects).select_related("club", "session__club").get(pk=board.pk)
        crew = crew_of(locked)
        place = place_of(locked, reader.player)
        may_act = reader.may(Capability.PLAY) or reader.may(Capability.SCORE)
        if place is None or place not in crew.places or not may_act:
            raise BoardNotAllowed("not_the_crew")
        if not crew.is_live:
            raise BoardConflict("board_over")
        match do:
            case "ask" | "unask":
                _ask(crew, place, text, is_asked=do == "ask")
                board_beat(locked)  # who is asked is dealt the steps of the roll, on the board
            case "try":
                _try(crew, place, text, roll)
            case "put" | "withdraw":
                _put(crew, place, text if do == "put" else None, roll)
            case _:
                raise BoardRefused("not_found")
        crew_beat(locked, **{name: getattr(crew.row, name) for name in WRITTEN})


def _ask(crew: Crew, place: int, text: str, *, is_asked: bool) -> None:
    if place not in crew.leaders:
        raise BoardNotAllowed("not_the_captain")
    seat = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
    if is_asked and seat not in crew.silent:
        raise BoardRefused("advice_needless")
    asked = {*crew.asked, seat} if is_asked else {*crew.asked} - {seat}
    crew.row.captain, crew.row.asked = crew.captain, sorted(asked)


def _try(crew: Crew, place: int, text: str, roll: int) -> None:
    _require_roll(crew, roll)
    _require_speaker(crew, place)
    trials = {seat: (steps, at) for seat, steps, at in crew.row.trials}
    now = now_ms()
    if 0 <= now - trials.get(place, (None, 0))[1] < STEP_MS:
        raise BoardRefused("trial_often")
    trials[place] = (_steps(crew, text), now)
    crew.row.trials = [[seat, steps, at] for seat, (steps, at) in trials.items()]


def _put(crew: Crew, place: int, text: str | None, roll: int) -> None:
    _require_roll(crew, roll)
    _require_speaker(crew, place)
    if place in crew.leaders:
        raise BoardNotAllowed("advice_of_captain")
    others = [[seat, play] for seat, play in crew.row.plays if seat != place]
    if text is not None:
        play = play_read(crew, text)
        same = [one for _seat, one in others if play_read(crew, one).result == play.result]
        others.append([place, same[0] if same else play_text(play, "fields", TEAM_SIDE)])
    crew.row.plays = others
    crew.row.trials = [row for row in crew.row.trials if row[0] != place]


@transaction.atomic
def crew_say(*, board: Board, by: Sitter, code: str = "", text: str = "") -> BoardLine:
    """Say something to captain and crew alone: who moves for the team may, and who may advise.

    Raises:
        NotAllowed: others may not.
        BoardConflict: the game is over.
        BoardRefused: see `line_say`.
    """
    sayer_require(board, by)
    _require_speaking(board, by.seat)
    return line_write(board, by, BoardLine.Room.CREW, CREW_TEXTS, code, text)


def _require_speaking(board: Board, seat: int | None) -> None:
    if seat is None or seat not in crew_places(board):
        raise BoardNotAllowed("not_the_crew")
    crew = crew_of(board)
    if not crew.is_live:
        raise BoardConflict("board_over")
    _require_speaker(crew, seat)


def play_read(crew: Crew, text: str) -> Play:
    """Read a play of the roll that the team plays.

    Raises:
        RulesRefused: it is none.
    """
    game = crew.state.game
    try:
        return read_play(text, game.position, game.roll, TEAM_SIDE)
    except PlayError as error:
        raise RulesRefused(error) from error


def _require_roll(crew: Crew, roll: int) -> None:
    """Check that it is about the roll that is to be played, and forget earlier ones."""
    if not crew.is_consulting or roll != crew.roll:
        raise BoardConflict("advice_late")
    if crew.row.roll != roll:
        crew.row.roll, crew.row.trials, crew.row.plays = roll, [], []


def _require_speaker(crew: Crew, place: int | None) -> None:
    if place not in crew.speakers:
        raise BoardNotAllowed("advice_not_yours")


def _steps(crew: Crew, text: str) -> list[list[object]]:
    """Return steps such as "24-18 -5" by the team's own points, and what they hit.

    They begin a legal play.

    Raises:
        BoardRefused: they do not.
    """
    words = text.split()
    found = [STEP.fullmatch(word) for word in words]
    if len(words) > MOST_STEPS or not all(found):
        raise BoardRefused("advice_illegal")
    game = crew.state.game
    graph = step_graph(game.position, game.roll)
    nodes, steps = {0}, []
    for typed in found:
        assert typed is not None  # all were read
        ways = [
            (step, after)
            for node in nodes
            for step, after in graph[node]
            if (_field(step.source), _field(step.target)) == typed.groups()
        ]
        if not ways:
            raise BoardRefused("advice_illegal")
        nodes = {after for _step, after in ways}
        steps.append(ways[0][0])
    return [[step.source, step.target, step.hits] for step in steps]


def _field(point: int) -> str:
    """Return the absolute field of one of the team's own points; blank for bar and tray."""
    return str(25 - point) if 0 < point < 25 else ""
