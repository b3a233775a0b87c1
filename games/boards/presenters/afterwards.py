"""A board looked back at: its games, its files, the proof of its dice, what can be done now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.boards.faces.base import ReplayAsked
from games.boards.faces.endings import ended_text
from games.boards.faces.games import FACES
from games.boards.faces.walking import Walk
from games.boards.presenters.proof import ProofPage, Restart, SeedGiver, Sent, proof_page
from games.boards.sealing import published
from games.boards.selectors.analyses import analysis_of
from games.boards.selectors.boards import (
    names_at,
    seats_of,
    state_of,
    steps_of,
)
from games.boards.selectors.chouettes import captain_of, turns_told
from games.boards.selectors.proofs import Given, proof_of
from games.boards.selectors.rematches import may_rematch
from games.boards.selectors.terms import against, length_text, seat_label
from games.boards.services.boards import plays_against
from games.boards.services.sitters import BoardReader
from games.models import Board, BoardSeat
from games.permissions import Capability, Reader
from games.record.selectors.names import names_in
from games.rules.dice_proof import as_json
from games.rules.online import (
    BACKGAMMON,
    game_type,
)


def seat_names(reader: BoardReader) -> dict[int, str]:
    """Return the names of all who sit at a board, by seat, as this reader knows them."""
    found = names_at(reader.seats, reader.reader, sees_names=reader.sees_names)
    return {seat: seat_label(name) for seat, name in found.items()}


def board_names(board: Board, reader: BoardReader) -> tuple[str, str]:
    """Return White's and Black's names as this reader knows them."""
    names, black = seat_names(reader), 1
    if board.session_id is not None:  # a partner of the box sits between box and captain
        black = board.snapshot["team"]["line"].index(captain_of(board))
    return names.get(0, _("nobody")), names.get(black, _("nobody"))


def board_title(board: Board, reader: BoardReader) -> str:
    """Return who plays what."""
    if board.session_id is None:
        white, black = board_names(board, reader)
        return f"{white} – {black}, {length_text(board)}"
    box, *team = dict(sorted(seat_names(reader).items())).values()
    number = _("Game %(number)s") % {"number": board.game_number}
    return f"{against(box, team)} · {number}"


def replay_page(board: Board, reader: BoardReader, number: int, at: int) -> Walk[Any] | None:
    """Return the page of a finished game by its number from 1; the last one for any other.

    None if no game is finished that can be written down. On squares, where every board is one
    game, the moves so far.
    """
    asked = ReplayAsked(
        board,
        board_names(board, reader),
        board_title(board, reader),
        number,
        at,
        hands=_hands(board, reader),
        analysis=_analysed(board, reader),
    )
    return FACES[board.type].replay(asked)


def not_yet_text(board: Board, reader: BoardReader) -> str:
    """Return why there are no plays to look at: no game is finished, or nothing was played."""
    if board.is_open:
        return _("No game of this board is finished yet: its plays are shown here then.")
    said = ended_text(state_of(board), board_names(board, reader))
    return f"{said} {_('Nothing was played.')}".strip()


def _analysed(board: Board, reader: BoardReader) -> str:
    """Return the public id of a board's analysis, for who plays here; blank where there is none."""
    is_judged = reader.side is not None and not board.is_open and game_type(board.type).has_dice
    found = analysis_of(board) if is_judged else None
    return found.public_id if found is not None and found.state == found.State.DONE else ""


def _hands(board: Board, reader: BoardReader) -> tuple[str, ...]:
    """Return the name of who rolled each roll at a chouette; nothing for boards of two."""
    if board.session is None:
        return ()
    names = names_in(board.session, reader.reader)
    return tuple(
        names[turn.hand] if turn.hand else _("the assistant") for turn in turns_told(board)
    )


def board_log(board: Board, reader: BoardReader) -> dict[str, Any]:
    """Return the log for programs: no addresses of guests, and no seed before it may be known."""
    names = names_at(reader.seats, reader.reader, sees_names=reader.sees_names)
    proven = proof_of(board)
    told = turns_told(board) if board.session_id is not None and reader.sees_names else []
    hands = {turn.step: {"hand": turn.hand} for turn in told}
    return {
        "id": board.public_id,
        "game": board.type,
        "length": board.match_length,
        "options": board.options,
        "status": board.status,
        "players": [
            {
                "seat": seat.number,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "player": seat.player,
            }
            for seat in names.values()
        ],
        "steps": [
            {
                "kind": step.kind,
                "seat": step.side,
                "at": step.at,
                "payload": _published(step.kind, dict(step.payload), board, reader),
                **hands.get(number, {}),
            }
            for number, step in enumerate(steps_of(board), 1)
        ],
        "proof": as_json(proven.proof) if proven is not None else None,
    }


def _published(
    kind: str, payload: dict[str, Any], board: Board, reader: BoardReader
) -> dict[str, Any]:
    payload = published(kind, payload, board)
    if board.session_id is not None and not reader.sees_names:
        for name in ("line", "start", "actions"):
            payload.pop(name, None)
    if kind == "seat" and not reader.sees_names:
        payload.pop("player", None)
    return payload


def board_proof_page(board: Board, reader: BoardReader) -> ProofPage | None:
    """Return the page that proves a board's dice; None as long as the seed is not shown."""
    proven = proof_of(board)
    if proven is None:
        return None
    names = board_names(board, reader)
    known = names_at(reader.seats, reader.reader, sees_names=reader.sees_names)
    everybody = {seat: seat_label(one) for seat, one in known.items()}
    givers = {
        seat: SeedGiver(everybody.get(seat, str(seat)), _sent(given))
        for seat, given in proven.given.items()
    }
    return proof_page(
        proven.proof,
        title=board_title(board, reader),
        sides=names,
        givers=givers,
        without=[
            everybody[seat.number]
            for seat in reader.seats
            if seat.kind != BoardSeat.Kind.ASSISTANT and seat.number not in givers
        ],
        mailed=proven.first if board.session_id is None else "",
        luck=board.luck,
        bets=_bet_luck(board, reader, everybody),
        restarts=[
            Restart(restart.game_id, restart.commitment, _failed(restart.failed, everybody))
            for restart in proven.restarts
        ],
    )


def _bet_luck(
    board: Board, reader: BoardReader, names: Mapping[int, str]
) -> list[tuple[str, float]]:
    """Return by name what the dice did to the bets of a chouette that was analysed."""
    if board.session_id is None:
        return []
    return [
        (names[seat.number], seat.figures["bet_luck"])
        for seat in reader.seats
        if seat.figures and "bet_luck" in seat.figures
    ]


def _sent(given: Given) -> Sent:
    if not given.is_open:
        return "sealed"
    return "unprotected" if given.is_unprotected else "openly"


def _failed(seats: Iterable[int], names: Mapping[int, str]) -> str:
    """Return who left their seed closed, by the name under which this reader knows them."""
    return ", ".join(names.get(seat, str(seat)) for seat in seats)


# what can be done

GUEST: Final = BoardSeat.Kind.GUEST


@dataclass(frozen=True, slots=True)
class AfterPanel:
    """What stands below a board: again, what blocks or analyses, and what ends it.

    `may_rematch`, `may_analyse`: once it is over.
    """

    board: Board
    is_over: bool
    may_rematch: bool
    may_abandon: bool
    other: str
    analysis: str = ""
    """The public id of the analysis, for who plays here."""
    may_analyse: bool = False
    guest: str = ""
    """A guest who plays here, for the other player, who makes a new link for them."""
    lost: str = ""
    """The same guest, for a reader without an account: that may be the guest themselves."""


def after_panel(board: Board, reader: BoardReader) -> AfterPanel:
    """Return what a reader can do beside a board or after it."""
    user = reader.sitter.user
    is_over = board.status in (Board.Status.ENDED, Board.Status.ABANDONED)
    plays = reader.side is not None and user is not None
    names = board_names(board, reader)
    other = next((one for one in seats_of(board) if one.number != reader.side), None)
    is_pair = board.session_id is None  # a chouette goes on by itself, and has no one opponent
    may_block = plays and is_pair and other is not None and other.player is not None
    is_judged = (
        reader.side is not None
        and board.status in (Board.Status.PLAYING, Board.Status.ENDED)
        and board.type == BACKGAMMON.name
    )
    analysis = analysis_of(board) if is_judged and is_over else None
    runs = is_pair and board.status == Board.Status.PLAYING
    guests = [names[one.number] for one in reader.seats if runs and one.kind == GUEST]
    is_stranger = reader.side is None and reader.reader.user is None
    is_host = plays and other is not None and other.kind == GUEST
    return AfterPanel(
        board=board,
        is_over=is_over,
        may_rematch=may_rematch(board, reader.side),
        may_abandon=_may_abandon(board, reader.reader),
        other=names[1 - (reader.side or 0)] if may_block else "",
        analysis=analysis.public_id if analysis is not None else "",
        may_analyse=is_judged and user is not None and analysis is None,
        guest=guests[0] if guests and is_host else "",
        lost=guests[0] if guests and is_stranger else "",
    )


def _may_abandon(board: Board, reader: Reader) -> bool:
    """Tell whether a reader may end a board without a winner: who decides, and plays no part."""
    if board.status != Board.Status.PLAYING or reader.user is None:
        return False
    return reader.may(Capability.VOID_SESSION) and not plays_against(board, reader.user)
