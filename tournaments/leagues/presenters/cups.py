"""The pages of a cup: a player's own, and what its director does next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.clubs.selectors.privacy import people_seen
from games.models import Club, Player
from games.permissions import Capability, Reader
from tournaments.events.selectors.wishes import asking_names
from tournaments.leagues.presenters.absences import Absence, absences_of
from tournaments.leagues.presenters.fixtures import FixtureCard, cards_of, said_day
from tournaments.leagues.presenters.words import waiting_said
from tournaments.leagues.selectors.fixtures import FixtureShown, decided_in, strikes_of
from tournaments.leagues.times import local
from tournaments.models import Cup, Entry, Event, Match, Round
from tournaments.pages.presenters.events_words import division_line, round_title
from tournaments.pairing.brackets import Bracket
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
    deadline: str
    day: str
    """As the field of a form takes it."""
    reason: str
    still_open: int
    is_late: bool


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
    disputed: tuple[FixtureCard, ...]
    late: tuple[LateMatch, ...]
    silent: tuple[FixtureCard, ...]
    running: tuple[FixtureCard, ...]
    still_open: int


def cup_page(cup: Cup, reader: Reader, problem: str = "") -> CupPage:
    """Return what every page of a cup shows."""
    rounds = _rounds(cup)
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
) -> CupMine:
    """Return a player's own matches in a cup, with what waits the `news` of the director."""
    cards = cards_of(fixtures, page.club, reader, player, decided=decided_in(fixtures), news=news)
    is_entered = entry is not None and entry.state != Entry.State.WITHDRAWN
    is_early = page.stage == "announced" and is_member
    return CupMine(
        cards=cards,
        waiting=sum(one.waits for one in cards),
        still_open=sum(one.is_open for one in cards),
        waiting_for_next=waiting_said() if is_idle and is_entered else "",
        is_entered=is_entered,
        may_enter=is_early and not is_entered,
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


def _rounds(cup: Cup) -> tuple[CupRound, ...]:
    club, now = cup.event.club, timezone.now()
    rounds = Round.objects.filter(division__event=cup.event_id).order_by(
        "division__position", "deadline", "number"
    )
    still = Count("matches", filter=~Q(matches__state=Match.State.SETTLED))
    found = rounds.select_related("division__event__club").annotate(still=still)
    several = len({one.division_id for one in found}) > 1
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
                said_day(club, round.deadline),
                "" if round.deadline is None else f"{local(club, round.deadline):%Y-%m-%d}",
                round.deadline_reason,
                round.still,
                bool(round.still) and round.deadline is not None and round.deadline <= now,
            )
        )
    return tuple(lines)
