"""What is done at the board of a chouette: seeds, rolls, plays, equal dice, agreed ends.

Who rolls and moves follows from the session: the box, and the acting captain for the team; who
speaks for them may, and who keeps the score may for all. What is said about cubes goes to the
session's own services.
"""

from __future__ import annotations

from collections.abc import Callable

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused
from games.boards.selectors.boards import state_of
from games.boards.selectors.places import place_of
from games.boards.services.acting import OPENING_TIME, SEED_ACTS
from games.boards.services.dice import dice_new
from games.boards.services.writing import (
    BoardRequest,
    Make,
    OfBoard,
    Writing,
    Written,
    board_now,
    now_ms,
)
from games.chouetteboards.selectors.games import TEAM_SIDE
from games.chouetteboards.services.evenings import EveningHeld
from games.chouetteboards.services.following import seats_present
from games.chouetteboards.services.gone import GONE_ACTS, came_back
from games.eventlog.appending import append_once
from games.models import Board, DiceSeed, public_id
from games.permissions import Reader, acting
from games.record.services.declarations import offers_again, offers_close
from games.record.services.speakers import speaks_until, standing_of
from games.rules.chouette import Open
from games.rules.chouette.questions import OFFERS, speaker
from games.rules.chouette.voices import Deed
from games.rules.online.chouette import (
    asked_to_agree,
    chouette_board,
    end_action,
    mover_of,
    opening_action,
)


def chouette_act(
    *,
    board: Board,
    reader: Reader,
    do: str,
    text: str = "",
    version: int | None = None,
    key: str = "",
) -> Written:
    """Do one thing at the board of a chouette.

    `do` is a seed's act, roll, play (`text`: the play), automatic (yes or no), resign (a level),
    accept or refuse, or one of `GONE_ACTS`. Before the team's roll everybody who may double has
    said so or held, or the club's short time is over: silence holds. A double then comes before
    the roll.

    Raises:
        NotAllowed: they do not move for that side.
        RulesRefused, BoardRefused: it is not possible now.
        KeyReused, BoardConflict: see `board_write`.
    """
    seat = place_of(board, reader.player)
    request = BoardRequest(
        board=board,
        side=seat,
        kind=do,
        content=[seat, text],
        version=None if do in SEED_ACTS else version,
        key=key,
        by=acting(reader),
    )

    def act(writing: Writing, evening: EveningHeld) -> None:
        _making(evening, do, seat, text)(writing)

    return append_once(OfChouette(request, reader, act))


class OfChouette(OfBoard):
    """A request to the log of a chouette's board, under the lock of its session."""

    evening: EveningHeld

    def __init__(
        self, request: BoardRequest, reader: Reader, act: Callable[[Writing, EveningHeld], None]
    ) -> None:
        super().__init__(request, lambda writing: act(writing, self.evening))
        self.reader = reader

    def lock(self) -> Board:
        self.evening = EveningHeld.of(self.request.board, self.reader)
        return super().lock()

    def read(self) -> Board:
        self.evening = EveningHeld.of(self.request.board, self.reader)
        return super().read()

    def heard(self, head: Board) -> Written | None:
        first = super().heard(head)
        if first is not None:
            self.evening.give_back()
        return first

    def write(self, head: Board) -> Written:
        if self.request.kind == "roll" and _somebody_doubles(self.evening, head):
            written = board_now(self.request)
        else:
            written = super().write(head)
        self.evening.give_back()
        return written


def _making(evening: EveningHeld, do: str, seat: int | None, text: str) -> Make:
    """Return what writes an act.

    Raises:
        BoardRefused: nobody does this at a chouette.
    """
    if do in SEED_ACTS:
        return lambda writing: _seed(writing, evening, do, seat, text)
    if do in GONE_ACTS:
        return lambda writing: GONE_ACTS[do](writing, evening, seat)

    def make(writing: Writing) -> None:
        came_back(writing, seat)
        found(writing)

    found = _act(evening, do, seat, text)
    return make


def _act(evening: EveningHeld, do: str, seat: int | None, text: str) -> Make:
    match do:
        case "plead":
            return lambda writing: _plead(writing, evening, seat)
        case "adjourn" | "resume":
            return lambda writing: _pause(writing, evening, do)
        case "flag":
            return lambda writing: _flag(writing, evening)
        case "roll":
            return lambda writing: _roll(writing, evening)
        case "play":
            return lambda writing: _play(writing, evening, text)
        case "automatic":
            return lambda writing: _automatic(writing, evening, chosen=text == "yes")
        case "resign":
            return lambda writing: _resign(writing, evening, text or "single")
        case "accept" | "refuse":
            return lambda writing: _answer(writing, evening, do)
    raise BoardRefused("not_found")


def _seed(writing: Writing, evening: EveningHeld, do: str, seat: int | None, text: str) -> None:
    if seat is None:
        raise BoardNotAllowed("no_seat")
    if do == "commit":
        writing.do("commit", seat, commitment=text)
    elif do == "reveal":
        writing.do("reveal", seat, seed=text)
    else:
        writing.do("say", seat, seed=text, unprotected=do == "say_first")
    _opening(writing, evening)


def _opening(writing: Writing, evening: EveningHeld) -> None:
    """Roll until a side begins, or the box has to choose what equal dice do."""
    while writing.state.phase == "opening":
        writing.roll(None)
        first, second = writing.steps[-1].payload["dice"]
        action = opening_action(evening.table, (first, second))
        if action is None:
            return
        evening.say(action)
        if first == second:
            writing.do("opened", None)


def _automatic(writing: Writing, evening: EveningHeld, *, chosen: bool) -> None:
    table = evening.table
    if table.game is not None and not evening.may(Deed.SAY, table.game.box):
        raise evening.refusal("not_the_box")
    opened(writing, evening, chosen=chosen)


def opened(writing: Writing, evening: EveningHeld, *, chosen: bool) -> None:
    """Say whether equal opening dice double all cubes, and roll on.

    Raises:
        BoardConflict: there are none.
    """
    team = chouette_board(writing.state).team
    if team.tie is None:
        raise BoardConflict("board_stale")
    evening.say(Open(*team.tie, chosen))
    writing.do("opened", None)
    _opening(writing, evening)


def _roll(writing: Writing, evening: EveningHeld) -> None:
    side = writing.state.game.turn
    if writing.state.phase != "roll":
        writing.do("roll", side or 0, dice=[1, 1], number=-1)  # refused with its reason
    evening.require_mover(writing.state, side)
    pleads = chouette_board(writing.state).team.pleads
    if side == TEAM_SIDE and pleads is not None and writing.at < pleads[1]:
        name = evening.name(writing.board.snapshot["team"]["line"][pleads[0]])
        left = -(-(pleads[1] - writing.at) // 1000)
        raise BoardRefused("plead_waits", name=name, seconds=left)
    writing.roll(side)
    evening.ask_team(writing.state)


def _play(writing: Writing, evening: EveningHeld, text: str) -> None:
    side = writing.state.game.turn or 0
    evening.require_mover(writing.state, side)
    writing.do("play", side, text=text)
    finish(writing, evening)
    evening.ask_team(writing.state)


def _resign(writing: Writing, evening: EveningHeld, level: str) -> None:
    table, sides = evening.table, evening.sides(writing.state)
    # Also while the other side is to move; who moves for both resigns for the one in turn.
    side = sides[0] if sides else writing.state.game.turn or 0
    evening.require_mover(writing.state, side)
    line = chouette_board(writing.state).team.line
    seats = asked_to_agree(table, line, side, mover_of(table, side))
    writing.do("resign", side, level=level, asked=seats)


def _plead(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    """Ask who rolls for the team to wait for as long as the team has to speak."""
    game, team = evening.table.game, chouette_board(writing.state).team
    if seat is None or game is None or team.line[seat] not in game.team:
        raise BoardNotAllowed("not_the_team")
    until = writing.at + evening.session.club.board_seconds * 1000
    writing.do("plead", None, seat=seat, until=until)
    offers_again(evening.session)


def _pause(writing: Writing, evening: EveningHeld, do: str) -> None:
    """Offer a pause, or end it: who moves for a side does, and who keeps the score."""
    sides = evening.sides(writing.state)
    if not sides:
        raise evening.refusal("not_the_mover")
    writing.do(do, sides[0])
    if do == "resume":
        offers_again(evening.session)


def _flag(writing: Writing, evening: EveningHeld) -> None:
    """Claim the game for the side that still has time: it wins a single game of each cube."""
    sides = evening.sides(writing.state)
    late = writing.state.actor
    if late is None or 1 - late not in sides:
        raise evening.refusal("not_the_mover")
    writing.do("flag", 1 - late)
    finish(writing, evening)


def _answer(writing: Writing, evening: EveningHeld, do: str) -> None:
    team, offer = chouette_board(writing.state).team, writing.state.open_offer
    if offer is not None:
        if 1 - offer.side not in evening.sides(writing.state, Deed.AGREE):
            raise evening.refusal("not_the_mover")
        writing.do(do, 1 - offer.side)
        return
    open_ones = [seat for seat in team.asked if seat not in team.agreed]
    mine = evening.agreeing(open_ones, team.line, "no_seat")
    for seat in mine if do == "accept" else mine[:1]:
        writing.do(do, None, seat=seat)
    finish(writing, evening)


def finish(writing: Writing, evening: EveningHeld) -> None:
    """Write the session's result where the board game is over."""
    ending = writing.state.ending
    if ending is not None and ending.how in ("played", "time"):
        evening.say(end_action(writing.state))


def _somebody_doubles(evening: EveningHeld, board: Board) -> bool:
    """End the round of doubles before the team's roll; tell whether it has led to an offer.

    Raises:
        NotAllowed: somebody else rolls.
        BoardRefused: others may still speak.
    """
    state = chouette_board(state_of(board))
    team = state.team
    if state.phase != "roll" or state.game.turn != TEAM_SIDE:
        return False
    evening.require_mover(state, TEAM_SIDE)
    standing = standing_of(evening.session, evening.table, evening.proxies)
    if team.offered is not None or standing is None or standing.asked.kind != OFFERS:
        return False
    captain = mover_of(evening.table, TEAM_SIDE)
    # A deputy who rolls for a captain has waited for them.
    rolling = {*evening.voice.named, captain}
    # For a cube that was bought its buyer speaks, not the member who sold it.
    waited = {speaker(evening.table, one) for one in standing.waiting}
    if waited - rolling and now_ms() < speaks_until(evening.session):
        # Who holds until they say otherwise is named with the others: that is nobody's business.
        silent = dict.fromkeys(speaker(evening.table, one) for one in standing.silent)
        names = ", ".join(evening.name(one) for one in silent if one not in rolling)
        raise BoardRefused("team_speaks", names=names)
    closed = offers_close(
        session=evening.session,
        question=standing.number,
        key=public_id(),
        sender=evening.reader,
        rolling=rolling,
    )
    board.refresh_from_db(fields=["beat"])  # open boards hear that all have held
    return closed.recorded is not None


def chouette_dice_restart(
    *, board: Board, reader: Reader, version: int | None, key: str = ""
) -> Written:
    """Begin anew with other dice, without those who have not given or opened their seed in time.

    Their names are listed with the dice that were given up.

    Raises:
        NotAllowed: they do not play here.
        BoardRefused: nothing is late, or nobody is left who gives a seed.
    """
    seat = place_of(board, reader.player)

    def begin(writing: Writing, evening: EveningHeld) -> None:
        state = chouette_board(writing.state)
        dice, team = state.dice, state.team
        if state.stage != "seeds" or dice is None:
            raise BoardRefused("seeds_not_due")
        late = [one for one in (*dice.missing, *dice.closed) if one != seat]
        last = writing.board.log.order_by("-sequence").values_list("at", flat=True).first()
        if not late or writing.at - (last or 0) < OPENING_TIME.total_seconds() * 1000:
            raise BoardRefused("seeds_not_due")
        there = {*seats_present(evening.session, team.line), *dice.seats} - {*late}
        seats = sorted(there | ({seat} if seat is not None else set()))
        if not seats:
            raise BoardRefused("seeds_nobody")
        DiceSeed.objects.filter(board=writing.board, game_id=dice.game_id).update(
            failed=sorted(late)
        )
        fresh = dice_new(writing.board)
        given = {"game_id": fresh.game_id, "commitment": fresh.commitment, "seats": seats}
        writing.do("dice", seat, dice=given)

    request = BoardRequest(board, seat, "dice", version=version, key=key, by=acting(reader))
    return append_once(OfChouette(request, reader, begin))
