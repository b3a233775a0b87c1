"""Imports and exports many score files: one file or a zip becomes sessions, sessions become a
zip.
"""

import io
import re
import zipfile
from typing import Final

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import ServiceError
from games.files.importing.problems import Unusable
from games.files.importing.zips import (
    LARGEST_FILE,
    LARGEST_ZIP,
    MEGABYTE,
    Unpacked,
    is_zip,
    unpacked,
)
from games.files.services.drafts import is_short
from games.files.services.imports import sentence
from games.files.services.job_files import JobFiles, Progress
from games.files.services.jobs import Commit, FileLine, JobOutcome, NothingWritten, job_create
from games.models import Club, Job, Session, User
from games.models.locks import rows_locked
from games.permissions import Reader
from games.rule_texts import Names
from games.rule_texts import sentence as rule_sentence
from games.rules.chouette import ChouetteError, NotationError
from games.sessions.services.csn import csn_export, csn_import
from games.signals import announced_together

ENDING: Final = ".csn"
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that zip archives can hold; a fixed one makes equal exports equal files."""
AT_ONCE: Final = 3 * 1024
"""Bytes of an evening of some 75 games, written in a fifth of a second; the worker writes longer
ones.
"""


def is_long(data: bytes) -> bool:
    """Tell whether a score file is one for the worker."""
    return not is_short(io.BytesIO(data), AT_ONCE)


def score_file_keep(*, club: Club, by: User, data: bytes, name: str = "", end: bool = True) -> Job:
    """Have the worker make a session of a long score file, ended or not.

    Raises:
        NotAllowed: the user may not do this.
        Refused: too many of the user's jobs are waiting.
    """
    return job_create(
        club=club,
        by=by,
        kind=Job.Kind.SCORES,
        pieces=[data],
        file_name=name,
        options={"end": end},
    )


def scores_import(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Make a session of every score file: all of them, or none if one cannot be read."""
    assert job.club is not None  # imports of score files have a club
    try:
        given = _given(job, files)
    except Unusable as error:
        raise NothingWritten(sentence(error.code, error.params)) from error
    return lambda: _write(job, given, progress)


def _write(job: Job, given: list[Unpacked], progress: Progress) -> JobOutcome:
    progress.expect(len(given))
    lines: list[FileLine] = []
    with announced_together():
        for file in given:
            lines.append(_line(job, file))
            progress.step()
        wrong = sum(not line["good"] for line in lines)
        if wrong:
            reason = ngettext(
                "%(count)s file cannot be imported, so nothing was written.",
                "%(count)s files cannot be imported, so nothing was written.",
                wrong,
            )
            raise NothingWritten(reason % {"count": wrong}, lines)
    made = ngettext("%(count)s evening was made.", "%(count)s evenings were made.", len(lines))
    return JobOutcome(made % {"count": len(lines)}, lines)


def scores_pack(job: Job, files: JobFiles, progress: Progress) -> Commit:
    """Write a club's sessions, or those that were chosen, as score files into one archive.

    Only files of sessions whose money the user may see contain stakes and currency.
    """
    assert job.club is not None  # exports of sessions have a club
    rows = Session.objects.filter(club=job.club).order_by("played_on", "pk")
    chosen = job.options.get("sessions")
    if chosen is not None:
        rows = rows.filter(public_id__in=chosen)
    progress.expect(rows.count())
    lines: list[FileLine] = []
    with zipfile.ZipFile(files.result, "w", zipfile.ZIP_DEFLATED) as archive:
        for pk in list(rows.values_list("pk", flat=True)):
            lines.append(_pack(job, pk, archive))
            progress.step()
    good = sum(line["good"] for line in lines)
    packed = ngettext("%(count)s evening is in the file.", "%(count)s evenings are in it.", good)
    left_out = [line for line in lines if not line["good"]]
    return lambda: JobOutcome(packed % {"count": good}, left_out)


def _given(job: Job, files: JobFiles) -> list[Unpacked]:
    data = files.upload.read_bytes()
    if is_zip(data[:4]):
        if len(data) > LARGEST_ZIP * MEGABYTE:
            raise Unusable("too_large", limit=LARGEST_ZIP)
        return unpacked(io.BytesIO(data), ENDING)
    if len(data) > LARGEST_FILE * MEGABYTE:
        raise Unusable("too_large", limit=LARGEST_FILE)
    return [Unpacked(job.file_name, data)]


def _line(job: Job, file: Unpacked) -> FileLine:
    """Import one file; a bad one leaves nothing behind, so that the others can be checked too."""
    assert job.club is not None  # imports of score files have a club
    try:
        with transaction.atomic():
            end = job.options.get("end", True)
            session = csn_import(club=job.club, by=job.by, text=file.data, end=end)
    except NotationError as error:
        words = rule_sentence(error, Names())
        text = _("Line %(line)s: %(reason)s") % {"line": error.line, "reason": words}
    except ChouetteError as error:
        text = rule_sentence(error, Names())
    except ServiceError as error:
        text = str(error)
    else:
        games = session.games.count()
        counted = ngettext("%(count)s game", "%(count)s games", games) % {"count": games}
        said = {"name": file.name, "text": f"{session}: {counted}", "good": True}
        return said | {"session": session.public_id}
    return {"name": file.name, "text": text, "good": False}


def _pack(job: Job, pk: int, archive: zipfile.ZipFile) -> FileLine:
    with transaction.atomic():
        session = rows_locked(Session.objects).select_related("club").get(pk=pk)
        reader = Reader.of(job.by, session.club, session)
        try:
            text = csn_export(session=session, reader=reader)
        except (ChouetteError, ServiceError) as error:
            return {"name": str(session), "text": str(error), "good": False}
    name = _name(session)
    entry = zipfile.ZipInfo(name, EARLIEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, text.encode())
    return {"name": name, "text": "", "good": True}


def _name(session: Session) -> str:
    title = re.sub(r"-+", "-", slugify(session.title))[:40].strip("-")
    parts = [f"{session.played_on:%Y-%m-%d}", title, session.public_id]
    return "-".join(filter(None, parts)) + ENDING
