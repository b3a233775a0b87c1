"""What may be done to an event, its draws, its rounds and its entries: the desk and the interface
for programs know it from here. See `tournaments.record.verbs`.

What reads two entries, lengths of rounds or a proposal stands with its form and with its view.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.events.services import draws, entries, events, removals
from tournaments.events.services.made_players import made_players_remove
from tournaments.record.verbs import COUNT, TICK, Verb, verbs_among
from tournaments.tables.services import moves

STATUS_HELP: Final = "Carry it out; what was played stays."
STATE_HELP: Final = "Carry it out; results stay."

FINISH: Final = Verb(
    "finish",
    "event",
    events.event_finish,
    told=_("finished the event"),
    button="finish",
    help=STATUS_HELP,
)
CANCEL: Final = Verb(
    "cancel",
    "event",
    events.event_cancel,
    told=_("called the event off"),
    button="cancel",
    help=STATUS_HELP,
)
REOPEN: Final = Verb(
    "reopen",
    "event",
    events.event_reopen,
    told=_("opened the event again"),
    button="reopen",
    help=STATUS_HELP,
)
MADE_REMOVE: Final = Verb(
    "made_players_remove",
    "event",
    made_players_remove,
    told=_("removed players who were made for this event"),
    group="corrections",
    button="made_remove",
)

DRAW: Final = Verb(
    "draw",
    "division",
    draws.draw_make,
    told=_("drew"),
    group="draws",
    button="draw",
    help="Draw the next round or rounds as a draft; an existing draft stays.",
)
DRAW_AGAIN: Final = Verb(
    "draw_again",
    "division",
    draws.draw_again,
    told=_("drew again"),
    group="draws",
    button="draw_again",
    help="Throw the draft away and draw anew, with the next number in its seed.",
)
DRAW_DISCARD: Final = Verb(
    "draw_discard",
    "division",
    draws.draw_discard,
    told=_("discarded a draw"),
    group="draws",
    button="discard",
    help="Throw the latest draw away, as long as no result of it was entered.",
)
DRAW_CONFIRM: Final = Verb(
    "draw_confirm",
    "division",
    draws.draw_confirm,
    told=_("confirmed the draw"),
    group="draws",
    button="confirm",
    help="Confirm the draft; `in_spite` accepts what it breaks.",
    content={"in_spite": TICK},
)
DRAW_RELEASE: Final = Verb(
    "draw_release",
    "division",
    draws.draw_release,
    told=_("released the draw"),
    group="draws",
    button="release",
    help="Publish a confirmed draw and begin play; of a round robin the next round.",
)

CLOCK_START: Final = Verb(
    "clock_start",
    "round",
    draws.clock_start,
    told=_("started the clock"),
    button="clock_start",
    help="Start a round's clock, or restart it with other minutes.",
    content={"minutes": COUNT},
)
CLOCK_STOP: Final = Verb(
    "clock_stop",
    "round",
    draws.clock_stop,
    told=_("stopped the clock"),
    button="clock_stop",
    help="Stop a round's clock.",
)

CHECK_OUT: Final = Verb(
    "check_out",
    "entry",
    entries.entry_check_out,
    told=_("took a check-in back"),
    group="entries",
    button="check_out",
    help=STATE_HELP,
)
PAUSE: Final = Verb(
    "pause",
    "entry",
    entries.entry_pause,
    told=_("paused"),
    group="entries",
    button="pause",
    help=STATE_HELP,
)
RESUME: Final = Verb(
    "resume",
    "entry",
    entries.entry_resume,
    told=_("let play again"),
    group="entries",
    button="resume",
    help=STATE_HELP,
)
WITHDRAW: Final = Verb(
    "withdraw",
    "entry",
    entries.entry_withdraw,
    told=_("withdrew"),
    group="entries",
    button="withdraw",
    help=STATE_HELP,
)
REENTER: Final = Verb(
    "reenter",
    "entry",
    entries.entry_reenter,
    told=_("let buy in again"),
    group="entries",
    button="reenter",
    help=STATE_HELP,
)
REMOVE: Final = Verb(
    "entry_remove",
    "entry",
    removals.entry_remove,
    told=_("removed a wrong entry"),
    group="corrections",
    button="entry_remove",
)
JOIN: Final = Verb(
    "table_join",
    "entry",
    moves.table_join,
    told=_("seated a late arrival"),
    button="seat",
    help="Seat a late arrival in the round in play, at the smallest table.",
)
LEAVE: Final = Verb(
    "table_leave",
    "entry",
    moves.table_leave,
    told=_("let go home from their table"),
    help="Let a player go home, after the running game.",
)

VERBS: Final = verbs_among(globals())
