"""Boards in the archive of a club: written with numbers, read back, created again.

A server's seed leaves only with a board that is over. What captain and crew of a chouette say among
themselves stays, as organizers do not read it. A board that was running comes back
abandoned, since it cannot roll elsewhere. Accounts, guests' addresses and links are not exported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.boards.sealing import archived, server_seed
from games.boards.services.writing import columns_of
from games.files.archive.columns import picked, written
from games.files.archive.ids import named, numbered
from games.files.archive.shapes import (
    Shape,
    anything,
    count,
    flag,
    listed,
    moment,
    optional,
    row,
    text,
    whole,
)
from games.files.services.archive_parts import Made, Numbers, Part, Sizes
from games.models import Board, BoardLine, BoardSeat, BoardStep, Club, DiceSeed
from games.models.locks import rows_locked
from games.record.log.bulk import BATCH
from games.rules.online import Step, applied, board_of
from games.rules.online.board import RULES_VERSION

Json = dict[str, Any]
Status = Board.Status


def _late(value: Any) -> Any:
    """Read who left their seed closed: seats; in older archives their names, in one text."""
    return text(value) if isinstance(value, str) else listed(count)(value)


OF_SEAT: Final = {
    "number": count,
    "kind": text,
    "name": text,
    "level": text,
    "language": text,
    "taken_at": moment,
}
SEAT: Final = Shape({**OF_SEAT, "player": optional(count)})
OF_DICE: Final = {"game_id": text, "commitment": text, "failed": _late, "created_at": moment}
DICE: Final = Shape({**OF_DICE, "server_seed": optional(text)})
OF_LINE: Final = {
    "room": text,
    "seat": optional(count),
    "code": text,
    "text": text,
    "is_reported": flag,
    "is_hidden": flag,
    "created_at": moment,
}
LINE: Final = Shape(OF_LINE)
OF_BOARD: Final = {
    "type": text,
    "status": text,
    "pace": text,
    "is_challenge": flag,
    "is_rated": flag,
    "rules_version": count,
    "reason": text,
    "created_at": moment,
    "changed_at": moment,
    "game_number": optional(count),
}
BOARD: Final = Shape(
    {
        **OF_BOARD,
        "rematch_of": optional(count),
        # the winner's seat, and the scores of White and Black
        "result": row(optional(count), count, count),
        "seats": listed(SEAT),
        # kind, seat, milliseconds since 1970, version, payload; a row's number is its place
        "log": listed(row(text, optional(count), whole, count, anything)),
        "dice": listed(DICE),
        "lines": listed(LINE),
        "session": optional(count),
    },
    later={"session": None, "game_number": None},
)


# writing


def boards_write(club: Club, _seasons: Numbers, sessions: Numbers) -> Iterator[Json]:
    """Yield a club's boards, each read in its own transaction."""
    keys = list(club.boards.order_by("pk").values_list("pk", flat=True))
    places = {pk: place for place, pk in enumerate(keys, 1)}
    for pk in keys:
        with transaction.atomic():
            board = rows_locked(Board.objects).get(pk=pk)
            players = dict(club.players.order_by("pk").values_list("pk", "public_id"))
            found = _board_row(board, players, places)
        # A session that was moved here from another club left its boards there, and the other way.
        yield found | {"session": sessions.get(board.session_id or 0)}


def _board_row(board: Board, players: Mapping[int, str], places: Mapping[int, int]) -> Json:
    numbers = {pk: number for number, pk in enumerate(players, 1)}
    ids = {public_id: f"p{numbers[pk]}" for pk, public_id in players.items()}
    log = board.log.order_by("sequence").values_list("kind", "side", "at", "version", "payload")
    return {
        **written(board, OF_BOARD),
        "rematch_of": places.get(board.rematch_of_id or 0),
        "result": [board.winner, board.score_white, board.score_black],
        "seats": [
            {**written(seat, OF_SEAT), "player": numbers.get(seat.player_id or 0)}
            for seat in board.seats.order_by("number")
        ],
        "log": [[*rest, numbered(payload, ids)] for *rest, payload in archived(log, board.phase)],
        "dice": [
            {**written(seed, OF_DICE), "server_seed": server_seed(seed, board)}
            for seed in board.dice_seeds.order_by("pk")
        ],
        "lines": [
            written(line, OF_LINE)
            for line in board.lines.exclude(room=BoardLine.Room.CREW).order_by("pk")
        ],
    }


# reading


def board_read(value: Any, sizes: Sizes) -> Json:
    """Read and check the row of a board.

    Raises:
        ValueError, TypeError: it has another shape, or its log leads to something else.
    """
    data: Json = BOARD(value)
    if data["status"] not in Status.values or data["rules_version"] > RULES_VERSION:
        raise ValueError(_("its state is not what the log says"))
    for seat in data["seats"]:
        sizes.check(player=seat["player"])
    sizes.check(session=data["session"])
    state = board_of(_steps(data))
    winner = None if state.ending is None else state.ending.winner
    is_open = data["status"] in (Status.WAITING, Status.PLAYING)
    said = (data["result"], is_open, tuple(sorted(seat["number"] for seat in data["seats"])))
    # Earlier archives did not count a single game that was lost by time.
    scores = (state.score, state.type.score(state.game))
    if said not in [((winner, *score), state.ending is None, state.seated) for score in scores]:
        raise ValueError(_("its state is not what the log says"))
    return data


def _steps(data: Json) -> list[Step]:
    return [Step(kind, side, at, payload) for kind, side, at, _version, payload in data["log"]]


# creating


@transaction.atomic
def boards_create(made: Made, rows: Sequence[Json]) -> None:
    """Write the boards of an archive; those that were running end without a winner."""
    boards = [_board_make(made, data) for data in rows]
    for board, data in zip(boards, rows, strict=True):
        if data["rematch_of"]:
            board.rematch_of = boards[data["rematch_of"] - 1]
            board.save(update_fields=["rematch_of"])


def _board_make(made: Made, data: Json) -> Board:
    names = {f"p{number}": player.public_id for number, player in enumerate(made.players, 1)}
    steps = [
        Step(kind, side, at, named(payload, names))
        for kind, side, at, _version, payload in data["log"]
    ]
    versions = [version for _kind, _side, _at, version, _payload in data["log"]]
    state, begin = board_of(steps), steps[0].payload
    status = data["status"]
    if state.ending is None:
        with override(made.club.language or None):
            reason = (
                _("came from an archive made while it was played")
                if state.dice is None
                else _("came from an archive: its dice stayed where it was played")
            )
        last = Step("abandon", None, steps[-1].at, {"reason": reason})
        state, kept = applied(state, last)
        steps.append(Step("abandon", None, last.at, kept))
        versions.append(versions[-1] + 1)
        status = Status.WITHDRAWN if status == Status.WAITING else Status.ABANDONED
    board = Board(
        club=made.club,
        session=made.sessions[data["session"] - 1] if data["session"] else None,
        match_length=begin["length"],
        options=begin["options"],
        version=versions[-1],
        length=len(steps),
        **picked(data, OF_BOARD),
    )
    for name, value in columns_of(state, steps[-1].at).items():
        setattr(board, name, value)
    board.status, board.changed_at = status, data["changed_at"]
    board.clean_fields(exclude=["club", "options", "snapshot", "started_by"])
    board.save(force_insert=True)
    _hang(made, board, data)
    BoardStep.objects.bulk_create(
        [
            BoardStep(
                board=board,
                sequence=sequence,
                kind=step.kind,
                side=step.side,
                payload=dict(step.payload),
                at=step.at,
                version=version,
            )
            for sequence, (step, version) in enumerate(zip(steps, versions, strict=True), 1)
        ],
        batch_size=BATCH,
    )
    return board


def _hang(made: Made, board: Board, data: Json) -> None:
    """Write a board's seats, dice and lines."""
    rows: defaultdict[type[Any], list[Any]] = defaultdict(list)
    for seat in data["seats"]:
        player = made.players[seat["player"] - 1] if seat["player"] else None
        rows[BoardSeat].append(BoardSeat(board=board, player=player, **picked(seat, OF_SEAT)))
    for seed in data["dice"]:
        late = seed["failed"]
        if isinstance(late, str):
            said = late.split(", ")
            late = [
                row.number
                for row in rows[BoardSeat]
                if (row.player.name if row.player else row.name) in said
            ]
        given = {**seed, "server_seed": seed["server_seed"] or "", "failed": late}
        rows[DiceSeed].append(DiceSeed(board=board, **given))
    for line in data["lines"]:
        rows[BoardLine].append(BoardLine(board=board, **picked(line, OF_LINE)))
    for model, found in rows.items():
        for one in found:
            one.clean_fields(exclude=["board", "player", "server_seed", "seat", "sender"])
        model.objects.bulk_create(found, batch_size=BATCH)


def _boards_counted(count: int) -> str:
    return ngettext("%(count)s board", "%(count)s boards", count) % {"count": count}


BOARDS: Final = Part("boards", boards_write, board_read, boards_create, _boards_counted)
