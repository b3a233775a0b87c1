"""Refusals of services: kinds of errors, each with a code, parameters and a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.chouette import ChouetteError

MESSAGES: Final[Mapping[str, str | Promise]] = {
    "not_allowed": _("You may not do that here: it takes another role in this club."),
    "not_found": _("There is nothing here, or you may not see it."),
    "board_unseen": _(
        "There is nothing here, or you may not see it. Do you play here? Open the board from your"
        " own page or with your own link."
    ),
    "stale_version": _("Somebody was faster: the table has changed. Look again, then tap again."),
    "key_reused": _("This key has been used for something else already; a new one is needed."),
    "key_malformed": _("A key has 1 to 64 characters."),
    "header_contradicts": _("%(field)s and the header %(header)s say different things."),
    "key_missing": _("key is needed, or the header Idempotency-Key."),
    "version_missing": _("version is needed, or the header If-Match: say which state you saw."),
    "nothing_sent": _("At least one action is needed."),
    "too_many_actions": _("At most %(limit)s actions go into one step."),
    "kept_elsewhere": _(
        "Another device keeps the score of this evening without network. Two of them would write "
        "two scores."
    ),
    "kept_on_board": _("This evening is played on the board, which needs the network."),
    "handed_too_many": _("At most %(limit)s taps can be handed over at once."),
    "handed_out_of_order": _("These taps do not follow one another: they are not from one device."),
    "handed_others_wrote": _("Somebody else has written at this table meanwhile."),
    "handed_session_ended": _("The evening was ended meanwhile."),
    "handed_session_void": _("The evening was declared void meanwhile."),
    "handed_rules_changed": _("The program counts by newer rules, and the points differ."),
    "handed_counts_differ": _(
        "The program counts otherwise than this device. That is a mistake of the program, and is "
        "noted."
    ),
    "handed_unknown": _("One of these taps is not known here: this device needs a newer program."),
    "session_ended": _("This evening has ended; reopen it first."),
    "session_void": _("This evening is void; reopen it first."),
    "session_open": _("This evening is running already."),
    "game_running": _("Game %(game)s is still being played: finish it, or undo it."),
    "nothing_to_undo": _("There is nothing to undo."),
    "not_so_much_to_undo": _("Only %(steps)s steps can be undone."),
    "nothing_to_redo": _("There is nothing to redo."),
    "not_so_much_to_redo": _("Only %(steps)s steps can be redone."),
    "steps_invalid": _("The number of steps is a whole number from 1."),
    "player_elsewhere": _("Only players of this club can sit at this table."),
    "player_twice": _("%(name)s is named twice."),
    "too_few_players": _("An evening starts with three players or more."),
    "too_many_players": _("At most %(limit)s players sit at one table."),
    "stake_invalid": _("A stake is a whole number from 1 to %(limit)s."),
    "stake_amount_invalid": _("What a point is worth is an amount from 0 with two decimals."),
    "debts_changed": _(
        "One of these payments was marked paid or changed meanwhile, and nothing was written. "
        "Look at the balances again."
    ),
    "leaver_stays": _(
        "%(name)s has not left: who plays settles up when they leave, or when the evening ends."
    ),
    "leaver_with": _("Choose somebody else of this evening to settle up with."),
    "worth_paid": _(
        "Payments of this evening are marked as paid. Take that back first, then change "
        "what a point is worth."
    ),
    "currency_missing": _("What a point is worth needs a currency, such as EUR."),
    "number_too_large": _("These points are too large to be saved."),
    "rules_changed": _(
        "This evening was played by an earlier version of the rules, and this version would count "
        "game %(game)s differently: it cannot be continued."
    ),
    "game_unknown": _("This evening has no finished game %(game)s."),
    "game_void": _("Game %(game)s is void: reinstate it first."),
    "game_not_void": _("Game %(game)s is not void."),
    "reason_missing": _("Say why: the reason is kept."),
    "session_not_void": _("This evening is not void."),
    "log_broken": _("The log itself is damaged, and nothing was changed: %(reason)s"),
    "log_sound": _("The record of this evening is not damaged: nothing is cut back."),
    "nothing_sound": _(
        "Not even the beginning of this evening's record can be read: there is nothing to cut it "
        "back to. Declare it void, and enter its games again from the sheet."
    ),
    "counted_before": _(
        "It is over, and version %(version)s of the rules counted game %(game)s otherwise than "
        "this one does. What is over keeps its points: nothing was changed."
    ),
    "board_counted_before": _(
        "It is over, and version %(version)s of the rules gave it another result than this one "
        "does. What is over keeps its result: nothing was changed."
    ),
    "log_damaged": _(
        "This evening's record is damaged from game %(game)s on: row %(row)s of its log cannot be "
        "read, or contradicts what stands before it. Nothing was changed. Its results can be read "
        "and exported, and an organizer can declare it void, or cut it back to its last sound step."
    ),
    "season_same": _("The evening is in that season already."),
    "evening_same": _(
        "Choose another evening of the club, one that is not void and whose season is open."
    ),
    "evening_without_line": _("At %(session)s nobody has a place in the line yet."),
    "club_same": _("The evening belongs to that club already."),
    "move_running": _("%(session)s is still running: end it before it moves."),
    "move_debts": _("Debts of this evening were paid, and payments cannot move along."),
    "debt_changed": _("This debt has changed, or was carried to a later evening. Look again."),
    "move_unknown": _("%(club)s has no player of this name: %(names)s"),
    "totals_sum": _(
        "The points sum to %(sum)s, not to 0: put one right, or say that it is entered as it is."
    ),
    "totals_owed": _(
        "The points sum to %(sum)s, not to 0, so that nobody can say who owes whom: such an "
        "evening is entered as paid."
    ),
    "totals_none": _("Enter somebody's points."),
    "totals_only": _("This evening was entered by totals: it has no games and no table."),
    "totals_played": _("This evening was played: its points come from its games."),
    "network_missing": _(
        "This computer is in no network just now: join the Wi-Fi, then try again."
    ),
    "network_elsewhere": _(
        "Phones are let in, and out again, at the computer itself that Chouette runs on."
    ),
    "network_port": _(
        "Another program on this computer uses port %(port)s in the network: nobody was let in."
    ),
    "sheet_wrong": _("Nothing was written. %(reason)s"),
    "merge_itself": _("A player is not merged with themselves."),
    "merge_clubs": _("Only players of one club are merged."),
    "merge_again": _("%(name)s has been merged already."),
    "merge_together": _(
        "%(name)s and %(other)s sat at the same table: %(session)s. They are two people. If it is "
        "one under two names, go on under one of them, and choose “Plays no longer” for the other: "
        "its results stay."
    ),
    "merge_accounts": _("%(name)s and %(other)s belong to two accounts: part one of them first."),
    "people_busy": _("They are being changed by somebody else just now: try again."),
    "not_merged": _("%(name)s has not been merged with anybody."),
    "amend_unfinished": _("With these actions game %(game)s would not come to its end."),
    "amend_goes_on": _("Game %(game)s has ended before the last of these actions."),
    "amend_two_games": _("An amendment is about one game, and starts it once."),
    "amend_refused": _("With that, game %(game)s could not have been played: %(reason)s"),
    "text_missing": _("A few words are needed."),
    "text_too_long": _("At most %(limit)s characters."),
    "dispute_resolved": _("This dispute has been resolved already."),
    "nobody_silent": _(
        "Nobody is left to answer for: they have spoken, or their own phone is at the table."
    ),
    "not_a_dispute": _("This is a note, not a dispute."),
    "invalid": _("%(reason)s"),
    "field_invalid": _("%(field)s: %(reason)s"),
    "link_invalid": _(
        "This link is not valid, was used already, or has expired. Ask for a new one."
    ),
    "founded_already": _(
        "Somebody has founded their club here already. Ask them for an invitation, or sign in."
    ),
    "address_set": _("This account has an e-mail address already."),
    "scopes_invalid": _("Tick what the token allows."),
    "expiry_invalid": _("A token is valid for 30, 90 or 365 days."),
    "too_many_tokens": _("At most %(limit)s tokens can be in use: revoke one first."),
    "token_invalid": _("This token is not known here, or has been revoked."),
    "token_expired": _("This token has expired: make a new one."),
    "scope_missing": _("This token does not have the scope “%(scope)s”."),
    "webhook_url": _("An address begins with https:// and names a host: %(reason)s"),
    "webhook_events": _("Tick at least one event."),
    "push_malformed": _("Messages cannot be sent to this browser. Try another one."),
    "too_many_webhooks": _("At most %(limit)s webhooks for one club."),
    "demo_off": _("The demo accounts are switched off here."),
    "one_name": _("These are %(count)s names: let one after the other join."),
    "player_there": _("%(name)s is in this club already, in this spelling."),
    "player_claimed": _("%(name)s belongs to another account already."),
    "user_has_player": _("You are %(name)s in this club already."),
    "invitation_closed": _("This invitation was used or withdrawn already."),
    "group_name": _("Give the group a name of at most %(limit)s characters."),
    "group_there": _("There is a group called %(name)s already."),
    "group_empty": _("Choose first who belongs to the group."),
    "too_many_groups": _("At most %(limit)s groups can be saved: delete one first."),
    "not_a_member": _("This person is not in the club."),
    "season_closed": _("The season %(season)s is closed: reopen it first, or choose another."),
    "played_later": _("%(date)s is still to come: an evening that is over was before."),
    "season_running": _("%(session)s is still running: end it first."),
    "season_elsewhere": _("This is not a season of this club."),
    "logo_too_large": _("A logo is a file of at most %(limit)s MB."),
    "logo_too_many_pixels": _(
        "A logo has at most %(limit)s million pixels, and no side longer than %(side)s."
    ),
    "logo_unreadable": _("This is not a picture that can be read here: PNG, JPEG or WebP."),
    "club_stays": _("Only the club of a rehearsal is deleted: its players are invented."),
    "rehearsal_size": _("A rehearsal has %(least)s to %(most)s players."),
    "last_owner": _("A club needs an owner: name another one first."),
    "import_twice": _(
        "This evening is there already: %(session)s. "
        "Declare that one void if it is to be read again."
    ),
    "import_player": _("Line %(line)s: “%(name)s” cannot be a player here: %(reason)s"),
    "pass_parted": _("This phone is no longer let in at this table. Nothing is lost."),
    "pass_role": _("A link is for keeping the score, for one player, or for watching."),
    "claim_over": _("This has been answered already."),
    "claims_waiting": _("%(limit)s phones are waiting for a yes already: ask at the table."),
    "not_at_the_table": _("Nobody of this name sits at this table."),
    "proxy_itself": _("Nobody stands in for themselves: choose somebody else."),
    "join_closed": _("No table has this code now. Ask for it at the table: it may have changed."),
    "question_closed": _(
        "The table has moved on: this question is closed, and nothing was saved. Look again."
    ),
    "word_unknown": _("That is no answer to this question. Possible: %(words)s."),
    "not_yours": _("Here you speak for yourself only; the scorer records that."),
    "bet_against": _(
        "You have a bet against them in this game: they say that themselves, or who stands in for "
        "them, or somebody without such a bet who keeps the score."
    ),
    "undo_of_another": _(
        "Others had a part in that: only the scorer takes it back, or does it again."
    ),
    "rolled_since": _(
        "Dice have been rolled on the board since, or the game is over: only somebody without a "
        "bet in this game who keeps the score takes that back, or does it again."
    ),
    "played_on_board": _(
        "This game was played on the board: only somebody without a bet in it who keeps the score "
        "puts it right."
    ),
    "declare_instead": _(
        "Answers stay hidden until all are in. Give yours: it is shown together with the others."
    ),
    "offers_early": _(
        "On the board the round is closed when all have spoken, or when the time is over."
    ),
    "offers_over": _(
        "The time to double is over for this roll: players who said nothing do not double."
    ),
    "hold_on_board": _(
        "On wood nobody is asked before each roll: say “hold” when the team is asked."
    ),
    "answers_given": _(
        "These have answered on their phones: %(names)s. "
        "To replace their answers, send “over”: %(question)s."
    ),
    "team_is_asked": _("The team is being asked who doubles: its round comes first."),
    "shown_unknown": _("A player is shown by name, by initials, or not at all."),
}
"""Sentences by code, written only here."""


class ServiceError(Exception):
    """A service refuses; nothing was written. `str()` is the sentence in the reader's language."""

    status: ClassVar[int] = 400
    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        return str(self.sentences[self.code]) % self.params


class Refused(ServiceError):
    """The request cannot be carried out."""


class NotAllowed(ServiceError, PermissionDenied):
    """The user may not do this."""

    status = 403

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)


class NotFound(ServiceError):
    """It does not exist, or the user may not see it."""

    status = 404

    def __init__(self, code: str = "not_found") -> None:
        super().__init__(code)


class Conflict(ServiceError):
    """The request contradicts what was written meanwhile."""

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


class AnswersGiven(Conflict):
    """Others have answered the open question in secret, and would be overridden.

    It has the log's ids of those players, never their answers.
    """

    def __init__(self, question: int, players: Sequence[str]) -> None:
        self.question = question
        self.players = tuple(players)
        super().__init__("answers_given", question=question, players=self.players)

    def __str__(self) -> str:
        return self.sentence(", ".join(self.players))

    def sentence(self, names: str) -> str:
        """Return the sentence with the names of those who have answered."""
        return str(self.sentences[self.code]) % {**self.params, "names": names}


class Damaged(Conflict):
    """A log is unreadable from a point on: `game` is the first that is not reliable.

    `by_rules`: the row can be read, but the rules refuse what it says.
    """

    def __init__(self, game: int, row: int, *, by_rules: bool = False) -> None:
        self.game = game
        self.row = row
        self.by_rules = by_rules
        super().__init__("log_damaged", game=game, row=row)


class AmendRefused(Refused):
    """A later game, `game`, would be illegal after the amendment; `cause` says why."""

    def __init__(self, game: int, cause: ChouetteError) -> None:
        self.game = game
        self.cause = cause
        super().__init__("amend_refused", game=game, reason=str(cause))
