"""What may be done to a match: the desk, the match's page and the interface for programs know it
from here. See `tournaments.record.verbs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.rules.clock import Control
from tournaments.models import Match
from tournaments.record.verbs import (
    DAY,
    NUMBER,
    OTHER,
    REASON,
    SCORE,
    SIDE,
    TICK,
    WORDS,
    Verb,
    verbs_among,
)
from tournaments.results.services import clocks, online, results

SEEN: Final = {"seen": WORDS}
"""The digest of what it does to other matches, as the sender has seen it."""
DECIDED: Final = {**SEEN, "keeps": TICK}
"""The same, and whether what was played since stands."""


def _clock_set(*, control: Mapping[str, Any] | None, **sent: Any) -> Match:
    made = None if control is None else Control(**control)
    return clocks.match_clock_set(control=made, **sent)


PLAY: Final = Verb(
    "play",
    "match",
    results.match_play,
    told=_("scored at the board"),
    group="results",
    help="Add a double, a take, a game won; the player whose event ends the match has reported it.",
    content={"event": OTHER, **SEEN},
    said=("event",),
    is_players=True,
)
REPORT: Final = Verb(
    "report",
    "match",
    results.match_report,
    told=_("entered the result"),
    group="results",
    # From the list, where it never overrules another person's.
    button="quick",
    help="Enter the final score: a player's waits for the opponent's confirmation, a director's "
    "counts.",
    content={"points": SCORE, "played_on": DAY, **SEEN},
    said=("points",),
    is_players=True,
)
CONFIRM: Final = Verb(
    "confirm",
    "match",
    results.match_confirm,
    told=_("confirmed the result"),
    group="results",
    button="match_confirm",
    help="Confirm a reported result: as the opponent of the player who reported it, or a director.",
    content=SEEN,
    is_players=True,
)
REJECT: Final = Verb(
    "reject",
    "match",
    results.match_reject,
    told=_("rejected the result"),
    group="results",
    button="match_reject",
    help="Reject a reported result: an opponent disputes it, a director withdraws it.",
    content=SEEN,
    is_players=True,
)
UNDO: Final = Verb(
    "undo",
    "match",
    results.match_undo,
    told=_("took the last step back"),
    group="corrections",
    button="undo",
    help="Undo the last step: players their own before it is confirmed, directors any.",
    content=SEEN,
    is_players=True,
)
FORFEIT: Final = Verb(
    "forfeit",
    "match",
    results.match_forfeit,
    told=_("entered a forfeit"),
    group="results",
    button="forfeit",
    help="Decide a match by forfeit. If other matches would change, a 409 lists them.",
    content={"loser": SIDE, "reason": REASON, **DECIDED},
)
NO_SHOW: Final = Verb(
    "no_show",
    "match",
    results.match_no_show,
    told=_("entered that neither came"),
    group="results",
    button="no_show",
    help="Decide that neither player came. If other matches would change, a 409 lists them.",
    content={"reason": REASON, **DECIDED},
)
BREAK_OFF: Final = Verb(
    "unfinished",
    "match",
    results.match_break_off,
    told=_("left it unfinished"),
    group="results",
    button="unfinished",
    help="Leave a match unfinished: half a win for each.",
    content={"reason": REASON, **SEEN},
)
CORRECT: Final = Verb(
    "correct",
    "match",
    results.match_correct,
    told=_("corrected the result"),
    group="corrections",
    help="Correct a result. If other matches would lose theirs, a 409 lists them.\n\n"
    "Repeat it with the `digest` in `seen` to carry it out, or with `keeps`.",
    content={"points": SCORE, "played_on": DAY, **DECIDED},
)
PENALISE: Final = Verb(
    "penalise",
    "match",
    results.match_penalise,
    told=_("gave penalty points"),
    group="results",
    button="penalise",
    help="Give the opponent penalty points because a side is late.",
    content={"side": SIDE, "points": NUMBER},
    said=("side", "points"),
)
RATE: Final = Verb(
    "rate",
    "match",
    results.match_rate,
    told=_("changed whether it is rated"),
    group="results",
    button="rate",
    help="Set whether a match is rated, and why not.",
    content={"is_rated": TICK, "reason": WORDS},
    said=("is_rated",),
)
TAKE_BOARD: Final = Verb("correct", "match", online.match_take_board, content=SEEN)
"""The board's result instead of another one, which the log tells as a correction."""
CLOCK: Final = Verb(
    clocks.KIND,
    "match",
    _clock_set,
    help="Give both sides a stopped clock, or remove it with null.",
    content={"control": OTHER},
    always={"do": "set"},
    is_players=True,
)
CLOCK_PRESS: Final = Verb(
    clocks.KIND,
    "match",
    clocks.match_clock_press,
    help="End the turn of a side; a stopped clock starts for its opponent.",
    content={"side": SIDE},
    said=("side",),
    always={"do": "press"},
    is_players=True,
)
CLOCK_PAUSE: Final = Verb(
    clocks.KIND,
    "match",
    clocks.match_clock_pause,
    help="Pause the clock in the middle of a turn.",
    always={"do": "pause"},
    is_players=True,
)

VERBS: Final = verbs_among(globals())
