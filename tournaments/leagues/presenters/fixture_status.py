"""How a fixture stands, in words: what is the matter, for whom it waits, and how it ended."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Board
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.services.challenges import goes_to_challenger
from tournaments.leagues.times import Clocks, moment, said_day
from tournaments.models import FixtureNote, Match
from tournaments.results.reasons import NOT_IN_TIME, REFUSED


def status_of(
    shown: FixtureShown,
    side: int | None,
    word: FixtureNote | None,
    theirs: FixtureNote | None,
    mine: FixtureNote | None,
) -> tuple[bool, str, int]:
    """Return whether it waits for the player, what is the matter, and its rank in the list.

    `word` is the last that the player has not answered; `theirs` and `mine` are proposals.
    """
    match = shown.match
    if match.state == Match.State.REPORTED:
        if side is not None and match.reported_by != side:
            return True, _("A result waits for your word"), 0
        return False, _("Reported, waits for the other"), 3
    if match.state == Match.State.DISPUTED:
        return False, _("Disputed: the director decides"), 2
    if match.is_settled:
        return False, _ended(shown, side), 9
    if shown.absence is not None:
        return shown.asks(side), _missed(shown, side), 0 if shown.asks(side) else 1
    if match.online is not None and match.online.is_open:
        return _on_board(match.online, side)
    if theirs is not None:
        is_over = _is_over(theirs)
        return (
            True,
            _("The dates proposed to you are over") if is_over else _("Dates are proposed to you"),
            0,
        )
    if shown.proposal is not None and side is None:
        return False, _("Dates are proposed"), 4
    if shown.agreed_at is not None:
        return _with_date(shown, shown.agreed_at, mine)
    if word is not None and word.kind in _ANSWERED_FIRST:
        return True, _asked_by(word, side), 1
    if mine is not None:
        is_over = _is_over(mine)
        return (
            False,
            _("The dates that you have proposed are over") if is_over else _proposed(shown),
            4,
        )
    if side == 1 and shown.is_challenge and all(one.side != side for one in shown.notes):
        return True, _("You are challenged"), 1
    return False, _("No date yet"), 5


_ANSWERED_FIRST: Final = (
    FixtureNote.Kind.SAID,
    FixtureNote.Kind.DECLINED,
    FixtureNote.Kind.STRUCK,
    FixtureNote.Kind.EXCUSED,
    FixtureNote.Kind.NUDGED,
)
"""Words that wait for an answer before dates are proposed."""


def _ended(shown: FixtureShown, side: int | None) -> str:
    """Return how a match ended for a side, or for nobody in particular."""
    match = shown.match
    if side is not None and match.outcome == Match.Outcome.NO_SHOW:
        return _("Not played")
    if match.is_unplayed_half:
        return _("Not played: a half for each")
    if side is None or match.winner is None:
        return _("Decided")
    if match.outcome == Match.Outcome.FORFEIT:
        won, lost = _without_a_game(shown)
    else:
        won, lost = _("You have won"), _("You have lost")
    return won if match.winner == side else lost


def _without_a_game(shown: FixtureShown) -> tuple[str, str]:
    """Return what the two read of a walkover, the winner first: of a challenge how it came."""
    if shown.unplayed == REFUSED:
        return (
            _("Your opponent has refused: you have won by a walkover"),
            _("You have refused, and lost by a walkover"),
        )
    if shown.unplayed == NOT_IN_TIME:
        return (
            _("Not played in time: you have won by a walkover"),
            _("Not played in time: you have lost by a walkover"),
        )
    if shown.unplayed:
        return (
            _("Your opponent has left: you have won by a walkover"),
            _("You have left, and lost by a walkover"),
        )
    return _("You have won by a walkover"), _("You have lost by a walkover")


def _asked_by(word: FixtureNote, side: int | None) -> str:
    """Say what waits for a player: a word of the other, or what the director has decided."""
    if word.kind == FixtureNote.Kind.SAID:
        return _("A message waits for you")
    if word.kind == FixtureNote.Kind.DECLINED:
        return _("None of your dates suits")
    if word.kind == FixtureNote.Kind.NUDGED:
        return _("The director reminds you two to find a date")
    if word.kind == FixtureNote.Kind.STRUCK and word.side == side:
        return _("The director has decided: you did not come. Find a new date")
    return _("The director has decided: find a new date")


def _on_board(board: Board, side: int | None) -> tuple[bool, str, int]:
    begins = board.status == Board.Status.WAITING
    is_next = begins or board.waits_for in (side, Board.BOTH)
    you, they = _("You play on the board"), _("They play on the board")
    if board.pace == Board.Pace.DAYS:
        you, they = _("You play by correspondence"), _("They play by correspondence")
    return side is not None and is_next, they if side is None else you, 1


def _proposed(shown: FixtureShown) -> str:
    """Say to who has proposed the dates that wait whether the other has proposed some before."""
    if shown.is_counter:
        return _("You both have proposed dates; yours came last")
    return _("You have proposed dates")


def _with_date(
    shown: FixtureShown, at: datetime.datetime, mine: FixtureNote | None
) -> tuple[bool, str, int]:
    """Say how a match with a date stands, for whom nothing waits; `mine` would move it."""
    agreed, over = said_of_dates()
    if at <= timezone.now():
        return False, over, 1
    is_moving = mine is not None and not _is_over(mine)
    return False, _proposed(shown) if is_moving else agreed, 2


def _missed(shown: FixtureShown, side: int | None) -> str:
    """Say what is the matter after somebody did not come: who is asked reads that first."""
    if shown.asks(side):
        return _("Your opponent says that you did not come")
    if side is not None and shown.counter is not None:
        return _("Each of you says that the other did not come: the director decides")
    if side is not None and shown.absence is not None and shown.absence.side == side:
        return _("You say that your opponent did not come: the director decides")
    if side is not None:
        return _("You have said what happened: the director decides")
    return _("Somebody did not come: the director decides")


def _is_over(proposal: FixtureNote) -> bool:
    """Tell whether none of the proposed dates is still to come."""
    return max(map(moment, proposal.times)) <= timezone.now()


def said_of_dates() -> tuple[str, str]:
    """Return what is said of a match right before its agreed date."""
    return _("A date is agreed"), _("The agreed date is over")


def result_of(match: Match, side: int = 0) -> str:
    """Return the points, those of a side first, or how it was decided without a game."""
    if match.state not in Match.ENTERED:
        return ""
    if match.outcome == Match.Outcome.NO_SHOW:
        return _("Not played")
    if match.is_unplayed_half:
        return "½ : ½"
    if match.outcome in Match.WITHOUT_A_GAME:
        is_walkover = match.outcome == Match.Outcome.FORFEIT
        return _("Walkover") if is_walkover else match.get_outcome_display()
    return " : ".join(match.figures if side == 0 else reversed(match.figures))


def confirms_said(
    shown: FixtureShown,
    side: int | None,
    confirms: Mapping[int, datetime.datetime | None],
    clocks: Clocks,
) -> str:
    """Say to a side, or to others, when a report confirms itself if nobody answers it; `confirms`
    has the moments by match. Blank where nothing waits.
    """
    match = shown.match
    if match.pk not in confirms:
        return ""
    at, is_asked = confirms[match.pk], side is not None and side != match.reported_by
    if at is None:
        if is_asked:
            return _("It does not confirm itself: it waits for your word.")
        return _("It does not confirm itself: it waits for the other’s word.")
    if at <= timezone.now():
        return _("The time to answer is over: it confirms itself.")
    if is_asked:
        text = _("Until %(at)s you can contradict it; then it confirms itself.")
    else:
        text = _("Until %(at)s the other can contradict it; then it confirms itself.")
    return text % {"at": clocks.here(at)}


def challenge_said(shown: FixtureShown, side: int | None) -> str:
    """Say until when a challenge is to be played, and what happens otherwise."""
    said = {"day": said_day(shown.match.club, shown.deadline)}
    if not goes_to_challenger(shown.match, shown.dated):
        return _("To be played by %(day)s; otherwise the challenge lapses.") % said
    if side == 0:
        return _("To be played by %(day)s; otherwise you have won it.") % said
    return _("To be played by %(day)s; otherwise it goes to who has challenged.") % said


def out_of_time_said(match: Match, two: Sequence[str]) -> str:
    """Say whose time on an open board is over."""
    board = match.online
    if board is None or not match.is_on_board or board.due_at is None:
        return ""
    if board.waits_for not in (0, 1) or timezone.now() < board.due_at:
        return ""
    return _("%(name)s’s time on the board is over") % {"name": two[board.waits_for]}


def absent_said(shown: FixtureShown, two: Sequence[str]) -> str:
    """Say who says of whom that they did not come, and when they were to meet."""
    absence = shown.absence
    if absence is None or absence.side is None:
        return ""
    said = {"who": two[absence.side], "other": two[1 - absence.side]}
    if not absence.times:
        return _("%(who)s says that %(other)s did not come.") % said
    said["at"] = Clocks(shown.match.club.time_zone).said(moment(absence.times[0]))
    return _("%(who)s says that %(other)s did not come: they were to meet %(at)s.") % said


def counter_said(shown: FixtureShown, two: Sequence[str]) -> str:
    """Say who answers that it was the other who did not come."""
    counter = shown.counter
    if counter is None or counter.side is None:
        return ""
    said = {"who": two[counter.side], "other": two[1 - counter.side]}
    return _("%(who)s says that it was %(other)s who did not come.") % said
