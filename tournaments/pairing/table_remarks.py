"""The sentences of remarks on table draws, and of errors, by code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.coded import CodedError, gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    "player_twice": gettext_noop("{player} is named twice in this draw."),
    "way_unknown": gettext_noop("Tables are drawn at random, by level or by standing."),
    "limits_wrong": gettext_noop(
        "Tables have {fewest} to {most} players, and the smallest is not above the largest."
    ),
    "sizes_wrong": gettext_noop("Tables for {number} players are wanted, not for {seats}."),
}
"""English sentences of errors by code."""

REMARKS: Final[Mapping[str, str]] = {
    "drawn_random": gettext_noop("Round {round} was drawn at random."),
    "drawn_level": gettext_noop(
        "Round {round} puts players of one level together; equals were drawn at random."
    ),
    "drawn_standing": gettext_noop(
        "Round {round} puts neighbours in the standings together; equals were drawn at random."
    ),
    "sizes_drawn": gettext_noop(
        "{number} players make {tables} tables ({sizes}), as no table seats more than {limit}."
    ),
    "sizes_one": gettext_noop("{number} players make one table."),
    "sizes_by_hand": gettext_noop("The director chose the sizes of the tables: {sizes}."),
    "boards_short": gettext_noop("There are boards for {tables} tables only: {sizes}."),
    "too_few": gettext_noop("{number} players are too few for a table: it begins with {minimum}."),
    "sits_out": gettext_noop(
        "{players} sit out this round: those who sat out least so far, drawn among equals."
    ),
    "sits_by_hand": gettext_noop("{players} sit out this round: the director chose so."),
    "met_before": gettext_noop("{players} meet again at table {table} (earlier: {times})."),
    "repeats_least": gettext_noop("No draw repeats less than this one; all were looked at."),
    "repeats_searched": gettext_noop("No draw that repeats less was found in {steps} attempts."),
    "repeats_kept": gettext_noop(
        "Level and standing come first; only equals change tables to avoid a repetition."
    ),
    "late_smallest": gettext_noop("{players} joins table {table}, the smallest."),
    "late_new": gettext_noop("{players} joins table {table}: the smallest, and fewest met before."),
    "late_drawn": gettext_noop("{players} joins table {table}, drawn among equals."),
    "over_limit": gettext_noop(
        "Table {table} has {number} players, more than {limit}, but too few to split."
    ),
    "all_full": gettext_noop("Every table is full: {players} must wait."),
    "split": gettext_noop("Table {table} passed its limit of {limit} and was split: {sizes}."),
    "split_needless": gettext_noop("A table of {number} is not split."),
    "merged": gettext_noop("{players} were left at too small a table and moved to others."),
    "merged_together": gettext_noop("The tables too small were put together: {players}."),
    "merge_alone": gettext_noop("There is no other table for {players}."),
}
"""English sentences of remarks by code; `players` stands for the players of the remark."""


class TablesError(CodedError):
    """The draw is not possible as requested; `code` is a key of `MESSAGES`."""

    messages = MESSAGES
