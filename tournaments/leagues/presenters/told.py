"""What a director's page says after a tap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clubs.selectors.privacy import people_seen, person_seen
from games.models import Club, Player
from games.names.lists import in_a_row
from games.permissions import Reader
from games.web.mail import has_mail_server
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.selectors.progress import progress_of
from tournaments.leagues.selectors.seasons import is_too_late
from tournaments.leagues.services.nudging import Nudged
from tournaments.leagues.times import said_at, said_day
from tournaments.models import Entry, Event, League, LeagueSeason, Match
from tournaments.pages.presenters.events_words import walkover_lines
from tournaments.record.selectors.dated import dated_of, own_due

MOST_NAMED: Final = 12
"""Of more people whom no message reaches only the number is said."""
DIVIDED: Final = {
    "join": gettext_lazy("The two divisions are joined."),
    "split": gettext_lazy("The division is split."),
    "undo": gettext_lazy("It is taken back."),
}
"""What is told after a change of the divisions."""


def nudged_said(nudged: Nudged, club: Club, reader: Reader) -> str:
    """Say how many were reminded and when they read it, and whom no message reaches."""
    said = " ".join([*_at_once(len(nudged.at_once)), *_mailed(nudged, club)])
    if not said:
        said = _("Nobody is reminded by mail or on a device.")
    if not nudged.others:
        return said
    number = len(nudged.others)
    left = _unreached(number)
    if number <= MOST_NAMED:
        names = in_a_row(person_seen(one, reader).name for one in nudged.others)
        left = f"{left}: {names}"
    return " ".join([f"{said} {left}.", *_without_account(nudged)])


def _unreached(number: int) -> str:
    if has_mail_server():
        left = ngettext(
            "%(count)s has no account or wants no messages, and reads it only at their matches",
            "%(count)s have no account or want no messages, and read it only at their matches",
            number,
        )
    else:
        left = ngettext(
            "No mail leaves this computer: %(count)s reads it only at their matches",
            "No mail leaves this computer: %(count)s read it only at their matches",
            number,
        )
    return left % {"count": number}


def _without_account(nudged: Nudged) -> list[str]:
    """Say how many have no page of their own to read, where nothing else said it already; a link
    on a phone is one.
    """
    missing = [one.pk for one in nudged.others if one.user_id is None]
    if has_mail_server() or not missing:
        return []
    on_phone = sum(key in nudged.phones for key in missing)
    count = len(missing) - on_phone
    sentences = []
    if count:
        said = ngettext(
            "%(count)s of them has no account: call them.",
            "%(count)s of them have no account: call them.",
            count,
        )
        sentences.append(said % {"count": count})
    if on_phone:
        said = ngettext(
            "%(count)s of them has no account, but a link: their phone shows it.",
            "%(count)s of them have no account, but a link: their phones show it.",
            on_phone,
        )
        sentences.append(said % {"count": on_phone})
    return sentences


def _at_once(count: int) -> list[str]:
    if not count:
        return []
    said = ngettext(
        "%(count)s player is told on their devices now.",
        "%(count)s players are told on their devices now.",
        count,
    )
    return [said % {"count": count}]


def _mailed(nudged: Nudged, club: Club) -> list[str]:
    """Say who reads it in their mail: there is one a day at most, and not at night."""
    sentences = []
    for at, players in nudged.mailed:
        said = {"count": len(players), "at": said_at(club, at)}
        if at <= timezone.now():
            text = ngettext(
                "%(count)s player gets a mail within some minutes.",
                "%(count)s players get a mail within some minutes.",
                len(players),
            )
        else:
            text = ngettext(
                "%(count)s player reads it in their next mail, %(at)s: one a day at most.",
                "%(count)s players read it in their next mail, %(at)s: one a day at most.",
                len(players),
            )
        sentences.append(text % said)
    return sentences


def entering_said(season: LeagueSeason) -> str:
    """Say what becomes of who is entered now; blank where it goes without saying."""
    if season.closed_at is not None:
        return _("Who is entered now is on the list of the next season.")
    if is_too_late(season):
        return _(
            "It is too late for this season: who is entered now is on the list of the next one."
        )
    is_running, day = season.event.status == Event.Status.RUNNING, season.late_until
    said = {"day": "" if day is None else date_format(day)}
    if season.league.shape == League.Shape.LADDER:
        if is_running and day is not None and not season.goes_on:
            return (
                _("Newcomers stand at the end; after %(day)s they play from the next season on.")
                % said
            )
        return _("Newcomers stand at the end.")
    if is_running:
        return _("Until %(day)s they play in this season, afterwards from the next one on.") % said
    return ""


def late_told(season: LeagueSeason) -> list[str]:
    """Say of who is entered in a season at its desk although it is too late; empty if it is not.

    Nobody is entered in a season that is closed.
    """
    if season.closed_at is not None or not is_too_late(season):
        return []
    over = _("Nobody enters this season any more.")
    if season.late_until is not None:
        over = _("The day for late entries was %(day)s.") % {"day": date_format(season.late_until)}
    return [
        f"{over} {_('Whom you enter here plays in this season all the same.')}",
        _(
            "Whom you enter on the page of the league’s director is on the list of the next season "
            "instead."
        ),
    ]


def late_in(event: Event) -> list[str]:
    """Say the same where the event is all that is known; empty if it is no season of a league."""
    season = dated_of(event) if event.is_open else None
    return late_told(season) if isinstance(season, LeagueSeason) else []


def entered_said(
    players: Sequence[Player],
    plays: Sequence[bool],
    reader: Reader,
    season: LeagueSeason | None = None,
) -> str:
    """Say who was entered, since when they play, and for whom it is too late in this season."""
    people = people_seen(players, reader)
    names = [people[one.pk].name for one in players]
    entered = [name for name, does in zip(names, plays, strict=True) if does]
    late = [name for name, does in zip(names, plays, strict=True) if not does]
    said = []
    if entered:
        said.append(_("Entered: %(names)s.") % {"names": in_a_row(entered)})
        is_rounds = season is not None and season.league.shape == League.Shape.ROUNDS
        if is_rounds and season is not None and season.event.status == Event.Status.RUNNING:
            said.append(_("They play from the next round on."))
    if late:
        text = _("Too late for this season, on the list of the next one: %(names)s.")
        said.append(text % {"names": in_a_row(late)})
    return " ".join(said)


def released_said(season: LeagueSeason, *, is_next: bool) -> str:
    """Say that a season, or its next round, is released, and how many matches are to be played."""
    said = {"title": season.event.title}
    if season.league.shape == League.Shape.LADDER:
        return _("%(title)s is released: players challenge each other.") % said
    number = sum(one.still_open for one in progress_of(season))
    text = ngettext(
        "%(title)s is released: %(count)s match is to be played.",
        "%(title)s is released: %(count)s matches are to be played.",
        number,
    )
    if is_next:
        text = ngettext(
            "The next round of %(title)s is released: %(count)s match is to be played.",
            "The next round of %(title)s is released: %(count)s matches are to be played.",
            number,
        )
    return text % {**said, "count": number}


def announced_said(season: LeagueSeason) -> str:
    """Say that a season is announced, and what is next."""
    text = _("%(title)s is announced: release it on the day it begins, or before.")
    return text % {"title": season.event.title}


def reopened_said(season: LeagueSeason) -> str:
    """Say that a closed season goes on, and what for."""
    text = _("%(title)s is open again: correct what is wrong, then close it.")
    return text % {"title": season.event.title}


def out_of_cup_said(player: Player, reader: Reader) -> str:
    """Say that somebody has withdrawn from a bracket; what they lost by that stays lost."""
    text = _("%(name)s has withdrawn. To take it back: “Plays again”, then undo at the match.")
    return text % {"name": person_seen(player.current, reader).name}


def withdrawn_said(player: Player, reader: Reader) -> str:
    """Say that somebody has withdrawn, and what takes it back."""
    said = {"name": person_seen(player.current, reader).name}
    return _("%(name)s has withdrawn. “Plays again” takes it back.") % said


def off_list_said(player: Player, reader: Reader) -> str:
    """Say that somebody is off the list, before the draw."""
    return _("%(name)s is not entered any more.") % {
        "name": person_seen(player.current, reader).name
    }


def resumed_said(player: Player, reader: Reader) -> str:
    """Say that somebody who had withdrawn plays again."""
    return _("%(name)s plays again.") % {"name": person_seen(player.current, reader).name}


def taken_over_said(player: Player, gone: Player, reader: Reader) -> str:
    """Say who takes over from whom."""
    people = people_seen([player.current, gone.current], reader)
    said = {"name": people[player.current.pk].name, "other": people[gone.current.pk].name}
    return _("%(name)s takes over from %(other)s.") % said


def divided_said(season: LeagueSeason, how: str) -> str:
    """Say what a join, a split or its undo has made: each division, with how many play there."""
    playing = Count("entries", filter=~Q(entries__state=Entry.State.WITHDRAWN))
    divisions = season.event.divisions.annotate(playing=playing).order_by("position")
    sizes = ", ".join(f"{one.name}: {one.playing}" for one in divisions)
    said = f"{DIVIDED[how]} {_('So many play: %(sizes)s.') % {'sizes': sizes}}"
    return said if how == "undo" else f"{said} {undone_by()}"


def undone_by() -> str:
    """Say which button takes the latest change of who plays back."""
    return _("“Take it back…” undoes that.")


def moved_said(count: int) -> str:
    """Say how many of a draft were put elsewhere."""
    if not count:
        return _("Nothing was changed.")
    said = ngettext(
        "%(count)s player is put elsewhere.", "%(count)s players are put elsewhere.", count
    )
    return said % {"count": count}


def names_of_two(match: Match, reader: Reader) -> list[str]:
    """Return what the players of a match are called, as the reader may know them."""
    return [person_seen(one.current, reader).name for one in (match.first, match.second) if one]


def walkover_of(shown: FixtureShown, reader: Reader) -> tuple[str, ...]:
    """Say what a walkover means for each of two, one of whom says that the other did not come."""
    match, absence = shown.match, shown.absence
    two = names_of_two(match, reader)
    if absence is None or absence.side is None or match.round is None or len(two) < 2:
        return ()
    winner, loser = two[absence.side], two[1 - absence.side]
    if match.is_of_bracket:
        return (
            _("%(name)s goes on.") % {"name": winner},
            _("%(name)s has lost by a walkover.") % {"name": loser},
        )
    return tuple(walkover_lines(match.round.division, winner, loser))


def absence_said(match: Match, how: str, reader: Reader) -> str:
    """Say what was decided on who did not come, and where it is undone."""
    two = names_of_two(match, reader)
    if how != "walkover" or match.winner is None:
        said = {"names": " – ".join(two)}
        text = _("%(names)s find a new date. It is nobody’s strike.")
        if how == "date":
            text = _("%(names)s find a new date. Who did not come has a strike.")
        address = reverse("fixture", args=[match.public_id])
        page = format_html('<a href="{}">{}</a>', address, said["names"])
        back = format_html(_("It is taken back on the page of {match}."), match=page)
        return format_html("{} {}", text % said, back)
    return format_html(
        _("{name} has won by a walkover. It is undone on the page of {match}."),
        name=two[match.winner],
        match=_page_of(match, two),
    )


def challenged_said(season: LeagueSeason, match: Match, reader: Reader) -> str:
    """Say whose challenge was entered, and until when it is to be played."""
    one, other = names_of_two(match, reader)
    day = said_day(match.club, own_due(season, match, match.fixture))
    said = {"name": one, "other": other, "day": day}
    return _("%(name)s challenges %(other)s: to be played by %(day)s.") % said


def late_said(match: Match, how: str, reader: Reader) -> str:
    """Say what was decided of a match of a cup that was not played in time, and where it is
    undone.
    """
    two = names_of_two(match, reader)
    if how == "neither":
        said = _("Neither of the two goes on.")
    else:
        said = _("%(name)s goes on.") % {"name": two[how == "second"]}
    undone = format_html(_("It is undone on the page of {match}."), match=_page_of(match, two))
    return format_html("{} {}", said, undone)


def _page_of(match: Match, two: Sequence[str]) -> str:
    address = reverse("match", args=[match.public_id])
    return format_html('<a href="{}">{}</a>', address, " – ".join(two))
