"""What it means for whom if a match is decided without play: said before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import Division, Match
from tournaments.pages.presenters.events_words import node_round, part_name, walkover_lines
from tournaments.pairing import brackets
from tournaments.pairing.brackets import NEITHER, Bracket, Filled, Node
from tournaments.record.selectors.results import matches_of, names_of, standings_of
from tournaments.record.selectors.situations import format_of
from tournaments.results.selectors.brackets import bracket_filled, bracket_with

Found = tuple[str, list[str], str, str]
"""The question, what would happen, the button, and a note."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A match that is to end without play; `loser` is None where neither came or nobody wins."""

    match: Match
    loser: int | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two, the first player's first."""
        return self.match.names

    @property
    def division(self) -> Division:
        assert self.match.round is not None, "it belongs to an event"
        return self.match.round.division


def walkover(ending: Ending) -> Found:
    """One of the two did not come, or has to go: the other wins without playing on."""
    loser = ending.loser or 0
    winner, other = ending.names[1 - loser], ending.names[loser]
    sentence = _("Walkover: %(winner)s wins, %(loser)s loses?") % {"winner": winner, "loser": other}
    if ending.match.is_of_bracket:
        effects = list(_fates(ending, 1 - loser))
    else:
        effects = walkover_lines(ending.division, winner, other) + _in_a_table(ending, winner)
    note = _("Has %(name)s gone for good? Then withdraw them under “Players”.") % {"name": other}
    return sentence, [*effects, _not_rated()], _("Enter the walkover"), note


def no_show(ending: Ending) -> Found:
    """Neither of the two came: both lose; outside of brackets mostly it counts for neither."""
    names = dict(zip(("first", "second"), ending.names, strict=True))
    sentence = _("Neither %(first)s nor %(second)s came: both lose?") % names
    played_by = format_of(ending.division)
    if ending.match.is_of_bracket:
        effects = list(_fates(ending, NEITHER))
    elif played_by.loses_absent:
        effects = [_("%(name)s: a loss.") % {"name": name} for name in ending.names]
        effects.append(_("Nobody gets a win for this match."))
        effects += _in_a_table(ending)
    else:
        sentence = _("Neither %(first)s nor %(second)s came: it counts for neither?") % names
        effects = [_("It is nobody’s win and nobody’s loss, and neither gets points for it.")]
        # In a league everybody knows: what was not played counts as its rules say.
        is_of_league = ending.division.event.own_dates or played_by.is_of_league
        effects += [] if is_of_league else _in_a_table(ending)
    note = _("Have they gone for good? Then withdraw them under “Players”.")
    return sentence, [*effects, _not_rated()], _("Enter that neither came"), note


def unfinished(ending: Ending) -> Found | None:
    """The match is broken off: half a win each. In a bracket somebody has to go on."""
    if ending.match.is_of_bracket:
        return None
    effects = [_("%(name)s: half a win.") % {"name": name} for name in ending.names]
    if _is_in_group(ending.match):
        effects.append(_goes_on_by_standings())
    note = _("Is it to be played on later? Then leave it open: nothing else is needed for that.")
    sentence = _("Leave the match unfinished?")
    return sentence, [*effects, _not_rated()], _("Half a win each"), note


ENDINGS: Final[Mapping[str, Callable[[Ending], Found | None]]] = {
    "forfeit": walkover,
    "no_show": no_show,
    "unfinished": unfinished,
}
"""The ways to end a match without play, by the names of the buttons."""


# what becomes of them


def _in_a_table(ending: Ending, winner: str = "") -> list[str]:
    """Say what the order of equals makes of it; `winner` is who has a walkover."""
    ties = _ties_of(ending.division) if winner else frozenset()
    others = _("In the tie-breaks it counts as a match that nobody played.")
    lines = []
    if "wins" in ties:
        lines.append(_("The tie-break “Wins” counts it as a match that %(name)s has won."))
    if "walkovers" in ties:
        lines.append(_("The tie-break “Walkovers” counts it against %(name)s."))
    if lines:
        others = _("In the other tie-breaks it counts as a match that nobody played.")
    lines = [*(line % {"name": winner} for line in lines), others]
    if _is_in_group(ending.match):
        lines.append(_goes_on_by_standings())
    return lines


def _ties_of(division: Division) -> frozenset[str]:
    """Return the tie-breaks that a division's table has: a format leaves out what means nothing."""
    lines = (line for table in standings_of(division) for line in table.lines)
    return frozenset(value.name for line in lines for value in line.values)


def _is_in_group(match: Match) -> bool:
    return match.node != "" and not match.is_of_bracket


def _goes_on_by_standings() -> str:
    return _("Who goes on into the knockout follows from the standings of the group.")


def _not_rated() -> str:
    return _("The match is not rated.")


def _fates(ending: Ending, side: int) -> Iterator[str]:
    """Say where both go, and who has a bye by it."""
    division, key = ending.division, ending.match.node
    matches = matches_of(division, is_released=False)
    found = bracket_filled(division, matches)
    assert found is not None, "the match is one of its nodes"
    bracket, before = found
    after = bracket_with(division, matches, {key: side})
    names = names_of(division)
    meant = after[key]
    for player in (meant.first, meant.second):
        if player is not None:
            yield _fate(player, bracket, after, names, has_won=player == meant.winner)
    two = {meant.first, meant.second}
    for node in bracket.nodes:
        if after[node.key].is_bye and not before[node.key].is_bye:
            waits = after[node.key].winner
            if waits not in two:
                yield _lucky(node, bracket, "" if waits is None else names.get(waits, waits))


def _fate(
    player: str,
    bracket: Bracket,
    after: Mapping[str, Filled],
    names: Mapping[str, str],
    *,
    has_won: bool,
) -> str:
    """Say what a player plays next, or that they are out."""
    params = {"name": names.get(player, player)}
    for node in bracket.nodes:
        there = after[node.key]
        if there.is_settled or player not in (there.first, there.second):
            continue
        params["round"] = _round(node, bracket)
        other = there.second if player == there.first else there.first
        if other is None:
            return _("%(name)s goes on: %(round)s.") % params
        params["other"] = names.get(other, other)
        return _("%(name)s goes on: %(round)s, against %(other)s.") % params
    for part, _levels in bracket.levels:
        place = next(
            (one for one in brackets.placing(bracket, after, part) if one.player == player), None
        )
        if place is None or (has_won and place.first > 1):
            continue
        if place.first == 1:
            return _("%(name)s wins: %(part)s.") % {**params, "part": part_name(part)}
        params["place"] = (
            str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
        )
        return _("%(name)s is out: place %(place)s.") % params
    return _("%(name)s is out and gets no place.") % params


def _lucky(node: Node, bracket: Bracket, name: str) -> str:
    params = {"name": name, "round": _round(node, bracket)}
    if name:
        return _("%(name)s goes on without playing: %(round)s.") % params
    return _("Whoever comes to %(round)s goes on without playing.") % params


def _round(node: Node, bracket: Bracket) -> str:
    """Return a round's name, with its part where that does not say it."""
    name = node_round(bracket, node)
    if node.bracket in {"final", "third"}:
        return name
    return f"{part_name(node.bracket)} · {name}"
