"""For whom a person speaks at a table: a scorer for all, a player for themselves and their
proxies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from games.errors import NotAllowed
from games.fast.queries import Prepared
from games.models import Pass, Proxy, Session
from games.permissions import Actor, Capability, Reader, allowed_to, standing
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import BoxDoubles, Table, TeamAnimals, TeamReplies
from games.rules.chouette.questions import OFFERS, Question, may_say, question_at

HELD = "held"
"""The kind of a question for offers in which everybody held: nothing is asked any more."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """Who speaks for absent players: a named player, or the captain of the moment."""

    named: Mapping[str, str]
    followers: frozenset[str]

    def speaks_for(self, table: Table, player: str) -> frozenset[str]:
        """Return the players for whom a player speaks, themselves first."""
        if not player:
            return frozenset()
        found = {player, *(away for away, speaker in self.named.items() if speaker == player)}
        game = table.game
        if game is not None and game.acting_captain in found:
            found |= self.followers & set(game.team)
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The open question to the team, with the answers so far.

    `words` are secret from others: pages show only how many have answered.
    """

    number: int
    asked: Question
    words: Mapping[str, str]
    captain: str
    followers: frozenset[str]

    @property
    def complete(self) -> dict[str, str]:
        """All answers, those of the captain's followers included."""
        return self.asked.followed(self.words, self.captain, self.followers)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who must still answer."""
        return self.asked.waiting(self.words, self.captain, self.followers)

    @property
    def spoken(self) -> int:
        """How many have answered, including answers already in the log."""
        return len(self.asked.members) - len(self.silent)

    @property
    def silent(self) -> tuple[str, ...]:
        """Those still to answer, in the order in which they are asked."""
        complete = self.complete
        return tuple(one for one in self.asked.words if one not in complete)


_speakers: Final = Prepared(
    lambda session: (
        Proxy.objects.filter(session=session).order_by().values_list("player", "speaker")
    )
)


def proxies_of(session: Session) -> Proxies:
    """Return the proxies; one query."""
    rows = dict(_speakers(session.pk))
    return Proxies(
        {player: speaker for player, speaker in rows.items() if speaker},
        frozenset(player for player, speaker in rows.items() if not speaker),
    )


def standing_of(session: Session, table: Table, proxies: Proxies) -> OpenRound | None:
    """Return the state of the open question to the team, or None; one query."""
    now, question = session.question, question_at(table)
    if now is None or question is None or now["kind"] != question.kind:
        return None
    assert table.game is not None  # a question implies a game in progress
    rows = session.declarations.filter(question=now["number"], step=None, overridden_by=None)
    return OpenRound(
        now["number"],
        question,
        dict(rows.values_list("player", "word")),
        table.game.acting_captain,
        proxies.followers,
    )


def speaker_of(session: Session, actor: Actor | Reader) -> str | None:
    """Return the player for whom someone acts, or None for a scorer, who acts for all.

    Raises:
        NotAllowed: the user may not act here.
    """
    found, player = standing(actor, session.club, session)
    allowed = allowed_to(found)
    if Capability.SCORE in allowed:
        return None
    if Capability.PLAY not in allowed or not player:
        raise NotAllowed
    return player


def require_own(
    session: Session, table: Table, player: str, actions: Sequence[RulesAction]
) -> None:
    """Check that a player may record this for themselves or those they speak for.

    Raises:
        NotAllowed: others decide this, or not now.
        RuleError: the rules refuse one of the actions.
    """
    voices = proxies_of(session).speaks_for(table, player)
    asking = session.question is not None and session.question["kind"] == OFFERS
    for action in actions:
        if not may_say(table, voices, action):
            raise NotAllowed("not_yours")
        if session.replies_hidden and isinstance(action, TeamReplies | TeamAnimals):
            raise NotAllowed("declare_instead")
        if asking and isinstance(action, BoxDoubles):
            raise NotAllowed("team_is_asked")
        table = table.apply(action)


def by_player(session: Session, player: str) -> Q:
    """Return the condition for rows that a player has sent, by phone or account."""
    users = session.seats.filter(logged_as=player).exclude(player__user=None)
    return Q(sent_by__player=player, sent_by__role=Pass.Role.PLAYER) | Q(
        sender__in=users.values("player__user")
    )


def own_steps(session: Session, player: str, steps: Sequence[int]) -> bool:
    """Tell whether a player alone said what these steps of the log wrote."""
    own = by_player(session, player)
    by_others = session.log.filter(step__in=steps).exclude(own)
    said_by_others = session.declarations.filter(step__in=steps).exclude(own)
    return bool(steps) and not by_others.exists() and not said_by_others.exists()
