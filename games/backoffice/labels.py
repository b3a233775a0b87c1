"""Labels of columns that have none of their own: Django would show their English names."""

from typing import Final

from django.db.models import Field, Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

LABELS: Final[dict[str, str | Promise]] = {
    "asked by": gettext_lazy("asked by"),
    "author": gettext_lazy("author"),
    "board": gettext_lazy("board"),
    "box": gettext_lazy("box"),
    "captain": gettext_lazy("captain"),
    "changed at": gettext_lazy("changed at"),
    "closed by": gettext_lazy("closed by"),
    "club": gettext_lazy("club"),
    "code": gettext_lazy("code"),
    "commitment": gettext_lazy("commitment"),
    "created at": gettext_lazy("created at"),
    "created by": gettext_lazy("created by"),
    "creditor": gettext_lazy("creditor"),
    "debtor": gettext_lazy("debtor"),
    "due at": gettext_lazy("due at"),
    "ended at": gettext_lazy("ended at"),
    "ended how": gettext_lazy("ended how"),
    "expires at": gettext_lazy("expires at"),
    "failed": gettext_lazy("failed"),
    "first sequence": gettext_lazy("first sequence"),
    "first": gettext_lazy("first"),
    "game": gettext_lazy("game"),
    "game id": gettext_lazy("game id"),
    "generation": gettext_lazy("generation"),
    "key": gettext_lazy("key"),
    "kind": gettext_lazy("kind"),
    "last sequence": gettext_lazy("last sequence"),
    "logged as": gettext_lazy("logged as"),
    "number": gettext_lazy("number"),
    "outcome": gettext_lazy("outcome"),
    "partner": gettext_lazy("partner"),
    "payee": gettext_lazy("payee"),
    "payer": gettext_lazy("payer"),
    "payload": gettext_lazy("payload"),
    "place": pgettext_lazy("rank", "place"),
    "player": gettext_lazy("player"),
    "position": gettext_lazy("position"),
    "public id": gettext_lazy("public id"),
    "rebuilt in": gettext_lazy("rebuilt in"),
    "resolved by": gettext_lazy("resolved by"),
    "resolved at": gettext_lazy("resolved at"),
    "revoked at": gettext_lazy("revoked at"),
    "role": gettext_lazy("role"),
    "room": gettext_lazy("room"),
    "round": gettext_lazy("round"),
    "rules version": gettext_lazy("rules version"),
    "score black": gettext_lazy("score black"),
    "score white": gettext_lazy("score white"),
    "season": gettext_lazy("season"),
    "seat": gettext_lazy("seat"),
    "second": gettext_lazy("second"),
    "sender": gettext_lazy("sender"),
    "sequence": gettext_lazy("sequence"),
    "session": gettext_lazy("session"),
    "side": gettext_lazy("side"),
    "stake": gettext_lazy("stake"),
    "started by": gettext_lazy("started by"),
    "state": gettext_lazy("state"),
    "status": gettext_lazy("status"),
    "step": gettext_lazy("step"),
    "taken at": gettext_lazy("taken at"),
    "text": gettext_lazy("text"),
    "used at": gettext_lazy("used at"),
    "used by": gettext_lazy("used by"),
    "user": gettext_lazy("user"),
    "version": gettext_lazy("version"),
    "winner": gettext_lazy("winner"),
}


def labels_give(model: type[Model]) -> None:
    """Name the columns of a model in the reader's language, where the model names none."""
    for field in model._meta.get_fields():
        if isinstance(field, Field) and field._verbose_name is None:  # type: ignore[attr-defined]
            field.verbose_name = LABELS.get(str(field.verbose_name), field.verbose_name)  # type: ignore[assignment]
