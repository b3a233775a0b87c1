"""What may be done to an event, its draws, entries and matches: each thing is a verb.

Verbs are declared once, in `tournaments.events.verbs` and `tournaments.results.verbs`. Forms are
read by them (`tournaments.pages.verb_forms`), the desk has their buttons and its log their words,
programs have a view for each (`tournaments.api.views.base.view_of`). Who may is the service's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise

SCORE: Final = "score"
"""Both sides' points at the end."""
SIDE: Final = "side"
NUMBER: Final = "number"
COUNT: Final = "count"
"""A number; blank is None."""
REASON: Final = "reason"
"""Words that must be there."""
WORDS: Final = "words"
TICK: Final = "tick"
DAY: Final = "day"
"""A day; blank is None."""
OTHER: Final = "other"
"""No single field: the page with the form reads it, as an event at the board or a clock."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that may be done.

    `kind` is that of its step in the log, `about` names the argument of `deed` that it is done to:
    event, division, round, entry or match. `content` are further arguments, each with the way in
    which it is typed; every deed also takes the sender and a key, most a version. A key that comes
    again must come with the same `said`, which the log has stored, and `always`.

    `button` is its name at the desk, `told` what the event's log calls it, and `group` what it is
    looked for under there (`tournaments.desk.selectors.log.GROUPS`). `help` is its sentence for
    programs. Without a button or a sentence it is not there for directors, or for programs.
    """

    kind: str
    about: str
    deed: Callable[..., Any]
    told: str | Promise = ""
    group: str = ""
    button: str = ""
    help: str = ""
    content: Mapping[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    always: Mapping[str, Any] = field(default_factory=dict)
    is_players: bool = False
    """Whether players may do it, too."""


def verbs_among(names: Mapping[str, object]) -> tuple[Verb, ...]:
    """Return the verbs that a module declares."""
    return tuple(one for one in names.values() if isinstance(one, Verb))


def kinds_in(group: str, verbs: Iterable[Verb]) -> tuple[str, ...]:
    """Return the kinds of steps that are looked for under a group."""
    return tuple(verb.kind for verb in verbs if verb.group == group)
