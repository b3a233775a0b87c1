"""What two have agreed on, and who asks, in words of the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.selectors.boards import SeatName, names_at, seats_of, state_of
from games.models import Board, BoardInvitation, BoardSeat
from games.rule_texts import listed
from games.rules.agreed import agreed_text
from games.rules.backgammon import Options
from games.rules.clock import MINUTE, SECOND
from games.rules.online import game_type
from games.rules.online.board import DAY


def invited_text(board: Board, name: str) -> str:
    """Return who invites to what."""
    return _("%(name)s invites you to a game of %(game)s") % {
        "name": name,
        "game": board.get_type_display(),
    }


def length_text(board: Board) -> str:
    """Return how long is played."""
    series = board.snapshot.get("series")
    if series is not None:
        return _("a series of %(count)s games of %(game)s") % {
            "count": series["games"],
            "game": board.get_type_display(),
        }
    if not game_type(board.type).has_cube:
        return _("a game of %(game)s") % {"game": board.get_type_display()}
    if board.session_id is not None:
        return _("game %(number)s of a chouette") % {"number": board.game_number}
    if board.match_length is None:
        return _("a single game")
    count = board.match_length
    return ngettext("a match to %(count)s point", "a match to %(count)s points", count) % {
        "count": count
    }


def clock_text(board: Board) -> str:
    """Return by which clock is played."""
    state = state_of(board)
    clock = state.clock
    if clock is None and state.patience is not None:
        text = _("no clock; after %(days)s days without a move the other side can claim the win")
        return text % {"days": state.patience}
    if clock is None:
        return _("no clock")
    reserve, delay = clock.control.reserve, clock.control.delay
    if board.pace == Board.Pace.DAYS:
        days, bank = delay // DAY, reserve // DAY
        move = ngettext("%(count)s day for a move", "%(count)s days for a move", days)
        kept = ngettext("%(count)s day in the bank", "%(count)s days in the bank", bank)
        return _("%(move)s and %(bank)s") % {
            "move": move % {"count": days},
            "bank": kept % {"count": bank},
        }
    return _("%(seconds)s s for a move and %(minutes)s min in the bank") % {
        "seconds": delay // SECOND,
        "minutes": reserve // MINUTE,
    }


def options_text(board: Board) -> str:
    """Return the options that matter in this game; those of the cube matter in all."""
    of = game_type(board.type)
    if not of.has_cube:
        return agreed_text(of.options(board.options), _) or _("from the beginning")
    options = Options.from_json(board.options)
    texts = []
    if board.match_length is None:
        texts.append(_("Jacoby") if options.jacoby else _("without Jacoby"))
        texts.append(_("beavers") if options.animals else _("no beavers"))
        if options.automatics:
            texts.append(
                ngettext(
                    "%(count)s automatic double", "%(count)s automatic doubles", options.automatics
                )
                % {"count": options.automatics}
            )
    limit = options.cube_limit
    texts.append(
        _("cube without a limit") if limit is None else _("cube to %(limit)s") % {"limit": limit}
    )
    return ", ".join(texts)


def terms_text(board: Board) -> dict[str, str]:
    """Return length, clock and options, as templates write them."""
    return {
        "type": board.type,
        "length": length_text(board),
        "clock": clock_text(board),
        "options": options_text(board),
    }


def seat_label(seat: SeatName) -> str:
    """Return who sits on a seat; the assistant with its level."""
    if seat.kind == BoardSeat.Kind.ASSISTANT:
        level = BoardSeat.Level(seat.level).label if seat.level else ""
        return _("the assistant (%(level)s)") % {"level": level}
    return seat.name


def inviter_name(invitation: BoardInvitation) -> str:
    """Return the name of who invites, who is known to whom they invite."""
    names = names_at(seats_of(invitation.board), sees_names=True)
    other = names.get(1 - invitation.seat)
    if other is not None:
        return seat_label(other)
    return invitation.created_by.name if invitation.created_by is not None else _("Somebody")


def against(box: str, team: Sequence[str]) -> str:
    """Return who plays whom, by their names."""
    return _("%(box)s against %(team)s") % {"box": box, "team": listed(team)}
