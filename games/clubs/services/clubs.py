"""Clubs: settings, members and roles, players, seasons."""

import datetime
from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from games.accounts.services.accounts import invitations_withdraw, refusal, require_grant
from games.accounts.services.role_log import role_changed
from games.errors import NotAllowed, NotFound, Refused
from games.models import Club, Membership, Player, Season, Session, User
from games.models.ids import public_id
from games.models.locks import rows_locked
from games.names.identity import ByName, is_one, spelled
from games.permissions import Actor, Capability, require
from games.rules.chouette import HouseRules
from games.signals import club_changed

CLUB_FIELDS: Final = frozenset(
    {
        "name",
        "visibility",
        "default_rules",
        "stake_amount",
        "currency",
        "time_zone",
        "language",
        "minimum_games",
        "accent",
        "replies_hidden",
        "pot_first",
        "boards_rated",
        "boards_chat",
        "board_seconds",
    }
)
"""The fields of a club that an organizer may change."""


@transaction.atomic
def club_create(
    *, by: User, name: str, is_demo: bool = False, is_rehearsal: bool = False, **fields: Any
) -> Club:
    """Found a club; the founder becomes its owner. Fields: see `CLUB_FIELDS`.

    Raises:
        NotAllowed: demo accounts may not found clubs.
        OptionError: the house rules are unknown or contradict each other.
        Refused: a field is not valid.
    """
    if by.is_demo and not is_demo:
        raise NotAllowed
    club = Club(name=name.strip(), slug=_free_slug(name), is_demo=is_demo)
    club.is_rehearsal = is_rehearsal
    _set_fields(club, fields)
    club.save(force_insert=True)
    Membership.objects.create(user=by, club=club, role=Membership.Role.OWNER)
    role_changed(club=club, user=by, by=by, after=Membership.Role.OWNER)
    return club


@transaction.atomic
def club_change(*, club: Club, by: User, **fields: Any) -> Club:
    """Change a club's settings: see `CLUB_FIELDS`.

    Raises:
        NotAllowed: the user may not do this.
        OptionError: the house rules are unknown or contradict each other.
        Refused: a field is not valid.
    """
    require(by, Capability.MANAGE_CLUB, club)
    _set_fields(club, fields)
    club.save(update_fields=sorted(fields))
    news = frozenset(fields)
    transaction.on_commit(lambda: club_changed.send(Club, club_id=club.pk, fields=news))
    return club


@transaction.atomic
def membership_set(*, club: Club, user: User, role: str, by: User) -> Membership:
    """Give a user a role in a club, instead of their present one.

    Raises:
        NotAllowed: `by` may not give that role, or not take the present one away.
        Refused: the club would be left without an owner.
    """
    require(by, Capability.MANAGE_ROLES, club)
    require_grant(by, club, role)
    # The club's row is locked so that two owners cannot step down at the same time.
    rows_locked(Club.objects).get(pk=club.pk)
    membership = Membership.objects.filter(club=club, user=user).first()
    if membership is None:
        role_changed(club=club, user=user, by=by, after=role)
        return Membership.objects.create(club=club, user=user, role=role)
    require_grant(by, club, membership.role)
    if role != Membership.Role.OWNER:
        _keep_an_owner(membership)
    role_changed(club=club, user=user, by=by, before=membership.role, after=role)
    membership.role = role
    membership.save(update_fields=["role"])
    invitations_withdraw(club=club, user=user, role=role)
    return membership


@transaction.atomic
def ownership_pass(*, club: Club, to: User, by: User) -> None:
    """Make another member the owner; the former owner stays as an organizer.

    Raises:
        NotAllowed: `by` is not an owner.
        Refused: `to` is not a member, or the same user.
    """
    own = Membership.objects.filter(club=club, user=by, role=Membership.Role.OWNER)
    if not own.exists():
        raise NotAllowed
    if to == by or not Membership.objects.filter(club=club, user=to).exists():
        raise Refused("not_a_member")
    membership_set(club=club, user=to, role=Membership.Role.OWNER, by=by)
    membership_set(club=club, user=by, role=Membership.Role.ORGANIZER, by=by)


@transaction.atomic
def membership_remove(*, membership: Membership, by: User) -> None:
    """Remove a user from a club. Members may always remove themselves.

    Their player stays in the record, but is unlinked from the account: people at a table may write
    there, and a former member may not.

    Raises:
        NotAllowed: the user may not do this.
        NotFound: the member has left already.
        Refused: the club would be left without an owner.
    """
    club = rows_locked(Club.objects).get(pk=membership.club_id)
    now = Membership.objects.filter(pk=membership.pk).select_related("user").first()
    if now is None:
        raise NotFound
    if now.user_id != by.pk:
        require(by, Capability.MANAGE_ROLES, club)
        require_grant(by, club, now.role)
    _keep_an_owner(now)
    Player.objects.filter(club=club, user=now.user).update(user=None)
    invitations_withdraw(club=club, user=now.user)
    role_changed(club=club, user=now.user, by=by, before=now.role)
    now.delete()


@transaction.atomic
def player_create(
    *,
    club: Club,
    by: Actor,
    name: str,
    user: User | None = None,
    session: Session | None = None,
    is_namesake: bool = False,
) -> Player:
    """Add a player to a club; they need no account. With `session`, its scorer may do this.

    `is_namesake`: somebody said that this is not the player whose name is spelled almost alike.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the name is taken, in whatever spelling, or cannot be written in the notation.
    """
    require(by, Capability.ADD_PLAYER, club, session)
    player = Player(club=club, name=spelled(name), user=user)
    _clean(player)
    if not is_namesake:
        _require_free(player)
    player.save(force_insert=True)
    return player


@transaction.atomic
def players_create(*, club: Club, by: Actor, names: Sequence[str]) -> list[Player]:
    """Add many players to a club at once, as `player_create` adds each: in two statements.

    Raises:
        NotAllowed: the user may not do this.
        Refused: a name is taken, in whatever spelling, or cannot be written in the notation.
    """
    require(by, Capability.ADD_PLAYER, club)
    names_there = club.players.order_by("pk").values_list("name", flat=True)
    there = ByName((name, name) for name in names_there)
    added = [Player(club=club, name=spelled(name)) for name in names]
    for player in added:
        alike = there.alike(player.name)
        if player.name in alike:
            _clean(player)  # the database's constraint says it
        if len(alike) == 1:
            raise Refused("player_there", name=alike[0])
        try:
            player.clean_fields(exclude={"club"})
        except ValidationError as error:
            raise refusal(error) from error
        there.add(player.name, player.name)
    Player.objects.bulk_create(added)
    return added


@transaction.atomic
def player_rename(*, player: Player, by: User, name: str) -> Player:
    """Rename a player; the record refers to them by identifier and stays as it is.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the name is taken, or cannot be written in the notation.
    """
    if player.user_id != by.pk:
        require(by, Capability.MANAGE_PLAYERS, player.club)
    # Keep what others changed since this row was read: a merge, another account.
    locked = rows_locked(Player.objects).get(pk=player.pk)
    before, locked.name = locked.name, spelled(name)
    _clean(locked)
    if not is_one(before, locked.name):
        _require_free(locked)
    locked.save(update_fields=["name", "name_key"])
    player.refresh_from_db(fields=["name", "name_key"])
    return player


@transaction.atomic
def player_set_active(*, player: Player, by: User, is_active: bool) -> Player:
    """Remove a player from the lists of choices, or put them back.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_PLAYERS, player.club)
    player.is_active = is_active
    player.save(update_fields=["is_active"])
    return player


@transaction.atomic
def player_release(*, player: Player, by: User) -> Player:
    """Unlink a player from an account, if the wrong person has claimed them.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_ROLES, player.club)
    player.user = None
    player.save(update_fields=["user"])
    return player


@transaction.atomic
def season_create(
    *, club: Club, by: User, name: str, starts_on: datetime.date, ends_on: datetime.date
) -> Season:
    """Add a season. New sessions on its days belong to it.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the name is taken, or it ends before it starts.
    """
    require(by, Capability.MANAGE_SEASONS, club)
    season = Season(club=club, name=name.strip(), starts_on=starts_on, ends_on=ends_on)
    _save_clean(season)
    return season


def _set_fields(club: Club, fields: dict[str, Any]) -> None:
    unknown = fields.keys() - CLUB_FIELDS
    if unknown:
        raise TypeError(f"no such field of a club: {', '.join(sorted(unknown))}")
    if "default_rules" in fields:
        fields = {**fields, "default_rules": HouseRules.parse(fields["default_rules"]).text()}
    for field, value in fields.items():
        setattr(club, field, value)
    if club.stake_amount is not None and not club.currency:
        raise Refused("currency_missing")
    _clean(club)


def _free_slug(name: str) -> str:
    """Return the name as a slug; a name without Latin letters gets a random one."""
    slug = slugify(name)[:50].strip("-") or public_id()
    taken = set(Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(one for one in numbered if one not in taken)


def _keep_an_owner(membership: Membership) -> None:
    if membership.role != Membership.Role.OWNER:
        return
    owners = Membership.objects.filter(club=membership.club_id, role=Membership.Role.OWNER)
    if not owners.exclude(pk=membership.pk).exists():
        raise Refused("last_owner")


def _clean(row: Club | Player | Season) -> None:
    try:
        row.full_clean()
    except ValidationError as error:
        raise refusal(error) from error


def _require_free(player: Player) -> None:
    """Refuse a name that somebody else of the club has in another spelling.

    A club that tells several people apart by their spelling already may go on doing so.
    """
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    names = others.values_list("name", flat=True)
    alike = [name for name in names if is_one(name, player.name)]
    if len(alike) == 1:
        raise Refused("player_there", name=alike[0])


def _save_clean(row: Season) -> None:
    _clean(row)
    row.save(force_insert=True)
