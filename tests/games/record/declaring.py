"""A table where everybody has a phone: for tests of what is said on several of them."""

import uuid
from typing import Any

from games.models import Pass, Player, Proxy, Session, User
from games.record.log.writing import Recorded
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action
from games.record.services.asked import Declared
from games.record.services.declarations import declaration_make, offers_close, offers_open
from games.rules.chouette import Table


class Phones:
    """Every player at a table with their own phone, by name."""

    def __init__(self, session: Session, players: dict[str, Player]) -> None:
        self.session = session
        self.ids = {name: player.public_id for name, player in players.items()}
        self.names = {player: name for name, player in self.ids.items()}
        self.passes = {
            name: Pass.objects.create(
                club=session.club, session=session, role=Pass.Role.PLAYER, player=player
            )
            for name, player in self.ids.items()
        }

    def fresh(self) -> Session:
        """The session as it is now."""
        return Session.objects.get(pk=self.session.pk)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return table_of(self.fresh())

    @property
    def question(self) -> dict[str, Any] | None:
        """What is asked now."""
        found: dict[str, Any] | None = self.fresh().question
        return found

    @property
    def number(self) -> int:
        """The number of what is asked now, or would be next."""
        session = self.fresh()
        return session.question["number"] if session.question else session.questions + 1

    def say(self, name: str, word: str, *, by: User | Pass | str = "", **request: Any) -> Declared:
        """An answer for a player, on their own phone, on another's, or by somebody else."""
        sender = by if isinstance(by, User | Pass) else self.passes[by or name]
        return declaration_make(
            **{
                "session": self.fresh(),
                "question": self.number,
                "player": self.ids[name],
                "word": word,
                "key": uuid.uuid4().hex,
                "sender": sender,
                **request,
            }
        )

    def close(self, by: str, **request: Any) -> Declared:
        """The round of offers is closed."""
        return self._round(offers_close, by, request)

    def open(self, by: str, **request: Any) -> Declared:
        """The team is asked who doubles."""
        return self._round(offers_open, by, request)

    def record(self, by: str, *actions: Any, **request: Any) -> Recorded:
        """What a phone records by itself."""
        session = self.fresh()
        return record_action(
            **{
                "session": session,
                "actions": actions,
                "version": session.version,
                "key": uuid.uuid4().hex,
                "sender": self.passes[by],
                **request,
            }
        )

    def proxy(self, away: str, speaker: str = "") -> None:
        """Set an absent player's proxy; without a name it is the captain."""
        Proxy.objects.create(
            session=self.session, player=self.ids[away], speaker=self.ids.get(speaker, "")
        )

    def words(self) -> dict[str, str]:
        """What has been said to the open question and is in no step yet."""
        rows = self.session.declarations.filter(step=None, overridden_by=None)
        return {self.names[player]: word for player, word in rows.values_list("player", "word")}

    def last(self) -> Any:
        """The last row of the log, with names."""
        row = self.session.log.order_by("-sequence").first()
        assert row is not None
        return row.kind, _renamed(row.payload, self.names)

    def _round(self, service: Any, by: str, request: dict[str, Any]) -> Declared:
        declared: Declared = service(
            **{
                "session": self.fresh(),
                "question": self.number,
                "key": uuid.uuid4().hex,
                "sender": self.passes[by],
                **request,
            }
        )
        return declared


def _renamed(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data
