"""The shapes of an archive's rows; a row with another shape is refused."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from games.files.archive.problems import BadArchive
from games.ledger.figures import amount_read

Read = Callable[[Any], Any]


def text(value: Any) -> str:
    """Read a text without zero bytes, which databases refuse."""
    if not isinstance(value, str) or "\x00" in value:
        raise TypeError(f"{value!r:.60} is no text")
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r:.60} is neither true nor false")
    return value


def count(value: Any) -> int:
    """Read a whole number from 0 that fits a database column."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise TypeError(f"{value!r:.60} is no number from 0")
    return value


def whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r:.60} is no whole number")
    return value


def day(value: Any) -> datetime.date:
    return datetime.date.fromisoformat(text(value))


def moment(value: Any) -> datetime.datetime:
    """Read a moment with its time zone."""
    found = datetime.datetime.fromisoformat(text(value))
    if found.tzinfo is None:
        raise TypeError(f"{value} has no time zone")
    return found


def amount(value: Any) -> Decimal:
    """Read an exact amount, written as a text."""
    found = amount_read(text(value))
    if found is None:
        raise TypeError(f"{value!r:.60} is no amount")
    return found


def optional(read: Read) -> Read:
    """Read None, or whatever `read` accepts."""
    return lambda value: None if value is None else read(value)


def listed(read: Read) -> Read:
    """Read a list whose items `read` accepts."""

    def of(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise TypeError(f"{value!r:.60} is no list")
        return [read(item) for item in value]

    return of


def row(*reads: Read) -> Read:
    """Read a list of exactly these items."""

    def of(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(reads):
            raise TypeError(f"{value!r:.60} is no list of {len(reads)}")
        return tuple(read(item) for read, item in zip(reads, value, strict=True))

    return of


def anything(value: Any) -> Any:
    """Accept any value; other code checks it."""
    return value


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a row by name; unknown and missing fields are errors.

    `later` has defaults for fields that older archives lack.
    """

    fields: Mapping[str, Read]
    later: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, value: Any) -> dict[str, Any]:
        """Read a row.

        Raises:
            TypeError, ValueError: the row has another shape.
        """
        if not isinstance(value, dict):
            raise TypeError(f"{value!r:.60} is no row")
        value = {**self.later, **value}
        if value.keys() != self.fields.keys():
            odd = ", ".join(sorted(map(str, value.keys() ^ self.fields.keys())))
            raise TypeError(f"missing or unknown: {odd:.100}")
        return {name: read(value[name]) for name, read in self.fields.items()}


# `OF_...` lists the columns that rows and archives call the same, once for writing, reading and
# making. Shapes add what refers to other rows, and what is written as a part of the row.
OF_PLAYER: Final = {
    "name": text,
    "is_active": flag,
    "shown": text,
    "created_at": moment,
    "federation_number": text,
    "country": text,
}
PLAYER: Final = Shape(
    {**OF_PLAYER, "merged_into": optional(count), "groups": listed(text)},
    later={"shown": "full", "groups": [], "federation_number": "", "country": ""},
)
OF_DECISION: Final = {
    "kind": text,
    "reason": text,
    "game_number": optional(count),
    "made_at": moment,
}
DECISION: Final = Shape(
    {
        **OF_DECISION,
        "session": optional(count),
        "season": optional(count),
        "player": optional(count),
        "other_player": optional(count),
    }
)
OF_SEASON: Final = {"name": text, "starts_on": day, "ends_on": day, "closed_at": optional(moment)}
SEASON: Final = Shape(OF_SEASON)
OF_NOTE: Final = {
    "text": text,
    "is_dispute": flag,
    "resolution": text,
    "resolved_at": optional(moment),
    "created_at": moment,
}
NOTE: Final = Shape({**OF_NOTE, "game": count})
OF_PAYMENT: Final = {"amount": amount, "currency": text, "made_at": moment}
PAYMENT: Final = Shape(
    {
        **OF_PAYMENT,
        "payer": count,
        "payee": count,
        # the place, from 1, of the payment in this session that it withdraws
        "takes_back": optional(count),
    }
)
# Version 1 stored debts, paid and unpaid. Debts are now recalculated; only the paid ones are read,
# as payments.
DEBT: Final = Shape(
    {
        "debtor": count,
        "creditor": count,
        "amount": amount,
        "currency": text,
        "created_at": moment,
        "paid_at": optional(moment),
        "carried_to": optional(count),
    }
)
OF_SESSION: Final = {
    "title": text,
    "place": text,
    "played_on": day,
    "stake_amount": optional(amount),
    "currency": text,
    "entered_afterwards": flag,
    "by_totals": flag,
    "is_settled": flag,
    "replies_hidden": flag,
    "on_board": flag,
    "board_minutes": count,
    "rules_version": count,
    "status": text,
    "created_at": moment,
    "changed_at": moment,
}
SESSION: Final = Shape(
    {
        **OF_SESSION,
        "season": optional(count),
        # kind, step, version, moment, payload; a row's number is its place
        "log": listed(row(text, count, count, moment, anything)),
        # time of the end, and everybody's points in hundredths; a game's number is its place
        "games": listed(row(moment, listed(row(count, whole)))),
        "notes": listed(NOTE),
        "debts": listed(DEBT),
        "payments": listed(PAYMENT),
    },
    later={
        "by_totals": False,
        "is_settled": False,
        "replies_hidden": False,
        "on_board": False,
        "board_minutes": 0,
        "debts": [],
        "payments": [],
    },
)


def shaped(part: str, shape: Shape, items: list[Any]) -> list[dict[str, Any]]:
    """Read all rows of a part.

    Raises:
        BadArchive: a row has another shape; the error names the part.
    """
    try:
        return [shape(item) for item in items]
    except (TypeError, ValueError) as error:
        raise BadArchive("shape", part=part, detail=str(error)) from error
