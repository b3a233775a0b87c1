"""A match's title, place and result in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person
from games.models import Board
from tournaments.formats.situation import PLAYOFF, WITHOUT_BRACKET
from tournaments.models import LeagueSeason, Match, MatchStep
from tournaments.pages.presenters.events_words import round_title
from tournaments.pages.presenters.match_versions import VersionLine, differ
from tournaments.pages.presenters.match_words import Names
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.selectors.situations import format_of
from tournaments.results.reasons import reason_said
from tournaments.results.selectors.boards import board_left
from tournaments.results.selectors.brackets import bracket_of
from tournaments.results.services.match_scores import log_of

MOST_CHIPS: Final = 25
"""Up to this length the loser's score is one tap; beyond it is typed."""


def names_of(match: Match, people: Mapping[int, Person]) -> Names:
    """Return the two names as the reader may know them; three dots for unknown players."""
    nobody = "–" if match.outcome == Match.Outcome.BYE else "…"
    found = (people.get(match.first_id or 0), people.get(match.second_id or 0))
    return tuple(nobody if one is None else one.name for one in found)


def title_of(match: Match) -> str:
    """Return the length of a match in words."""
    if match.has_draws:
        return _("Game of %(game)s") % {"game": match.get_game_display()}
    if match.length is None:
        return _("Match without a length")
    if match.length == 1:
        return _("Match to 1 point")
    return _("Match to %(count)s points") % {"count": match.length}


def place_of(match: Match) -> str:
    """Return where a match belongs: its round and board, or its day; its division where all owe
    each other a match from the beginning.
    """
    if match.round is None:
        return str(date_format(match.played_on, "DATE_FORMAT"))
    division = match.round.division
    played_by = format_of(division)
    is_at_once = division.event.own_dates and played_by.has_lone_matches and played_by.has_cross
    parts = [division.name if is_at_once and match.round.bracket != PLAYOFF else round_name(match)]
    if match.board is not None and match.state in Match.UNDECIDED:
        parts.append(_("Table %(number)s") % {"number": match.board})
    return " · ".join(parts)


def round_name(match: Match) -> str:
    """Return the title of a match's round; blank outside of events."""
    played = match.round
    if played is None:
        return ""
    bracket = None
    if played.bracket not in WITHOUT_BRACKET:
        bracket = bracket_of(played.division)
    return round_title(played, bracket)


def chips_of(length: int | None) -> tuple[int, ...]:
    """Return the loser's possible points, if they are few enough for buttons."""
    return tuple(range(length)) if length is not None and length <= MOST_CHIPS else ()


def final_text(match: Match, names: Names) -> str:
    """Say how a match ended, and who goes on where that is not who won."""
    if match.goes_on is None or not match.is_settled:
        return _ended_text(match, names)
    stays = _("%(name)s stays in: what was played since stands.")
    return f"{_ended_text(match, names)} {stays % {'name': names[match.goes_on]}}"


def beside_board_text(match: Match) -> str:
    """Say of a match that was decided otherwise that its board does not count, and why."""
    if not match.is_settled and board_left(match):
        return _("The board is over and does not count: the match is still to be decided.")
    board = match.online
    if board is None or not match.is_beside_board:
        return ""
    if match.outcome not in Match.NOT_PLAYED_OUT and board.status == Board.Status.ENDED:
        return _("The result was entered otherwise: the board does not count.")
    decided_at = match.settled_at
    if board.ended_at is not None and decided_at is not None and board.ended_at <= decided_at:
        return _("The board was over when this was decided: it does not count.")
    dated = dated_of_match(match)
    is_closed = isinstance(dated, LeagueSeason) and dated.closed_at is not None
    if is_closed and match.outcome != Match.Outcome.FORFEIT:
        return _("The season was closed before the board was over: the board does not count.")
    return _("This was decided before the board was over: the board does not count.")


def decided_text(match: Match) -> str:
    """Say that the director has decided a match, and why."""
    if not match.reason:
        return _("decided by the director")
    return _("decided by the director: %(reason)s") % {"reason": reason_said(match.reason)}


def penalty_text(match: Match, names: Sequence[str]) -> str:
    """Say who has points because the other was late."""
    points = (match.first_penalty, match.second_penalty)
    said = [f"{name} {one}" for name, one in zip(names, points, strict=True) if one]
    text = _("The director has given points because the other was late: %(points)s.")
    return text % {"points": ", ".join(said)} if said else ""


def is_by_director(match: Match, steps: Sequence[MatchStep]) -> bool:
    """Tell whether a director has decided a match, by its log: by what only they do, or by a result
    where a player had reported one. What was not played when a season was closed is nobody's
    decision.
    """
    done = [one for one in steps if one.kind not in MatchStep.BESIDE]
    if not done or not match.is_settled:
        return False
    last = done[-1]
    if last.sender_id is None or last.key.startswith("close-"):
        return False
    if last.kind in MatchStep.BY_DIRECTOR:
        return True
    two = {one.current.user_id for one in (match.first, match.second) if one is not None} - {None}
    if last.kind not in MatchStep.SETTLING or last.sender_id in two:
        return False
    return any(
        one.kind == "report" and (one.sent_by_id is not None or one.sender_id in two)
        for one in done[:-1]
    )


def still_arranged(match: Match) -> bool:
    """Tell whether the two of a match at a date of its own still arrange it: nothing is entered,
    but for points because somebody was late, and no board is over.
    """
    two_known = match.first_id is not None and match.second_id is not None
    is_begun = match.score is not None and any(
        event.kind != "penalty" for event in log_of(match).events
    )
    is_open = match.state == Match.State.OPEN and not match.board_waits
    return two_known and is_open and not is_begun


def is_of_table(match: Match) -> bool:
    """Tell whether its two find a date of their own, and nobody goes on by it: a league's."""
    played = match.round
    if played is None or played.bracket not in WITHOUT_BRACKET:
        return False
    return played.division.event.own_dates


def _ended_text(match: Match, names: Names) -> str:
    winner = {0: names[0], 1: names[1]}.get(-1 if match.winner is None else match.winner, "")
    params = {"name": winner, "score": score_text(match)}
    if match.outcome == Match.Outcome.BYE:
        return _("A bye: nothing is played here.")
    if match.outcome == Match.Outcome.FORFEIT:
        return _("%(name)s wins: the match was forfeited.") % params
    if match.outcome == Match.Outcome.NO_SHOW:
        if is_of_table(match):
            return _("Not played: nobody has won it, and nobody has lost it.")
        return _("Neither came: lost for both.")
    if match.is_unplayed_half:
        return _("Not played: a half for each.")
    if match.is_draw:
        return _("A draw: half a point for each.")
    if not winner:
        return _("Unfinished at %(score)s.") % params
    return _("%(name)s wins %(score)s.") % params


def dispute_text(
    match: Match, names: Names, side: int | None, lines: tuple[VersionLine, ...] = ()
) -> str:
    """Say who rejects which result, from the view of `side` (None: neither of the two).

    With the `lines` of two different results it says that they differ: which they are stands below.
    """
    by = match.reported_by or 0
    params = {"name": names[by], "other": names[1 - by], "result": final_text(match, names)}
    if side is None and differ(lines):
        return _("%(name)s and %(other)s have reported different results.") % {
            "name": names[0],
            "other": names[1],
        }
    if side is None:
        return _("%(name)s has reported: %(result)s %(other)s says that this is wrong.") % params
    if differ(lines):
        said = _("You and %(name)s have reported different results.") % {"name": names[1 - side]}
    elif side == by:
        said = _("You have reported: %(result)s %(other)s says that this is wrong.") % params
    else:
        said = _("%(name)s has reported: %(result)s You have said that this is wrong.") % params
    return f"{said} {_('The director decides, unless you both enter the same.')}"


def score_text(match: Match) -> str:
    """Return the points, the winner's first."""
    points = match.figures
    first, second = points if match.winner != 1 else points[::-1]
    return f"{first} : {second}"
