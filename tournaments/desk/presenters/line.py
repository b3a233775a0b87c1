"""Which match a typed line means: the one that its page showed; in doubt the director is asked.

A page carries the matches that it shows, each with its table and version, and a line brings them
along. So it goes nowhere else, however late it arrives and whoever was faster meanwhile.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ledger.figures import whole_read
from games.models import User
from games.names.identity import called
from games.web.input import Input, Unreadable
from tournaments.desk.presenters.typed import Line, line_of, pair_of, said_of
from tournaments.desk.presenters.verdicts import Meant, Verdict, verdict_of
from tournaments.models import Division, Entry, Event, Match, Round
from tournaments.record.services.writing import keyed
from tournaments.results.services.match_scores import played_day

AS_SHOWN: Final = "as_shown"
"""The field with what the page showed: `TABLE.MATCH.VERSION` for each match, blanks between."""
CHOSEN: Final = "chosen"
"""The field with the answer to a question: `MATCH:VERSION`."""
SINCE: Final = "since"
"""The field with how many seconds ago the line was typed."""
JUST_CALLED: Final = 60
QUICKEST_POINT: Final = 10
"""In seconds: a table called within the last minute has no result yet, and a long match still
longer."""
MOST_SHOWN: Final = 2000
DASH: Final = re.compile(r"\s+-\s+|\s*[–—/]\s*")
"""What stands between two names."""
HYPHEN: Final = re.compile(r"\s*-\s*")
"""What may stand between two names, and in one."""
LONGEST_AGO: Final = 7 * 24 * 3600

Side = tuple[Match, bool]
"""A match, and whether who was named stands second in it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: `value` enters the line there; without one the match is opened."""

    label: str
    match: Match
    value: str = ""

    @property
    def query(self) -> str:
        """The query that opens the match at the desk, whatever division it is of."""
        assert self.match.round is not None, "it belongs to an event"
        division = self.match.round.division.public_id
        return urlencode({"division": division, "sheet": self.match.public_id})


class Asked(Unreadable):
    """A line that may mean several matches, or none that it should: nothing was written."""

    def __init__(self, text: str, choices: Sequence[Choice]) -> None:
        super().__init__(text)
        self.choices = tuple(choices)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a line does: `points` to be entered in the match, in its order, as of a version.

    Without points there is nothing to enter: the match is opened if `is_named`, else it has this
    very result already, by this very line if `is_replayed`.
    """

    match: Match
    points: tuple[int, int] | None = None
    version: int = 0
    is_confirmed: bool = False
    is_named: bool = False
    is_replayed: bool = False


def as_shown(matches: Iterable[tuple[int | None, str, int]]) -> str:
    """Return what a page carries: tables, public ids and versions of the matches it shows."""
    return " ".join(
        f"{'' if table is None else table}.{public_id}.{version}"
        for table, public_id, version in matches
    )


def shown_elsewhere(division: Division) -> list[tuple[int | None, str, int]]:
    """Return the undecided matches of an event's other divisions, as a page carries them."""
    found = _playing(division.event).exclude(round__division=division).order_by("pk")
    return list(found.values_list("board", "public_id", "version"))


def meaning_of(division: Division, ask: Input, by: User) -> Meaning:
    """Say what a line that came in does.

    Raises:
        Asked: it may mean another match than the one it carries; the question names both.
        Unreadable: it is no line, or names no match.
    """
    line = line_of(ask.one("text"))
    if line.points is not None and not ask.has(AS_SHOWN):
        raise Unreadable(_("Load the page again, then type the line again."))
    return _Reading(division, line, ask, by).meaning()


class _Reading:
    """A line among the matches of its event, as they were shown and as they are now."""

    def __init__(self, division: Division, line: Line, ask: Input, by: User) -> None:
        self.division, self.event, self.line = division, division.event, line
        self.key, self.by = ask.one("key"), by
        self.chosen = ask.one(CHOSEN).partition(":")
        self.shown = _shown_in(ask.one(AS_SHOWN))
        ago = min(whole_read(ask.one(SINCE)) or 0, LONGEST_AGO)
        self.typed_at = timezone.now() - datetime.timedelta(seconds=ago)

    def meaning(self) -> Meaning:
        if self.chosen[0]:
            return self._of_choice(self.chosen[0], whole_read(self.chosen[2]) or 0)
        found = list(_released(self.event).filter(self._may_be_meant()))
        now = [one for one in found if one.state in Match.UNDECIDED]
        then = self._then([one for one in found if one.public_id in self.shown])
        if self.line.points is None:
            return Meaning((then or self._there(now) or self._decided())[0][0], is_named=True)
        if not then:
            return self._not_shown(self._there(now))
        meant = next((one for one in then if one[0].state == Match.State.OPEN), then[0])
        also = [one for one in then if one[0].state in Match.UNDECIDED]
        others = {one[0].pk: one for one in (*also, *self._there_too(now, meant))}
        others.pop(meant[0].pk, None)
        return self._judged(meant, self.shown[meant[0].public_id][1], list(others.values()))

    def _may_be_meant(self) -> Q:
        """Return which matches the line can mean at all: at its table, now or as it was shown."""
        is_undecided = Q(state__in=Match.UNDECIDED)
        if self.line.table is None:
            return is_undecided | Q(public_id__in=self.shown)
        at = [one for one, (table, _version) in self.shown.items() if table == self.line.table]
        return is_undecided & Q(board=self.line.table) | Q(public_id__in=at)

    def _of_choice(self, public_id: str, version: int) -> Meaning:
        match = _released(self.event).filter(public_id=public_id).first()
        if match is None or self.line.points is None:
            raise Unreadable(_("Load the page again, then type the line again."))
        found = (match, False)
        if self.line.table is None:
            found = _fitting([match], self.line.about)[0]
        return self._judged(found, version, [], is_chosen=True)

    def _judged(
        self, side: Side, version: int, others: Sequence[Side], *, is_chosen: bool = False
    ) -> Meaning:
        match, points = side[0], self._points(side)
        if keyed(match.log.all(), self.key, self.by) is not None:
            return Meaning(match, is_replayed=True)  # the answer was lost
        is_early = not is_chosen and self._is_early(match)
        before = self._before(match) if is_early else None
        others = [one for one in others if _fits(one[0], self._points(one))]
        verdict = verdict_of(
            Meant(
                state=match.state,
                is_changed=match.version != version,
                is_alike=_stands(match, points),
                is_early=is_early and (before is not None or match.board is None),
                others=len(others),
                is_chosen=is_chosen,
            )
        )
        if verdict == Verdict.SAME:
            return Meaning(match)
        if verdict == Verdict.CONFIRM:
            return Meaning(match, points, match.version, is_confirmed=True)
        if verdict == Verdict.ENTER:
            _check_length(match, points)
            return Meaning(match, points, version)
        shown = [side, *others, *([(before, False)] if before is not None else [])]
        raise Asked(_why(verdict, match, before), self._choices(shown))

    def _not_shown(self, there: Sequence[Side]) -> Meaning:
        """Ask about what was called only after the page was shown; else it is decided already."""
        if there:
            match = there[0][0]
            before = self._before(match)
            text = _("%(said)s: called only after this line was typed.") % {"said": pair_of(match)}
            last = [(before, False)] if before is not None else []
            raise Asked(text, self._choices([*there, *last]))
        found = self._decided()[0]
        return self._judged(found, found[0].version, [])

    def _then(self, shown: Sequence[Match]) -> list[Side]:
        """Return what the line meant where it was typed: a table is first one of the division.

        Raises:
            Unreadable: the name fits several players, or a player with several matches.
        """
        if self.line.table is None:
            found = _fitting(shown, self.line.about)
            if len(found) > 1:
                text = _("“%(name)s” has several matches to play: type the table.")
                if self.event.own_dates:
                    text = _("“%(name)s” has several matches to play: type both, as Ann – Bob 7 3.")
                raise Unreadable(text % {"name": self.line.about})
            return found
        there = [one for one in shown if self.shown[one.public_id][0] == self.line.table]
        own = [one for one in there if one.round and one.round.division_id == self.division.pk]
        return [(one, False) for one in own or there]

    def _there(self, now: Sequence[Match]) -> list[Side]:
        """Return what the line would mean by now."""
        if self.line.table is None:
            return _fitting(now, self.line.about)
        return [(one, False) for one in now if one.board == self.line.table]

    def _there_too(self, now: Sequence[Match], side: Side) -> list[Side]:
        """Return what else is at the table by now, or to be played by the same player."""
        if self.line.table is not None:
            return self._there(now)
        pk = side[0].second_id if side[1] else side[0].first_id
        theirs = [one for one in now if pk in (one.first_id, one.second_id)]
        if self.event.own_dates:  # everybody has many matches at once: those of the same two
            two = {side[0].first_id, side[0].second_id}
            theirs = [one for one in theirs if {one.first_id, one.second_id} == two]
        return [(one, one.second_id == pk) for one in theirs]

    def _decided(self) -> list[Side]:
        """Return the latest decided match at the table or of the player.

        Raises:
            Unreadable: there is none.
        """
        decided = _released(self.event).filter(state=Match.State.SETTLED)
        decided = decided.exclude(outcome=Match.Outcome.BYE)
        if self.line.table is None:
            found = _fitting(decided.order_by("-round__number", "-pk"), self.line.about)
            if not found:
                raise Unreadable(self._nobody())
            return found[:1]
        there = decided.filter(round__division=self.division, board=self.line.table)
        last = there.order_by("round__number").last()
        if last is None:
            text = _("Nobody plays at table %(number)s now.")
            raise Unreadable(text % {"number": self.line.table})
        return [(last, False)]

    def _nobody(self) -> str:
        """Say why no match fits a name: of two who are both there, that they do not meet."""
        text = _("Nobody called “%(name)s” is playing now.") % {"name": self.line.about}
        rows = list(
            Entry.objects.filter(division__event=self.event).values_list(
                Coalesce("player__merged_into__name", "player__name"), "division"
            )
        )
        cuts = [[(name, _called(rows, name)) for name in two] for two in _cuts(self.line.about)]
        if not cuts:
            return _undashed(rows, self.line.about) or text
        two = max(cuts, key=lambda cut: sum(bool(found) for _name, found in cut))
        unknown = [name for name, found in two if not found]
        if unknown:
            about = unknown[0] if len(unknown) == 1 else self.line.about
            return _("Nobody called “%(name)s” is playing now.") % {"name": about}
        for name, found in two:
            if len(found) > 1:
                return _("“%(name)s” fits several players: type more of it.") % {"name": name}
        [[one, here], [other, there]] = [found[0] for _name, found in two]
        text = _("%(name)s and %(other)s are not to play each other.")
        if here != there:
            text = _("%(name)s and %(other)s are in different divisions: they do not meet.")
        return text % {"name": one, "other": other}

    def _is_early(self, match: Match) -> bool:
        """Tell whether a match was called too lately to be over when the line was typed.

        What is entered on a later day than it was played has no times that say anything, and where
        two find a date of their own nobody is called.
        """
        if self.event.own_dates:
            return False
        if match.state != Match.State.OPEN or played_day(match) != self.event.club.today:
            return False
        if match.board is None:
            return self.line.table is None
        if match.called_at is None:  # before this was kept
            return False
        least = max(JUST_CALLED, QUICKEST_POINT * (match.length or 0))
        return self.typed_at - match.called_at < datetime.timedelta(seconds=least)

    def _before(self, match: Match) -> Match | None:
        """Return what was entered last at the same table, or of the player who is named."""
        entered = _released(self.event).filter(state__in=Match.ENTERED).exclude(pk=match.pk)
        entered = entered.exclude(outcome=Match.Outcome.BYE)
        if self.line.table is None:
            two = _fitting([match], self.line.about)
            pk = match.second_id if two and two[0][1] else match.first_id
            entered = entered.filter(Q(first=pk) | Q(second=pk))
        else:
            entered = entered.filter(board=self.line.table)
        return entered.order_by(F("settled_at").asc(nulls_last=True), "round__number", "pk").last()

    def _points(self, side: Side) -> tuple[int, int]:
        first, second = self.line.points or (0, 0)
        return (second, first) if side[1] else (first, second)

    def _choices(self, sides: Sequence[Side]) -> list[Choice]:
        """Return the answers: what is undecided takes the line, what is entered is opened."""
        choices = []
        for match, is_second in sides:
            points = self._points((match, is_second))
            value = f"{match.public_id}:{match.version}"
            if match.state in {Match.State.OPEN, Match.State.DISPUTED}:
                if not _fits(match, points):
                    continue
                said = said_of(match, self.division, points)
                choices.append(Choice(_("Enter: %(said)s") % {"said": said}, match, value))
            elif match.state == Match.State.REPORTED and _stands(match, points):
                said = said_of(match, self.division)
                choices.append(Choice(_("Confirm: %(said)s") % {"said": said}, match, value))
            elif match.state != Match.State.WAITING:
                label = _("Look at: %(said)s") % {"said": said_of(match, self.division)}
                choices.append(Choice(label, match))
        return choices


def _undashed(rows: Sequence[tuple[str, int]], about: str) -> str:
    """Say that a dash is missing between two names that are both there; blank if it is not."""
    words = about.split()
    for place in range(1, len(words)):
        two = " ".join(words[:place]), " ".join(words[place:])
        if all(_called(rows, name) for name in two):
            return _("Put a dash between the two names: %(two)s.") % {"two": " – ".join(two)}
    return ""


def _why(verdict: Verdict, match: Match, before: Match | None) -> str:
    """Say why a line is asked about."""
    params = {"said": said_of(match), "two": pair_of(match)}
    match verdict:
        case Verdict.ENTERED:
            return _("Entered already: %(said)s.") % params
        case Verdict.REPORTED:
            return _("Reported is: %(said)s. Confirm that, or change it.") % params
        case Verdict.DISPUTED:
            return _("%(two)s is disputed: your result decides it.") % params
        case Verdict.SEVERAL:
            return _("Which match is it?")
        case Verdict.EARLY:
            text = _("%(two)s was called only just now.")
            if match.board is None:
                text = _("%(two)s has no table yet.")
            if before is not None:
                said = {"said": said_of(before)}
                text = f"{text} {_('Entered before: %(said)s. Which is it?') % said}"
            return text % params
        case _:
            return _("%(two)s has changed since this line was typed.") % params


def _shown_in(text: str) -> dict[str, tuple[int | None, int]]:
    """Read what a page has carried: tables and versions by the matches' public ids."""
    found = {}
    for part in text.split()[:MOST_SHOWN]:
        table, _dot, rest = part.partition(".")
        public_id, _dot, version = rest.partition(".")
        number = whole_read(version)
        if public_id and number is not None:
            found[public_id] = (whole_read(table), number)
    return found


def _stands(match: Match, points: tuple[int, int]) -> bool:
    """Tell whether these points are the match's result, or what was reported."""
    is_played = match.outcome == Match.Outcome.PLAYED
    return is_played and points == (match.first_points, match.second_points)


def _fits(match: Match, points: tuple[int, int]) -> bool:
    """Tell whether a match can end like this at all."""
    return not match.length or max(points) <= match.length


def _check_length(match: Match, points: tuple[int, int]) -> None:
    if not _fits(match, points):
        length = match.length or 0
        text = ngettext(
            "%(said)s is played to %(length)s point.",
            "%(said)s is played to %(length)s points.",
            length,
        )
        raise Unreadable(text % {"said": pair_of(match), "length": length})


def _fitting(matches: Iterable[Match], name: str) -> list[Side]:
    """Return the matches of the one whose name it is, or a part of it; and their side.

    Two names with a dash between are their match, from the side of the first.

    Raises:
        Unreadable: it fits several players.
    """
    there = list(matches)
    found = _named(there, name)
    for first, second in () if found else _cuts(name):
        others = {(one.pk, is_second) for one, is_second in _named(there, second)}
        found = [one for one in _named(there, first) if (one[0].pk, not one[1]) in others]
        if found:
            break
    if len({one.second_id if is_second else one.first_id for one, is_second in found}) > 1:
        raise Unreadable(_("“%(name)s” fits several players: type more of it.") % {"name": name})
    return found


def _cuts(text: str) -> list[tuple[str, str]]:
    """Return how a text may be two names: cut at a dash, and then at each hyphen."""
    found = [*list(DASH.finditer(text))[:1], *HYPHEN.finditer(text)]
    two = dict.fromkeys((text[: at.start()], text[at.end() :]) for at in found)
    return [(first, second) for first, second in two if first and second]


def _named(matches: Iterable[Match], name: str) -> list[Side]:
    """Return the sides of matches whose name it is, else whole words of it, else a part."""
    sides = ((one, side, names) for one in matches for side, names in enumerate(_names(one)))
    return called(name, ((names, (one, side == 1)) for one, side, names in sides))


def _names(match: Match) -> list[set[str]]:
    """Return of both players by what names they are known: of now, and from before a merge."""
    two = zip((match.first, match.second), match.names, strict=True)
    return [{now, player.name if player else now} for player, now in two]


def _called(rows: Iterable[tuple[str, int]], name: str) -> list[tuple[str, int]]:
    """Return who is called so, of whose name it is whole words, or else a part."""
    return called(name, (([one[0]], one) for one in rows))


def _released(event: Event) -> QuerySet[Match]:
    found = Match.objects.select_related(
        "first__merged_into", "second__merged_into", "club", "round__division__event__club"
    )
    return found.filter(round__division__event=event, round__state=Round.State.RELEASED)


def _playing(event: Event) -> QuerySet[Match]:
    return _released(event).filter(state__in=Match.UNDECIDED)
