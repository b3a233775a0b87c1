"""Reads rounds of a division: the draft, the latest draw, what has been played."""

from collections.abc import Iterable
from typing import Any

from tournaments.models import Division, Event, Match, Round
from tournaments.pairing.chance import digest_of
from tournaments.pairing.remarks import Remark
from tournaments.record.selectors.situations import format_of, rounds_known


def drafts_of(division: Division) -> list[Round]:
    return list(division.rounds.filter(state=Round.State.DRAFT).order_by("number"))


def latest_draw(division: Division) -> list[Round]:
    """Return the rounds that were drawn together last."""
    found = list(division.rounds.order_by("number"))
    if not found:
        return []
    together = format_of(division).latest(rounds_known(found))
    return [one for one in found if one.number in together]


def waiting_draw(division: Division) -> list[Round]:
    """Return the rounds of the latest draw, drafted or confirmed, if nothing of it is released."""
    rounds = latest_draw(division)
    return [] if any(one.state == Round.State.RELEASED for one in rounds) else rounds


def is_played(round: Round) -> bool:
    """Tell whether anything of a round was played or entered, except byes."""
    matches = round.matches.exclude(outcome=Match.Outcome.BYE)
    played = matches.filter(state__in=Match.ENTERED)
    scored = matches.filter(score__isnull=False)
    return (
        played.exists()
        or scored.exists()
        or round.tables.filter(session__games__isnull=False).exists()
    )


def breaches(round: Round) -> list[Remark]:
    """Return the remarks on what a round breaks."""
    found = [Remark(one["code"], tuple(one["players"]), one["params"]) for one in round.remarks]
    return [remark for remark in found if remark.is_breach]


def breaks_rules(division: Division) -> bool:
    """Tell whether the draft of a division breaks a rule."""
    return any(breaches(one) for one in drafts_of(division))


def next_digest(event: Event, division: Division, drawn: int, waiting: str | None) -> str:
    """Return the digest of the next seed to be released; empty if there is none.

    `drawn` is the number of rounds, `waiting` the seed of the first unreleased one.
    """
    if not event.is_open:
        return ""
    if waiting is None:
        waiting = event.draw_seed(division.position, drawn + 1, division.discarded + 1)
    return digest_of(waiting) if waiting else ""


def next_digest_of(division: Division) -> str:
    """Return the digest of a division's next seed to be released, in one query."""
    rounds = list(division.rounds.order_by("number").values_list("state", "seed"))
    waiting = [seed for state, seed in rounds if state != Round.State.RELEASED]
    return next_digest(division.event, division, len(rounds), waiting[0] if waiting else None)


def remarks_json(remarks: Iterable[Any]) -> list[dict[str, Any]]:
    """Return remarks as a round stores them; players by entry number."""
    return [
        {"code": remark.code, "players": list(remark.players), "params": dict(remark.params)}
        for remark in remarks
    ]
