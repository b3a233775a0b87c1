"""Errors and remarks of formats: codes with English sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.coded import CodedError, gettext_noop
from tournaments.pairing.table_remarks import REMARKS as TABLE_REMARKS

MESSAGES: Final[Mapping[str, str]] = {
    "param_unknown": gettext_noop("This format has no parameter “{name}”."),
    "param_number": gettext_noop("“{title}” takes a whole number from {least} to {most}."),
    "param_choice": gettext_noop("“{title}” is one of these: {allowed}."),
    "param_switch": gettext_noop("“{title}” is on or off."),
    "param_list": gettext_noop(
        "“{title}” takes whole numbers from {least} to {most}, with commas between."
    ),
    "param_cubes": gettext_noop(
        "“{title}” takes cube values with commas between: 1, 2, 4 and so on."
    ),
    "percent_over": gettext_noop("Prizes are no more than 100 percent together, not {total}."),
    "sizes_crossed": gettext_noop("The smallest table is not above the largest."),
    "schedule_size": gettext_noop("The fixed schedule is for 3 or 4 players, not for {number}."),
    "balance_missing": gettext_noop("{player} plays without a balance."),
    "balance_negative": gettext_noop("The balance of {player} is below zero."),
    "transfer_malformed": gettext_noop("A transfer has two parties and an amount above zero."),
}
"""English sentences of errors by code."""

REMARKS: Final[Mapping[str, str]] = {
    **TABLE_REMARKS,
    # how an event goes on or ends
    "rounds_over": gettext_noop("All {number} rounds are played."),
    "round_running": gettext_noop("Round {round} is not finished: {players} are still playing."),
    "few_left": gettext_noop("Only {number} are left; a table begins with {minimum}."),
    "final_over": gettext_noop("The final is played."),
    "goes_on": gettext_noop("Go on as winners of their tables: {players}."),
    "filled_up": gettext_noop("Go on as the best of the others, to fill the table: {players}."),
    "tied_drawn": gettext_noop("{players} were equal; who goes on was drawn by the seed."),
    # banks
    "all_in": gettext_noop("All-in, with no more to win or lose than they had: {players}."),
    "paid_in_order": gettext_noop("{players} could not pay everybody: the captain comes first."),
    "out": gettext_noop("Out, with nothing left: {players}."),
    "cannot_cover": gettext_noop(
        "{players} cannot cover the starting cube against everyone: neither box nor captain."
    ),
    "nobody_covers": gettext_noop(
        "Fewer than two can cover the starting cube; the richest, {players}, play all the same."
    ),
    "credit": gettext_noop("{players} may give no cubes beyond their credit."),
    # entering again
    "not_out": gettext_noop("{players} is not out yet."),
    "re_entry_none": gettext_noop("Nobody enters again in this format."),
    "re_entry_late": gettext_noop("Entering again is possible through session {round}."),
    "re_entry_often": gettext_noop("{players} has entered again {number} times already."),
    "re_entry_final": gettext_noop("Nobody enters again in a final."),
}
"""English sentences of remarks by code, including those of table draws."""

BASES: Final[Mapping[str, str]] = {
    "points": gettext_noop("By points: all tables were of one size."),
    "per_bet": gettext_noop(
        "By points per bet played: the same at a large table and at a small one."
    ),
    "table": gettext_noop("By the place at each table: points of different tables do not compare."),
    "schedule": gettext_noop("By fixed schedule: everyone is box and captain equally often."),
    "bank": gettext_noop("By what is left in the bank; players who go out later stand higher."),
}
"""What standings are based on, by code; printed with them."""

FIGURES: Final[Mapping[str, str]] = {
    "points": gettext_noop("Points"),
    "bets": gettext_noop("Bets"),
    "per_bet": gettext_noop("Points per bet"),
    "games": gettext_noop("Games"),
    "beaten": gettext_noop("Percent of the table beaten"),
    "table_place": gettext_noop("Place at the table"),
    "chips": gettext_noop("Bank"),
    "entries": gettext_noop("Entries"),
    "round": gettext_noop("Round reached"),
}
"""Headings of the values in standings, by code."""


class FormatError(CodedError):
    """Parameters or results that a format cannot accept."""

    messages = MESSAGES
