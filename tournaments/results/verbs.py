"""What may be done to a match: the desk, the match's page and the interface for programs know it
from here.

A verb names the service that does it and what of it is typed. Forms are read by that, a view of the
interface is made by it (`tournaments.api.views.matches`); permissions are the service's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.clock import Control
from tournaments.models import Match
from tournaments.results.services import clocks, results

SCORE: Final = "score"
"""Both sides' points at the end."""
SIDE: Final = "side"
NUMBER: Final = "number"
REASON: Final = "reason"
"""Words that must be there."""
WORDS: Final = "words"
TICK: Final = "tick"
OTHER: Final = "other"
"""No single field: the page with the form reads it, as an event at the board or a clock."""

SEEN: Final = {"seen": WORDS}
"""The digest of what it does to other matches, as the sender has seen it."""
DECIDED: Final = {**SEEN, "keeps": TICK}
"""The same, and whether what was played since stands."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that may be done to a match.

    ``kind`` is that of its step in the log. ``content`` are the arguments of ``deed`` besides
    match, sender, version and key, each with the way in which it is typed. A key that comes again
    must come with the same ``said``, which the log has stored, and ``always``.
    """

    kind: str
    deed: Callable[..., Match]
    help: str
    content: Mapping[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    always: Mapping[str, Any] = field(default_factory=dict)
    is_directors: bool = False


def _clock_set(*, control: Mapping[str, Any] | None, **sent: Any) -> Match:
    made = None if control is None else Control(**control)
    return clocks.match_clock_set(control=made, **sent)


PLAY: Final = Verb(
    "play",
    results.match_play,
    "Add a double, a take, a game won; the player whose event ends the match has reported it.",
    {"event": OTHER, **SEEN},
    said=("event",),
)
REPORT: Final = Verb(
    "report",
    results.match_report,
    "Enter the final score: a player's waits for the opponent's confirmation, a director's counts.",
    {"points": SCORE, **SEEN},
    said=("points",),
)
CONFIRM: Final = Verb(
    "confirm",
    results.match_confirm,
    "Confirm a reported result: as the opponent of the player who reported it, or a director.",
    SEEN,
)
REJECT: Final = Verb(
    "reject",
    results.match_reject,
    "Reject a reported result: an opponent disputes it, a director withdraws it.",
    SEEN,
)
UNDO: Final = Verb(
    "undo",
    results.match_undo,
    "Undo the last step: players their own before it is confirmed, directors any.",
    SEEN,
)
FORFEIT: Final = Verb(
    "forfeit",
    results.match_forfeit,
    "Decide a match by forfeit. If other matches would change, a 409 lists them.",
    {"loser": SIDE, "reason": REASON, **DECIDED},
    is_directors=True,
)
NO_SHOW: Final = Verb(
    "no_show",
    results.match_no_show,
    "Decide that neither player came. If other matches would change, a 409 lists them.",
    {"reason": REASON, **DECIDED},
    is_directors=True,
)
BREAK_OFF: Final = Verb(
    "unfinished",
    results.match_break_off,
    "Leave a match unfinished: half a win for each.",
    {"reason": REASON, **SEEN},
    is_directors=True,
)
CORRECT: Final = Verb(
    "correct",
    results.match_correct,
    "Correct a result. If other matches would lose theirs, a 409 lists them.\n\n"
    "Repeat it with the `digest` in `seen` to carry it out, or with `keeps`.",
    {"points": SCORE, **DECIDED},
    is_directors=True,
)
PENALISE: Final = Verb(
    "penalise",
    results.match_penalise,
    "Give the opponent penalty points because a side is late.",
    {"side": SIDE, "points": NUMBER},
    said=("side", "points"),
    is_directors=True,
)
RATE: Final = Verb(
    "rate",
    results.match_rate,
    "Set whether a match is rated, and why not.",
    {"is_rated": TICK, "reason": WORDS},
    said=("is_rated",),
    is_directors=True,
)
CLOCK: Final = Verb(
    clocks.KIND,
    _clock_set,
    "Give both sides a stopped clock, or remove it with null.",
    {"control": OTHER},
    always={"do": "set"},
)
CLOCK_PRESS: Final = Verb(
    clocks.KIND,
    clocks.match_clock_press,
    "End the turn of a side; a stopped clock starts for its opponent.",
    {"side": SIDE},
    said=("side",),
    always={"do": "press"},
)
CLOCK_PAUSE: Final = Verb(
    clocks.KIND,
    clocks.match_clock_pause,
    "Pause the clock in the middle of a turn.",
    always={"do": "pause"},
)
