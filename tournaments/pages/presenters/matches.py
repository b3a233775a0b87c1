"""The page of a match: the score, the possible actions, and the history."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.models import User
from games.permissions import NOBODY, Reader, Somebody
from games.rules.backgammon.match_log import MatchLog
from games.rules.backgammon.match_score import LEVELS, NEW_CUBE, MatchGame, MatchScore
from games.rules.clock import MINUTE, SECOND, Clock, Control
from tournaments.models import EntryPass, Match, MatchStep
from tournaments.pages.presenters.match_shapes import (
    Choice,
    ClockSide,
    ClockView,
    GameLine,
    MatchPage,
    Past,
    Reach,
    Side,
)
from tournaments.pages.presenters.match_texts import (
    beside_board_text,
    chips_of,
    decided_text,
    dispute_text,
    final_text,
    is_by_director,
    names_of,
    penalty_text,
    place_of,
    title_of,
)
from tournaments.pages.presenters.match_versions import (
    VersionLine,
    differ,
    opponents,
    version_lines,
)
from tournaments.pages.presenters.match_words import (
    LEVEL_NAMES,
    Names,
    StepTold,
    event_text,
    points_text,
    steps_told,
    who_did,
)
from tournaments.pages.presenters.reaches import keys_in, people_by_key, told_beside
from tournaments.record.services.access import acts_as_player, directs, side_of
from tournaments.results.selectors.boards import board_left
from tournaments.results.selectors.leaving import is_given_back
from tournaments.results.selectors.versions import versions_in
from tournaments.results.services.clocks import clock_of, now
from tournaments.results.services.match_scores import log_of
from tournaments.results.services.results import undoable


@dataclass(frozen=True, slots=True)
class Looker:
    """A reader of a match and their permissions: `side` is their own, None for others. A director
    of their own match may be a player there: `is_director` is what they act as.
    """

    actor: Somebody | EntryPass
    side: int | None
    directs: bool
    is_director: bool
    may_write: bool
    sees_names: bool


def looker_of(match: Match, actor: Somebody | EntryPass, reader: Reader = NOBODY) -> Looker:
    """Return what a reader may do in a match, by the same rules as the services."""
    doer = actor if isinstance(actor, User | EntryPass) else None
    may_direct = doer is not None and directs(doer, match.club)
    is_director = may_direct and doer is not None and not acts_as_player(doer, match)
    side = None if doer is None else side_of(doer, match)
    event = None if match.round is None else match.round.division.event
    is_open = event is None or event.is_open
    reports = event is None or event.self_reports
    return Looker(
        actor=actor,
        side=side,
        directs=may_direct,
        is_director=is_director,
        may_write=is_open and (is_director or (side is not None and reports)),
        sees_names=reader.sees_names_of(match.club_id),
    )


def match_page(
    match: Match,
    actor: Somebody | EntryPass,
    steps: Sequence[MatchStep],
    reader: Reader = NOBODY,
    *,
    problem: str = "",
    reach: Reach | None = None,
) -> MatchPage:
    """Gather the page of a match; `steps` are its log in order."""
    looker = looker_of(match, actor, reader)
    log = log_of(match)
    two = people_seen((one for one in (match.first, match.second) if one), reader)
    score, names = log.score, names_of(match, two)
    zone = _zone(match, score, looker)
    told = steps_told(steps, match.length, names)
    undo, undo_by = _undo(match, told, looker)
    event = None if match.round is None else match.round.division.event
    is_mine = looker.side is not None and event is not None
    clock, doubler = _clock(match, names), score.cube.doubler
    versions = version_lines(match, versions_in(match, steps), names, tells_who=looker.sees_names)
    return MatchPage(
        match=match,
        club=match.club,
        event=event,
        title=title_of(match),
        place=place_of(match),
        sides=_sides(match, score, names, looker, zone, is_open=differ(versions)),
        cube=score.cube.value,
        owner=score.cube.owner,
        offered=None if doubler is None else score.cube.value * 2,
        answerer="" if doubler is None else names[1 - doubler],
        badge=_badge(match, score),
        state=_state(match, score, names, looker, versions),
        decided=decided_text(match) if is_by_director(match, steps) else "",
        penalty=penalty_text(match, names),
        said=_said(match, score, names),
        zone=zone,
        versions=versions,
        decides=_decides(versions, looker),
        is_player=looker.side is not None and not looker.is_director,
        key=secrets.token_hex(16),
        answers=_answers(score, names) if zone == "answer" else (),
        chips=chips_of(match.length),
        takes_points=zone == "play" and score.cube == NEW_CUBE and not match.has_draws,
        may_report=looker.may_write and match.state in {Match.State.OPEN, Match.State.DISPUTED},
        may_confirm=_may_confirm(match, looker),
        may_reject=_may_reject(match, looker),
        is_own_report=_is_own_report(match, looker),
        undo=undo,
        undo_by=undo_by,
        beside_board=beside_board_text(match),
        may_take_board=looker.may_write and looker.directs and board_left(match),
        games=_games(log, names),
        history=_history(match, told, reader) if looker.sees_names else (),
        clock=clock,
        may_clock=looker.may_write and match.state == Match.State.OPEN,
        me_url=reverse("event_me", args=[event.public_id]) if is_mine and event else "",
        problem=problem,
        reach=reach,
    )


def _may_confirm(match: Match, looker: Looker) -> bool:
    """Tell whether this reader may confirm what is reported: nobody confirms their own word."""
    if not looker.may_write or match.state != Match.State.REPORTED:
        return False
    return looker.is_director or looker.side != match.reported_by


def _is_own_report(match: Match, looker: Looker) -> bool:
    """Tell whether this reader can correct or take back what they have reported as a player."""
    is_theirs = match.state == Match.State.REPORTED and match.reported_by == looker.side
    return is_theirs and looker.may_write and not looker.is_director


def _may_reject(match: Match, looker: Looker) -> bool:
    if not looker.may_write or match.state not in Match.TO_CONFIRM:
        return False
    return looker.is_director or match.state == Match.State.REPORTED


def _decides(versions: tuple[VersionLine, ...], looker: Looker) -> tuple[VersionLine, ...]:
    """Return the versions that this reader may make the result: a player only the opponent's."""
    if not looker.may_write:
        return ()
    if looker.is_director:
        return tuple(one for one in versions if one.points is not None)
    accepted = opponents(versions, looker.side)
    return () if accepted is None else (accepted,)


def _zone(match: Match, score: MatchScore, looker: Looker) -> str:
    if match.is_settled:
        return "settled"
    if match.state in Match.TO_CONFIRM:
        return "reported"
    if match.state != Match.State.OPEN or not looker.may_write:
        return "look"
    return "play" if score.cube.doubler is None else "answer"


def _badge(match: Match, score: MatchScore) -> str:
    if match.has_draws:
        return ""
    if score.is_crawford:
        return _("Crawford game")
    return _("After Crawford") if score.is_post_crawford else ""


def _state(
    match: Match,
    score: MatchScore,
    names: Names,
    looker: Looker,
    versions: tuple[VersionLine, ...],
) -> str:
    """Describe the state in a sentence if the figures alone do not show it."""
    if match.is_settled:
        return final_text(match, names)
    if match.state == Match.State.WAITING:
        return _("The players of this match are not known yet.")
    if match.state in Match.TO_CONFIRM:
        return _reported(match, names, looker, versions)
    if score.cube.doubler is not None:
        doubler = score.cube.doubler
        params = {"name": names[doubler], "value": score.cube.value * 2}
        offered = _("%(name)s offers the cube at %(value)s.") % params
        return f"{offered} {_('%(name)s answers.') % {'name': names[1 - doubler]}}"
    if looker.side is not None and not looker.may_write:
        return _("Here the director enters the results.")
    if match.has_draws:
        return _("Who has won?")
    number = len(score.games) + 1
    if score.is_crawford:
        return _("Game %(number)s: nobody may double.") % {"number": number}
    return _("Game %(number)s") % {"number": number}


def _reported(match: Match, names: Names, looker: Looker, versions: tuple[VersionLine, ...]) -> str:
    by = match.reported_by
    if by is None:
        return final_text(match, names)
    params = {"name": names[by], "other": names[1 - by], "result": final_text(match, names)}
    if match.state == Match.State.DISPUTED:
        return dispute_text(match, names, looker.side, versions)
    if looker.side == by:
        return _("You have reported: %(result)s %(other)s has to confirm it.") % params
    if looker.side is not None:
        return _("%(name)s has reported: %(result)s Is that right?") % params
    return _("%(name)s has reported: %(result)s") % params


def _said(match: Match, score: MatchScore, names: Names) -> str:
    """Describe the score for screen readers."""
    first, second = score.shown
    if match.is_settled:
        return final_text(match, names)
    parts = [f"{names[0]} {first}, {names[1]} {second}."]
    badge = _badge(match, score)
    if badge:
        parts.append(f"{badge}.")
    if score.cube.doubler is not None:
        params = {"name": names[score.cube.doubler], "value": score.cube.value * 2}
        parts.append(_("%(name)s offers the cube at %(value)s.") % params)
    elif score.cube.owner is not None:
        params = {"name": names[score.cube.owner], "value": score.cube.value}
        parts.append(_("%(name)s owns the cube at %(value)s.") % params)
    if match.state == Match.State.REPORTED:
        parts.append(_("The result waits for a yes."))
    if match.state == Match.State.DISPUTED:
        parts.append(_("The result is disputed."))
    return " ".join(parts)


def _sides(
    match: Match, score: MatchScore, names: Names, looker: Looker, zone: str, *, is_open: bool
) -> tuple[Side, Side]:
    """Return both sides; no points are theirs while two different results stand (`is_open`)."""
    first, second = (_side(match, score, names, looker, zone, number) for number in (0, 1))
    if is_open:
        return replace(first, points="?"), replace(second, points="?")
    return first, second


def _side(
    match: Match, score: MatchScore, names: Names, looker: Looker, zone: str, number: int
) -> Side:
    needs = score.needs
    is_playing = zone == "play" and not match.has_draws
    shown = score.shown if match.score is not None or not match.is_settled else None
    return Side(
        number=number,
        name=names[number],
        points=match.figures[number] if shown is None or match.is_draw else str(shown[number]),
        needs=None
        if needs is None or match.has_draws or match.state != Match.State.OPEN
        else needs[number],
        is_winner=match.is_settled and match.winner == number,
        is_own=looker.side == number,
        has_cube=score.cube.owner == number,
        double=_double(score, names, number) if is_playing else None,
        wins=_levels(score, "win", number, number) if is_playing else (),
        resigns=_levels(score, "resign", number, 1 - number) if is_playing else (),
    )


def _double(score: MatchScore, names: Names, side: int) -> Choice:
    value = score.cube.value * 2
    why = ""
    if not score.may_double(side):
        why = _("Crawford game") if score.is_crawford else _("the other has the cube")
    note = ""
    if not why and score.is_dead_for(side):
        note = _("brings nothing")
    fields = (("do", "play"), ("kind", "double"), ("side", str(side)))
    return Choice(f"double-{side}", fields, _("Doubles to %(value)s") % {"value": value}, note, why)


def _levels(score: MatchScore, kind: str, side: int, winner: int) -> tuple[Choice, ...]:
    choices = []
    for level, times in LEVELS.items():
        points = times * score.cube.value
        needs = None if score.needs is None else score.needs[winner]
        wins = needs is not None and points >= needs
        fields = (("do", "play"), ("kind", kind), ("side", str(side)), ("level", level))
        note = points_text(points)
        if wins:
            note = _("%(points)s, the match") % {"points": note}
        choices.append(Choice(f"{kind}-{side}-{level}", fields, str(LEVEL_NAMES[level]), note))
    return tuple(choices)


def _answers(score: MatchScore, names: Names) -> tuple[Choice, ...]:
    doubler = score.cube.doubler or 0
    value = score.cube.value
    lost = _("%(points)s for %(name)s") % {"points": points_text(value), "name": names[doubler]}
    if score.needs is not None and value >= score.needs[doubler]:
        lost = _("%(points)s, the match") % {"points": lost}
    play_on = _("the cube is at %(value)s") % {"value": value * 2}
    return (
        Choice("take", (("do", "play"), ("kind", "take")), _("Takes"), play_on),
        Choice("drop", (("do", "play"), ("kind", "drop")), _("Drops"), lost),
    )


def _undo(match: Match, told: Sequence[StepTold], looker: Looker) -> tuple[str, str]:
    """Return what the undo button would undo and who did that; blank if the reader may not."""
    if not looker.may_write:
        return "", ""
    is_back = looker.is_director and is_given_back(match)
    last = undoable([step for step, _text in reversed(told)], is_back=is_back)
    if last is None or _is_own_report(match, looker):
        # Who has reported takes that back by a button that says so.
        return "", ""
    if not looker.is_director:
        mine = last.sender == looker.actor or (
            last.sent_by is not None and last.sent_by == looker.actor
        )
        if match.is_settled or (match.state in Match.TO_CONFIRM and not mine):
            return "", ""
    by = who_did(last) if looker.sees_names else ""
    return next(text for step, text in told if step == last), by


def _games(log: MatchLog, names: Names) -> tuple[GameLine, ...]:
    """List the games in order; penalties count but have no line."""
    lines: list[GameLine] = []
    score = MatchScore(log.length)
    for event in log.events:
        text, before = event_text(event, score, names), len(score.games)
        score = event.apply(score)
        if len(score.games) > before:
            game: MatchGame = score.games[-1]
            first, second = score.shown
            number = len(score.games)
            lines.append(GameLine(number, text, f"{first} : {second}", game.is_crawford))
    return tuple(lines)


def _history(match: Match, told: Sequence[StepTold], reader: Reader) -> tuple[Past, ...]:
    zone = ZoneInfo(match.club.time_zone)
    people = people_by_key(keys_in(step for step, _text in told), reader)
    return tuple(
        Past(
            date_format(timezone.localtime(step.created_at, zone), "H:i"),
            who_did(step),
            "; ".join(part for part in (text, told_beside(step, people)) if part),
        )
        for step, text in reversed(told)
    )


def _clock(match: Match, names: Names) -> ClockView | None:
    clock = clock_of(match)
    if clock is None or match.state != Match.State.OPEN:
        return None
    at = now()
    out = clock.out(at)
    first, second = (_clock_side(clock, at, number, names) for number in (0, 1))
    return ClockView(
        sides=(first, second),
        turn=clock.turn,
        is_running=clock.is_running,
        delay=clock.delay_left(at) if clock.is_running else 0,
        control=_control(clock.control),
        out="" if out is None else _("The time of %(name)s is up.") % {"name": names[out]},
    )


def _control(control: Control) -> str:
    """Describe what the control gives to each turn."""
    if not control.delay:
        return _("No delay")
    text = {
        "simple": _("Delay: %(seconds)s seconds a turn"),
        "bronstein": _("Given back: up to %(seconds)s seconds a turn"),
        "increment": _("Added: %(seconds)s seconds a turn"),
    }[control.mode]
    return text % {"seconds": f"{control.delay / SECOND:g}"}


def _clock_side(clock: Clock, at: int, number: int, names: Names) -> ClockSide:
    left = clock.remaining(number, at)
    seconds = -(-left // SECOND)
    minutes = MINUTE // SECOND
    text = f"{seconds // minutes}:{seconds % minutes:02d}"
    return ClockSide(number, names[number], left, text, clock.turn == number)
