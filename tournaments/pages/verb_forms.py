"""Does to a match what a form says, at the desk and on the match's own page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.web.input import Input
from tournaments.errors import EventRefused
from tournaments.models import Match
from tournaments.pages.forms import final_score_of, number, side_of, version_of
from tournaments.record.services.writing import Doer
from tournaments.results import verbs
from tournaments.results.verbs import Verb


def match_do(verb: Verb, *, match: Match, by: Doer, ask: Input, **given: Any) -> Match:
    """Carry out what a form says; what is `given` is not read from it.

    Raises:
        Unreadable: a field is missing, or is not what it should be.
        NotAllowed, Conflict, Refused: see the verb's service.
    """
    typed = {name: kind for name, kind in verb.content.items() if name not in given}
    read = {name: READERS[kind](ask, name, match) for name, kind in typed.items()}
    sent = {"version": version_of(ask), "key": ask.one("key"), **read, **given}
    return verb.deed(match=match, by=by, **sent)


def _reason(ask: Input, name: str, _match: Match) -> str:
    reason = ask.one(name).strip()
    if not reason:
        raise EventRefused("reason_missing")
    return reason


READERS: Final[Mapping[str, Callable[[Input, str, Match], Any]]] = {
    verbs.SCORE: lambda ask, _name, match: final_score_of(ask, match.length),
    verbs.SIDE: lambda ask, _name, _match: side_of(ask),
    verbs.NUMBER: lambda ask, name, _match: number(ask, name) or 0,
    verbs.REASON: _reason,
    verbs.WORDS: lambda ask, name, _match: ask.one(name),
    verbs.TICK: lambda ask, name, _match: ask.has(name),
}
"""How what is typed is read."""
