"""Who decides about which cube: whom a question is put to, what they may say, and the resulting
action.

The player of a cube decides: its member, or the captain who bought it. With one cube for the whole
team only the captain is asked, about offers and animals.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from games.rules.chouette import legality, scoring
from games.rules.chouette.actions import (
    ACCEPT,
    BEAVER,
    BOX,
    CAPTAIN,
    DROP,
    RACCOON,
    REFUSE,
    SELL,
    TAKE,
    TEAM,
    Action,
    Leave,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
)
from games.rules.chouette.errors import RuleError
from games.rules.chouette.state import MEMBER, Bet, Closing, Game, Round, replaced
from games.rules.chouette.table import Table
from games.rules.values import replace

OFFERS: Final = "offers"
REPLIES: Final = "replies"
ANIMALS: Final = "animals"

DOUBLE: Final = "double"
HOLD: Final = "hold"

MANY: Final = 6
"""With more cubes than this in a round, questions do not search all vectors."""

Words = Mapping[str, "RuleError | None"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the team. ``members`` are those whose cubes it is about, by rank.

    ``words`` holds, for each member who must still answer, every word and why it is illegal (None:
    legal).
    """

    kind: str
    members: tuple[str, ...]
    words: Mapping[str, Words]

    def followed(
        self, said: Mapping[str, str], captain: str, followers: Collection[str]
    ) -> dict[str, str]:
        """Return what was said, adding the captain's word for members who follow the captain, where
        it is legal.
        """
        words = {member: word for member, word in said.items() if member in self.words}
        led = words.get(captain)
        if led is not None:
            for member in self.words:
                if member in followers and self.words[member].get(led, led) is None:
                    words.setdefault(member, led)
        return words

    def waiting(
        self, said: Mapping[str, str], captain: str, followers: Collection[str]
    ) -> tuple[str, ...]:
        """Return who must still speak; a follower does only once the captain's word is no help."""
        words = self.followed(said, captain, followers)
        led = captain in self.words and captain not in said
        counted = set(followers) - {captain} if led else set()
        return tuple(one for one in self.words if one not in words and one not in counted)

    def action(self, words: Mapping[str, str]) -> Action | None:
        """Return the action that complete words amount to; None if everybody holds."""
        if self.kind == OFFERS:
            doublers = tuple(member for member in self.words if words[member] == DOUBLE)
            return TeamDoubles(doublers) if doublers else None
        pairs = tuple((member, words[member]) for member in self.words)
        return TeamReplies(pairs) if self.kind == REPLIES else TeamAnimals(pairs)


def question_at(table: Table) -> Question | None:
    """Return what each member may be asked now; None if it is not the members' turn.

    During play they may be asked for offers, whether or not anybody has made one.
    """
    game = table.game
    if game is None:
        return None
    if table.phase == "play" and not table.rules.team_cube:
        able = [bet.member for bet in legality.able(table.rules, game, TEAM)]
        words: dict[str, Words] = {member: {DOUBLE: None, HOLD: None} for member in able}
        return Question(OFFERS, tuple(able), words) if able else None
    round = game.round
    if round is None:
        return None
    if table.phase == "replies" and round.by == BOX:
        return Question(REPLIES, round.members, _reply_words(table, game, round))
    due = tuple(animal.member for animal in round.animals if animal.answerer == TEAM)
    if not due or table.rules.team_cube:
        return None
    return Question(ANIMALS, due, {member: _animal_words(table, member) for member in due})


def _reply_words(table: Table, game: Game, round: Round) -> dict[str, Words]:
    """Return take, drop, beaver and, where played, sell, each with why no legal vector has it, or
    None.
    """
    all_words = (TAKE, DROP, BEAVER, *((SELL,) if table.rules.captain_may_buy else ()))
    given = dict(round.replies)
    waiting = round.waiting
    legal: set[tuple[str, str]] = set()
    if len(waiting) <= MANY:
        for vector in legality.legal_vectors(table.rules, game, round):
            legal.update(vector.items())
    found: dict[str, Words] = {}
    for member in waiting:
        usual = dict.fromkeys(waiting, TAKE) | given
        problems = {word: table.reply_problem({**usual, member: word}) for word in all_words}
        found[member] = {
            word: None if (member, word) in legal or not (legal or _at_once(problem)) else problem
            for word, problem in problems.items()
        }
    return found


def _at_once(problem: RuleError | None) -> bool:
    return problem is not None and problem.code.startswith(("beaver_", "buy_"))


def _animal_words(table: Table, member: str) -> Words:
    return {
        word: table.problem(TeamAnimals(((member, word),))) for word in (ACCEPT, REFUSE, RACCOON)
    }


def speaker(table: Table, member: str) -> str:
    """Return who speaks for a member's cube: the member, or the captain who bought it."""
    bet = table.game.bet(member) if table.game else None
    return bet.holder if bet else member


def may_say(table: Table, players: Collection[str], action: Action) -> bool:
    """Tell whether someone who speaks for these players only may record the action.

    A member answers for their own cubes, the box for the box; the acting captain enters the opening
    dice and, with one cube, what the team does. Only a scorer records what concerns everybody. The
    table judges whether the action is legal.
    """
    if isinstance(action, Leave):
        return action.player in players
    game = table.game
    if game is None:
        return False
    if action.speaker == BOX:
        return game.box in players
    if action.speaker == CAPTAIN or (
        table.rules.team_cube and isinstance(action, TeamDoubles | TeamAnimals)
    ):
        return game.acting_captain in players
    if isinstance(action, TeamReplies | TeamAnimals):
        return all(speaker(table, member) in players for member, _ in action.replies)
    return bool(action.speaker) and getattr(action, action.speaker) in players


def result_of(table: Table, member: str, word: str) -> dict[tuple[str, int], int]:
    """Return what an answer on this cube makes of its player's game, by winner and level, in
    hundredths.

    Only this cube is answered: other pending offers count as not made, beavers and raccoons as
    accepted.

    Raises:
        ValueError: no answer is due on that cube, or the word is not an answer to it.
    """
    game = table.game
    bet = game.bet(member) if game else None
    if game is None or game.round is None or bet is None or member not in game.round.waiting:
        raise ValueError(f"{member} has nothing to answer")
    animal = next((one for one in game.round.animals if one.member == member), None)
    if word not in ((ACCEPT, REFUSE, RACCOON) if animal else (TAKE, DROP, BEAVER, SELL)):
        raise ValueError(f"{word} is no answer")
    asked_for = animal.value if animal else bet.value * 2
    changed: Bet
    paid = game.paid
    if word in (DROP, REFUSE):
        lost = bet.worth(asked_for // 2)
        changed = replace(bet, closed=Closing(word, -lost, BOX))
    elif word == SELL:
        changed = replace(bet, holder=game.round.captain, value=asked_for)
        paid = (*paid, (bet.holder, game.round.captain, bet.worth(bet.value)))
    else:
        value = asked_for * (1 if word in (TAKE, ACCEPT) else 2)
        changed = replace(bet, value=value, owner=MEMBER, turned=True)
    after = replace(game, bets=replaced(game.bets, {member: changed}), paid=paid, round=None)
    points = scoring.exposure(table.rules, after)
    return {end: everyone[bet.holder] for end, everyone in points.items()}
