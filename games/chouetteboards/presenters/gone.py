"""Somebody at the board of a chouette has vanished: what the others see of it and can do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.assistant import has_sage
from games.chouetteboards.presenters.evening import EveningSeen
from games.chouetteboards.selectors.games import BOX_SIDE
from games.record.services.speakers import is_spoken_for
from games.rules.chouette.voices import Deed
from games.rules.online.board import BY_ASSISTANT, Gone
from games.rules.online.chouette import mover_of
from games.web.figures import unsigned


def gone_of(evening: EveningSeen) -> Gone | None:
    """Return who has vanished of those who should act now; None if nobody has."""
    team, side = evening.state.team, evening.state.actor
    if side is None or not evening.is_live:
        return None
    gone = team.gone_at(side)
    is_mover = gone is not None and team.line[gone.seat] == mover_of(evening.table, side)
    return gone if is_mover else None


def gone_can(evening: EveningSeen, now: int) -> tuple[list[str], list[str]]:
    """Return what the reader can do about somebody who has vanished, now and after the wait."""
    state, team = evening.state, evening.state.team
    plays = evening.place is not None or evening.scores
    is_on = evening.is_live and state.stage == "playing" and not state.is_adjourned
    if not plays or not is_on:
        return [], []
    can = ["back"] if any(one.seat == evening.place for one in team.gone) else []
    proposal = team.proposal
    if proposal is not None and proposal.points is not None and _asked(evening):
        can += ["agree", "decline"]
    gone, side = gone_of(evening), state.actor
    if gone is None:
        waits = (
            side is not None
            and state.phase != "resignation"
            and evening.place != team.line.index(mover_of(evening.table, side))
        )
        return [*can, *(["gone"] if waits else [])], []
    if gone.seat == evening.place:
        return can, []
    then = [] if gone.stand is not None else ["stand"]
    is_quiet = not team.phase and state.phase in ("roll", "play")
    extras = evening.table.game is not None and any(
        extra.live for extra in evening.table.game.extras
    )
    settles = evening.table.rules.settlements and not extras
    if gone.side == BOX_SIDE and proposal is None and is_quiet and settles:
        then += (
            ["ask"] if is_spoken_for(evening.session, evening.table, evening.line[BOX_SIDE]) else []
        )
    return ([*can, *then], []) if now >= gone.until else (can, then)


def gone_count(evening: EveningSeen, now: int) -> dict[str, Any] | None:
    """Return how long who has vanished is still waited for; None if nobody is."""
    gone = gone_of(evening)
    if gone is None or gone.stand is not None:
        return None
    name = evening.names[evening.line[gone.seat]]
    return {
        "left": max(0, gone.until - now),
        "text": _("%(name)s does not answer. Waiting {left} more, then you can go on.")
        % {"name": name},
        "over": _("%(name)s does not answer. You can go on without them.") % {"name": name},
    }


def stands_text(evening: EveningSeen) -> str:
    """Return who moves for somebody who has vanished; blank if nobody does."""
    gone = gone_of(evening)
    if gone is None or gone.stand is None:
        return ""
    values = {"name": evening.names[evening.line[gone.seat]]}
    if gone.stand == BY_ASSISTANT:
        return _("%(name)s has gone: the assistant plays on for them.") % values
    values["hand"] = evening.names[evening.line[gone.stand]]
    return _("%(name)s has gone: %(hand)s rolls and moves for them.") % values


def proposal_text(evening: EveningSeen) -> str:
    """Return a proposed settlement in words, and who is still to agree; blank without one."""
    team, proposal = evening.state.team, evening.state.team.proposal
    if proposal is None or not evening.is_live:
        return ""
    if proposal.points is None:
        return _("The assistant works out what each bet is worth.")
    names, box = evening.names, evening.names[evening.line[BOX_SIDE]]
    parts = []
    for member, points in proposal.points:
        values = {"name": names[member], "box": box, "points": unsigned(abs(points))}
        if points > 0:
            parts.append(_("%(box)s pays %(name)s %(points)s") % values)
        elif points < 0:
            parts.append(_("%(name)s pays %(box)s %(points)s") % values)
        else:
            parts.append(_("%(name)s and %(box)s pay nothing") % values)
    waiting = [names[team.line[one]] for one in proposal.asked if one not in proposal.agreed]
    said = _("Settlement, if all agree: %(bets)s. Still to agree: %(waiting)s.") % {
        "bets": "; ".join(parts),
        "waiting": ", ".join(waiting),
    }
    if BOX_SIDE in set(proposal.asked) - set(proposal.agreed):
        said += " " + _(
            "For %(name)s agrees who stands in for them, or somebody without a bet who keeps the "
            "score."
        ) % {"name": box}
    return said if has_sage() else said + " " + _("This server reckons by winning chances alone.")


def _asked(evening: EveningSeen) -> bool:
    proposal = evening.state.team.proposal
    assert proposal is not None
    waiting = set(proposal.asked) - set(proposal.agreed)
    if any(evening.line[one] in evening.voices for one in waiting):
        return True
    return BOX_SIDE in waiting and evening.voice.may(Deed.AGREE, [evening.line[BOX_SIDE]])
