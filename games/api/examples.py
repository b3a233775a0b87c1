"""Example requests and answers of the description; a test sends them in this order."""

from dataclasses import dataclass, field
from typing import Any, Final

Json = dict[str, Any]
ANN, BOB, CID = "annannannannanna", "bebbebbebbebbebb", "cedcedcedcedcedc"
SESSION = "evenevenevenevee"
LINE: Final[Json] = {"box": ANN, "partner": None, "team": [BOB, CID]}


@dataclass(frozen=True, slots=True)
class Step:
    """A request and its answer. `answer` may leave out irrelevant fields."""

    name: str
    summary: str
    verb: str
    template: str
    status: int
    request: Json | None
    answer: Any
    headers: Json = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The address with the example session's id."""
        return self.template.replace("{public_id}", SESSION)


PLACE = "/api/v1/sessions/{public_id}"
STORY: Final = (
    Step(
        "order",
        "The order is set by hand: Ann in the box, Bob captain",
        "post",
        f"{PLACE}/actions",
        201,
        {"version": 1, "key": "tap-1", "actions": [{"type": "set_order", "line": [ANN, BOB, CID]}]},
        {
            "version": 2,
            "replayed": False,
            "table": {
                "phase": "between",
                "line": LINE,
                "totals": {ANN: 0, BOB: 0, CID: 0},
                "played": 0,
                "game": None,
            },
            "results": [],
        },
    ),
    Step(
        "game",
        "A whole game as one step: the team wins a gammon",
        "post",
        f"{PLACE}/actions",
        201,
        {
            "version": 2,
            "key": "tap-2",
            "actions": [
                {"type": "start_game", "box": ANN, "partner": None, "team": [BOB, CID]},
                {"type": "team_doubles", "members": [BOB, CID]},
                {"type": "box_replies", "replies": [[BOB, "take"], [CID, "take"]]},
                {"type": "end_game", "winner": "team", "level": 2},
            ],
        },
        {
            "version": 3,
            "replayed": False,
            "table": {
                "phase": "between",
                "line": {"box": BOB, "partner": None, "team": [CID, ANN]},
                "totals": {ANN: -800, BOB: 400, CID: 400},
                "played": 1,
                "game": None,
            },
            "results": [
                {
                    "number": 1,
                    "line": LINE,
                    "winner": "team",
                    "level": 2,
                    "ending": "board",
                    "points": {ANN: -800, BOB: 400, CID: 400},
                    "next": [BOB, CID, ANN],
                }
            ],
        },
    ),
    Step(
        "stale",
        "Somebody was faster",
        "post",
        f"{PLACE}/undo",
        409,
        {"version": 2, "key": "tap-3"},
        {
            "type": "/api/v1/problems#stale_version",
            "title": "Stale version",
            "status": 409,
            "detail": "Somebody was faster: the table has changed. Look again, then tap again.",
            "code": "stale_version",
            "params": {"version": 3},
            "version": 3,
        },
    ),
    Step(
        "wrong_line",
        "The rules say no, and why",
        "post",
        f"{PLACE}/actions",
        409,
        {
            "version": 3,
            "key": "tap-4",
            "actions": [{"type": "start_game", "box": CID, "partner": None, "team": [BOB, ANN]}],
        },
        {
            "type": "/api/v1/problems#line_wrong",
            "title": "Line wrong",
            "status": 409,
            "code": "line_wrong",
        },
    ),
    Step(
        "note",
        "A note on the first game",
        "post",
        f"{PLACE}/notes",
        201,
        {"game": 1, "text": "Double six twice.", "is_dispute": False},
        {"game": 1, "text": "Double six twice.", "is_dispute": False, "resolution": ""},
    ),
    Step(
        "end",
        "The end of the evening",
        "post",
        f"{PLACE}/end",
        201,
        {"version": 3, "key": "tap-5"},
        {"version": 4, "replayed": False, "results": []},
    ),
    Step(
        "settle_up",
        "Two payments settle the evening",
        "get",
        f"{PLACE}/settle-up",
        200,
        None,
        {"is_final": True, "currency": "EUR", "point": "0.50"},
    ),
)
