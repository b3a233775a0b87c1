"""Does what a form says, at the desk and on a match's own page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.web.input import Input
from tournaments.errors import EventRefused
from tournaments.pages.forms import date, final_score_of, number, side_of, version_of
from tournaments.record import verbs
from tournaments.record.services.writing import Doer
from tournaments.record.verbs import Verb
from tournaments.results.reasons import reason_kept


def verb_do(verb: Verb, about: Any, *, by: Doer, ask: Input, **given: Any) -> Any:
    """Carry out what a form says, and return what the service wrote.

    What is `given` is not read from the form.

    Raises:
        Unreadable: a field is missing, or is not what it should be.
        NotAllowed, Conflict, Refused: see the verb's service.
    """
    typed = {name: kind for name, kind in verb.content.items() if name not in given}
    read = {name: READERS[kind](ask, name, about) for name, kind in typed.items()}
    sent = {verb.about: about, **_version(verb, ask), "key": ask.one("key"), **read, **given}
    return verb.deed(by=by, **sent)


def _version(verb: Verb, ask: Input) -> dict[str, int]:
    """Return the version that the page showed; entries and the clocks of rounds go without."""
    is_asked = verb.about == "match" or (verb.about in OF_EVENT and ask.has("version"))
    return {"version": version_of(ask)} if is_asked else {}


def _reason(ask: Input, name: str, _about: Any) -> str:
    reason = ask.one(name).strip()
    if not reason:
        raise EventRefused("reason_missing")
    return reason_kept(reason)


OF_EVENT: Final = frozenset({"event", "division"})
READERS: Final[Mapping[str, Callable[[Input, str, Any], Any]]] = {
    verbs.SCORE: lambda ask, _name, match: final_score_of(ask, match.length),
    verbs.SIDE: lambda ask, _name, _about: side_of(ask),
    verbs.NUMBER: lambda ask, name, _about: number(ask, name) or 0,
    verbs.COUNT: lambda ask, name, _about: number(ask, name),
    verbs.REASON: _reason,
    verbs.WORDS: lambda ask, name, _about: ask.one(name),
    verbs.TICK: lambda ask, name, _about: ask.has(name),
    verbs.DAY: lambda ask, name, _about: date(ask.one(name)),
}
"""How what is typed is read."""
