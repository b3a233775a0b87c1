"""Errors of events: each has a code, parameters and a sentence."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import errors
from games.rules.coded import CodedError
from tournaments.formats.effects import Effect

MESSAGES: Final[Mapping[str, str | Promise]] = {
    **errors.MESSAGES,
    "event_stale": _("Somebody was faster: the event has changed. Look again, then try again."),
    "event_over": _("This event is not running: open it again first."),
    "event_empty": _("An event needs a division: say how it is played."),
    "event_playing": _("Matches or tables are still being played: %(count)s."),
    "prizes_wrong": _("Shares of the prizes are percentages from 0 which make at most 100."),
    "fees_many": _("%(name)s cannot have paid more than %(most)s fees: so many are entered."),
    "pool_incomplete": _("A side pool needs a name, and shares which make at most 100 percent."),
    "pools_many": _("A division has at most %(limit)s side pools."),
    "pool_unknown": _("This side pool is not there any more."),
    "tie_break_unknown": _("There is no tie-break “%(name)s”."),
    "division_drawn": _("This has been drawn already: discard the draw before you change it."),
    "division_twice": _("There is a division called %(name)s in this event already."),
    "division_last": _("An event keeps at least one division."),
    "match_length_missing": _("Say to how many points a match is, from 1 to %(most)s."),
    "game_drawn": _("Something has been drawn: the game of this event stays."),
    "game_bracket": _(
        "A game of %(game)s may end in a draw, and with the format “%(format)s” somebody has to go "
        "on: choose Swiss system, Keizer or round robin."
    ),
    "game_chouette": _(
        "Chouettes are played at backgammon: for %(game)s choose Swiss system, Keizer or round "
        "robin."
    ),
    "game_single": _("This is a single game without a cube: enter who has won it, or a draw."),
    "draw_impossible": _("A match of backgammon has no draw: enter who has won."),
    "entered_twice": _("%(name)s is entered already."),
    "wish_closed": _("Nobody can enter by this code now. Ask the director."),
    "wish_division": _("Choose what you want to play in."),
    "wish_over": _("The time to enter is over. Ask the director."),
    "wish_drawn": _("%(name)s has been drawn: ask the director whether a place is left."),
    "wish_twice": _("%(name)s has asked for a place already."),
    "wish_nameless": _("Type your first and your last name."),
    "wish_namesakes": _("The club knows several people called %(name)s: ask the director."),
    "wish_answered": _("This was answered already: look again."),
    "wishes_many": _("%(limit)s people wait for an answer: try again later, or ask the director."),
    "tables_wrong": _("Tables of its own need a first and a last number, in this order."),
    "tables_taken": _("%(name)s has tables %(first)s to %(last)s for itself already."),
    "tables_few": _("This event has tables 1 to %(most)s only."),
    "entries_many": _("A division has at most %(limit)s players: nobody of the list is entered."),
    "entry_played": _("%(name)s has played or begun a match: withdraw them instead."),
    "entry_drawn": _(
        "%(name)s is in a draw of the whole field, whose places depend on each other. As long as "
        "nothing of it was played, take the draw back and draw again without them. Otherwise put "
        "the name of who plays in their place, or withdraw them: their opponent goes on."
    ),
    "all_entered": _("All of them are entered already."),
    "namesakes": _(
        "Line %(line)s: %(name)s stands in the list with two federation numbers, %(number)s and "
        "%(other)s. If these are two people, give one of them a further name."
    ),
    "entry_unknown": _("Nobody with this number is entered."),
    "entry_name_taken": _(
        "Somebody else of the club is called %(name)s already: withdraw this entry and enter them,"
        " or type another name."
    ),
    "nobody_made": _("There is nobody whom the club knows from this event only."),
    "entry_withdrawn": _("%(name)s has withdrawn: bring them back first."),
    "entry_in": _("%(name)s is playing already."),
    "field_fixed": _("The field has been drawn, and no place is left for a late entry."),
    "reentry_closed": _("It is too late to come back into this event."),
    "reentry_not_out": _("%(name)s is not out: there is nothing to come back from."),
    "forbidden_itself": _("Two different players are needed."),
    "round_running": _("Round %(number)s is not over: results are missing, %(count)s of them."),
    "round_running_in": _(
        "%(division)s: round %(number)s is not over, results are missing: %(count)s."
    ),
    "rounds_over": _("All rounds have been played."),
    "too_few_entries": _(
        "A draw needs at least %(least)s players who are here; there are %(count)s."
    ),
    "no_draft": _("There is no draft to change: draw first."),
    "not_drawn": _("Nothing has been drawn yet."),
    "draw_illegal": _("%(reason)s Confirm it all the same, or draw again."),
    "draw_not_confirmed": _("Confirm the draw before it is released."),
    "ladder_no_draw": _(
        "A ladder is not drawn: its matches are challenges. Cancel one on the page of its director."
    ),
    "ladder_not_paused": _("You do not pause on this ladder."),
    "draw_played": _("Results have been entered already: this draw stays."),
    "swap_itself": _("Choose two different places of the draw."),
    "swap_unknown": _("One of these is not in this draw."),
    "round_not_released": _("This round has not been released yet."),
    "clock_missing": _("Say how many minutes the round lasts."),
    "board_unknown": _("The tables have numbers from 1 to %(most)s."),
    "match_not_open": _("Only a match that is to be played now is moved to another table."),
    "round_begun": _("All matches of this round have begun: they stay as long as they are."),
    "match_waiting": _("The players of this match are not known yet."),
    "online_accounts": _("To play on the board, both players need an account."),
    "online_length": _("Only matches to a number of points are played on the board."),
    "match_bye": _("This is a bye: there is nothing to enter."),
    "match_settled": _("This match is decided; a director can put its result right."),
    "match_not_reported": _("Nobody has reported a result yet."),
    "match_disputed": _("You have said already that this is wrong: the director decides."),
    "match_unratable": _("A forfeit or a match that nobody won at the board is never rated."),
    "match_stale": _("Somebody was faster: this match has changed. Look again, then try again."),
    "not_your_match": _("Only the two players and the director enter this result."),
    "own_report": _("You have reported this: your opponent has to confirm it."),
    "reports_off": _("Here the director enters the results."),
    "undo_not_yours": _("Only the director takes that back."),
    "side_unknown": _("A match has two sides, 0 and 1."),
    "correction_reaches": _("This changes what was played since. See what, then confirm."),
    "correction_of_others": _(
        "This changes what others have played since: only the director puts it right."
    ),
    "nothing_to_keep": _("Nothing was played after this match that could be kept."),
    "result_impossible": _("%(reason)s"),
    "merge_entered": _(
        "%(name)s and %(other)s are both entered in %(event)s. If they are one person, remove one "
        "of the two entries first, at its desk under “Players”."
    ),
    "merge_divisions": _(
        "%(name)s and %(into)s have results in two divisions of %(event)s. Withdraw one of the two "
        "first, under “Who plays”."
    ),
    "merge_results": _(
        "%(name)s and %(other)s both have a result against %(opponent)s in %(event)s. Take one of "
        "the two back first, on its sheet at the desk."
    ),
    "league_withdrawn": _(
        "You have withdrawn from this season, and your opponents have won by it. The director can "
        "let you play again."
    ),
    "league_late_never": _("This ladder goes on: players enter at any time."),
    "merge_challenges": _(
        "%(name)s and %(other)s both have an open match in %(event)s, and nobody has two at once "
        "on a ladder. Enter the result of one of the two first, or cancel its challenge."
    ),
    "merge_met": _(
        "%(name)s and %(other)s played in %(event)s both. They are two people. If it is one under "
        "two names, withdraw one of them there, and choose “Plays no longer” for that name: its "
        "results stay."
    ),
    "merge_over": _(
        "%(name)s and %(other)s both played in %(event)s. It is over, and its table stays as it "
        "is. If it is one person under two names, choose “Plays no longer” for one of them: its "
        "results stay."
    ),
    "merge_closed": _(
        "%(name)s and %(other)s are both entered in %(event)s, which is closed. If they are one "
        "person, choose “Open this season again” on its page first."
    ),
    "players_same": _("A match is between two different players."),
    "pass_closed": _("No event has this code now. Ask the director."),
    "pass_unknown": _("This link is not valid any more. Ask the director for a new one."),
    "pass_parted": _("You are not entered here any more. If that is wrong, ask the director."),
    "players_twice": _("%(names)s are named twice."),
    "links_needless": _("Everybody who plays has an account, a phone or a link."),
    "pass_over": _("This event is over: phones do not show it any more."),
    "not_entered": _("You are not entered in this event."),
    "table_unknown": _("There is no such table in this round."),
    "table_over": _("This table has finished."),
    "tables_stay": _("In this format nobody changes tables during a round."),
    "table_same": _("%(name)s sits at table %(number)s already."),
    "table_game": _("%(name)s is in the middle of a game: finish it or undo it first."),
    "table_full": _("Table %(number)s is full: %(most)s sit there."),
    "proposal_stale": _("Somebody has come or gone since this was proposed: look at it again."),
    "merge_needless": _("Every table has three players or more: there is nothing to merge."),
    "rehearsal_only": _("Only a rehearsal enters results by itself: its players are invented."),
    "league_twice": _("There is a league called %(name)s in this club already."),
    "league_season_open": _("Season %(number)s is not over: end it before the next begins."),
    "league_size": _(
        "A division has %(least)s to %(most)s players; %(name)s would have %(count)s."
    ),
    "league_released": _("This season is being played already."),
    "league_not_released": _("This season has not been released yet."),
    "league_closed": _("This season is closed: its table is final."),
    "league_not_closed": _("Close the season first: then its table is final."),
    "league_unplayed": _("Decide these first, they have no result: %(names)s."),
    "league_disputed": _("Decide these first, the two say different results: %(names)s."),
    "league_reported": _("Nobody has confirmed these: say whether they count. %(names)s."),
    "league_on_board": _(
        "These are being played on a board just now: close the season again if they are not to "
        "count. %(names)s."
    ),
    "board_not_over": _("The board has no result yet."),
    "league_two_divisions": _("%(name)s stands in two divisions."),
    "league_two_divisions_each": _("%(names)s stand in two divisions each."),
    "league_elsewhere": _(
        "%(name)s stands in %(division)s. To move them, remove them there first, or withdraw them "
        "if they have paid: at the desk of the season, “Players”."
    ),
    "league_elsewhere_played": _(
        "%(name)s stands in %(division)s and has a result there, be it a walkover. To move them, "
        "withdraw them there first: at the desk of the season, “Players”."
    ),
    "league_buchholz": _(
        "Buchholz compares opponents: it orders a league only where each round is drawn."
    ),
    "league_shape_played": _(
        "Who meets whom stays as it is while a season is played. Close it, and it is free for the "
        "next one."
    ),
    "league_shape_since": _(
        "The league has another shape since: give it back the shape of this season first, in "
        "its rules, then open the season again."
    ),
    "league_pairs": _("Points for each pair need two matches with everybody."),
    "league_not_drafted": _("%(name)s is not in the draft any more: load the page again."),
    "league_draft_missing": _("Make the draft of the next season first."),
    "league_reason": _("Say why: everybody reads it beside the deadline."),
    "league_deadline_past": _("A deadline lies in the future."),
    "league_deadline_missing": _("A season has a last day; only a ladder goes on without one."),
    "format_of_league": _("A ladder belongs to a league: found one at Events, Leagues."),
    "ladder_one_list": _(
        "A ladder is one list: who leaves withdraws, and who comes stands at its end."
    ),
    "ladder_divisions": _(
        "A ladder is one list, and this season is announced with several divisions: join them "
        "first."
    ),
    "ladder_ends": _("Only a ladder that goes on is left at any time: say who plays next season."),
    "ladder_left": _("You have left this ladder already."),
    "ladder_over": _(
        "The last day of this season is over: nobody challenges any more. The director closes it, "
        "or gives it another last day."
    ),
    "ladder_missing": _("This league is no ladder, or it has not begun."),
    "ladder_itself": _("Nobody challenges themselves."),
    "ladder_gone": _("%(name)s does not play on this ladder now."),
    "ladder_below": _("%(name)s stands below: a challenge goes to somebody above."),
    "ladder_far": _("%(name)s stands too far above: at most %(reach)s places."),
    "ladder_busy": _("One match at a time: another one is to be played first."),
    "ladder_other_busy": _("%(name)s has another match to play first."),
    "ladder_again": _("The same two do not play twice in a row: both play somebody else first."),
    "ladder_begun": _(
        "A date is agreed on, or it is played or decided: this challenge cannot be taken back or "
        "refused. The director cancels it, as long as it has no result."
    ),
    "ladder_no_refusal": _(
        "On this ladder a challenge that is not played lapses, and nothing changes: it is not "
        "refused."
    ),
    "cup_already": _("The matches of this event have dates of their own already."),
    "cup_begun": _("Deadlines are set before an event begins."),
    "cup_none": _("This event is no cup any more."),
    "playoff_not_level": _(
        "%(name)s and %(other)s are not level on a place that matters, or not all is played."
    ),
    "playoff_begun": _("This play-off has begun, or is gone: it is not taken back any more."),
    "playoff_open": _("A play-off is not decided yet: it is played, or you take it back."),
    "league_nothing_to_take": _("%(name)s has no match without a result: nothing to take over."),
    "league_own_matches": _(
        "%(name)s has matches of their own in this division: let them play again instead."
    ),
    "league_taken_over": _(
        "%(other)s has taken over from %(name)s: take that back, or let %(name)s take over from "
        "%(other)s."
    ),
    "league_undo_why": _("Say why: it stands in the log."),
    "league_undo_gone": _("There is nothing to take back any more. See what was done since."),
    "league_undo_changed": _("Who plays has changed since: this cannot be taken back any more."),
    "league_undo_played": _("%(name)s has begun a match since: this is not taken back any more."),
    "league_join_twice": _(
        "%(name)s is entered in both divisions, and has withdrawn from one of them: remove that "
        "entry first, at the desk of the season, “Players”."
    ),
    "league_no_lower": _("There is no division below this one."),
    "league_played": _("%(name)s has played already: it stays as it is until the season ends."),
    "league_sheet_line": _("Line %(line)s names no player, or no division."),
    "league_sheet_number": _("Line %(line)s: “%(text)s” is not a number from 0."),
    "league_board_only": _(
        "This league plays on the board, and the board reports the result by itself."
    ),
    "league_board_never": _("Here nobody plays on the board."),
    "league_not_member": _("Only players of this club enter."),
    "cup_shape": _("A cup is single or double elimination, or has a progressive consolation."),
    "cup_released": _("This cup is being played already."),
    "cup_drawn": _("The cup is drawn: the director can withdraw somebody."),
    "cup_paid": _("A fee was paid: the director takes such an entry off the list."),
    "cup_round_over": _("Everything of this round is decided."),
    "cup_has_results": _("%(name)s has begun a match: nobody else takes their place any more."),
    "cup_late_how": _("Say who goes on."),
    "fixture_gone": _("This match is not to be played any more."),
    "fixture_settled": _("This match is decided: no date is needed."),
    "fixture_times": _("Propose one to %(most)s dates, all of them to come."),
    "fixture_no_hour": _("This hour does not exist: the clocks change in that night."),
    "fixture_proposal_gone": _("This date is not proposed any more. See what was said since."),
    "fixture_own_proposal": _("You have proposed this date: your opponent accepts it."),
    "fixture_not_proposed": _("Your opponent has proposed these dates: say no to them instead."),
    "fixture_hour_twice": _(
        "This hour comes twice: the clocks are put back in that night. Choose another."
    ),
    "fixture_agreed": _("A date was accepted meanwhile: %(at)s. Propose others to move it."),
    "fixture_text": _("Write something first."),
    "fixture_many": _("Enough was written for today."),
    "fixture_too_early": _(
        "Fifteen minutes after the agreed time you can say that your opponent did not come."
    ),
    "fixture_when": _("Say when you were to meet."),
    "fixture_before": _(
        "You two owe each other this match since %(at)s: you were to meet a day before that at the "
        "earliest."
    ),
    "fixture_nobody_absent": _("Nobody has said that somebody did not come."),
    "fixture_both_absent": _("Both say it of each other: load the page again, and choose of whom."),
    "fixture_nothing_decided": _("There is no decision on who did not come to take back."),
    "file_wrong": _("Line %(line)s: %(reason)s Nothing was entered."),
    "played_ahead": _("A result has the day on which they met: it is not still to come."),
    "played_before": _("This round began on %(day)s: nobody has played in it before."),
    "file_columns": _("The first line names the columns; missing: %(names)s."),
    "file_too_long": _("At most %(limit)s lines can be read at once."),
}
"""Sentences by code: those of the record, and those of events."""


class EventRefused(errors.Refused):
    """The request cannot be carried out; nothing was written."""

    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES


class EventConflict(errors.Conflict):
    """The request contradicts what was written meanwhile."""

    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES


class EventNotAllowed(errors.NotAllowed):
    """The user may not do this in this event."""

    sentences: ClassVar[Mapping[str, str | Promise]] = MESSAGES


class CorrectionReaches(EventConflict):
    """A step would change other matches, which its `effect` names; nothing was written.

    Sent again with the effect's digest it is done; not by players, where it takes from others.
    """

    def __init__(self, effect: Effect, *, is_allowed: bool = True) -> None:
        self.effect = effect
        self.is_allowed = is_allowed
        code = "correction_reaches" if is_allowed else "correction_of_others"
        super().__init__(code, count=len(effect.matches))


def refused(error: CodedError) -> EventRefused:
    """Wrap an error of a pure package, in the reader's language."""
    return EventRefused("result_impossible", reason=sentence(error))


def sentence(error: CodedError) -> str:
    """Return an error of a pure package as a sentence in the reader's language.

    A `title` in it, such as that of a parameter, is translated as well.
    """
    said = error.sentence(gettext(error.messages[error.code]))
    title = str(error.params.get("title", ""))
    return said.replace(title, gettext(title)) if title else said
