"""For whom a person speaks at a table: a scorer for all, a player for themselves and those who
named them; nobody for whom they have a bet against.

On wood one phone on the table is enough, whoever it belongs to: a scorer writes down what was said
aloud. On a board nothing is said aloud: who has a bet does not keep the score for its other side.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games.errors import Conflict, NotAllowed
from games.fast.queries import Prepared
from games.models import Board, Pass, Proxy, Session
from games.permissions import TABLE, Actor, Capability, Reader, allowed_to, standing
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import BoxDoubles, Table, TeamAnimals, TeamDoubles, TeamReplies
from games.rules.chouette.holding import standing as holds_standing
from games.rules.chouette.questions import HOLD, OFFERS, Question, may_say, question_at, speaker
from games.rules.chouette.voices import Deed, Voice, buys, decided, opponents

CONNECTED: Final = datetime.timedelta(seconds=75)
"""A phone seen more recently is connected: streams report twice a minute."""
HELD = "held"
"""The kind of a question for offers in which everybody held: nothing is asked any more."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """Who speaks for absent players: a named player, or the captain of the moment."""

    named: Mapping[str, str]
    followers: frozenset[str]

    def speaks_for(self, table: Table, player: str) -> frozenset[str]:
        """Return the players for whom a player speaks: themselves, and those who named them.

        While they have a bet against one of these, they do not speak for them.
        """
        if not player:
            return frozenset()
        against = opponents(table, player)
        found = {player, *(away for away, other in self.named.items() if other == player)}
        found -= against
        game = table.game
        if game is not None and game.acting_captain in found:
            found |= self.followers & set(game.team)
        return frozenset(found - against)

    def lost(self, table: Table, player: str) -> frozenset[str]:
        """Return those who named a player who plays against them just now."""
        against = opponents(table, player)
        return frozenset(away for away in against if self.named.get(away) == player)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The open question to the team, with the answers so far.

    `words` are secret from others: pages show only how many have answered. `held` are those who
    hold until they say otherwise: nobody waits for them, and nobody is told.
    """

    number: int
    asked: Question
    words: Mapping[str, str]
    captain: str
    followers: frozenset[str]
    held: frozenset[str] = frozenset()

    @property
    def known(self) -> dict[str, str]:
        """What each has said, now or until they say otherwise."""
        return {**dict.fromkeys(sorted(self.held), HOLD), **self.words}

    @property
    def complete(self) -> dict[str, str]:
        """All answers, those of the captain's followers included."""
        return self.asked.followed(self.known, self.captain, self.followers)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who must still answer."""
        return self.asked.waiting(self.known, self.captain, self.followers)

    @property
    def spoken(self) -> int:
        """How many have answered, including answers already in the log."""
        return len(self.asked.members) - len(self.silent)

    @property
    def silent(self) -> tuple[str, ...]:
        """Those who have not answered this question, in the order in which they are asked.

        Those whose hold stands are among them: else all would know at once what they say.
        """
        said = self.asked.followed(self.words, self.captain, self.followers)
        return tuple(one for one in self.asked.words if one not in said)


_speakers: Final = Prepared(
    lambda session: (
        Proxy.objects.filter(session=session).order_by().values_list("player", "speaker")
    )
)


def proxies_of(session: Session) -> Proxies:
    """Return the proxies; one query."""
    rows = dict(_speakers(session.pk))
    return Proxies(
        {player: other for player, other in rows.items() if other},
        frozenset(player for player, other in rows.items() if not other),
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
        held_by(session, table) if question.kind == OFFERS else frozenset(),
    )


def held_by(session: Session, table: Table) -> frozenset[str]:
    """Return the members who hold until they say otherwise, and whose hold still stands."""
    return holds_standing(table, session.holding.get("cubes", {}))


@dataclass(frozen=True, slots=True)
class Speaking:
    """Who acts at a table: the player who they are there, and whether they keep the score."""

    player: str
    scores: bool

    def voice(self, session: Session, table: Table, proxies: Proxies) -> Voice:
        """Return for whom they speak just now; a query at most, for scorers at a board."""
        named = proxies.speaks_for(table, self.player)
        against = opponents(table, self.player)
        if self.scores and against and not is_on_board(session):
            against = frozenset()
        return Voice(self.player, self.scores, named, against)


def phones_at(session: Session) -> frozenset[str]:
    """Return the players whose own phone is at the table: let in, or connected by their account."""
    passes = session.passes.filter(state=Pass.State.GRANTED, role=Pass.Role.PLAYER)
    here = session.presences.filter(seen_at__gte=timezone.now() - CONNECTED)
    users = session.seats.filter(player__user__in=here.values("user"))
    return frozenset(passes.values_list("player", flat=True)).union(
        users.values_list("logged_as", flat=True)
    )


def is_on_board(session: Session) -> bool:
    """Tell whether the game in progress is on a board, and not on wood."""
    return session.on_board and session.boards.filter(status__in=Board.RUNNING).exists()


def is_timed(session: Session, table: Table) -> bool:
    """Tell whether the team is asked for a short time only: several say who doubles on a board."""
    now, asked = session.question, question_at(table)
    if now is None or asked is None or asked.kind != OFFERS or now["kind"] != OFFERS:
        return False
    return "at" in now and len({speaker(table, one) for one in asked.words}) > 1


def speaks_until(session: Session) -> int:
    """Return until when the team may say who doubles on the board, in milliseconds since 1970."""
    since = int((session.question or {}).get("at", 0))
    return since + session.club.board_seconds * 1000


def is_late(session: Session, table: Table) -> bool:
    """Tell whether the short time is over in which the team says who doubles on a board."""
    now = timezone.now().timestamp() * 1000
    return is_timed(session, table) and now >= speaks_until(session) and is_on_board(session)


def require_open_time(session: Session, table: Table) -> None:
    """Check that the short time is not over in which the team says who doubles on a board.

    Who decides alone has all the time of their clock.

    Raises:
        Conflict: it is; silence has held.
    """
    if is_late(session, table):
        raise Conflict("offers_over")


def require_in_time(session: Session, table: Table, actions: Sequence[RulesAction]) -> None:
    """Check the same for what is recorded, whoever does it, also who keeps the score.

    Raises:
        Conflict: see `require_open_time`.
    """
    if any(isinstance(action, TeamDoubles) for action in actions):
        require_open_time(session, table)


def is_spoken_for(session: Session, table: Table, player: str) -> bool:
    """Tell whether somebody could speak for an absent player without a bet against them."""
    proxies = proxies_of(session)
    named = proxies.named.get(player, "")
    if named and player in proxies.speaks_for(table, named):
        return True
    if session.passes.filter(role=Pass.Role.SCORER, state=Pass.State.GRANTED).exists():
        return True
    scoring = [role.value for role in TABLE[Capability.SCORE]]
    users = session.club.memberships.filter(role__in=scoring).values("user")
    seats = session.seats.filter(player__user__in=users).values_list("player__user", "logged_as")
    against = {user for user, one in seats if player in {one, *opponents(table, one)}}
    return users.exclude(user__in=against).exists()


def speaking_of(session: Session, actor: Actor | Reader) -> Speaking:
    """Return who acts, with permission to do so.

    Raises:
        NotAllowed: the user may not act here.
    """
    found, player = standing(actor, session.club, session)
    allowed = allowed_to(found)
    scores = Capability.SCORE in allowed
    if not scores and (Capability.PLAY not in allowed or not player):
        raise NotAllowed
    return Speaking(player, scores)


def require_voice(
    session: Session, table: Table, speaking: Speaking, actions: Sequence[RulesAction]
) -> None:
    """Check that somebody may record this: a player for their own, a scorer for who is not against
    them.

    Raises:
        NotAllowed: others decide this, or not now.
        RuleError: the rules refuse one of the actions.
    """
    voice = speaking.voice(session, table, proxies_of(session))
    if not voice.scores:
        _require_own(session, table, voice, actions)
    elif voice.against:
        for action in actions:
            if not may_record(voice, table, action):
                raise NotAllowed("bet_against")
            table = table.apply(action)


def may_record(voice: Voice, table: Table, action: RulesAction) -> bool:
    """Tell whether somebody who keeps the score may write an action, whoever it concerns."""
    if isinstance(action, TeamReplies) and sells_to_self(voice, table, action.replies):
        return False
    return voice.may(Deed.RECORD, decided(table, action))


def sells_to_self(voice: Voice, table: Table, replies: Sequence[tuple[str, str]]) -> bool:
    """Tell whether these answers sell somebody else's cube to who gives them."""
    return bool(not voice.scores or voice.against) and buys(table, voice.player, replies)


def _require_own(
    session: Session, table: Table, voice: Voice, actions: Sequence[RulesAction]
) -> None:
    asking = session.question is not None and session.question["kind"] == OFFERS
    for action in actions:
        if not may_say(table, voice.named, action):
            raise NotAllowed("not_yours")
        if session.replies_hidden and isinstance(action, TeamReplies | TeamAnimals):
            raise NotAllowed("declare_instead")
        if isinstance(action, TeamReplies) and sells_to_self(voice, table, action.replies):
            raise NotAllowed("bet_against")
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
