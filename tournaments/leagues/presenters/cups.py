"""The pages of a cup: a player's own, and what its director does next."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player
from games.names.lists import in_a_row
from games.permissions import Capability, Reader
from tournaments.events.selectors.events import Board, DivisionShown
from tournaments.events.selectors.wishes import asking_names
from tournaments.leagues.presenters.absences import Absence, absences_of
from tournaments.leagues.presenters.ending import Reported, reported_in
from tournaments.leagues.presenters.fees import fee_open, fee_said
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of, said_day
from tournaments.leagues.presenters.words import waiting_said
from tournaments.leagues.selectors.clashes import agreed_by
from tournaments.leagues.selectors.fixtures import FixtureShown, decided_in, strikes_of
from tournaments.leagues.times import local
from tournaments.models import Cup, Division, Entry, Event, Match, Round
from tournaments.pages.presenters.events_words import division_line, round_title
from tournaments.pages.presenters.finishes import finished_text, finishes_of
from tournaments.pairing.brackets import Bracket
from tournaments.record.selectors.dated import dues_of
from tournaments.results.selectors.brackets import bracket_of

STAGES: Final[Mapping[str, str | Promise]] = {
    "announced": _("open for entries"),
    "drawn": _("drawn"),
    "running": _("running"),
    "finished": _("over"),
    "cancelled": _("cancelled"),
}
"""How far a cup has come."""


@dataclass(frozen=True, slots=True)
class CupRound:
    """A round of a cup, and until when it is to be played."""

    public_id: str
    title: str
    said: str
    """Until when it is to be played, since when it is overdue, or that all of it is decided."""
    day: str
    """Its own last day, as the field of a form takes it."""
    reason: str
    still_open: int


@dataclass(frozen=True, slots=True)
class CupDivision:
    """A bracket of a cup with who is entered."""

    name: str
    line: str
    entered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CupPage:
    """What both pages of a cup show: how far it has come, and its rounds."""

    club: Club
    cup: Cup
    stage: str
    stage_text: str
    rounds: tuple[CupRound, ...]
    first: str
    """The last day of the first round, as long as nothing is drawn."""
    unreleased: str
    """That it is late to be released."""
    may_direct: bool
    problem: str


@dataclass(frozen=True, slots=True)
class CupMine:
    """A player's own matches: what waits for them first."""

    cards: tuple[FixtureCard, ...]
    waiting: int
    still_open: int
    waiting_for_next: str
    """That they are through, and their next opponent is not known yet."""
    ended: tuple[str, ...]
    """Once it is over: their place, and who has won."""
    fee: str
    """The fee that they have not paid."""
    enters_for: str
    """The fee of who enters now; blank if there is none."""
    is_entered: bool
    may_enter: bool
    may_leave: bool


@dataclass(frozen=True, slots=True)
class LateMatch:
    """A match that was not played in time, for the director to decide."""

    card: FixtureCard
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class CupDirect:
    """What waits for the director of a cup."""

    divisions: tuple[CupDivision, ...]
    asking: tuple[str, ...]
    """Who has entered by the link, and waits for the director's yes."""
    absences: tuple[Absence, ...]
    reported: tuple[Reported, ...]
    timed_out: tuple[FixtureCard, ...]
    """Those that are being played on a board where somebody's time is over."""
    disputed: tuple[FixtureCard, ...]
    late: tuple[LateMatch, ...]
    silent: tuple[FixtureCard, ...]
    running: tuple[FixtureCard, ...]
    still_open: int


def cup_page(
    cup: Cup, reader: Reader, problem: str = "", own: Sequence[FixtureShown] = ()
) -> CupPage:
    """Return what every page of a cup shows.

    `own` are the matches of who reads: a round in which they still play ends when their match does.
    """
    rounds = _rounds(cup, own)
    stage = _stage(cup.event, is_drawn=bool(rounds))
    return CupPage(
        club=cup.event.club,
        cup=cup,
        stage=stage,
        stage_text=str(STAGES[stage]),
        rounds=rounds,
        first="" if rounds else said_day(cup.event.club, cup.planned(1)),
        unreleased=unreleased_said(cup),
        may_direct=reader.may(Capability.DIRECT),
        problem=problem,
    )


def unreleased_said(cup: Cup) -> str:
    """Say that a cup is late to be released: less time is left for its first round than two have at
    least who learn late whom they play; blank if it is not.
    """
    event, day = cup.event, date_format(cup.first_on)
    left = (cup.first_on - event.club.today).days
    if event.status != Event.Status.PLANNED or left >= cup.least_days:
        return ""
    if left < 0:
        text = gettext(
            "The first round was to be played by %(day)s: plan the deadlines anew, then release "
            "the cup."
        )
    else:
        text = gettext("The first round is to be played by %(day)s: release the cup.")
    return text % {"day": day}


def cup_mine(
    page: CupPage,
    reader: Reader,
    player: Player | None,
    entry: Entry | None,
    fixtures: Sequence[FixtureShown],
    *,
    is_member: bool,
    news: Collection[int] = (),
    is_idle: bool = False,
    board: Board | None = None,
) -> CupMine:
    """Return a player's own matches in a cup, with what waits the `news` of the director; `board`
    are its tables, once it is over.
    """
    said = {"decided": decided_in(fixtures), "news": news}
    cards = cards_of(fixtures, page.club, reader, player, busy=agreed_by(player), **said)
    is_entered = entry is not None and entry.state != Entry.State.WITHDRAWN
    is_early = page.stage == "announced" and is_member
    may_enter, event = is_early and not is_entered, page.cup.event
    return CupMine(
        cards=cards,
        waiting=sum(one.waits for one in cards),
        still_open=sum(one.is_open for one in cards),
        waiting_for_next=waiting_said() if is_idle and is_entered else "",
        ended=() if board is None else cup_ended(board, player),
        fee="" if entry is None else fee_open(event, entry),
        enters_for=fee_said(_division(event)) if may_enter else "",
        is_entered=is_entered,
        may_enter=may_enter,
        may_leave=is_early and is_entered,
    )


def cup_direct(cup: Cup, reader: Reader, fixtures: Sequence[FixtureShown]) -> CupDirect:
    """Return what waits for the director."""
    club = cup.event.club
    cards = {one.public_id: one for one in cards_of(fixtures, club, reader)}
    names = {pk: one.name for pk, one in people_seen(_players(fixtures), reader).items()}
    late = [one for one in fixtures if _is_late(one)]
    return CupDirect(
        divisions=_divisions(cup),
        asking=tuple(asking_names(cup.event)) if cup.event.is_open else (),
        absences=absences_of(fixtures, cards, strikes_of(cup), reader),
        reported=reported_in(fixtures, reader),
        timed_out=tuple(one for one in cards.values() if one.out_of_time),
        disputed=tuple(
            cards[shown.match.public_id]
            for shown in fixtures
            if shown.match.state == Match.State.DISPUTED
        ),
        late=tuple(
            LateMatch(
                cards[shown.match.public_id],
                names.get(shown.match.first_id or 0, ""),
                names.get(shown.match.second_id or 0, ""),
            )
            for shown in late
        ),
        silent=tuple(
            cards[shown.match.public_id]
            for shown in fixtures
            if shown.is_silent and shown not in late
        ),
        running=tuple(
            cards[shown.match.public_id]
            for shown in fixtures
            if shown.match.state == Match.State.OPEN
        ),
        still_open=sum(one.match.state == Match.State.OPEN for one in fixtures),
    )


def cup_ended(board: Board, player: Player | None) -> tuple[str, ...]:
    """Say of a cup that is over which place somebody has got, and who has won: in the brackets in
    which they played, or in all if in none.
    """
    own = {
        field.division.pk: entry
        for field in board.fields
        for entry in field.entries
        if player is not None and entry.player.current == player
    }
    return tuple(
        line
        for field in board.fields
        if not own or field.division.pk in own
        for line in _bracket_ended(field, own.get(field.division.pk), len(board.divisions) > 1)
    )


def _bracket_ended(field: DivisionShown, own: Entry | None, is_named: bool) -> Iterator[str]:
    name = field.division.name
    said = "" if own is None else finished_text(field, own)
    if said:
        yield f"{name}: {said}" if is_named else said
    won = [one.number for one in finishes_of(field) if one.last == 1]
    if won and (own is None or own.number not in won):
        values = {"name": in_a_row(field.names[str(one)] for one in won), "division": name}
        text = gettext("%(division)s: %(name)s has won.")
        yield (text if is_named else gettext("%(name)s has won the cup.")) % values


def _division(event: Event) -> Division | None:
    """Return the first bracket of a cup, in which members enter."""
    return event.divisions.select_related("event").order_by("position").first()


def _is_late(shown: FixtureShown) -> bool:
    """Tell whether nothing was entered by the deadline, and nobody has claimed anything."""
    is_over = shown.deadline is not None and shown.deadline <= timezone.now()
    return is_over and shown.match.state == Match.State.OPEN and shown.absence is None


def _players(fixtures: Sequence[FixtureShown]) -> list[Player]:
    two = (one for shown in fixtures for one in (shown.match.first, shown.match.second))
    return list({one.pk: one for one in two if one is not None}.values())


def _divisions(cup: Cup) -> tuple[CupDivision, ...]:
    divisions = cup.event.divisions.order_by("position").select_related("event__club")
    entries = Entry.objects.filter(division__event=cup.event_id).exclude(
        state=Entry.State.WITHDRAWN
    )
    names: dict[int, list[str]] = {}
    rows = entries.select_related("player__merged_into").order_by("level", "number")
    for one in rows:
        names.setdefault(one.division_id, []).append(one.player.current.name)
    return tuple(
        CupDivision(division.name, division_line(division), tuple(names.get(division.pk, ())))
        for division in divisions
    )


def _stage(event: Event, *, is_drawn: bool) -> str:
    if event.status == Event.Status.PLANNED:
        return "drawn" if is_drawn else "announced"
    return event.status


def _rounds(cup: Cup, own: Sequence[FixtureShown]) -> tuple[CupRound, ...]:
    club = cup.event.club
    rounds = Round.objects.filter(division__event=cup.event_id).order_by(
        "division__position", "deadline", "number"
    )
    still = Count("matches", filter=~Q(matches__state=Match.State.SETTLED))
    found = rounds.select_related("division__event__club").annotate(still=still)
    several = len({one.division_id for one in found}) > 1
    days = _days(cup, own)
    brackets: dict[int, Bracket | None] = {}
    lines = []
    for round in found:
        if round.division_id not in brackets:
            brackets[round.division_id] = bracket_of(round.division)
        title = round_title(round, brackets[round.division_id])
        lines.append(
            CupRound(
                round.public_id,
                f"{round.division.name}: {title}" if several else title,
                _until_said(cup, round, round.still, days.get(round.pk, ())),
                "" if round.deadline is None else f"{local(club, round.deadline):%Y-%m-%d}",
                round.deadline_reason,
                round.still,
            )
        )
    return tuple(lines)


def _days(cup: Cup, own: Sequence[FixtureShown]) -> dict[int, list[datetime.datetime]]:
    """Return until when what is still to be decided in each round is to be played, where both
    players are known: of a round with an open match of the reader's `own` the day of that one.
    """
    found: dict[int, list[datetime.datetime]] = {}
    for one in own:
        if not one.match.is_settled and one.deadline is not None:
            found[one.match.round_id or 0] = [one.deadline]
    dues = dues_of(cup.event)
    still = Match.objects.filter(
        round__division__event=cup.event_id, first__isnull=False, second__isnull=False
    ).exclude(state=Match.State.SETTLED)
    theirs = frozenset(found)
    for pk, round in still.values_list("pk", "round"):
        if round not in theirs and pk in dues:
            found.setdefault(round, []).append(dues[pk])
    return found


def _until_said(cup: Cup, round: Round, still: int, days: Sequence[datetime.datetime]) -> str:
    """Say until when a round is to be played, by the days of its matches: those are later than its
    own where somebody has learnt late whom they play.
    """
    club, now = cup.event.club, timezone.now()
    if not still:
        return gettext("decided")
    if round.deadline is None:
        return ""
    late = [day for day in days if day <= now]
    if late or (round.deadline <= now and not days and not cup.least_days):
        since = min(late, default=round.deadline)
        return gettext("overdue since %(day)s") % {"day": said_day(club, since)}
    if round.deadline <= now and not days:
        return ngettext(
            "%(count)s day once both players are known",
            "%(count)s days once both players are known",
            cup.least_days,
        ) % {"count": cup.least_days}
    until = max(days) if days and (len(days) == 1 or round.deadline <= now) else round.deadline
    return gettext("to be played by %(day)s") % {"day": said_day(club, until)}
