"""All data stored about one person, as JSON: found by following every relation to them.

This way data added later, in any app, are included. Left out are secrets (hashes of passwords and
tokens) and other people: other players appear only by their identifiers.
"""

from dataclasses import asdict
from typing import Any, Final

from axes.models import AccessAttempt
from django.db.models import ForeignKey, Model, Q
from django.db.models.fields.reverse_related import ForeignObjectRel

from games.clubs.selectors.games import games_played
from games.models import BoardLine, Debt, Declaration, Pass, Player, Proxy, Seat, User

Json = dict[str, Any]

SECRET: Final = frozenset(
    {
        "password",
        "token_hash",
        "nonce",
        "session_key",
        "session_data",
        "key",
        "digest",
        "salt",
        "snapshot",
        "checkpoint",
        "payload",
        "join_code",
        "code",
    }
)
"""Fields that grant access, and fields about the whole table, which its own record has."""
SAID: Final = (BoardLine, "code")
"""No code that grants access: which of the fixed texts somebody said."""


def account_data(user: User) -> Json:
    """Describe an account: itself, the rows that refer to it, and its players."""
    attempts = AccessAttempt.objects.filter(username=user.email)
    return {
        "account": _row(User, Q(pk=user.pk))[0],
        **_related(user),
        "failed_sign_ins": list(
            attempts.values("attempt_time", "ip_address", "user_agent", "failures_since_start")
        ),
        "players": [
            player_data(player) for player in user.players.select_related("club").order_by("pk")
        ],
    }


def player_data(player: Player, *, with_money: bool = True, is_own: bool = True) -> Json:
    """Describe a player: themselves, those merged into them, and the rows that refer to them.

    Without `with_money` their debts are left out: directors may not see them. How well they play,
    as analyses found, is for themselves (`is_own`).
    """
    merged = player.merged.order_by("pk")
    related = _related(player, without=() if with_money else (Debt,))
    for seat in related.get("boardseat_player", []):
        if not is_own:
            del seat["figures"]
    return {
        "player": _row(Player, Q(pk=player.pk))[0],
        "merged": [player_data(one, with_money=with_money, is_own=is_own) for one in merged],
        **related,
        **_at_tables(player),
        "games_at_boards": {game: asdict(played) for game, played in games_played(player).items()},
    }


def _related(person: Model, without: tuple[type[Model], ...] = ()) -> Json:
    """Return the rows that refer to someone, by their model and field."""
    found: Json = {}
    # Relations without a reverse accessor are hidden, but refer to the person all the same.
    for relation in person._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel):
            continue
        model, field = relation.related_model, relation.field
        # Many-to-many relations have rows of their own, which are found, too.
        if not isinstance(field, ForeignKey) or model in (Player, *without):
            continue
        if field.name in getattr(model, "HEARD_BY", ()):  # somebody else's words
            continue
        rows = _row(model, Q(**{field.name: person.pk}), without=field.name)
        if rows:
            found[f"{model._meta.model_name}_{field.name}"] = rows
    return found


def _row(model: type[Model], condition: Q, without: str = "") -> list[Json]:
    """Return rows with the fields that may be shown; other people appear by their public
    identifiers.
    """
    columns = {}
    for field in model._meta.concrete_fields:
        if field.name in SECRET and (model, field.name) != SAID:
            continue
        if field.name == without or field.primary_key:
            continue
        columns[field.name] = _open_name(field) if isinstance(field, ForeignKey) else field.name
    listed = [name for name in columns.values() if name]
    rows = model._default_manager.filter(condition).order_by("pk").values(*listed)
    return [
        {name: row[column] for name, column in columns.items() if column} for row in rows.iterator()
    ]


def _open_name(field: "ForeignKey[Any, Any]") -> str:
    """Return the column that identifies the other row publicly; blank for other accounts."""
    other = field.related_model
    names = {one.name for one in other._meta.concrete_fields}
    if other is User:
        return ""
    if "slug" in names:
        return f"{field.name}__slug"
    if "public_id" in names:
        return f"{field.name}__public_id"
    if {"number", "session"} <= names:
        return f"{field.name}__number"
    return field.attname


def _at_tables(player: Player) -> Json:
    """Return rows that refer to the player only by the log's identifier: passes, declarations,
    proxies.
    """
    found: Json = {"pass_player": [], "declaration_player": [], "proxy_player": []}
    for session, logged in Seat.objects.filter(player=player).values_list("session", "logged_as"):
        here = Q(session=session, player=logged)
        found["pass_player"] += _row(Pass, here)
        found["declaration_player"] += _row(Declaration, here)
        found["proxy_player"] += _row(Proxy, here | Q(session=session, speaker=logged))
    return {name: rows for name, rows in found.items() if rows}
