"""Why the record refuses a request: kinds of errors, each a code with parameters and a sentence."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.chouette import ChouetteError

MESSAGES: Final[Mapping[str, str | Promise]] = {
    "not_allowed": _("You may not do that here: it takes another role in this club."),
    "not_found": _("There is nothing here, or you may not see it."),
    "stale_version": _("Somebody was faster: the table has changed. Look again, then tap again."),
    "key_reused": _("This key has been used for something else already; a new one is needed."),
    "key_malformed": _("A key has 1 to 64 characters."),
    "nothing_sent": _("At least one action is needed."),
    "too_many_actions": _("At most %(limit)s actions go into one step."),
    "session_ended": _("This session has ended; reopen it first."),
    "session_void": _("This session is void; reopen it first."),
    "session_open": _("This session is running already."),
    "game_running": _("Game %(game)s is still being played: finish it, or undo it."),
    "nothing_to_undo": _("There is nothing to undo."),
    "not_so_much_to_undo": _("Only %(steps)s steps can be undone."),
    "nothing_to_redo": _("There is nothing to redo."),
    "not_so_much_to_redo": _("Only %(steps)s steps can be redone."),
    "steps_invalid": _("The number of steps is a whole number from 1."),
    "player_elsewhere": _("Only players of this club sit down here."),
    "player_twice": _("%(name)s is named twice."),
    "too_few_players": _("A session starts with three players or more."),
    "too_many_players": _("At most %(limit)s players sit at one table."),
    "stake_invalid": _("A stake is a whole number from 1 to %(limit)s."),
    "stake_amount_invalid": _("What a point is worth is an amount from 0 with two decimals."),
    "currency_missing": _("What a point is worth needs a currency, such as EUR."),
    "number_too_large": _("These points are too large to be kept."),
    "rules_changed": _(
        "This session was played by an earlier version of the rules, and this version would count "
        "game %(game)s differently: it cannot be continued."
    ),
    "game_unknown": _("This session has no finished game %(game)s."),
    "amend_unfinished": _("With these actions game %(game)s would not come to its end."),
    "amend_goes_on": _("Game %(game)s has ended before the last of these actions."),
    "amend_two_games": _("An amendment is about one game, and starts it once."),
    "amend_refused": _("With that, game %(game)s could not have been played: %(reason)s"),
    "text_missing": _("A few words are needed."),
    "text_too_long": _("At most %(limit)s characters."),
    "dispute_resolved": _("This dispute has been resolved already."),
    "not_a_dispute": _("This is a note, not a dispute."),
    "invalid": _("%(reason)s"),
    "field_invalid": _("%(field)s: %(reason)s"),
    "link_invalid": _(
        "This link is not valid, was used already, or has expired. Ask for a new one."
    ),
    "demo_off": _("The demo accounts are switched off here."),
    "player_claimed": _("%(name)s belongs to another account already."),
    "user_has_player": _("You are %(name)s in this club already."),
    "last_owner": _("A club needs an owner: name another one first."),
    "export_needs_stakes": _(
        "This session was played for different stakes and cannot be told without them."
    ),
    "import_player": _("Line %(line)s: “%(name)s” cannot be a player here: %(reason)s"),
}
"""Sentences by code: the one place where they are written."""


class ServiceError(Exception):
    """The record refuses; nothing was written. `str()` is the sentence in the reader's language."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        return str(MESSAGES[self.code]) % self.params


class Refused(ServiceError):
    """What was asked for cannot be done."""


class NotAllowed(ServiceError, PermissionDenied):
    """Who asks may not do it."""

    status = 403

    def __init__(self) -> None:
        super().__init__("not_allowed")


class NotFound(ServiceError):
    """It does not exist, or not for who asks."""

    status = 404

    def __init__(self, code: str = "not_found") -> None:
        super().__init__(code)


class Conflict(ServiceError):
    """It contradicts what has been written in the meantime."""

    status = 409


class StaleVersion(Conflict):
    """The sender saw an older version of the session; `version` is the current one."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__("stale_version", version=version)


class KeyReused(Conflict):
    """The same key came with other content."""

    def __init__(self) -> None:
        super().__init__("key_reused")


class AmendRefused(Refused):
    """A later game, `game`, could not have been played after the amendment; `cause` says why."""

    def __init__(self, game: int, cause: ChouetteError) -> None:
        self.game = game
        self.cause = cause
        super().__init__("amend_refused", game=game, reason=str(cause))
