"""All that is kept about one person, as JSON: found by following every relation to him.

So nothing is forgotten that is added later, in whatever app. Left out are secrets (hashes of
passwords and tokens), and who else is meant: other players stand there by their identifiers.
"""

from typing import Any, Final

from axes.models import AccessAttempt
from django.db.models import ForeignKey, Model, Q
from django.db.models.fields.reverse_related import ForeignObjectRel

from games.models import Debt, Declaration, Pass, Player, Proxy, Seat, User

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
"""What would open something, and what is about the whole table: the record itself has that."""


def account_data(user: User) -> Json:
    """Describe an account: itself, whatever names it, and the players it plays as."""
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


def player_data(player: Player, *, with_money: bool = True) -> Json:
    """Describe a player of one club: himself, those merged into him, and whatever names them.

    Without money, what they owe is left out: a director has no business with it.
    """
    merged = player.merged.order_by("pk")
    return {
        "player": _row(Player, Q(pk=player.pk))[0],
        "merged": [player_data(one, with_money=with_money) for one in merged],
        **_related(player, without=() if with_money else (Debt,)),
        **_at_tables(player),
    }


def _related(one: Model, without: tuple[type[Model], ...] = ()) -> Json:
    """Return the rows that point to somebody, by their model and the field that does."""
    found: Json = {}
    # Those without a way back in code are hidden, and point to him no less.
    for relation in one._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel):
            continue
        model, field = relation.related_model, relation.field
        # Relations of many to many have rows of their own, which point here, too.
        if not isinstance(field, ForeignKey) or model in (Player, *without):
            continue
        rows = _row(model, Q(**{field.name: one.pk}), without=field.name)
        if rows:
            found[f"{model._meta.model_name}_{field.name}"] = rows
    return found


def _row(model: type[Model], condition: Q, without: str = "") -> list[Json]:
    """Return rows with what may be told of them; others in them by what names them openly."""
    columns = {}
    for field in model._meta.concrete_fields:
        if field.name in SECRET or field.name == without or field.primary_key:
            continue
        columns[field.name] = _open_name(field) if isinstance(field, ForeignKey) else field.name
    listed = [name for name in columns.values() if name]
    rows = model._default_manager.filter(condition).order_by("pk").values(*listed)
    return [
        {name: row[column] for name, column in columns.items() if column} for row in rows.iterator()
    ]


def _open_name(field: "ForeignKey[Any, Any]") -> str:
    """Return by which column of the other row it is told; blank for other accounts: not told."""
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
    """Return what names him by the log's id only: passes, open words, who spoke for him."""
    found: Json = {"pass_player": [], "declaration_player": [], "proxy_player": []}
    for session, logged in Seat.objects.filter(player=player).values_list("session", "logged_as"):
        here = Q(session=session, player=logged)
        found["pass_player"] += _row(Pass, here)
        found["declaration_player"] += _row(Declaration, here)
        found["proxy_player"] += _row(Proxy, here | Q(session=session, speaker=logged))
    return {name: rows for name, rows in found.items() if rows}
