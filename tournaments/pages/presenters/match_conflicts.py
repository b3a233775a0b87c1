"""A tap on a match that came too late: the tap, and the present result with its author."""

from __future__ import annotations

from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.permissions import NOBODY, Reader
from games.web.input import Input
from tournaments.errors import EventConflict
from tournaments.formats.situation import PLAYOFF
from tournaments.models import LeagueSeason, Match
from tournaments.pages.forms import final_score_of, side_of
from tournaments.pages.presenters.match_texts import dispute_text, final_text, names_of
from tournaments.pages.presenters.match_versions import version_lines
from tournaments.pages.presenters.match_words import LEVEL_NAMES, Names, who_did
from tournaments.results.selectors.versions import versions_of
from tournaments.results.services.match_writing import match_get

OF_A_MATCH: Final = frozenset(
    {"match_stale", "match_settled", "match_not_reported", "match_disputed"}
)
"""Codes of conflicts in which another person was faster at a match."""
RESULTS: Final = frozenset({"quick", "result", "report"})


def conflict_text(
    error: Exception,
    match: Match | None,
    ask: Input,
    reader: Reader = NOBODY,
    *,
    tells_who: bool = False,
) -> str:
    """Return why a tap was refused; if it came too late, with both sides of the conflict.

    Only directors are told who entered the present result.
    """
    if match is None or not isinstance(error, EventConflict) or error.code not in OF_A_MATCH:
        return str(error)
    two = (one for one in (match.first, match.second) if one is not None)
    now, names = match_get(match.pk), names_of(match, people_seen(two, reader))
    tapped = tapped_text(ask, now, names)
    # Whom a closed season refuses need not try again.
    closed = _("This season is closed, its table is final. If it was played, tell the director.")
    parts = [closed if not tells_who and _is_closed(now) else str(error)]
    if tapped:
        parts.append(_("You tapped: %(what)s") % {"what": tapped})
    parts.append(_("It stands now: %(how)s") % {"how": _stands(now, names)})
    if tells_who and reader.sees_names_of(match.club_id):
        parts.append(_last(now))
    return " ".join(part for part in parts if part)


def _is_closed(match: Match) -> bool:
    """Tell whether a match is one of a season that was closed; its play-offs go on."""
    if match.round is None or match.round.bracket == PLAYOFF:
        return False
    seasons = LeagueSeason.objects.filter(closed_at__isnull=False)
    return seasons.filter(event__divisions__rounds=match.round_id).exists()


def tapped_text(ask: Input, match: Match, names: Names) -> str:
    """Describe what a form of a match would have done; blank if the button says nothing by
    itself.
    """
    do = ask.one("do")
    try:
        if do in RESULTS:
            points = final_score_of(ask, match.length)
            if match.has_draws and not any(points):
                return _("A draw: half a point for each.")
            side = 0 if points[0] > points[1] else 1
            score = f"{points[side]} : {points[1 - side]}"
            return _("%(name)s wins %(score)s.") % {"name": names[side], "score": score}
        if do == "play" and ask.one("kind") == "win":
            level = str(LEVEL_NAMES.get(ask.one("level"), ""))
            return f"{names[side_of(ask)]}: {level}."
    except ValueError:  # an incomplete form
        return ""
    return ""


def _stands(match: Match, names: Names) -> str:
    if match.is_settled:
        return final_text(match, names)
    if match.state == Match.State.DISPUTED:
        return dispute_text(match, names, None, version_lines(match, versions_of(match), names))
    if match.state == Match.State.REPORTED:
        by = names[match.reported_by or 0]
        params = {"name": by, "result": final_text(match, names)}
        return _("%(name)s has reported: %(result)s") % params
    return f"{names[0]} {' : '.join(match.figures)} {names[1]}."


def _last(match: Match) -> str:
    steps = match.log.exclude(kind="clock").select_related("sender", "sent_by__player")
    step = steps.order_by("sequence").last()
    if step is None:
        return ""
    at = timezone.localtime(step.created_at, ZoneInfo(match.club.time_zone))
    return f"({who_did(step)}, {date_format(at, 'H:i')})"
