"""A chouette as one immutable value: what can be done, doing it, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, Final

from games.rules.chouette import legality, play, rotation, scoring
from games.rules.chouette.actions import (
    ACCEPT,
    BOX,
    DROP,
    LEVELS,
    PERCENT,
    RACCOON,
    REFUSE,
    SIDES,
    TAKE,
    TEAM,
    Action,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Join,
    Leave,
    NamePartner,
    Open,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.codec import from_plain, to_plain
from games.rules.chouette.errors import RuleError, StateError
from games.rules.chouette.options import HouseRules
from games.rules.chouette.order import order_from_dice
from games.rules.chouette.state import (
    Bet,
    Closing,
    Game,
    GameResult,
    Json,
    Line,
    Seating,
    repeated,
)

RULES_VERSION: Final = 1
"""Raised whenever the same actions could give another state or result than before."""

FEWEST_PLAYERS: Final = 3


@dataclass(frozen=True, slots=True)
class Coach:
    """What the box's or the team's answers must look like, from all legal vectors.

    ``fewest_takes`` counts the vectors that take something; ``always_taken`` stands in each of
    those; the two flags tell whether everything may be dropped, or nothing.
    """

    fewest_takes: int
    always_taken: tuple[str, ...]
    may_drop_all: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The state of one chouette: a pure function of its actions.

    >>> table = Table.new(["Ann", "Bob", "Cid"]).apply(SetOrder(("Ann", "Bob", "Cid")))
    >>> table = table.apply(StartGame("Ann", None, ("Bob", "Cid"))).apply(EndGame("box"))
    >>> table.totals
    {'Ann': 200, 'Bob': -100, 'Cid': -100}
    >>> table.order
    ('Ann', 'Cid', 'Bob')

    ``players`` is everyone who ever sat down, in order of arrival, ``amounts`` their totals in
    hundredths of a point. ``moves`` are joins and departures stated during the game in progress.
    """

    rules: HouseRules
    players: tuple[str, ...]
    amounts: tuple[int, ...]
    stakes: Mapping[str, int] = field(default_factory=dict)
    ordered: bool = False
    seating: Seating = field(default_factory=Seating)
    game: Game | None = None
    moves: tuple[tuple[str, str], ...] = ()
    played: int = 0
    last: GameResult | None = None

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        rules: HouseRules | None = None,
        stakes: Mapping[str, int] | None = None,
    ) -> Table:
        """A table before the order is rolled.

        ``stakes`` are whole numbers from 1 by player (later joiners included); others play for 1.

        Raises:
            RuleError: a player twice, or a stake that is none.
        """
        for player in repeated(players):
            raise RuleError("order_twice", player=player)
        for stake in (stakes or {}).values():
            if stake < 1:
                raise RuleError("stake_invalid")
        return cls(
            rules or HouseRules(), tuple(players), (0,) * len(players), stakes=dict(stakes or {})
        )

    # -- what stands on the table

    @property
    def phase(self) -> str:
        """order, between, opening (tied dice), play, replies, animals or extra_reply."""
        game = self.game
        if game is None:
            return "between" if self.ordered else "order"
        if game.round is not None:
            return "animals" if game.round.animals else "replies"
        if game.open_extra is not None:
            return "extra_reply"
        return "opening" if game.opening == "tied" else "play"

    @property
    def line(self) -> Line | None:
        """The game's line while one is in progress, else the one the rules propose."""
        return self.game.line if self.game is not None else self.seating.line

    @property
    def order(self) -> tuple[str, ...]:
        """Who is at the table, in line, a partner second."""
        return self.game.line.order if self.game is not None else self.seating.order

    @property
    def present(self) -> tuple[str, ...]:
        """Who will be at the table once pending joins and departures have taken effect."""
        there = list(self.order)
        for kind, player in self.moves:
            if kind == Join.kind:
                there.append(player)
            else:
                there.remove(player)
        return tuple(there)

    @property
    def totals(self) -> dict[str, int]:
        """Everyone's total in hundredths of a point."""
        return dict(zip(self.players, self.amounts, strict=True))

    def stake_of(self, player: str) -> int:
        """What a player plays for."""
        return self.stakes.get(player, 1)

    def is_over(self) -> bool:
        """Is no game in progress?"""
        return self.game is None

    def outcome(self) -> GameResult | None:
        """The result of the last game, while no other is in progress."""
        return self.last if self.game is None else None

    def may_advise(self) -> tuple[str, ...]:
        """Live members whose own cube was turned: they may advise without being asked."""
        if self.game is None:
            return ()
        captain = self.game.acting_captain
        return tuple(b.member for b in self.game.live if b.turned and b.member != captain)

    def exposure(
        self, replies: Mapping[str, str] | None = None
    ) -> dict[tuple[str, int], dict[str, int]]:
        """Everyone's result if the board game ended now, by winner and level, in hundredths.

        With ``replies`` the pending offers are answered so first (beavers counting as accepted).

        Raises:
            RuleError: the replies are illegal, or no game is in progress.
        """
        table = self if replies is None else self._answered(replies)
        if table.game is None:
            if table.last is None or replies is None:
                raise RuleError("no_game")
            points = dict(table.last.points)
            return {(side, level): points for side in SIDES for level in LEVELS.values()}
        return scoring.exposure(self.rules, table.game)

    def _answered(self, replies: Mapping[str, str]) -> Table:
        game = self.game
        if game is None or game.round is None or game.round.animals:
            raise RuleError("no_game")
        given = dict(game.round.replies)
        due = tuple((m, word) for m, word in replies.items() if m not in given)
        answer = BoxReplies(due) if game.round.answerer == BOX else TeamReplies(due)
        table = self.apply(answer)
        if table.game is not None and table.game.round is not None:
            accepted = tuple((one.member, ACCEPT) for one in table.game.round.animals)
            side = BoxAnimals if table.game.round.by == BOX else TeamAnimals
            table = table.apply(side(accepted))
        return table

    # -- what can be done

    def team_offers(self) -> dict[str, RuleError | None]:
        """For every member of the game: why he may not double now, or None where he may."""
        return self._offers(TEAM)

    def box_offers(self) -> dict[str, RuleError | None]:
        """For every member of the game: why the box may not double him now, or None."""
        return self._offers(BOX)

    def _offers(self, by: str) -> dict[str, RuleError | None]:
        if self.game is None:
            return {}
        return {b.member: legality.may_double(self.rules, b, by) for b in self.game.bets}

    def problem(self, action: Action) -> RuleError | None:
        """Why an action is illegal now, or None where it may be applied."""
        try:
            self.apply(action)
        except RuleError as error:
            return error
        return None

    def reply_problem(self, vector: Mapping[str, str]) -> RuleError | None:
        """Why a complete vector of replies to the pending round is illegal, or None."""
        game = self.game
        if game is None or game.round is None or game.round.animals:
            return RuleError("no_game")
        for member, word in vector.items():
            bet = game.bet(member)
            if bet is None or member not in game.round.members:
                return RuleError("answer_not_due", player=member)
            problem = legality.reply_refused_at_once(self.rules, game, game.round, bet, word)
            if problem is not None:
                return problem
        missing = tuple(m for m in game.round.members if m not in vector)
        if missing:
            return RuleError("answers_due", players=missing)
        return legality.vector_problem(self.rules, game, game.round, vector)

    def legal_replies(self) -> Iterator[dict[str, str]]:
        """Every legal complete vector of replies to the pending round."""
        if self.game is not None and self.game.round is not None and not self.game.round.animals:
            yield from legality.legal_vectors(self.rules, self.game, self.game.round)

    def coach(self) -> Coach | None:
        """What the legal vectors have in common, or None where none are pending.

        Looks at all vectors: for rounds of up to eight cubes, beyond which it says nothing.
        """
        if self.phase != "replies" or self.game is None or self.game.round is None:
            return None
        if len(self.game.round.members) > 8:
            return None
        vectors = list(self.legal_replies())
        taking = [{m for m, word in v.items() if word != DROP} for v in vectors]
        some = [taken for taken in taking if taken]
        if not some:
            return Coach(0, (), may_drop_all=bool(vectors))
        always = set.intersection(*some)
        return Coach(
            fewest_takes=min(map(len, some)),
            always_taken=tuple(m for m in self.game.round.members if m in always),
            may_drop_all=len(some) < len(taking),
        )

    def legal_actions(self) -> Iterator[Action]:
        """What may be done now, lazily; ``apply`` accepts each.

        Values that people choose freely are not enumerated: dice for the order, a line by hand,
        newcomers, partners' shares other than half, agreed points, games of points only.
        """
        game = self.game
        if game is None:
            yield from self._actions_between()
            return
        phase = self.phase
        if phase == "replies":
            reply = BoxReplies if game.round and game.round.answerer == BOX else TeamReplies
            given = dict(game.round.replies) if game.round else {}
            for vector in self.legal_replies():
                yield reply(tuple((m, word) for m, word in vector.items() if m not in given))
        elif phase == "animals":
            yield from self._animal_answers(game)
        elif phase == "extra_reply":
            extra = game.open_extra
            if extra is not None and extra.offered_by is not None:
                [answerer] = extra.parties - {extra.offered_by}
                for word in (TAKE, DROP):
                    yield ExtraReply(answerer, extra.offered_by, word)
        else:
            yield from self._actions_in_play(game)
        for player in self.present:
            yield Leave(player)

    def _actions_between(self) -> Iterator[Action]:
        if not self.ordered:
            action: Action = SetOrder(self.players)
            if self.problem(action) is None:
                yield action
            return
        line = self.seating.line
        if line is not None and self.problem(StartGame(line.box, line.partner, line.team)) is None:
            yield StartGame(line.box, line.partner, line.team)
        for player in self.order:
            if self.problem(NamePartner(player)) is None:
                yield NamePartner(player)
            yield Leave(player)

    def _actions_in_play(self, game: Game) -> Iterator[Action]:
        if not game.started and game.opening != "done":
            for box_die, captain_die in product(range(1, 7), repeat=2):
                choices = (None,) if box_die != captain_die else (None, True, False)
                for automatic in choices:
                    action = Open(box_die, captain_die, automatic)
                    if self.problem(action) is None:
                        yield action
        if game.opening == "tied":
            return
        for members in legality.offers(self.rules, game, TEAM):
            yield TeamDoubles(members)
        for members in legality.offers(self.rules, game, BOX):
            yield BoxDoubles(members)
        for giver, taker in product(game.givers, game.takers):
            yield GiveExtra(giver, taker)
        for extra in game.extras:
            for doubler in extra.parties:
                [other] = extra.parties - {doubler}
                doubles = ExtraDoubles(doubler, other)
                if extra.live and self.problem(doubles) is None:
                    yield doubles
        for winner, level in product(SIDES, LEVELS.values()):
            yield EndGame(winner, level)

    def _animal_answers(self, game: Game) -> Iterator[Action]:
        """Each pending animal by itself; with one cube, all of them together."""
        animals = game.round.animals if game.round is not None else ()
        groups = [animals] if self.rules.team_cube else [(animal,) for animal in animals]
        for group in groups:
            answer = BoxAnimals if group[0].answerer == BOX else TeamAnimals
            for word in (ACCEPT, REFUSE, RACCOON):
                action = answer(tuple((animal.member, word) for animal in group))
                if self.problem(action) is None:
                    yield action

    # -- doing it

    def apply(self, action: Action) -> Table:
        """The table after an action.

        Raises:
            RuleError: the rules forbid it; this table is unchanged, as always.
        """
        step = _STEPS.get(type(action))
        if step is None:
            raise StateError("action_malformed")
        return step(self, action)

    def _roll_order(self, action: RollOrder) -> Table:
        self._require_unordered()
        return self._with_order(order_from_dice(self.players, action.dice))

    def _set_order(self, action: SetOrder) -> Table:
        self._require_unordered()
        self._require_everyone(action.line, self.players)
        return self._with_order(action.line)

    def _require_unordered(self) -> None:
        if self.ordered:
            raise RuleError("order_exists")
        if len(self.players) < FEWEST_PLAYERS:
            raise RuleError("too_few_players")

    def _require_everyone(self, named: Sequence[str], all_of: Sequence[str]) -> None:
        for player in named:
            if player not in all_of:
                raise RuleError("order_unknown", player=player)
        for player in repeated(named):
            raise RuleError("order_twice", player=player)
        for player in all_of:
            if player not in named:
                raise RuleError("order_incomplete", player=player)

    def _with_order(self, order: tuple[str, ...]) -> Table:
        return replace(self, ordered=True, seating=Seating(order))

    def _start_game(self, action: StartGame) -> Table:
        self._require_between()
        proposed = self.seating.line
        if proposed is None or not proposed.team:
            raise RuleError("two_needed")
        if self.seating.partner is None and rotation.partner_required(
            self.rules, len(self.seating.order)
        ):
            raise RuleError("partner_required", number=len(self.seating.order))
        line = Line(action.box, action.partner, action.team)
        if line != proposed:
            self._check_line(line, proposed, action.by_hand)
        game = Game(
            number=self.played + 1,
            line=line,
            by_hand=line != proposed,
            share=self.seating.share,
            start=self.rules.starting_cube,
            bets=tuple(
                Bet(
                    member,
                    member,
                    min(self.stake_of(line.box), self.stake_of(member)),
                    self.rules.starting_cube,
                )
                for member in line.team
            ),
        )
        return replace(self, game=game)

    def _check_line(self, line: Line, proposed: Line, by_hand: bool) -> None:
        if not by_hand:
            raise RuleError("line_wrong", players=proposed.order)
        for player in line.order:
            if player not in self.seating.order:
                raise RuleError("not_present", player=player)
        for player in repeated(line.order):
            raise RuleError("order_twice", player=player)
        for player in self.seating.order:
            if player not in line.order:
                raise RuleError("line_incomplete", player=player)
        if line.partner != proposed.partner:
            if proposed.partner is None:
                raise RuleError("line_no_partner")
            raise RuleError("line_partner", partner=proposed.partner)

    def _require_between(self) -> None:
        if not self.ordered:
            raise RuleError("order_missing")
        if self.game is not None:
            raise RuleError("game_running")

    def _running(self) -> Game:
        if not self.ordered:
            raise RuleError("order_missing")
        if self.game is None:
            raise RuleError("no_game")
        return self.game

    def _join(self, action: Join) -> Table:
        if not self.ordered:
            raise RuleError("order_missing")
        if action.player in self.present:
            raise RuleError("already_present", player=action.player)
        table = self
        if action.stake is not None:
            if action.stake < 1:
                raise RuleError("stake_invalid")
            known = self.stakes.get(action.player)
            if action.player in self.players and action.stake != (known or 1):
                raise RuleError("stake_changed", player=action.player, stake=known or 1)
            table = replace(table, stakes={**self.stakes, action.player: action.stake})
        if action.player not in self.players:
            table = replace(
                table, players=(*self.players, action.player), amounts=(*self.amounts, 0)
            )
        if self.game is not None:
            return replace(table, moves=(*self.moves, (Join.kind, action.player)))
        return replace(table, seating=rotation.join(self.rules, self.seating, action.player))

    def _leave(self, action: Leave) -> Table:
        if not self.ordered:
            raise RuleError("order_missing")
        if action.player not in self.present:
            raise RuleError("not_present", player=action.player)
        if self.game is not None:
            return replace(self, moves=(*self.moves, (Leave.kind, action.player)))
        return replace(self, seating=rotation.leave(self.seating, action.player))

    def _name_partner(self, action: NamePartner) -> Table:
        if not self.ordered:
            raise RuleError("order_missing")
        if self.game is not None:
            raise RuleError("between_games_only")
        seating = self.seating
        if not PERCENT.fullmatch(action.percent) or Fraction(action.percent) > 100:
            raise RuleError("percent_invalid")
        if action.player not in seating.order:
            raise RuleError("not_present", player=action.player)
        if seating.partner is not None:
            raise RuleError("partner_exists", partner=seating.partner)
        if action.player == seating.order[0]:
            raise RuleError("partner_is_box", player=action.player)
        if len(seating.order) < 3:
            raise RuleError("partner_needs_three")
        return replace(self, seating=rotation.name_partner(seating, action.player, action.percent))

    def _enter_points(self, action: EnterPoints) -> Table:
        game = self._running()
        play.require_quiet(game)
        if game.started:
            raise RuleError("points_late")
        for member, points in action.points:
            if member not in game.team:
                raise RuleError("no_cube", player=member)
            play.require_points(points)
        for member in repeated(member for member, _ in action.points):
            raise RuleError("named_twice", player=member)
        points_by = dict(action.points)
        for member in game.team:
            if member not in points_by:
                raise RuleError("points_incomplete", player=member)
        winner = action.winner
        if winner is None:
            captains = points_by[game.captain]
            if captains == 0:
                raise RuleError("points_side_missing", captain=game.captain)
            winner = TEAM if captains > 0 else BOX
        if winner not in SIDES:
            raise RuleError("side_invalid")
        bets = tuple(
            replace(bet, closed=Closing("points", points_by[bet.member], winner))
            for bet in game.bets
        )
        return self._finished(replace(game, bets=bets), winner, None, "points", game.captain)

    def _open(self, action: Open) -> Table:
        return replace(self, game=play.open_with(self.rules, self._running(), action))

    def _offer(self, action: TeamDoubles | BoxDoubles) -> Table:
        return replace(self, game=play.offer(self.rules, self._running(), action))

    def _reply(self, action: BoxReplies | TeamReplies) -> Table:
        return self._unless_over(play.reply(self.rules, self._running(), action))

    def _animals(self, action: BoxAnimals | TeamAnimals) -> Table:
        return self._unless_over(play.answer_animals(self.rules, self._running(), action))

    def _settle(self, action: Settle) -> Table:
        return self._unless_over(play.settle(self.rules, self._running(), action))

    def _give_extra(self, action: GiveExtra) -> Table:
        stake = min(self.stake_of(action.giver), self.stake_of(action.taker))
        return replace(self, game=play.give_extra(self.rules, self._running(), action, stake))

    def _double_extra(self, action: ExtraDoubles) -> Table:
        return replace(self, game=play.double_extra(self.rules, self._running(), action))

    def _reply_extra(self, action: ExtraReply) -> Table:
        return self._unless_over(play.reply_extra(self._running(), action))

    def _end_game(self, action: EndGame) -> Table:
        game = self._running()
        play.require_quiet(game)
        if action.winner not in SIDES:
            raise RuleError("side_invalid")
        if action.level not in LEVELS.values():
            raise RuleError("level_invalid")
        decider = game.acting_captain
        game = scoring.played_out(self.rules, game, action.winner, action.level)
        return self._finished(game, action.winner, action.level, "board", decider)

    def _unless_over(self, game: Game) -> Table:
        """The table with this game, or after it where its last bet is closed.

        Then the decider says who won: the highest-ranking of those whom the last event closed.
        """
        if not game.over:
            return replace(self, game=game)
        last = [bet for bet in game.bets if bet.member in game.closing]
        deciding = min(last, key=lambda bet: (game.team.index(bet.holder), bet.bought))
        assert deciding.closed is not None  # it is one of the bets that were closed last
        return self._finished(game, deciding.closed.side, None, "cubes", deciding.holder)

    def _finished(
        self, game: Game, winner: str, level: int | None, ending: str, decider: str
    ) -> Table:
        paid = scoring.flows(game)
        points = scoring.points_of(game.line.order, paid)
        captain_bet = game.bets[0]
        assert captain_bet.closed is not None  # a game ends when every bet is closed
        result = GameResult(
            number=game.number,
            line=game.line,
            by_hand=game.by_hand,
            winner=winner,
            level=level,
            ending=ending,
            points=points,
            transfers=scoring.transfers_of(paid),
            net=scoring.box_net(game.bets),
            bets=game.bets,
            extras=game.extras,
            start=self.rules.starting_cube * 2**game.automatics,
            automatics=game.automatics,
            decider=decider,
            captain_side=captain_bet.closed.side,
            rule="",
            order=(),
        )
        seating, rule = rotation.next_seating(
            self.rules, rotation.situation(result), game.partner, game.share
        )
        order = seating.order
        for kind, player in self.moves:
            if kind == Join.kind:
                seating = rotation.join(self.rules, seating, player)
            else:
                seating = rotation.leave(seating, player)
        totals = defaultdict(int, points)
        return replace(
            self,
            amounts=tuple(
                amount + totals[player]
                for player, amount in zip(self.players, self.amounts, strict=True)
            ),
            seating=seating,
            game=None,
            moves=(),
            played=game.number,
            last=replace(result, rule=rule, order=order, after=seating),
        )

    # -- keeping it

    def to_json(self) -> Json:
        """The table as JSON data; ``from_json`` reads it back to an equal value."""
        data: Json = to_plain(self)
        return data

    @classmethod
    def from_json(cls, data: Any) -> Table:
        """The inverse of ``to_json``.

        Raises:
            StateError: the data are no table.
        """
        try:
            table: Table = from_plain(cls, data)
        except (TypeError, ValueError) as error:
            raise StateError("state_malformed") from error
        return table


_STEPS: Final[Mapping[type[Any], Callable[[Table, Any], Table]]] = {
    RollOrder: Table._roll_order,
    SetOrder: Table._set_order,
    StartGame: Table._start_game,
    EnterPoints: Table._enter_points,
    Open: Table._open,
    TeamDoubles: Table._offer,
    BoxDoubles: Table._offer,
    BoxReplies: Table._reply,
    TeamReplies: Table._reply,
    BoxAnimals: Table._animals,
    TeamAnimals: Table._animals,
    Settle: Table._settle,
    GiveExtra: Table._give_extra,
    ExtraDoubles: Table._double_extra,
    ExtraReply: Table._reply_extra,
    EndGame: Table._end_game,
    Join: Table._join,
    Leave: Table._leave,
    NamePartner: Table._name_partner,
}
