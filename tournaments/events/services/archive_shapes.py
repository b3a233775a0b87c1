"""The shapes of events in the archive of a club: the columns, and the parts of each row."""

from __future__ import annotations

from typing import Final

from games.files.archive.shapes import (
    Shape,
    amount,
    anything,
    count,
    day,
    flag,
    listed,
    moment,
    optional,
    row,
    text,
    whole,
)
from games.rules.online import BACKGAMMON

OF_EVENT: Final = {
    "title": text,
    "game": text,
    "place": text,
    "starts_on": day,
    "notice": text,
    "status": text,
    "seed": text,
    "seed_origin": text,
    "tables": optional(count),
    "round_minutes": optional(count),
    "late_first": count,
    "late_every": count,
    "own_dates": flag,
    "self_reports": flag,
    "is_rated": flag,
    "rates_single_points": flag,
    "fee": optional(amount),
    "reentry_fee": optional(amount),
    "added": amount,
    "costs": amount,
    "currency": text,
    "prizes": anything,
    "version": count,
    "beat": count,
    "created_at": moment,
    "changed_at": moment,
}
OF_DIVISION: Final = {
    "name": text,
    "position": count,
    "format": text,
    "params": anything,
    "match_length": optional(count),
    "tie_breaks": anything,
    "seeding": text,
    "rules": text,
    "apart": text,
    "places": optional(count),
    "first_table": optional(count),
    "last_table": optional(count),
    "fee": optional(amount),
    "reentry_fee": optional(amount),
    "added": optional(amount),
    "costs": optional(amount),
    "prizes": anything,
    "order": anything,
    "discarded": count,
    "next_at": optional(moment),
    "side_pools": anything,
    "version": count,
}
OF_ENTRY: Final = {
    "number": count,
    "level": count,
    "rating": optional(amount),
    "home_club": text,
    "state": text,
    "from_round": count,
    "reentries": count,
    "fees_paid": count,
    "prize": optional(amount),
    "created_at": moment,
}
OF_ROUND: Final = {
    "number": count,
    "bracket": text,
    "bracket_round": optional(count),
    "state": text,
    "seed": text,
    "attempt": count,
    "remarks": anything,
    "length": optional(count),
    "minutes": optional(count),
    "clock_started_at": optional(moment),
    "clock_stopped_at": optional(moment),
    "created_at": moment,
    "released_at": optional(moment),
    "deadline": optional(moment),
    "deadline_reason": text,
}
OF_MATCH: Final = {
    "game": text,
    "node": text,
    "position": count,
    "board": optional(count),
    "length": optional(count),
    "played_on": day,
    "state": text,
    "outcome": text,
    "first_points": count,
    "second_points": count,
    "first_penalty": count,
    "second_penalty": count,
    "winner": optional(count),
    "goes_on": optional(count),
    "reported_by": optional(count),
    "reason": text,
    "is_rated": flag,
    "unrated_reason": text,
    "score": anything,
    "clock": anything,
    "version": count,
    "settled_at": optional(moment),
    "known_at": optional(moment),
}
OF_TABLE: Final = {"number": count, "payments": anything, "counted_version": count}
OF_SEAT: Final = {
    "position": count,
    "opening": whole,
    "points": whole,
    "paid": whole,
    "games": count,
    "bets": count,
    "left": flag,
}
# kind, moment, payload; a row's number is its place
STEP: Final = row(text, moment, anything)
MATCH: Final = Shape(
    {
        **OF_MATCH,
        "first": optional(count),
        "second": optional(count),
        # kind, version, moment, payload
        "log": listed(row(text, count, moment, anything)),
    },
    later={"game": BACKGAMMON.name, "goes_on": None, "known_at": None},
)
SEAT: Final = Shape({**OF_SEAT, "entry": count})
TABLE: Final = Shape({**OF_TABLE, "session": optional(count), "seats": listed(SEAT)})
ROUND: Final = Shape(
    {**OF_ROUND, "matches": listed(MATCH), "tables": listed(TABLE)},
    later={"length": None, "deadline": None, "deadline_reason": ""},
)
ENTRY: Final = Shape({**OF_ENTRY, "player": count}, later={"rating": None, "home_club": ""})
OWN_MONEY: Final = dict.fromkeys(("fee", "reentry_fee", "added", "costs", "prizes"))
DIVISION: Final = Shape(
    {
        **OF_DIVISION,
        "entries": listed(ENTRY),
        "forbidden_pairs": listed(row(count, count)),
        "rounds": listed(ROUND),
    },
    later={
        "discarded": 0,
        "next_at": None,
        "side_pools": [],
        "apart": "",
        **dict.fromkeys(("places", "first_table", "last_table")),
        **OWN_MONEY,
    },
)
EVENT: Final = Shape(
    {**OF_EVENT, "season": optional(count), "divisions": listed(DIVISION), "log": listed(STEP)},
    # Earlier versions published every seed from the beginning, and did not record its origin.
    later={
        "seed_origin": "",
        "game": BACKGAMMON.name,
        "added": "0",
        "costs": "0",
        "own_dates": False,
    },
)
