"""An announced event becomes a cup, with deadlines for its rounds; a cup loses them again.

Each is the undo of the other.
"""

from __future__ import annotations

import datetime
from typing import Any

from games.models import User
from tournaments.errors import EventConflict, EventRefused
from tournaments.leagues.selectors.cups import cup_obstacle
from tournaments.leagues.services.cups import (
    RULES,
    depths_of,
    is_playing,
    place_of,
    require_to_come,
    rounds_of,
    rules_set,
)
from tournaments.models import Cup, Event
from tournaments.record.services.writing import EventRequest, event_write

OF_EVENINGS = ("tables", "round_minutes")
"""What an event has that is played at once, and no cup."""


def cup_make(
    *,
    event: Event,
    by: User,
    first_on: datetime.date,
    every_days: int = 14,
    key: str = "",
    **rules: Any,
) -> None:
    """Give the rounds of an announced event deadlines: it is a cup then. Rules: see `RULES`.

    Tables and clock are those of an evening, and come back with `cup_end`.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is no bracket, a day is over, or a rule is not valid.
        Conflict: it has begun, or its matches have dates of their own already.
    """

    def change(locked: Event) -> None:
        obstacle = cup_obstacle(locked)
        if obstacle:
            raise EventConflict(obstacle)
        cup = Cup(event=locked, first_on=first_on, every_days=every_days)
        rules_set(cup, rules)
        turned = (*OF_EVENINGS, "self_reports")
        payload["before"] = {name: getattr(locked, name) for name in turned}
        # Nobody at a desk enters what is played at home: the two report it themselves.
        of_cups = {**dict.fromkeys(OF_EVENINGS), "own_dates": True, "self_reports": True}
        _turned(locked, of_cups)
        cup.save(force_insert=True)
        rounds = list(rounds_of(locked))
        if not rounds:
            require_to_come(cup.planned(1))
        steps = {one.pk: depths_of(one) for one in locked.divisions.all()}
        for round in rounds:
            round.minutes = None
            round.deadline = cup.planned(
                steps[round.division_id].get(place_of(round), round.number)
            )
            if is_playing(round):
                require_to_come(round.deadline)
            round.save(update_fields=["minutes", "deadline"])

    payload: dict[str, Any] = {"first_on": first_on.isoformat(), "every_days": every_days}
    event_write(EventRequest(event, by, "cup_make", payload, key=key), change)
    event.refresh_from_db()


def cup_end(*, cup: Cup, by: User, reason: str = "", key: str = "") -> None:
    """Take the deadlines of a cup away: it is an event like any other, which is played at once.

    What was said about matches is kept, and is there again if it becomes a cup again.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it has begun, and there is no reason.
    """

    def change(locked: Event) -> None:
        cup = Cup.objects.filter(event=locked).first()
        if cup is None:
            raise EventConflict("cup_none")
        if locked.status == Event.Status.RUNNING and not reason.strip():
            raise EventRefused("league_undo_why")
        payload["before"] = {name: getattr(cup, name) for name in (*RULES, "every_days")}
        payload["before"]["first_on"] = cup.first_on.isoformat()
        made = locked.log.filter(kind="cup_make").order_by("-sequence").first()
        before = dict.fromkeys(OF_EVENINGS) if made is None else made.payload["before"]
        _turned(locked, {**before, "own_dates": False})
        rounds_of(locked).update(deadline=None, deadline_reason="", minutes=before["round_minutes"])
        cup.delete()

    payload: dict[str, Any] = {"reason": reason.strip()[:200]}
    event_write(EventRequest(cup.event, by, "cup_end", payload, key=key), change)


def _turned(event: Event, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(event, name, value)
    event.save(update_fields=list(values))
