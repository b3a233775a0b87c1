"""How long `check_ledger` takes for boards: `python -m benchmarks.boards_check`.

One game of backgammon, of Dame and of chess each is played to its end, first legal play by first
legal play, and copied, log and all, until there are as many boards as asked for. The command runs
in a process of its own.

    python -m benchmarks.boards_check --boards 10000
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.ledger_scale import AT_ONCE, copied, timed

MOST = 400
"""Turns after which a game is resigned."""


def build(boards: int) -> int:
    """Fill the database; return the number of rows in all logs."""
    import django

    django.setup()
    from django.core.management import call_command

    from games.clubs.services.clubs import club_create, player_create
    from games.models import Board, BoardStep, Membership, User
    from games.rules.online import GAME_TYPES

    call_command("migrate", verbosity=0, skip_checks=True)
    people = [User.objects.create_user(f"{name}@example.org", name=name) for name in ("Ann", "Bo")]
    club = club_create(by=people[0], name="Club")
    Membership.objects.create(club=club, user=people[1], role="player")
    player_create(club=club, by=people[0], name="Bo", user=people[1])
    kinds = list(GAME_TYPES)
    for kind in kinds:
        first = play(kind, club, people)
        left = boards // len(kinds) - 1
        for start in range(0, left, AT_ONCE):
            copy(first, min(AT_ONCE, left - start))
    print(f"{Board.objects.count()} boards, {BoardStep.objects.count()} rows", flush=True)
    return Board.objects.count()


def play(kind: str, club: Any, people: list[Any]) -> Any:
    """Play a game of a kind to its end, or resign it."""
    import uuid

    from games.boards.faces.games import GAMES
    from games.boards.services.acting import board_act
    from games.boards.services.boards import Terms, board_create, seat_join
    from games.boards.services.sitters import Sitter
    from games.rules.backgammon import legal_plays, play_text
    from games.rules.dice import seat_commitment
    from games.rules.online import GAME_TYPES
    from games.rules.online import Board as State

    of = GAME_TYPES[kind]
    terms = Terms(type=kind, length=1) if of.has_cube else Terms(type=kind, options=of.options({}))
    board = board_create(club=club, by=people[0], terms=terms, is_challenge=True)
    seat_join(board=board, by=people[1])

    def act(side: int, do: str, text: str = "") -> Any:
        sent = {"version": board.version, "key": uuid.uuid4().hex}
        board_act(board=board, sitter=Sitter(side, people[side]), do=do, text=text, **sent)
        board.refresh_from_db()
        return State.from_json(board.snapshot)

    board.refresh_from_db()
    state = State.from_json(board.snapshot)
    dice = state.dice
    for do in () if dice is None else ("commit", "reveal"):
        for side in dice.seats:
            seed = "0a" * 16
            told = seat_commitment(dice.game_id, side, seed) if do == "commit" else seed
            state = act(side, do, told)
    for _ in range(MOST):
        if state.stage == "over":
            return board
        side = state.actor
        if state.phase == "roll":
            state = act(side, "roll")
        elif of.has_cube:
            play = legal_plays(state.game.position, state.game.roll)[0]
            state = act(side, "play", play_text(play))
        else:
            state = act(side, "play", GAMES[kind].plays_of(state.game)[0])
    act(state.actor, "resign", "1" if of.has_cube else "")
    return board


def copy(board: Any, times: int) -> None:
    """Write this many copies of a board, with its log."""
    from games.models import Board, BoardStep
    from games.models.ids import public_id

    rows = [Board.objects.get(pk=board.pk) for _ in range(times)]
    for row in rows:
        row.pk, row.public_id = None, public_id()
    Board.objects.bulk_create(rows)
    own = list(BoardStep.objects.filter(board=board))
    steps = [copied(one, board=row, key="", keyed_by="") for row in rows for one in own]
    BoardStep.objects.bulk_create(steps, batch_size=5_000)


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"CHOUETTE_DATA": name, "DJANGO_SETTINGS_MODULE": "chouette.settings"}
        timed("check_ledger", build(asked.boards), Path(name), thing="boards")


if __name__ == "__main__":
    main()
