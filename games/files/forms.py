"""Forms of the pages about files: a file within its limits, columns, and matches of names."""

from __future__ import annotations

from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games.errors import NotFound, Refused
from games.files.importing.cells import DAY_FIRST, MONTH_FIRST
from games.files.importing.tables import LARGEST as LARGEST_TABLE
from games.files.importing.totals import AWAY, PLAYED
from games.files.importing.workbooks import MOST_COLUMNS
from games.files.importing.zips import LARGEST_ZIP
from games.files.services.analyses import LARGEST as LARGEST_MATCH
from games.files.services.archive_making import LARGEST as LARGEST_ARCHIVE
from games.files.services.old_totals import GAMES, TOTALS
from games.models import Job
from games.web.uploads import TOO_LARGE

LIMITS: Final = {
    Job.Kind.PLAYERS: LARGEST_TABLE,
    Job.Kind.RESULTS: LARGEST_TABLE,
    Job.Kind.SCORES: LARGEST_ZIP,
    Job.Kind.CLUB: LARGEST_ARCHIVE,
    Job.Kind.ANALYSIS: LARGEST_MATCH,
}
"""Megabytes."""
MEGABYTE: Final = 1024 * 1024
LONGEST_KEY: Final = 20


def sent(request: HttpRequest, kind: str) -> tuple[dict[str, Any], UploadedFile[Any] | None]:
    """Return the options chosen, and the file where this kind needs one.

    Raises:
        NotFound: the kind does not exist.
        Refused: the file is missing or too large.
    """
    if kind not in Job.Kind.values:
        raise NotFound
    if kind == Job.Kind.SCORES_OUT and request.POST.get("which") == "chosen":
        chosen = request.POST.getlist("session")
        if not chosen:
            raise Refused("invalid", reason=_("Choose at least one evening."))
        return {"sessions": chosen}, None
    if kind not in LIMITS:
        return {}, None
    limit = LIMITS[Job.Kind(kind)]
    file = request.FILES.get("file")
    too_large = Refused(
        "invalid", reason=_("The file is larger than %(limit)s MB.") % {"limit": limit}
    )
    if request.META.get(TOO_LARGE):
        raise too_large
    if not isinstance(file, UploadedFile):
        raise Refused("invalid", reason=_("Choose a file."))
    if file.size is None or file.size > limit * MEGABYTE:
        raise too_large
    return {}, file


def choices_of(given: QueryDict) -> dict[str, Any]:
    """Return the columns, the order of day and month, and the matches of names."""
    columns = []
    for index in range(MOST_COLUMNS):
        if f"column-{index}" not in given:
            break
        columns.append(given[f"column-{index}"][:LONGEST_KEY])
    people = {
        name.removeprefix("person-"): given[name]
        for name in given
        if name.startswith("person-") and len(given[name]) <= LONGEST_KEY
    }
    order = given.get("order", "")
    choices: dict[str, Any] = {"columns": columns, "people": people}
    if order in (DAY_FIRST, MONTH_FIRST):
        choices["order"] = order
    if given.get("shape") in (GAMES, TOTALS):
        choices["shape"] = given["shape"]
    if "of_totals" in given:  # a box that is not ticked is not sent
        choices["settled"] = "settled" in given
        choices["as_they_are"] = "as_they_are" in given
    if given.get("zeros") in (AWAY, PLAYED):
        choices["zeros"] = given["zeros"]
    if given.get("heading") in ("yes", "no"):
        choices["heading"] = given["heading"]
    return choices
