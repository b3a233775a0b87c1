"""Cups: brackets played over weeks; announced, entered, released, and what is decided meanwhile."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

import structlog
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts.services.accounts import refusal
from games.errors import ServiceError
from games.models import Board, Club, Player, User
from games.permissions import Capability, require
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entering import division_locked, enter, entries_follow
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.events.services.naming import NO_ABOUTS
from tournaments.leagues.selectors.cups import SHAPES
from tournaments.leagues.selectors.fixtures import shown
from tournaments.leagues.services.in_spite import in_spite_of_board
from tournaments.models import Cup, Division, Entry, Event, Match, Round, day_end
from tournaments.record.selectors.rounds import breaks_rules
from tournaments.record.services.writing import EventRequest, event_write, event_written
from tournaments.results.reasons import NOT_BY_DEADLINE
from tournaments.results.selectors.brackets import bracket_of, depths
from tournaments.results.services.results import match_forfeit, match_no_show

RULES: Final = ("least_days", "late", "confirm_days", "boards")
"""What a director says about how a cup is played, besides its days."""

logger = structlog.get_logger(__name__)


@transaction.atomic
def cup_announce(
    *,
    club: Club,
    by: User,
    title: str,
    players: Sequence[Player],
    first_on: datetime.date,
    every_days: int = 14,
    shape: str = SHAPES[0],
    match_length: int = 7,
    params: dict[str, Any] | None = None,
    fee: Decimal | None = None,
    **rules: Any,
) -> Cup:
    """Announce a cup with its players, the strongest first; rules: see `RULES`.

    `fee` is what each of them pays, if there is one.

    `first_on` is the last day of the first round; each further round has `every_days` more.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a day is over, somebody stands in the list twice, or a rule is not valid.
    """
    require(by, Capability.DIRECT, club)
    if shape not in SHAPES:
        raise EventRefused("cup_shape")
    division = {
        "name": title.strip()[:60],
        "format": shape,
        "params": params or {},
        "match_length": match_length,
        "seeding": "level",
    }
    event = event_create(
        club=club,
        by=by,
        title=title,
        starts_on=club.today,
        own_dates=True,
        currency=club.currency,
        divisions=[division],
        fee=fee,
    )
    cup = Cup(event=event, first_on=first_on, every_days=every_days)
    rules_set(cup, rules)
    require_to_come(day_end(club, first_on))
    cup.save(force_insert=True)
    if players:
        levels = list(range(1, len(players) + 1))
        entries_add(division=event.divisions.get(), by=by, players=players, levels=levels)
    return cup


def cup_change(*, cup: Cup, by: User, key: str = "", **rules: Any) -> None:
    """Change how a cup is played: see `RULES`. It holds at once.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a rule is not valid.
    """

    def change(locked: Event) -> None:
        found = _read(cup)
        rules_set(found, rules)
        found.save(update_fields=list(RULES))

    payload = {name: str(value) for name, value in rules.items()}
    event_write(EventRequest(cup.event, by, "cup_change", payload, key=key), change)


def cup_plan(
    *,
    cup: Cup,
    by: User,
    first_on: datetime.date,
    every_days: int,
    reason: str = "",
    key: str = "",
) -> None:
    """Plan the deadlines of all rounds anew; once it is released everybody reads why.

    A round in which everything is decided keeps its day.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a day that would hold is over, or there is no reason.
    """

    def change(locked: Event) -> None:
        found = _read(cup)
        found.first_on, found.every_days = first_on, every_days
        _checked(found)
        rounds = list(rounds_of(locked))
        is_out = any(one.state == Round.State.RELEASED for one in rounds)
        if is_out and not reason.strip():
            raise EventRefused("league_reason")
        found.save(update_fields=["first_on", "every_days"])
        if not rounds:
            require_to_come(found.planned(1))
        steps = {one.pk: depths_of(one) for one in locked.divisions.all()}
        for round in rounds:
            deadline = found.planned(steps[round.division_id].get(place_of(round), round.number))
            if deadline == round.deadline or not is_playing(round):
                continue
            require_to_come(deadline)
            _moved(round, deadline, reason)

    payload = {
        "first_on": first_on.isoformat(),
        "every_days": every_days,
        "reason": reason.strip()[:200],
    }
    event_write(EventRequest(cup.event, by, "cup_plan", payload, key=key), change)
    cup.refresh_from_db()


def round_deadline(
    *,
    cup: Cup,
    round: Round,
    by: User,
    ends_on: datetime.date,
    reason: str,
    with_later: bool = True,
    key: str = "",
) -> None:
    """Move the deadline of a round, with later ones by as many days; everybody reads why.

    To take it back, move it back.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no reason, the day is over, or everything of the round is decided.
    """
    club = cup.event.club
    deadline = day_end(club, ends_on)
    if not reason.strip():
        raise EventRefused("league_reason")
    require_to_come(deadline)

    def change(locked: Event) -> None:
        found = rounds_of(locked).filter(pk=round.pk).first()
        if found is None:
            raise EventConflict("fixture_gone")
        if not is_playing(found):
            raise EventConflict("cup_round_over")
        before = found.deadline
        _moved(found, deadline, reason)
        if before is None or not with_later:
            return
        zone = deadline.tzinfo
        days = (deadline.date() - timezone.localdate(before, zone)).days
        for one in rounds_of(locked).filter(deadline__gt=before).exclude(pk=found.pk):
            assert one.deadline is not None, "it is later than another"
            later = timezone.localdate(one.deadline, zone) + datetime.timedelta(days=days)
            _moved(one, day_end(club, later), reason)

    payload = {
        "round": round.public_id,
        "until": deadline.isoformat(),
        "reason": reason.strip()[:200],
        "with_later": with_later,
    }
    event_write(EventRequest(cup.event, by, "cup_round", payload, key=key), change)


def cup_enter(*, cup: Cup, player: Player, by: User, key: str = "") -> None:
    """Enter somebody: a member themselves before the draw, the director anybody.

    Late entries take the place of a bye, where there is one.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: they are entered already, or there is no place left.
    """
    person = _own(cup, player, by)

    def change(locked: Event) -> None:
        division = division_locked(locked.divisions.order_by("position")[0].pk)
        enter(division, [person], [division.entries.count() + 1], NO_ABOUTS)
        entries_follow(division, locked)

    payload = {"player": person.public_id}
    event_written(EventRequest(cup.event, by, "cup_enter", payload, key=key), change)


def cup_leave(*, cup: Cup, player: Player, by: User, key: str = "") -> None:
    """Take somebody off the list before the draw: a member themselves, the director anybody.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it was drawn; then the director withdraws them.
    """
    person = _own(cup, player, by)

    def change(locked: Event) -> None:
        entries = Entry.objects.filter(Entry.of(person), division__event=locked)
        if Round.objects.filter(division__event=locked).exists():
            raise EventConflict("cup_drawn")
        if entries.filter(fees_paid__gt=0).exists():
            raise EventConflict("cup_paid")
        entries.delete()

    payload = {"player": person.public_id}
    event_written(EventRequest(cup.event, by, "cup_leave", payload, key=key), change)


@transaction.atomic
def cup_release(*, cup: Cup, by: User) -> None:
    """Draw what is not drawn, and release it: the first matches begin, and all see the bracket.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there are too few players, or the first day is over.
    """
    divisions = list(cup.event.divisions.order_by("position").select_related("event__club"))
    waiting = [
        one for one in divisions if not one.rounds.filter(state=Round.State.RELEASED).exists()
    ]
    if not waiting:
        raise EventConflict("cup_released")
    require_to_come(cup.planned(1))
    for division in waiting:
        if not division.rounds.filter(state=Round.State.CONFIRMED).exists():
            draw_make(division=division, by=by)
            draw_confirm(division=division, by=by, in_spite=breaks_rules(division))
        draw_release(division=division, by=by)
    cup.event.refresh_from_db()


def entry_replace(*, cup: Cup, entry: Entry, by: User, player: Player, key: str = "") -> None:
    """Let somebody take the place of a player who has had no result yet but byes.

    What was paid for the place stays with it; home club and rating are the former player's own. To
    take it back, the former player takes over again.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: they are entered already, or the place has a result.
    """
    person = player.current

    def change(locked: Event) -> None:
        division = division_locked(entry.division_id)
        found = division.entries.select_related("player").get(pk=entry.pk)
        if division.entries.filter(Entry.of(person)).exists():
            raise EventRefused("entered_twice", name=person.name)
        if person.club_id != locked.club_id:
            raise EventRefused("player_elsewhere")
        mine = Match.objects.filter(
            Q(first=found.player_id) | Q(second=found.player_id), round__division=division
        )
        if any(not one.is_unbegun for one in mine if one.outcome != Match.Outcome.BYE):
            raise EventRefused("cup_has_results", name=found.name)
        payload["was"] = found.player.public_id
        rating = None if found.rating is None else str(found.rating)
        payload["about"] = {"home_club": found.home_club, "rating": rating}
        about = _about_before(locked, found, person)
        found.player = person
        found.state = Entry.State.ENTERED
        found.home_club = about.get("home_club") or ""
        rated = about.get("rating")
        found.rating = Decimal(rated) if rated else None
        found.save(update_fields=["player", "state", "home_club", "rating"])
        entries_follow(division, locked)

    payload: dict[str, Any] = {"entry": entry.public_id, "player": person.public_id}
    event_write(EventRequest(cup.event, by, "cup_replace", payload, key=key), change)


def _about_before(event: Event, entry: Entry, person: Player) -> Mapping[str, str | None]:
    """Return home club and rating with which somebody had this place before another took it."""
    steps = event.log.filter(kind="cup_replace", payload__entry=entry.public_id)
    left = steps.filter(payload__was=person.public_id).order_by("-sequence").first()
    return {} if left is None else left.payload.get("about", {})


def late_decide(*, cup: Cup, match: Match, by: User, how: str, reason: str = "", key: str) -> None:
    """Decide a match that was not played in time: `first` or `second` goes on, or `neither`.

    Raises:
        NotAllowed: the user does not direct.
        Conflict: it is decided.
    """
    require(by, Capability.DIRECT, cup.event.club)
    if how not in LATE:
        raise EventRefused("cup_late_how")
    if match.is_settled:
        raise EventConflict("fixture_settled")
    _late(match, by, how, reason.strip() or NOT_BY_DEADLINE, key)


def lates_lapse(*, now: datetime.datetime) -> int:
    """Decide what was not played in time where the cup says that neither goes on; return how many.

    A key for each version of the match lets two workers do it once. What waits for the director's
    word, or is being played on a board, is left alone.
    """
    done = 0
    for match in lates_due(now):
        key = f"late-{match.public_id}-{match.version}"
        try:
            _late(match, None, "neither", NOT_BY_DEADLINE, key)
        except ServiceError as error:
            # Somebody was faster: what they said stands.
            logger.info("late_not_decided", match=match.public_id, error=str(error))
        else:
            done += 1
    return done


def lates_due(now: datetime.datetime) -> Iterator[Match]:
    """Return the matches that are late in cups whose rule decides them."""
    matches = Match.objects.filter(
        state=Match.State.OPEN,
        first__isnull=False,
        second__isnull=False,
        round__state=Round.State.RELEASED,
        round__deadline__lte=now,
        round__division__event__status=Event.Status.RUNNING,
        round__division__event__cup__late=Cup.Late.OUT,
    ).exclude(online__status__in=Board.RUNNING)
    rows = matches.select_related("club", "round__division__event__club", "fixture")
    rows = rows.select_related("round__division__event__cup", "online")
    for match in rows.prefetch_related("fixture__notes").order_by("pk"):
        assert match.round is not None, "a match of a cup has a round"
        one = shown(match.round.division.event.cup, match)
        if one.deadline is not None and one.deadline <= now and one.absence is None:
            yield match


LATE: Final = {"first": 1, "second": 0, "neither": None}
"""Who does not go on, by what the director says."""


def _late(match: Match, by: User | None, how: str, reason: str, key: str) -> None:
    loser = LATE[how]
    said: dict[str, Any] = {"match": match, "by": by, "reason": reason, "version": match.version}
    if loser is None:
        in_spite_of_board(lambda seen: match_no_show(**said, key=key, seen=seen))
    else:
        in_spite_of_board(lambda seen: match_forfeit(**said, loser=loser, key=key, seen=seen))


def rules_set(cup: Cup, rules: dict[str, Any]) -> None:
    """Set rules of a cup, checked."""
    unknown = rules.keys() - set(RULES)
    if unknown:
        raise TypeError(f"not rules of a cup: {sorted(unknown)}")
    for name, value in rules.items():
        setattr(cup, name, value)
    _checked(cup)


def _checked(cup: Cup) -> None:
    try:
        cup.clean_fields(exclude=["event"])
    except ValidationError as error:
        raise refusal(error) from error


def _read(cup: Cup) -> Cup:
    """Return a cup as it is now that its event is locked."""
    return Cup.objects.select_related("event__club").get(pk=cup.pk)


def rounds_of(event: Event) -> QuerySet[Round]:
    """Return the rounds of all brackets of an event."""
    return Round.objects.filter(division__event=event).order_by("division_id", "number")


def depths_of(division: Division) -> dict[tuple[str, int], int]:
    """Return how many steps into the bracket each of its rounds is, by `place_of`."""
    bracket = bracket_of(division)
    return {} if bracket is None else depths(bracket)


def place_of(round: Round) -> tuple[str, int]:
    """Return the part of the draw that a round belongs to, and its number there."""
    return round.bracket, round.bracket_round or 0


def is_playing(round: Round) -> bool:
    """Tell whether something of a round is not decided."""
    return round.matches.exclude(state=Match.State.SETTLED).exists()


def _moved(round: Round, deadline: datetime.datetime, reason: str) -> None:
    round.deadline, round.deadline_reason = deadline, reason.strip()[:200]
    round.save(update_fields=["deadline", "deadline_reason"])


def require_to_come(deadline: datetime.datetime) -> None:
    """Refuse a deadline that is over."""
    if deadline <= timezone.now():
        raise EventRefused("league_deadline_past")


def _own(cup: Cup, player: Player, by: User) -> Player:
    """Return a player as the club knows them now.

    Raises:
        NotAllowed: it is somebody else's, it was drawn, or the user does not direct.
        Refused: they are of another club.
    """
    person = player.current
    if person.club_id != cup.event.club_id:
        raise EventRefused("league_not_member")
    is_early = not Round.objects.filter(division__event=cup.event_id).exists()
    is_own = person.user_id == by.pk and is_early
    require(by, Capability.SEE_NAMES if is_own else Capability.DIRECT, cup.event.club)
    return person
