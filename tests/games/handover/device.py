"""A device that keeps the score without network, as far as its server can tell: no browser."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from games.handover.presenters.taken import base_of
from games.handover.services.handing import HandedOver, session_hand_over
from games.handover.services.keeping import keeping_begin
from games.models import Session, User
from games.offline.position import Base, Entry, apply, begun, fingerprint
from games.permissions import Reader
from games.rules.chouette import Action, Join, StartGame, Table


class Device:
    """One phone: it takes the evening along, taps, and hands over."""

    def __init__(self, session: Session, user: User, *, over: bool = False) -> None:
        self.session = Session.objects.get(pk=session.pk)
        self.user = user
        self.key = uuid.uuid4().hex
        keeping_begin(session=self.session, device=self.key, sender=user, over=over)
        reader = Reader.of(user, self.session.club, self.session)
        # As it is stored and read again.
        self.base = Base.from_json(base_of(self.session, reader).to_json())
        self.position = begun(self.base)
        self.entries: list[Entry] = []

    @property
    def table(self) -> Table:
        return self.position.table

    def tap(self, do: str, actions: tuple[Action, ...] = (), **fields: Any) -> Entry:
        """Make an entry, and play it."""
        at = fields.pop("at", "2026-11-17T21:04:00")
        entry = Entry(uuid.uuid4().hex, self.position.version, do, at, actions, **fields)
        entry = Entry.from_json(entry.to_json())
        self.position = apply(self.position, entry)
        self.entries.append(entry)
        return entry

    def play(self, *actions: Action, **fields: Any) -> Entry:
        return self.tap("play", actions, **fields)

    def start(self) -> tuple[str, ...]:
        """Start a game in the line that the rules propose; its team."""
        line = self.table.line
        assert line is not None
        self.play(StartGame(line.box, line.partner, line.team, by_hand=False))
        return line.team

    def undo(self, steps: int = 1) -> Entry:
        return self.tap("undo", steps=steps)

    def redo(self) -> Entry:
        return self.tap("redo")

    def newcomer(self, name: str) -> str:
        """Let somebody join whom only this device knows; their identifier here."""
        player = f"new{1 + sum(one.startswith('new') for one in self.position.names)}"
        self.play(Join(player, None), newcomers={player: name})
        return player

    def hand_over(self, *, most: int | None = None, **options: Any) -> HandedOver:
        """Send all entries, or the first ones; a real device goes on until none is left."""
        entries = [replace(one) for one in self.entries[:most]]
        table = begun(self.base)
        for entry in entries:
            table = apply(table, entry)
        given = {
            "session": Session.objects.get(pk=self.session.pk),
            "entries": entries,
            "shown": fingerprint(table.table),
            "device": self.key,
            "sender": self.user,
        }
        return session_hand_over(**{**given, **options})

    def hand_over_all(self, **options: Any) -> HandedOver:
        """Send all, again and again, until the last is taken or it stops."""
        while (answer := self.hand_over(**options)).left and answer.stopped is None:
            pass
        return answer

    def discard(self, taken: tuple[str, ...]) -> None:
        """Forget what is acknowledged: it lies before the base from now on."""
        position = begun(self.base)
        for entry in self.entries[: len(taken)]:
            position = apply(position, entry)
        self.base = replace(
            self.base,
            version=position.version,
            steps=position.done,
            undone=position.undone,
            names=position.names,
        )
        self.entries = self.entries[len(taken) :]
