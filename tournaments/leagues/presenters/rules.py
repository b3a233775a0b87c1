"""The rules of a league in short, for everybody who may see it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Division, League, LeagueSeason
from tournaments.pages.presenters.events_words import tie_break_title, wins_basis
from tournaments.record.selectors.situations import params_known
from tournaments.standings.league import text_of
from tournaments.standings.tiebreaks import TIE_BREAKS


def rules_said(league: League, season: LeagueSeason | None) -> tuple[str, ...]:
    """Say what a season is played by, as it was drawn; without one, what the league says."""
    found = None if season is None else season.event.divisions.order_by("position").first()
    division = found or Division(
        format=league.shape,
        params=league.params,
        match_length=league.match_length,
        tie_breaks=league.tie_breaks,
    )
    return tuple(_lines(league, division))


def _shape(division: Division) -> str:
    """Return the shape of a league that a division is played in; its league may have another for
    the next season.
    """
    return division.format


def _lines(league: League, division: Division) -> Iterator[str]:
    yield _who_meets(league, division)
    if division.match_length is not None:
        yield ngettext(
            "Matches are played to %(count)s point.",
            "Matches are played to %(count)s points.",
            division.match_length,
        ) % {"count": division.match_length}
    if _shape(division) == League.Shape.LADDER:
        yield _("Everybody has one match at a time, and nobody the same opponent twice in a row.")
        yield _challenges(league, division)
        yield from _reports(league)
        return
    if _shape(division) == League.Shape.ALL_PLAY_ALL:
        yield wins_basis(division)
        yield _walkover(division)
        yield from _pairs(division)
        yield _withdrawn(division)
    yield _unplayed(league, division)
    names = [tie_break_title(one, division) for one in division.tie_breaks if one in TIE_BREAKS]
    if names:
        yield _("Equals: %(names)s, in this order.") % {"names": ", ".join(names)}
    yield _moves(league)
    if league.rule == League.Rule.WINS:
        yield _wins(league)
    if league.down and league.rule != League.Rule.WINS:
        yield _("Who leaves uses up a place that goes down in their division.")
    yield _(
        "Who takes over has the place of who was replaced: they go up, go down or stay. Results "
        "stay whose they are, and count."
    )
    if league.share:
        few = league.get_few_display()
        yield _(
            "Who has played, or won by walkover, less than %(share)s percent of their matches "
            "cannot go up, and %(few)s."
        ) % {"share": league.share, "few": few}
    yield from _reports(league)


def _challenges(league: League, division: Division) -> str:
    """Say how long a challenge is open on a ladder, and what becomes of it then."""
    days = league.round_days
    if params_known(division).lapsed == "challenger":
        text = ngettext(
            "A challenge has %(count)s day; then it goes to who has challenged.",
            "A challenge has %(count)s days; then it goes to who has challenged.",
            days,
        )
    else:
        text = ngettext(
            "A challenge has %(count)s day; then it lapses.",
            "A challenge has %(count)s days; then it lapses.",
            days,
        )
    return text % {"count": days}


def _who_meets(league: League, division: Division) -> str:
    params = params_known(division)
    if _shape(division) == League.Shape.LADDER:
        return ngettext(
            "A player challenges who stands %(count)s place above.",
            "A player challenges who stands up to %(count)s places above.",
            params.reach,
        ) % {"count": params.reach}
    if _shape(division) == League.Shape.ROUNDS:
        return ngettext(
            "%(count)s round, drawn by the score.",
            "%(count)s rounds, each drawn by the score.",
            params.rounds,
        ) % {"count": params.rounds}
    if params.twice:
        return _("Everybody meets everybody of the division twice.")
    return _("Everybody meets everybody of the division once.")


def _walkover(division: Division) -> str:
    if params_known(division).walkover_point:
        return _("Who loses by walkover has what a loss is worth.")
    return _("Who loses by walkover has no points.")


def _withdrawn(division: Division) -> str:
    counts = params_known(division).withdrawn
    if counts == "kept":
        return _("Matches of who withdraws count.")
    if counts == "removed":
        return _("Matches of who withdraws count for nobody.")
    return _("Matches of who withdraws count if half of them are played.")


def _unplayed(league: League, division: Division) -> str:
    """Say what a match counts that was not played by the deadline, halves in points."""
    counts = league.get_unplayed_display()
    params = params_known(division)
    is_half = league.unplayed == League.Unplayed.HALF
    if is_half and _shape(division) == League.Shape.ALL_PLAY_ALL and params.counting == "match":
        # As `_of_match` has it: in halves, the sum of a win and a loss is half of it for each.
        points = text_of(params.win + params.loss)
        counts = _("half the points of a match for each, %(points)s") % {"points": points}
    elif is_half and _shape(division) == League.Shape.ALL_PLAY_ALL:
        # As `_of_pair` has it: what is between two sums is worth their middle.
        with_win, with_loss = params.both + params.each, params.each + params.none
        counts = _(
            "half a win for each, in a pair of matches %(win)s with a win and %(loss)s with a loss"
        ) % {"win": text_of(with_win), "loss": text_of(with_loss)}
    return _("Not played by the deadline: %(counts)s.") % {"counts": counts}


def _moves(league: League) -> str:
    said = {"up": league.up, "down": league.down}
    if league.rule == League.Rule.WINS:
        return _("Up go those with %(up)s wins or more, down those with %(down)s or fewer.") % said
    if league.rule == League.Rule.HALF:
        return _("From each division the upper half goes up; go down: %(down)s.") % said
    return _("From each division go up: %(up)s; go down: %(down)s.") % said


def _pairs(division: Division) -> Iterator[str]:
    if params_known(division).counting == "pair":
        yield _(
            "Where somebody takes over between the two matches of a pair, it is one pair: it "
            "counts for their opponent, and for who has taken over."
        )


def _wins(league: League) -> str:
    """Say what counts as a win where these say who goes up and down, as the tables have it."""
    if league.shape == League.Shape.ROUNDS:
        return _(
            "Wins are those of the column “Score”: a bye is one, a match won by walkover is one, "
            "too, and a half for each is half of one."
        )
    return _(
        "A match won by walkover is a win, too, and a half for each is half of one: then the "
        "table has a column “Score”, which counts them."
    )


def _reports(league: League) -> Iterator[str]:
    if league.confirm_days:
        yield ngettext(
            "A report that nobody contradicts confirms itself after %(count)s day.",
            "A report that nobody contradicts confirms itself after %(count)s days.",
            league.confirm_days,
        ) % {"count": league.confirm_days}
    if league.boards == League.Boards.REQUIRED:
        yield _("All matches are played on the program’s board.")
    elif league.boards == League.Boards.NEVER:
        yield _("No match is played on the program’s board.")
