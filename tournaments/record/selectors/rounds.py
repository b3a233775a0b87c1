"""Rounds of a division: the draft, what was drawn together last, what is played already."""

from collections.abc import Iterable
from typing import Any

from tournaments.models import Division, Match, Round
from tournaments.pairing.remarks import Remark
from tournaments.record.selectors.situations import format_of, round_known


def drafts_of(division: Division) -> list[Round]:
    """Return the rounds of the draft, if there is one."""
    return list(division.rounds.filter(state=Round.State.DRAFT).order_by("number"))


def latest_draw(division: Division) -> list[Round]:
    """Return the rounds that were drawn together last."""
    found = list(division.rounds.order_by("number"))
    if not found:
        return []
    if division.is_chouette:
        return found[-1:]
    together = format_of(division).latest([round_known(one) for one in found])
    return [one for one in found if one.number in together]


def is_played(round: Round) -> bool:
    """Tell whether anything of a round was played or entered; a bye is not."""
    matches = round.matches.exclude(outcome=Match.Outcome.BYE)
    played = matches.filter(state__in=Match.ENTERED)
    scored = matches.filter(score__isnull=False)
    return (
        played.exists()
        or scored.exists()
        or round.tables.filter(session__games__isnull=False).exists()
    )


def breaches(round: Round) -> list[Remark]:
    """Return what a round breaks."""
    found = [Remark(one["code"], tuple(one["players"]), one["params"]) for one in round.remarks]
    return [remark for remark in found if remark.is_breach]


def remarks_json(remarks: Iterable[Any]) -> list[dict[str, Any]]:
    """Return remarks as a round keeps them; players by number of entry."""
    return [
        {"code": one.code, "players": list(one.players), "params": dict(one.params)}
        for one in remarks
    ]
