"""The board of a chouette as one reader sees it; what is said about cubes stands on the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, cast

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.presenters.gone import (
    gone_can,
    gone_count,
    hand,
    proposal_text,
    stands_text,
)
from games.boards.presenters.page import BoardPage, Side
from games.boards.presenters.seen import clock_seen, last_play, messages, question
from games.boards.presenters.state import Seen, board_state, dice_text
from games.boards.selectors.chouettes import cubes_bought
from games.boards.selectors.crew import asked_by
from games.boards.services.evenings import BOX, TEAM
from games.boards.services.writing import now_ms
from games.models import Board, Session
from games.permissions import Reader
from games.record.log.snapshots import position_of
from games.record.selectors.names import NamesAsNeeded
from games.record.services.declarations import speaks_until
from games.record.services.speakers import proxies_of
from games.rule_texts import Names
from games.rules.backgammon import Game
from games.rules.chouette import Table
from games.rules.chouette.questions import ANIMALS, OFFERS, REPLIES
from games.rules.online import Board as State
from games.rules.online.chouette import mover_of
from games.table.presenters.audience import Audience
from games.table.presenters.phones import CAPTAIN, THEMSELVES, Speaker

SEALED: Final = frozenset({OFFERS, REPLIES, ANIMALS})


@dataclass(frozen=True, slots=True)
class Evening:
    """A board with its session's table, and the reader's place in the line, None for onlookers.

    `scores`: they have no place and keep the score, so they act for everybody.
    """

    board: Board
    session: Session
    state: State
    table: Table
    names: Names
    place: int | None
    voices: frozenset[str]
    scores: bool = False

    @property
    def line(self) -> tuple[str, ...]:
        assert self.state.team is not None  # the board of a chouette
        return self.state.team.line

    @property
    def side(self) -> int | None:
        """The side on which the reader sits: the box's partner looks on from there.

        Who keeps the score sits where somebody acts.
        """
        if self.place is None:
            return (self.state.actor or BOX) if self.scores and self.is_live else None
        here = self.table.game.line if self.is_live and self.table.game else None
        partner = here.partner if here else None
        return BOX if self.place == 0 or self.line[self.place] == partner else TEAM

    @property
    def is_live(self) -> bool:
        """Whether the session plays this very game just now."""
        game = self.table.game
        return game is not None and game.number == self.board.game_number and self.board.is_open

    def mover(self, side: int) -> str:
        """Return who moves for a side; after the game who sat there."""
        if self.is_live:
            return mover_of(self.table, side)
        return self.line[0] if side == BOX else self.line[1]


def evening_of(board: Board, place: int | None, reader: Reader, *, scores: bool = False) -> Evening:
    """Return a board and its session as a reader at a place sees them."""
    session = board.session
    assert session is not None  # the board of a chouette
    state = State.from_json(board.snapshot)
    table = position_of(session).table
    player = "" if place is None or state.team is None else state.team.line[place]
    everybody = frozenset(state.team.line if state.team is not None else ())
    return Evening(
        board=board,
        session=session,
        state=state,
        table=table,
        names=NamesAsNeeded(session, reader),
        place=place,
        voices=everybody if scores else proxies_of(session).speaks_for(table, player),
        scores=scores,
    )


def seen_in(evening: Evening) -> Seen:
    """Return the board for the page and its script."""
    board, state = evening.board, state_seen(evening)
    names = (evening.names[evening.mover(BOX)], evening.names[evening.mover(TEAM)])
    last = None if state.last is None else last_play(state.last)
    return Seen(
        game=cast("Game", state.game),
        id=board.public_id,
        version=board.version,
        side=evening.side,
        names=names,
        can=can_of(evening),
        last=last,
        clock=clock_seen(state, now_ms()),
        messages=messages(last, names),
        phase=state.phase if state.phase in ("seeds", "over", "automatic", "cubes") else "",
    )


def state_seen(evening: Evening) -> State:
    """Return what the reader may know of the board.

    While something is sealed, who only looks on sees the board as it was before the last turn.
    """
    state = evening.state
    if not is_behind(evening) or state.last is None:
        return state
    return replace(state, game=replace(Game.from_json(state.last.before), roll=None), last=None)


def is_behind(evening: Evening) -> bool:
    """Tell whether the reader must not see the last turn yet."""
    question = evening.session.question
    sealed = question is not None and question["kind"] in SEALED
    return evening.place is None and not evening.scores and evening.is_live and sealed


def can_of(evening: Evening) -> tuple[str, ...]:
    """Return what the reader can do at the board, for themselves and those they speak for."""
    if not evening.is_live or evening.state.team is None or evening.table.game is None:
        return ()
    if evening.state.is_adjourned:
        return ("resume",) if sides_of(evening) else ()
    return (*_turn_can(evening), *_beside_can(evening))


def sides_of(evening: Evening) -> list[int]:
    """Return the sides for which the reader moves."""
    hands = ((side, hand(evening, side)) for side in (BOX, TEAM))
    return [side for side, one in hands if evening.scores or one in evening.voices]


def _beside_can(evening: Evening) -> list[str]:
    """Return what can be done beside the turn: pauses, the flag, asking to wait."""
    state, team = evening.state, evening.state.team
    assert team is not None
    if state.stage != "playing" or state.phase in ("opening", "resignation"):
        return []
    sides, offer, found = sides_of(evening), state.offer, []
    if offer is not None:
        found += ["accept", "refuse"] if 1 - offer.side in sides else []
    elif sides:
        found.append("adjourn")
    late = state.actor
    if late is not None and 1 - late in sides and state.left(late, now_ms()) == 0:
        found.append("flag")
    is_ours = state.phase == "roll" and state.game.turn == TEAM and evening.place is not None
    game = evening.table.game
    if is_ours and team.pleads is None and TEAM not in sides:
        assert game is not None
        assert evening.place is not None
        found += ["plead"] if evening.line[evening.place] in game.team else []
    return found


def _turn_can(evening: Evening) -> tuple[str, ...]:
    state, table = evening.state, evening.table
    team = state.team
    assert team is not None
    assert table.game is not None
    if state.phase == "automatic":
        return ("automatic",) if table.game.box in evening.voices else ()
    if state.phase == "resignation":
        asked = {team.line[seat] for seat in team.asked if seat not in team.agreed}
        return ("accept", "refuse") if asked & evening.voices else ()
    side = state.actor
    if side is None or not (evening.scores or hand(evening, side) in evening.voices):
        return ("advise",) if side == TEAM and state.phase == "play" and advises(evening) else ()
    return tuple(one for one in state.can(side) if one in ("roll", "play", "resign"))


def advises(evening: Evening) -> bool:
    """Tell whether the reader may advise the captain: then they try plays of the roll, too."""
    table, place = evening.table, evening.place
    if place is None or evening.side != TEAM:
        return False
    player, line = evening.line[place], evening.line
    if player in table.may_advise():
        return True
    if player not in table.may_advise([player]):
        return False
    return place in asked_by(evening.board, line.index(evening.mover(TEAM)))


@dataclass(frozen=True)
class ChouettePage(BoardPage):
    """The board's part of the page; the table's part comes from the table."""

    evening: Evening | None = None

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state that the script reads: the cubes are those of the session."""
        evening = self.evening
        assert evening is not None
        found = board_state(self.seen)
        now = now_ms()
        can, then = gone_can(evening, now)
        dice = evening.state.dice
        own: dict[str, Any] = {
            "roll": dice.rolled if dice else 0,
            "actor": evening.state.actor if evening.is_live else None,
            "can": [*found["can"], *can],
            "then": then,
            "count": gone_count(evening, now) or _spoken_count(evening, now),
            "proposal": proposal_text(evening),
            "by_hand": evening.scores,
            "cube": None,
            "status": status_of(evening),
            "stake": "",
            "notes": {},
        }
        return {**found, **own, "until": until_of(evening)}

    def side_of(self, number: int) -> Side:
        evening = self.evening
        assert evening is not None
        is_you = evening.place is not None and evening.line[evening.place] == evening.mover(number)
        return replace(super().side_of(number), is_you=is_you)

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

    @cached_property
    def speakers(self) -> list[Speaker]:
        """Who may decide about the reader's cube, the present choice marked; none for others."""
        evening = self.evening
        assert evening is not None
        if evening.place is None or not evening.is_live:
            return []
        player, named = evening.line[evening.place], proxies_of(evening.session)
        chosen = CAPTAIN if player in named.followers else named.named.get(player, THEMSELVES)
        titles = {THEMSELVES: _("I decide myself")}
        if evening.side == TEAM:
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


def _spoken_count(evening: Evening, now: int) -> dict[str, Any] | None:
    """Return how long the team's roll still waits; None if nothing keeps it."""
    state, team = evening.state, evening.state.team
    if not evening.is_live or team is None or state.is_adjourned:
        return None
    pleads = team.pleads
    if pleads is not None and state.phase == "roll" and now < pleads[1]:
        name = evening.names[evening.line[pleads[0]]]
        text = _("%(name)s asks not to roll yet: {left} more.") % {"name": name}
        return {"left": pleads[1] - now, "text": text, "over": ""}
    until = until_of(evening)
    if not until:
        return None
    over = _("The time to double is over: who is silent holds.")
    text = _("Doubles are said within {left}; who is silent holds.")
    return {"left": max(0, until - now), "text": text, "over": over}


def until_of(evening: Evening) -> int:
    """Return until when the team may still double before its roll, 0 where nobody is waited for."""
    question = evening.session.question
    state = evening.state
    if not evening.is_live or state.phase != "roll" or state.game.turn != TEAM:
        return 0
    if question is None or question["kind"] != OFFERS:
        return 0
    return speaks_until(evening.session)


def chouette_page(
    board: Board, place: int | None, reader: Reader, *, scores: bool = False
) -> ChouettePage:
    """Return the values of the board's part of the page."""
    evening = evening_of(board, place, reader, scores=scores)
    names = evening.names
    return ChouettePage(
        seen_in(evening),
        _("%(box)s against %(team)s")
        % {
            "box": names[evening.line[0]],
            "team": names.listed(evening.line[1:]),
        },
        act_url=reverse("board_act", args=[board.public_id]),
        text_url=reverse("board_text", args=[board.public_id]),
        live_url=reverse("board_live", args=[board.public_id]),
        evening=evening,
    )


def status_of(evening: Evening) -> str:
    """Return in one sentence what the board waits for, as this reader sees it."""
    state, names = evening.state, evening.names
    if not evening.is_live or state.stage == "over":
        return _over_text(evening)
    if is_behind(evening):
        return _("They decide about cubes. You see the board as it was a turn ago.")
    said = question(state, (names[evening.mover(BOX)], names[evening.mover(TEAM)]), evening.side)
    if said:
        return said
    phase = state.phase
    if phase == "seeds":
        return _("Everybody on a phone chooses a seed for the dice.")
    if phase == "automatic":
        return _("Equal dice. %(name)s says whether all cubes are doubled.") % {
            "name": names[evening.mover(BOX)]
        }
    if phase == "cubes":
        return _("First the cubes: they are answered on the table.")
    if phase == "resignation":
        return _resignation_text(evening)
    side = state.actor
    if side is None:
        return _("Both roll one die: the higher one begins with both.")
    stands = stands_text(evening)
    if stands and hand(evening, side) not in evening.voices:
        return stands
    mover = hand(evening, side) or evening.mover(side)
    values = {"name": names[mover], "dice": dice_text(state.game.roll)}
    if phase == "roll" and until_of(evening):
        return _("%(name)s is to roll. First everybody says whether they double.") % values
    if evening.place is not None and evening.line[evening.place] == mover:
        if phase == "roll":
            return _("Your turn: roll.")
        return _("Your turn: play %(dice)s.") % values
    if phase == "roll":
        return _("%(name)s is to roll.") % values
    return _("%(name)s is to play %(dice)s.") % values


def _resignation_text(evening: Evening) -> str:
    state, names = evening.state, evening.names
    team, offer = state.team, state.game.offer
    assert team is not None
    level = {"single": _("a single game"), "gammon": _("a gammon"), "backgammon": _("a backgammon")}
    waiting = [names[team.line[seat]] for seat in team.asked if seat not in team.agreed]
    return _("%(name)s gives up %(level)s. Still to agree: %(waiting)s.") % {
        "name": names[evening.mover(offer.side)],
        "level": level[offer.level],
        "waiting": ", ".join(waiting),
    }


def _over_text(evening: Evening) -> str:
    ending = evening.state.ending
    if ending is None or ending.winner is None:
        return _("The game is over.")
    if ending.winner == BOX:
        return _("The box has won this game.")
    return _("The team has won this game.")


def fragment_of(board: Board, place: int | None, *, sees_names: bool, scores: bool = False) -> str:
    """Return what the stream sends at each change, in the active language."""
    assert board.session is not None  # the board of a chouette
    reader = Audience(sees_names=sees_names).reader_of(board.session)
    page = chouette_page(board, place, reader, scores=scores)
    return render_to_string("boards/chouette_live.html", {"page": page})
