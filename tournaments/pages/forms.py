"""Reads the forms of events: a director's input becomes fields of events and divisions."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from games.clubs.selectors.clubs import seatable_players
from games.ledger.figures import money_read
from games.models import Club, Player, Season
from games.web.input import Input, Unreadable
from tournaments.events.services.events import DIVISION_FIELDS, EVENT_FIELDS, Typed, of_division
from tournaments.events.services.naming import rating_in
from tournaments.formats import FORMATS
from tournaments.formats.parameters import ParameterField
from tournaments.pages.selectors.results import Wish

MOST_DIGITS: Final = 5
RESULTS: Final = {"0": (1, 0), "draw": (0, 0), "1": (0, 1)}
"""What buttons of a game with draws enter: the points of both."""
LONG_AGO: Final = datetime.timedelta(hours=6)
YEAR_DIGITS: Final = 4
LARGEST: Final = 32_767
"""The largest number that a small column holds."""


def fields_of(name: str) -> tuple[ParameterField, ...]:
    """Return the parameters of a format; none for an unknown one."""
    return FORMATS[name].fields if name in FORMATS else ()


Faults = dict[str, str]
"""What is wrong with a form: a sentence by the name of its field."""


class Reading:
    """Reads a form field by field, and gathers what could not be read instead of stopping there."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.faults: Faults = {}

    def take(
        self, name: str, read: Callable[..., Any], *source: Any, blank: bool = True, at: str = ""
    ) -> None:
        """Keep what `read` makes of the source; nothing if it is blank and must not be.

        What is wrong stands at the field of that name, or of the one that is given by `at`.
        """
        try:
            value = read(*source)
        except Unreadable as error:
            self.faults[at or name] = str(error)
        else:
            if blank or value is not None:
                self.fields[name] = value


def event_fields(club: Club, ask: Input) -> Reading:
    """Read the event's fields from the form; see `services.events.EVENT_FIELDS`."""
    reading = Reading()
    for name, typed in EVENT_FIELDS.items():
        if typed in READERS:
            reading.take(name, READERS[typed], ask, name, blank=typed is not Typed.COUNT)
    if ask.has("game"):
        reading.fields["game"] = ask.one("game")
    reading.take("prizes", shares, ask.one("prizes"))
    reading.take("starts_on", date, ask.one("starts_on"), blank=False)
    if ask.one("season") != "auto":
        reading.take("season", season, club, ask.one("season"))
    return reading


def division_fields(ask: Input) -> Reading:
    """Read the division's fields from the form; see `services.events.DIVISION_FIELDS`."""
    reading = Reading()
    form = ask.one("format", "swiss")
    chosen = [name for place in range(1, 10) if (name := ask.one(f"tie-{place}"))]
    reading.fields |= {
        "format": form,
        "params": params(ask, form),
        "tie_breaks": list(dict.fromkeys(chosen)),
        "seeding": ask.one("seeding", "draw"),
    }
    for name, typed in DIVISION_FIELDS.items():
        if typed in READERS:
            at = of_division(name)
            reading.take(name, READERS[typed], ask, at, at=at)
    if form in FORMATS and not FORMATS[form].is_chouette:
        reading.take("match_length", number, ask, "match_length")
    if ask.one("division_name").strip():
        reading.fields["name"] = ask.one("division_name").strip()
    return reading


def params(ask: Input, form: str) -> dict[str, Any]:
    """Return a format's parameters from the form, without blank ones."""
    found: dict[str, Any] = {}
    for field in fields_of(form):
        name = f"{form}-{field.name}"
        if field.kind == "switch":
            found[field.name] = ask.has(name)
        elif ask.one(name).strip():
            found[field.name] = ask.one(name).strip()
    return found


def chosen_players(club: Club, ask: Input) -> list[Player]:
    wanted = set(ask.all("player"))
    if not wanted:
        return []
    return [one for one in seatable_players(club) if one.public_id in wanted]


def season(club: Club, public_id: str) -> Season | None:
    """Return the chosen season; None for "no season".

    Raises:
        Unreadable: the club has no such season.
    """
    if not public_id:
        return None
    found = club.seasons.filter(public_id=public_id).first()
    if found is None:
        raise Unreadable(_("This is not a season of this club."))
    return found


def number(ask: Input, name: str) -> int | None:
    """Return a whole number from 0, or None for a blank field.

    Raises:
        Unreadable: it is not a number.
    """
    text = ask.one(name).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Unreadable(_("“%(text)s” is not a whole number from 0.") % {"text": text[:20]})
    value = int(text)
    if value > LARGEST:
        raise Unreadable(_("“%(text)s” is too large.") % {"text": text})
    return value


MOST_AMOUNT: Final = 100_000_000
"""More does not fit the columns."""


def amount(ask: Input, name: str) -> Decimal | None:
    """Return an amount of money, or None for a blank field; no currency has finer coins.

    Raises:
        Unreadable: it is not an amount.
    """
    text = ask.one(name).strip()
    if not text:
        return None
    value = money_read(text)
    if value is None or not 0 <= value < MOST_AMOUNT:
        raise Unreadable(_("“%(text)s” is not an amount, such as 12.50.") % {"text": text[:20]})
    return value.quantize(Decimal("0.001"))


def amount_or_zero(ask: Input, name: str) -> Decimal:
    """Return an amount of money; nothing, 0, for a blank field.

    Raises:
        Unreadable: it is not an amount.
    """
    return amount(ask, name) or Decimal(0)


def percent(ask: Input, name: str) -> Decimal | None:
    """Return a percentage, or None for a blank field.

    Raises:
        Unreadable: it is not a number from 0.
    """
    value = amount(ask, name)
    return None if value is None else value.quantize(Decimal("0.01"))


def percent_or_zero(ask: Input, name: str) -> Decimal:
    """Return a percentage; nothing, 0, for a blank field.

    Raises:
        Unreadable: it is not a number from 0.
    """
    return percent(ask, name) or Decimal(0)


def text(ask: Input, name: str) -> str:
    return ask.one(name).strip()


READERS: Final[Mapping[Typed, Callable[[Input, str], Any]]] = {
    Typed.TEXT: text,
    Typed.NUMBER: number,
    Typed.COUNT: number,
    Typed.SWITCH: Input.has,
    Typed.AMOUNT: amount,
    Typed.SUM: amount_or_zero,
    Typed.PERCENT: percent_or_zero,
    Typed.OWN_PERCENT: percent,
    Typed.OWN_SHARES: lambda ask, name: own_shares(ask.one(name)),
}
"""What reads a setting from its form, by how it is typed."""


def own_shares(text: str) -> list[int | float] | None:
    """Return a division's own shares of its pool; None for a blank field, no shares for “0”.

    Raises:
        Unreadable: one of them is not a number.
    """
    if not text.strip():
        return None
    found = shares(text)
    return found if any(found) else []


def shares(text: str) -> list[int | float]:
    """Return shares of a pool in percent: “50, 30, 20”.

    Raises:
        Unreadable: one of them is not a number.
    """
    shares: list[int | float] = []
    for part in text.replace(";", ",").replace("%", "").replace("/", ",").split(","):
        if not part.strip():
            continue
        try:
            share = float(part)
        except ValueError:
            share = -1
        if not 0 <= share <= 100:
            raise Unreadable(_("Shares are percentages with commas, such as 50, 30, 20."))
        shares.append(int(share) if share.is_integer() else share)
    return shares


def date(text: str) -> datetime.date | None:
    """Return a date, or None for a blank field.

    Raises:
        Unreadable: it is not a date.
    """
    if not text.strip():
        return None
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        raise Unreadable(_("The date is written like 2026-11-17.")) from None


def time_at(club: Club, text: str) -> datetime.datetime | None:
    """Return a time of day at the club as a moment; None for a blank field.

    A time that was over some hours ago is tomorrow's.

    Raises:
        Unreadable: it is not a time of day.
    """
    if not text.strip():
        return None
    try:
        at = datetime.time.fromisoformat(text.strip())
    except ValueError:
        raise Unreadable(_("The time is written like 14:30.")) from None
    now = timezone.localtime(timezone=ZoneInfo(club.time_zone))
    found = datetime.datetime.combine(now.date(), at.replace(tzinfo=None), now.tzinfo)
    return found if now - found < LONG_AGO else found + datetime.timedelta(days=1)


def minutes_ahead(minutes: int) -> datetime.datetime:
    """Return the full minute that comes after so many minutes, as a wall shows it."""
    at = timezone.now() + datetime.timedelta(minutes=minutes, seconds=59)
    return at.replace(second=0, microsecond=0)


Reader = Callable[[Input, str], Any]


def rating(ask: Input, name: str) -> Decimal | None:
    """Return a rating; None for a blank field.

    Raises:
        Unreadable: it is not a rating.
    """
    try:
        return rating_in(ask.one(name))
    except ValueError as error:
        raise Unreadable(str(error)) from error


ENTRY_READERS: Final[Mapping[str, Reader]] = {
    "level": number,
    "fees_paid": number,
    "prize": amount,
    "rating": rating,
    "home_club": lambda ask, name: " ".join(ask.one(name).split())[:80],
    "federation_number": lambda ask, name: " ".join(ask.one(name).split()),
    "country": lambda ask, name: " ".join(ask.one(name).split()),
}


def entry_fields(ask: Input) -> dict[str, Any]:
    """Return an entry's fields from the form: level, fees paid, prize, what is known of the player.

    Raises:
        Unreadable: a number or an amount is malformed.
    """
    fields = {name: read(ask, name) for name, read in ENTRY_READERS.items() if ask.has(name)}
    for name in ("level", "fees_paid"):
        if name in fields:
            fields[name] = fields[name] or 0
    return fields


def final_score_of(ask: Input, length: int | None) -> tuple[int, int]:
    """Return a final score: the winner and the loser's points, or both sides' points.

    Raises:
        Unreadable: nobody has won, or the points are not numbers.
    """
    if ask.has("result"):
        if ask.one("result") not in RESULTS:
            raise Unreadable(_("Tap who has won."))
        return RESULTS[ask.one("result")]
    if ask.has("winner"):
        winner, loser = ask.one("winner"), number(ask, "loser_points")
        if loser is None and ask.one("typed_points").strip():
            loser = number(ask, "typed_points")
        if winner not in ("0", "1"):
            raise Unreadable(_("Tap who has won."))
        if loser is None:
            raise Unreadable(_("How many points does the loser have?"))
        if length is None:
            raise Unreadable(_("How many points does each of them have?"))
        return (length, loser) if winner == "0" else (loser, length)
    first, second = number(ask, "first_points"), number(ask, "second_points")
    if first is None or second is None:
        raise Unreadable(_("Tap who has won."))
    return first, second


def side_of(ask: Input, name: str = "side") -> int:
    """Return a side of a match, 0 or 1.

    Raises:
        Unreadable: no side was chosen.
    """
    if ask.one(name) not in ("0", "1"):
        raise Unreadable(_("Choose one of the two players."))
    return int(ask.one(name))


def version_of(ask: Input) -> int:
    """Return the version a form was made for; -1, which never exists, if the form has none."""
    text = ask.one("version")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def wish_of(asked: Mapping[str, str], kind: str = "") -> Wish:
    """Read what of a club's results an address asks for; `kind` where it says nothing of a kind."""
    year = asked.get("year", "")
    return Wish(
        kind=asked.get("kind", kind),
        player=asked.get("player", ""),
        year=int(year) if year.isascii() and year.isdigit() and len(year) == YEAR_DIGITS else None,
        before=asked.get("before", ""),
    )
