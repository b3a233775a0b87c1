"""Groups of players who usually play together, saved under a name of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from games.errors import NotFound, Refused
from games.models import Club, Player, User
from games.models.ids import public_id as new_id
from games.models.locks import rows_locked
from games.names.identity import identity, sort_key
from games.permissions import Capability, require

LONGEST_NAME: Final = 40
MOST_GROUPS: Final = 12


@dataclass(frozen=True, slots=True)
class Group:
    """A saved group; its players by public id."""

    public_id: str
    name: str
    players: tuple[str, ...]

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> Group:
        """Return a group as a club has it saved."""
        return cls(saved["id"], saved["name"], tuple(saved["players"]))

    def to_json(self) -> dict[str, object]:
        return {"id": self.public_id, "name": self.name, "players": list(self.players)}


def groups_of(club: Club) -> list[Group]:
    """Return a club's groups, the one saved last at the end."""
    return list(map(Group.of, club.groups))


@transaction.atomic
def group_save(*, club: Club, by: User, name: str, players: Sequence[Player]) -> Group:
    """Save these players as a group; one of the same name is replaced.

    Raises:
        NotAllowed: the user may not start sessions.
        Refused: the name is missing or too long, nobody is chosen, or there are too many groups.
    """
    require(by, Capability.START_SESSION, club)
    name, there = _checked(name), _locked(club)
    same = _called(there, name)
    others = [one for one in there if one != same]
    if not players:
        raise Refused("group_empty")
    if len(others) >= MOST_GROUPS:
        raise Refused("too_many_groups", limit=MOST_GROUPS)
    group = Group(same.public_id if same else new_id(), name, _ids(players))
    _write(club, [*others, group])
    return group


@transaction.atomic
def group_change(
    *,
    club: Club,
    by: User,
    public_id: str,
    name: str | None = None,
    players: Sequence[Player] | None = None,
) -> Group:
    """Give a group another name, other players, or both.

    Raises:
        NotAllowed: the user may not start sessions.
        NotFound: the club has no such group.
        Refused: the name is missing, too long or another group's, or nobody is chosen.
    """
    require(by, Capability.START_SESSION, club)
    there = _locked(club)
    before = _known(there, public_id)
    name = before.name if name is None else _checked(name)
    if _called(there, name) not in (None, before):
        raise Refused("group_there", name=name)
    if players is not None and not players:
        raise Refused("group_empty")
    group = Group(public_id, name, before.players if players is None else _ids(players))
    _write(club, [group if one == before else one for one in there])
    return group


@transaction.atomic
def group_delete(*, club: Club, by: User, public_id: str) -> None:
    """Delete a group; its players stay in the club.

    Raises:
        NotAllowed: the user may not start sessions.
        NotFound: the club has no such group.
    """
    require(by, Capability.START_SESSION, club)
    there = _locked(club)
    gone = _known(there, public_id)
    _write(club, [one for one in there if one != gone])


def groups_restore(*, club: Club, names_of: Mapping[str, Sequence[str]]) -> None:
    """Give a club that is made from an archive its groups: those of each player, by public id.

    Raises:
        Refused: a name is missing or too long, or there are too many groups.
    """
    groups: dict[str, list[str]] = {}
    for player, names in names_of.items():
        for name in names:
            groups.setdefault(_checked(name), []).append(player)
    if len(groups) > MOST_GROUPS:
        raise Refused("too_many_groups", limit=MOST_GROUPS)
    if groups:
        _write(
            club,
            [Group(new_id(), name, tuple(groups[name])) for name in sorted(groups, key=sort_key)],
        )


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("group_name", limit=LONGEST_NAME)
    return name


def _ids(players: Sequence[Player]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(player.public_id for player in players))


def _locked(club: Club) -> list[Group]:
    return groups_of(rows_locked(Club.objects).get(pk=club.pk))


def _called(groups: Sequence[Group], name: str) -> Group | None:
    """Return the group of a name, in whatever spelling."""
    return next((one for one in groups if identity(one.name) == identity(name)), None)


def _known(groups: Sequence[Group], public_id: str) -> Group:
    found = next((one for one in groups if one.public_id == public_id), None)
    if found is None:
        raise NotFound
    return found


def _write(club: Club, groups: Sequence[Group]) -> None:
    club.groups = [group.to_json() for group in groups]
    club.save(update_fields=["groups"])
