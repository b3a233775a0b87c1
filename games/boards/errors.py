"""Errors of boards: each has a code, parameters and a sentence."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import errors
from games.rules.coded import CodedError

MESSAGES: Final[Mapping[str, str | Promise]] = {
    **errors.MESSAGES,
    "board_stale": _("The board has changed meanwhile. Look again, then play."),
    "board_over": _("This is over: nothing more is played here."),
    "board_begun": _("Somebody has sat down already: the game has begun."),
    "board_refused": _("%(reason)s"),
    "no_seat": _("You do not play at this board: you can watch."),
    "seat_taken": _("This seat is taken."),
    "seat_asked": _(
        "%(name)s sits here and is asked on their page: this link opens the seat once they agree."
    ),
    "seat_own": _("You sit at this board already. Send the link to somebody else."),
    "seat_of_account": _("This player has an account and signs in: new links are for guests only."),
    "invitation_closed": _(
        "This link was used or withdrawn already, or has expired. Ask for a new one."
    ),
    "challenge_two": _("A board is for one player or open to the whole club, not both."),
    "challenge_closed": _("This seat is not open to the whole club: a link is needed."),
    "too_many_waiting": _(
        "%(limit)s of your boards wait for somebody already: withdraw one before you invite again."
    ),
    "links_open": _(
        "%(limit)s links to this board are open already: withdraw one before you make another."
    ),
    "too_many_running": _("You play on %(limit)s boards already: finish one first."),
    "mails_account": _(
        "Mails go out for people with an account only: pass the link on yourself, or sign in."
    ),
    "mails_often": _("Too many invitations were mailed today: pass the link on yourself."),
    "mails_unwanted": _("This address wants no mails about boards: pass the link on yourself."),
    "blocked": _("This player does not want to be invited by you."),
    "name_missing": _("Say the name by which the others see you."),
    "length_invalid": _("A match is to 1 to %(most)s points."),
    "cube_none": _("A match to 1 has no cube: the winner of this game wins the match."),
    "clock_invalid": _("This clock is not offered here."),
    "abandon_own": _("You play here yourself: another organizer abandons this board."),
    "reason_missing": _("Say why: the reason is shown to everybody."),
    "chat_off": _("In this club people choose from fixed texts at the board."),
    "line_unknown": _("This is none of the fixed texts."),
    "line_long": _("At most %(limit)s characters."),
    "blocked_line": _("One of you has blocked the other: nothing is said between you."),
    "line_often": _("Wait a moment before you write again."),
    "rematch_early": _("This game is not over yet."),
    "rematch_none": _("Nobody waits for this answer any more. Look again."),
    "rematch_nobody": _("The other player cannot be asked here: they have no account."),
    "rematch_asked": _(
        "The other player is asked for a rematch: wait for their answer, or take it back."
    ),
    "assistant_none": _("The assistant does not play this game yet."),
    "analysis_early": _("While a game runs nobody gets it analysed: wait until it is over."),
    "analysis_abandoned": _("An abandoned board is not analysed."),
    "analysis_game": _("Only backgammon is analysed."),
    "analysis_guest": _("Somebody with an account asks for the analysis; then you can read it."),
    "analysis_format": _(
        "Match text (.mat) and SGF are read here. Save the match as one of them in the program "
        "that it comes from."
    ),
    "record_game": _("Say which game it is."),
    "record_long": _("The text is longer than %(limit)s kB: take single games out of it."),
    "record_games": _("A text with more than %(limit)s games is not read here: divide it."),
    "record_slow": _("This text takes too long to read just now: take single games out of it."),
    "record_moves": _("A game with more than %(limit)s moves is not shown."),
    "record_missing": _("Choose a file, or paste its text."),
    "analysis_none": _("This server has no engine that could judge plays."),
    "board_of_chouette": _("This is a game of a chouette: it is played on the evening's own page."),
    "meeting_address": _(
        "A meeting's address begins with https:// and has at most %(most)s characters, none of "
        "them a space."
    ),
    "board_between": _("Between two games you say whether the next is played on the board."),
    "board_rolled": _(
        "The dice of this game were rolled on its board: only what was said about cubes can be "
        "taken back. An organizer can abandon the board."
    ),
    "board_redo": _("What was taken back cannot be redone here: say it again on the board."),
    "team_speaks": _("Others may still double: %(names)s. Wait, or let the time run out."),
    "not_the_mover": _("Somebody else rolls and moves now."),
    "plead_waits": _("%(name)s asks you not to roll yet: %(seconds)s seconds more."),
    "not_the_team": _("Only players of the team can ask to wait."),
    "gone_self": _("It is your own turn."),
    "gone_there": _("%(name)s is here: the page is open on their device."),
    "gone_early": _("%(name)s is still waited for, %(seconds)s seconds more."),
    "gone_nobody": _("Nobody whose turn it is has been reported away."),
    "gone_not_you": _("You have not been reported away."),
    "gone_nobody_else": _("Nobody else of the team is here: the scorer moves."),
    "gone_nobody_agrees": _(
        "Nobody stands in for %(name)s, and all who keep the score have a bet against them: play "
        "on without them."
    ),
    "answers_self": _(
        "The page is open on their own devices, so they answer themselves: %(names)s."
    ),
    "gone_extras": _("There are extras: a settlement of all bets would leave them open."),
    "settlement_over": _("No settlement is proposed any more."),
    "settlement_others": _("You have said so already, or others are asked."),
    "not_the_box": _("The box says that."),
    "not_the_crew": _("Only captain and crew consult here."),
    "not_the_captain": _("Only who moves for the team can ask for advice."),
    "advice_not_yours": _(
        "You may advise once your own cube was turned, or when the captain asks you."
    ),
    "advice_of_captain": _("You move yourself: play it, rather than propose it."),
    "advice_late": _("This roll is played, or was another one."),
    "advice_needless": _("This player may advise already, or is out of the game."),
    "advice_illegal": _("This is no part of a legal play."),
    "trial_often": _("At most five steps a second are shown."),
    "seeds_nobody": _("Nobody is here who gives a seed: open this page on a player's phone."),
    "seeds_alone": _("A seed is opened when the other player sits here and has chosen one, too."),
    "seeds_not_due": _("The other player still has time to open their seed."),
}
"""Sentences by code: the general ones, and those of boards."""


class BoardRefused(errors.Refused):
    """The request cannot be carried out; nothing was written."""

    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES


class BoardConflict(errors.Conflict):
    """The request contradicts what was written meanwhile."""

    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES


class BoardNotAllowed(errors.NotAllowed):
    """The user may not do this at this board."""

    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES


class RulesRefused(BoardRefused):
    """The rules of the game refuse a step; `cause` says which and why."""

    def __init__(self, cause: CodedError) -> None:
        self.cause = cause
        super().__init__("board_refused", reason=sentence(cause))


def sentence(error: CodedError) -> str:
    """Return an error of the rules as a sentence in the reader's language."""
    return error.sentence(gettext(error.messages[error.code]))
