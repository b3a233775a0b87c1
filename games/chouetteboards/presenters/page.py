"""The board of a chouette as one reader sees it; what is said about cubes stands on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.faces.backgammon.page import BoardPage, Side
from games.boards.faces.backgammon.state import (
    BackgammonSeen,
    dice_text,
    last_play,
    messages,
    resign_note,
)
from games.boards.faces.base import board_state
from games.boards.faces.endings import chouette_ended_text, chouette_points_text
from games.boards.faces.seen import clock_seen, question
from games.boards.selectors.chouettes import cubes_bought
from games.boards.selectors.terms import against
from games.boards.services.writing import now_ms
from games.chouetteboards.presenters.evening import (
    EveningSeen,
    can_of,
    evening_of,
    is_behind,
    state_seen,
)
from games.chouetteboards.presenters.gone import (
    gone_can,
    gone_count,
    proposal_text,
    stands_text,
)
from games.chouetteboards.selectors.games import BOX_SIDE, TEAM_SIDE
from games.models import Board
from games.permissions import Reader
from games.record.services.speakers import is_timed, speaks_until
from games.rules.backgammon import Game
from games.rules.backgammon.match_score import LEVELS
from games.rules.chouette.state import CENTRE, MEMBER
from games.rules.online import outcome_of
from games.rules.online.chouette import doubler_of, waits_of
from games.table.presenters.audience import reader_for
from games.table.presenters.phones import CAPTAIN, THEMSELVES, Speaker
from games.table.presenters.values import Audience


def seen_in(evening: EveningSeen) -> BackgammonSeen:
    """Return the board for the page and its script."""
    board, state = evening.board, state_seen(evening)
    names = (evening.names[evening.mover(BOX_SIDE)], evening.names[evening.mover(TEAM_SIDE)])
    last = None if state.last is None else last_play(state.last)
    by = names if last is None else _played_by(evening, last.side, names)
    return BackgammonSeen(
        game=cast("Game", state.game),
        id=board.public_id,
        version=board.version,
        side=evening.side,
        names=names,
        can=can_of(evening),
        last=last,
        clock=clock_seen(state, now_ms()),
        messages=messages(last, by),
        phase=state.phase if state.phase in ("seeds", "over", "automatic", "cubes") else "",
    )


def _played_by(evening: EveningSeen, side: int, names: tuple[str, str]) -> tuple[str, str]:
    """Return the names with that of who played last: since then another may have become captain."""
    game = evening.table.game
    is_other = evening.is_live and game is not None and game.acting_captain != game.captain
    if side != TEAM_SIDE or not is_other:
        return names
    hand = evening.last_hand
    return (names[BOX_SIDE], evening.names[hand]) if hand else names


@dataclass(frozen=True)
class ChouettePage(BoardPage):
    """The board's part of the page; the table's part comes from the table."""

    evening: EveningSeen | None = None

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state that the script reads: the cubes are those of the session."""
        evening = self.evening
        assert evening is not None
        state = board_state(self.seen)
        now = now_ms()
        can, then = gone_can(evening, now)
        dice = evening.state.dice
        own: dict[str, Any] = {
            "roll": dice.rolled if dice else 0,
            "actor": evening.state.actor if evening.is_live else None,
            "can": [*state["can"], *can],
            "then": then,
            "count": gone_count(evening, now) or _spoken_count(evening, now),
            "proposal": proposal_text(evening),
            "by_hand": evening.scores,
            "doubler": _doubler(evening),
            "cube": None,
            "status": status_of(evening),
            "stake": "",
            "levels": list(LEVELS),
            "notes": {
                "flag": _("your side wins every cube as a single game"),
                "resign": resign_note(self.seen.game),
            },
            "title": over_text(evening) if state["phase"] == "over" else "",
            "you": self.you,
        }
        return {**state, **own, "until": until_of(evening)}

    @property
    def seat(self) -> bool:
        """Whether the reader plays; nothing is typed or offered once the game is over."""
        assert self.evening is not None
        return super().seat and self.evening.board.is_open

    @cached_property
    def you(self) -> int | None:
        """The side for which the reader themselves rolls and moves; None for all others."""
        evening = self.evening
        assert evening is not None
        me = "" if evening.place is None else evening.line[evening.place]
        return next((side for side in (BOX_SIDE, TEAM_SIDE) if evening.mover(side) == me), None)

    def side_of(self, number: int) -> Side:
        return replace(super().side_of(number), is_you=self.you == number)

    @property
    def following(self) -> str:
        """Where the next game of the session is played; blank as long as there is none."""
        evening = self.evening
        assert evening is not None
        if evening.board.is_open:
            return ""
        later = evening.session.boards.filter(pk__gt=evening.board.pk)
        address = reverse("session_board", args=[evening.session.public_id])
        return address if later.exists() else ""

    @property
    def files(self) -> list[tuple[str, str]]:
        """Each member's own bet as match text: whose it is, and where."""
        evening = self.evening
        assert evening is not None
        partner = evening.board.log.get(sequence=1).payload["start"]["partner"]
        found = [
            (evening.names[one], reverse("board_file", args=[self.seen.id, f"mat-{seat}"]))
            for seat, one in enumerate(evening.line)
            if seat and one != partner
        ]
        if evening.table.rules.captain_may_buy:
            for member, buyer in cubes_bought(evening.board).items():
                values = {"name": evening.names[buyer], "member": evening.names[member]}
                kind = f"mat-{evening.line.index(member)}-bought"
                words = _("%(name)s, with the cube of %(member)s") % values
                found.append((words, reverse("board_file", args=[self.seen.id, kind])))
        return found

    @property
    def cubes(self) -> Sequence[str]:
        """Each cube of the game in words."""
        evening = self.evening
        assert evening is not None
        game = evening.table.game
        if game is None or not evening.is_live:
            return []
        names, found = evening.names, []
        for bet in game.bets:
            values = {"name": names[bet.member], "value": bet.value, "box": names[game.box]}
            if not bet.live:
                found.append(_("%(name)s: closed") % values)
            elif bet.owner == CENTRE:
                found.append(_("%(name)s: cube at %(value)s, in the middle") % values)
            elif bet.owner == MEMBER:
                found.append(_("%(name)s: cube at %(value)s, their own") % values)
            else:
                found.append(_("%(name)s: cube at %(value)s, with %(box)s") % values)
        return found

    @cached_property
    def speakers(self) -> list[Speaker]:
        """Who may decide about the reader's cube, the present choice marked; none for others."""
        evening = self.evening
        assert evening is not None
        if evening.place is None or not evening.is_live:
            return []
        player, named = evening.line[evening.place], evening.game.proxies
        chosen = CAPTAIN if player in named.followers else named.named.get(player, THEMSELVES)
        titles = {THEMSELVES: _("I decide myself")}
        if evening.side == TEAM_SIDE:
            titles[CAPTAIN] = _("The captain decides for me")
        for one in evening.line:
            if one != player:
                titles[one] = _("%(name)s decides for me") % {"name": evening.names[one]}
        return [Speaker(value, title, value == chosen) for value, title in titles.items()]

    @property
    def is_away(self) -> bool:
        """Whether somebody else decides about the reader's cube."""
        return any(one.chosen and one.value != THEMSELVES for one in self.speakers)

    @property
    def proof_url(self) -> str:
        return reverse("board_proof", args=[self.seen.id])


def _doubler(evening: EveningSeen) -> str:
    """Return the side that may double now, "paused" where all rests, blank otherwise."""
    if is_behind(evening) or not evening.is_live:
        return ""
    return "paused" if evening.state.is_adjourned else doubler_of(evening.state)


def _spoken_count(evening: EveningSeen, now: int) -> dict[str, Any] | None:
    """Return how long the team's roll still waits; None if nothing keeps it."""
    state, team = evening.state, evening.state.team
    if not evening.is_live or state.is_adjourned:
        return None
    pleads = team.pleads
    if pleads is not None and state.phase == "roll" and now < pleads[1]:
        name = evening.names[evening.line[pleads[0]]]
        text = _("%(name)s asks not to roll yet: {left} more.") % {"name": name}
        return {"left": pleads[1] - now, "text": text, "over": ""}
    until = until_of(evening)
    if not until:
        return None
    over = _("The time to double is over: players who said nothing do not double.")
    text = _("{left} left to double; players who say nothing do not double.")
    return {"left": max(0, until - now), "text": text, "over": over, "closes": True}


def until_of(evening: EveningSeen) -> int:
    """Return until when the team may still double before its roll, 0 where nobody is waited for."""
    state = evening.state
    if not evening.is_live or state.phase != "roll" or state.game.turn != TEAM_SIDE:
        return 0
    is_waited = is_timed(evening.session, evening.table)
    return speaks_until(evening.session) if is_waited else 0


def chouette_page(
    board: Board, place: int | None, reader: Reader, *, scores: bool = False
) -> ChouettePage:
    """Return the values of the board's part of the page."""
    evening = evening_of(board, place, reader, scores=scores)
    names = evening.names
    return ChouettePage(
        seen_in(evening),
        against(names[evening.line[0]], [names[one] for one in evening.line[1:]]),
        act_url=reverse("board_act", args=[board.public_id]),
        text_url=reverse("board_text", args=[board.public_id]),
        live_url=reverse("board_live", args=[board.public_id]),
        evening=evening,
    )


def status_of(evening: EveningSeen) -> str:
    """Return in one sentence what the board waits for, as this reader sees it."""
    state, names = evening.state, evening.names
    if not evening.is_live or state.stage == "over":
        return over_text(evening)
    if is_behind(evening):
        return _("They decide about cubes. You see the board as it was a turn ago.")
    said = question(
        state, (names[evening.mover(BOX_SIDE)], names[evening.mover(TEAM_SIDE)]), evening.side
    )
    phase = state.phase
    if said:
        return f"{said} {_cubes_text(evening)}" if phase == "cubes" else said
    if phase == "seeds":
        return _("Everybody on a phone chooses a seed for the dice.")
    if phase == "automatic":
        return _("Equal dice. %(name)s says whether all cubes are doubled.") % {
            "name": names[evening.mover(BOX_SIDE)]
        }
    if phase == "cubes":
        return _cubes_text(evening)
    if phase == "resignation":
        return _resignation_text(evening)
    side = state.actor
    if side is None:
        return _("Both roll one die: the higher one begins with both.")
    stands = stands_text(evening)
    if stands and evening.hand(side) not in evening.voices:
        return stands
    mover = evening.hand(side) or evening.mover(side)
    values = {"name": names[mover], "dice": dice_text(state.game.roll)}
    if phase == "roll" and until_of(evening) > now_ms():
        return _("%(name)s is to roll. First everybody says whether they double.") % values
    if evening.place is not None and evening.line[evening.place] == mover:
        if phase == "roll":
            return _("Your turn: roll.")
        return _("Your turn: play %(dice)s.") % values
    if phase == "roll":
        return _("%(name)s is to roll.") % values
    return _("%(name)s is to play %(dice)s.") % values


def _cubes_text(evening: EveningSeen) -> str:
    """Say who answers open cubes; in the table's part of the page they do."""
    game = evening.table.game
    assert game is not None  # there is a board only during a game
    extra = game.open_extra if game.round is None else None
    if extra is not None and extra.offered_by is not None:
        [answerer] = extra.parties - {extra.offered_by}
    elif waits_of(evening.table) == BOX_SIDE:
        answerer = game.box
    else:
        return _("First the cubes: the team answers.")
    if answerer in evening.voices and not evening.scores:
        return _("First the cubes: you answer.")
    return _("First the cubes: %(name)s answers.") % {"name": evening.names[answerer]}


def _resignation_text(evening: EveningSeen) -> str:
    state, names = evening.state, evening.names
    team, offer = state.team, state.game.offer
    level = {"single": _("a single game"), "gammon": _("a gammon"), "backgammon": _("a backgammon")}
    waiting = [names[team.line[seat]] for seat in team.asked if seat not in team.agreed]
    return _("%(name)s resigns %(level)s. Still to agree: %(waiting)s.") % {
        "name": names[evening.mover(offer.side)],
        "level": level[offer.level],
        "waiting": ", ".join(waiting),
    }


def over_text(evening: EveningSeen) -> str:
    """Return which side has won a game that is over, by what, and everybody's points."""
    outcome = outcome_of(evening.state)
    if outcome is None:
        return _("The game is over.")
    said = chouette_ended_text(outcome)
    last = evening.table.last
    if last is None or last.number != evening.board.game_number or outcome.winner is None:
        return said
    points = {one: last.points[one] for one in evening.line if one in last.points}
    return f"{said} {chouette_points_text(points, evening.names)}"


def fragment_of(board: Board, place: int | None, *, sees_names: bool, scores: bool = False) -> str:
    """Return what the stream sends at each change, in the active language."""
    assert board.session is not None  # the board of a chouette
    reader = reader_for(Audience(sees_names=sees_names), board.session)
    page = chouette_page(board, place, reader, scores=scores)
    return render_to_string("boards/chouette_live.html", {"page": page})
