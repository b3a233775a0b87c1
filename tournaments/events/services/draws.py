"""Draws: drafted, inspected, edited by hand, confirmed, released.

A Swiss round is drawn when the previous one is over; a round robin, a bracket and groups are drawn
as a whole. Rounds drawn together are confirmed and released together, except those of a round
robin, which are released one by one.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import User
from games.rules.backgammon.match_score import LONGEST
from games.rules.online import BACKGAMMON
from tournaments.errors import EventConflict, EventRefused, refused
from tournaments.events.services.drawing import round_draw
from tournaments.events.services.swaps import draft_judge, places_swap, players_swap
from tournaments.format_texts import remark_text
from tournaments.models import Division, Entry, Event, Match, Round
from tournaments.pairing.errors import PairingError
from tournaments.record.selectors.results import names_of
from tournaments.record.selectors.rounds import breaches, drafts_of, is_played, latest_draw
from tournaments.record.selectors.situations import format_of, round_known
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services.places import boards_assign
from tournaments.results.services.propagation import division_propagate
from tournaments.signals import rehearsal_plays
from tournaments.tables.services.news import tables_tell
from tournaments.tables.services.tables import tables_discard, tables_release, tables_swap


def draw_make(
    *, division: Division, by: User, version: int | None = None, key: str = ""
) -> list[Round]:
    """Draw the next round or rounds of a division as a draft; an existing draft stays.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: the previous round is not over.
        Refused: everything has been drawn, or there are too few players.
    """
    return _drawn(division, by, "draw", version, key, again=False)


def draw_again(
    *, division: Division, by: User, version: int | None = None, key: str = ""
) -> list[Round]:
    """Throw a draft away and draw anew, with the next number in its seed.

    Raises:
        NotAllowed, Conflict, Refused: see `draw_make`.
        Refused: there is no draft.
    """
    return _drawn(division, by, "draw_again", version, key, again=True)


def draw_discard(
    *, division: Division, by: User, version: int | None = None, key: str = ""
) -> None:
    """Throw the latest draw away, as long as nobody has entered a result of it.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: nothing was drawn, or it is being played; a ladder is played by challenges.
    """

    def change(locked: Event) -> None:
        found = Division.objects.select_related("event__club").get(pk=division.pk)
        rounds = latest_draw(found)
        if not rounds:
            raise EventRefused("not_drawn")
        is_out = any(one.state == Round.State.RELEASED for one in rounds)
        if is_out and format_of(found).is_of_league:
            # They are challenges of players: each is cancelled alone, and nothing draws them anew.
            raise EventRefused("ladder_no_draw")
        if any(is_played(one) for one in rounds):
            raise EventRefused("draw_played")
        if found.is_chouette:
            for one in rounds:
                tables_discard(one, by)
        # The next draw uses another seed: this one may have been seen.
        found.discarded = max(one.attempt for one in rounds)
        found.save(update_fields=["discarded"])
        _discard(found, rounds)

    payload = {"division": division.public_id}
    event_write(EventRequest(division.event, by, "draw_discard", payload, version, key), change)
    division.refresh_from_db(fields=["order"])


def draw_swap(
    *,
    division: Division,
    by: User,
    first: Entry,
    second: Entry,
    version: int | None = None,
    key: str = "",
) -> list[Round]:
    """Let two entries change places in the draft, a bye included; remarks say what that breaks.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no draft, or one of them is not in it.
    """
    if first.pk == second.pk:
        raise EventRefused("swap_itself")

    def change(locked: Event) -> None:
        found = Division.objects.select_related("event__club").get(pk=division.pk)
        rounds = drafts_of(found)
        if not rounds:
            raise EventRefused("no_draft")
        if found.is_chouette:
            tables_swap(rounds[0], first, second)
            draft_judge(found)
        elif found.has_places:
            places_swap(found, rounds, first, second)
            draft_judge(found)
        else:
            players_swap(rounds[0], first, second)
            draft_judge(found, is_anew=True)

    payload = {"entries": [first.public_id, second.public_id]}
    event_write(EventRequest(division.event, by, "draw_swap", payload, version, key), change)
    division.refresh_from_db(fields=["order"])
    return drafts_of(division)


def draw_confirm(
    *,
    division: Division,
    by: User,
    in_spite: bool = False,
    version: int | None = None,
    key: str = "",
) -> list[Round]:
    """Confirm a draft: it is not drawn again. `in_spite` accepts what it breaks.

    Confirming it again changes nothing.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no draft.
        Conflict: it breaks a rule, and `in_spite` is not set.
    """

    def change(locked: Event) -> None:
        draft_judge(division)
        rounds = drafts_of(division)
        if not rounds:
            if division.rounds.filter(state=Round.State.CONFIRMED).exists():
                return
            raise EventRefused("no_draft")
        broken = [remark for one in rounds for remark in breaches(one)]
        if broken and not in_spite:
            raise EventConflict("draw_illegal", reason=remark_text(broken[0], names_of(division)))
        _state(rounds, Round.State.CONFIRMED)

    payload = {"division": division.public_id, "in_spite": in_spite}
    event_write(EventRequest(division.event, by, "draw_confirm", payload, version, key), change)
    return list(division.rounds.filter(state=Round.State.CONFIRMED))


def draw_release(
    *, division: Division, by: User, version: int | None = None, key: str = ""
) -> list[Round]:
    """Publish a confirmed draw and begin play: matches get boards, tables get sessions.

    Of a round robin the next round is released, of other formats the whole draw.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: nothing is confirmed.
    """

    def change(locked: Event) -> None:
        found = Division.objects.select_related("event__club").get(pk=division.pk)
        rounds = list(found.rounds.filter(state=Round.State.CONFIRMED).order_by("number"))
        if not rounds:
            raise EventRefused("draw_not_confirmed")
        draft_judge(found)
        broken = [remark for one in drafts_of(found) for remark in breaches(one)]
        if broken:
            raise EventConflict("draw_illegal", reason=remark_text(broken[0], names_of(found)))
        known = [round_known(one) for one in found.rounds.order_by("number")]
        numbers = format_of(found).released_next(known)
        rounds = [one for one in rounds if one.number in numbers]
        _state(rounds, Round.State.RELEASED)
        payload["released"] = [one.public_id for one in rounds]
        found.discarded, found.next_at = 0, None
        found.save(update_fields=["discarded", "next_at"])
        if locked.status == Event.Status.PLANNED:
            locked.status = Event.Status.RUNNING
            locked.save(update_fields=["status"])
        if found.is_chouette:
            tables_release(rounds[0], by)
        division_propagate(found)
        boards_assign(locked)
        if locked.plays_every is not None:
            said = {"sender": Event, "event_id": locked.pk, "seconds": locked.plays_every}
            transaction.on_commit(partial(rehearsal_plays.send_robust, **said))

    payload: dict[str, Any] = {"division": division.public_id}
    event_write(EventRequest(division.event, by, "draw_release", payload, version, key), change)
    return list(division.rounds.filter(state=Round.State.RELEASED))


def clock_start(
    *, round: Round, by: User, minutes: int | None = None, version: int | None = None, key: str = ""
) -> Round:
    """Start a round's clock, or restart it with other `minutes`.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: the round is not released, or has no length.
    """

    def change(locked: Event) -> None:
        if round.state != Round.State.RELEASED:
            raise EventRefused("round_not_released")
        length = minutes or round.minutes
        if not length:
            raise EventRefused("clock_missing")
        round.minutes, round.clock_started_at = length, timezone.now()
        round.clock_stopped_at = None
        round.save(update_fields=["minutes", "clock_started_at", "clock_stopped_at"])
        tables_tell(round.tables.all())

    payload = {"round": round.public_id, "minutes": minutes}
    event_write(
        EventRequest(round.division.event, by, "clock_start", payload, version, key), change
    )
    return round


def next_round_announce(
    *,
    division: Division,
    by: User,
    at: datetime.datetime | None,
    version: int | None = None,
    key: str = "",
) -> None:
    """Announce when the next round of a division starts; None takes that back.

    Walls and phones show it until the next round is released.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        Division.objects.filter(pk=division.pk).update(next_at=at)
        division.next_at = at

    payload = {"division": division.public_id, "at": None if at is None else at.isoformat()}
    event_write(EventRequest(division.event, by, "next_at", payload, version, key), change)


def clock_stop(*, round: Round, by: User, version: int | None = None, key: str = "") -> Round:
    """Stop a round's clock.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        round.clock_stopped_at = timezone.now()
        round.save(update_fields=["clock_stopped_at"])
        tables_tell(round.tables.all())

    payload = {"round": round.public_id}
    event_write(EventRequest(round.division.event, by, "clock_stop", payload, version, key), change)
    return round


def round_lengths_change(
    *,
    division: Division,
    by: User,
    lengths: Mapping[str, int],
    version: int | None = None,
    key: str = "",
) -> None:
    """Change to how many points the matches of rounds are; a match that has begun stays as it is.

    `lengths` are by the rounds' public ids.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a length is not possible, or nothing of a round can be changed.
    """

    def change(locked: Event) -> None:
        if not all(1 <= length <= LONGEST for length in lengths.values()):
            raise EventRefused("match_length_missing", most=LONGEST)
        for public_id, length in lengths.items():
            found = Match.objects.filter(
                round__division=division,
                round__public_id=public_id,
                game=BACKGAMMON.name,
                state__in=[Match.State.WAITING, Match.State.OPEN],
            )
            unbegun = [one for one in found if one.is_unbegun]
            if not unbegun:
                raise EventRefused("round_begun")
            rows = Match.objects.filter(pk__in=[one.pk for one in unbegun])
            # Who still shows the old length is told so before they enter anything.
            rows.update(length=length, version=F("version") + 1)

    payload = {"division": division.public_id, "lengths": dict(lengths)}
    event_write(EventRequest(division.event, by, "lengths", payload, version, key), change)


# within


def _drawn(
    division: Division, by: User, kind: str, version: int | None, key: str, *, again: bool
) -> list[Round]:
    def change(locked: Event) -> None:
        found = Division.objects.select_related("event__club").get(pk=division.pk)
        drafts = drafts_of(found)
        attempt = found.discarded + 1
        if again:
            if not drafts:
                raise EventRefused("no_draft")
            attempt = drafts[0].attempt + 1
            _discard(found, drafts)
        elif drafts:
            return
        try:
            round_draw(found, attempt)
        except PairingError as error:
            raise refused(error) from error
        payload["drawn"] = [min(one.number for one in drafts_of(found)), attempt]

    payload: dict[str, Any] = {"division": division.public_id}
    event_write(EventRequest(division.event, by, kind, payload, version, key), change)
    division.refresh_from_db(fields=["order"])
    return drafts_of(division)


def _discard(division: Division, rounds: Sequence[Round]) -> None:
    order = dict(division.order or {})
    if any(one.bracket != "group" for one in rounds) and "knockout" in order:
        order.pop("knockout")
    elif division.order is not None:
        later = division.rounds.exclude(pk__in=[one.pk for one in rounds]).exists()
        kept = format_of(division).kept_orders if later else ()
        order = {name: order[name] for name in kept if name in order}
    division.order = order or None
    division.save(update_fields=["order"])
    for one in rounds:
        one.delete()


def _state(rounds: Iterable[Round], state: str) -> None:
    for round in rounds:
        round.state = state
        if state == Round.State.RELEASED:
            round.released_at = timezone.now()
        round.save(update_fields=["state", "released_at"])
