"""Drafts: what a file would do, shown before it is done.

A short file is read while its page is made. A longer one would hold a thread of the pages for
seconds: the worker reads it, and keeps what the page shows in the job's folder. Nothing is written
to the database, so the worker may be killed, and asked once more, at any moment.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import zipfile
from dataclasses import dataclass
from typing import IO, Any, Final

import structlog
from celery import shared_task
from django.db.models import Count, Max
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from games.errors import Refused
from games.files.services.job_files import Heart, JobFiles
from games.files.services.jobs import ASK_AGAIN_AFTER, TASKS
from games.models import Job

logger = structlog.get_logger(__name__)

Preview = dict[str, Any]
"""What the page of a draft shows, as JSON; only `trouble` where the file cannot be used."""
GROWTH: Final = 32
"""Bytes of a sheet's XML that take as long to read as one byte of text."""
PATIENCE: Final = 15.0
"""Seconds after which the page says that no worker has taken the file."""
ZIP: Final = b"PK\x03\x04"
CELLS: Final = ("xl/worksheets/", "xl/sharedStrings")
"""Where a spreadsheet has its cells; the rest of it is read in no time."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as its page shows it: its preview, or how long it has waited for the worker."""

    preview: Preview | None = None
    is_late: bool = False
    """No worker has taken it for `PATIENCE` seconds, or none can be asked."""


def is_short(file: IO[bytes], most: int) -> bool:
    """Tell whether a file is read in a fifth of a second; `most` is bytes of plain text.

    A spreadsheet that cannot be opened is short: reading it says so.
    """
    begin, size = file.read(len(ZIP)), file.seek(0, os.SEEK_END)
    file.seek(0)
    if begin != ZIP:
        return size <= most
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return True
    finally:
        file.seek(0)
    cells = sum(one.file_size for one in entries if one.filename.startswith(CELLS))
    return cells <= most * GROWTH


def draft_shown(job: Job) -> Draft:
    """Return a draft for its page: its preview, or None while the worker reads it."""
    task, files = TASKS[Job.Kind(job.kind)], JobFiles.of(job)
    try:
        with files.upload.open("rb") as file:
            is_read_here = is_short(file, task.at_once)
    except FileNotFoundError:
        is_read_here = True  # reading it says so
    if is_read_here:
        return Draft(_read(job))
    language = translation.get_language() or ""
    found = _kept(files, _key(job, language))
    return Draft(found) if found is not None else Draft(is_late=_ask(job, files, language))


@shared_task(name="games.tasks.draft_read")
def draft_read(pk: int, language: str) -> None:
    """Read a draft for its page, and keep what it shows; twice does no harm."""
    job = Job.objects.select_related("club", "by").filter(pk=pk, state=Job.State.DRAFT).first()
    if job is None:  # discarded or confirmed meanwhile, or the same file was sent again
        return
    files = JobFiles.of(job)
    key = _key(job, language)
    if not files.upload.exists() or _kept(files, key) is not None:
        return
    with Heart(files), translation.override(language or None):
        try:
            found = _read(job)
        except Exception:
            logger.exception("draft_failed", job=job.public_id, kind=job.kind)
            found = {"trouble": _("A mistake of the program. Nothing was written.")}
        files.keep_preview(json.dumps({"key": key, "preview": found}))
    files.rest()


def _read(job: Job) -> Preview:
    preview = import_string(TASKS[Job.Kind(job.kind)].preview)
    try:
        found: Preview = preview(job)
    except Refused as error:
        return {"trouble": str(error)}
    return found


def _key(job: Job, language: str) -> str:
    """Return what a preview depends on besides the file: choices, language, who is in the club."""
    players = job.club.players.aggregate(Count("pk"), Max("pk")) if job.club else {}
    text = json.dumps([job.options, language, players], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _kept(files: JobFiles, key: str) -> Preview | None:
    try:
        kept = json.loads(files.preview.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    found: Preview | None = kept["preview"] if kept["key"] == key else None
    return found


def _ask(job: Job, files: JobFiles, language: str) -> bool:
    """Ask the worker to read a draft, once; tell whether it keeps the page waiting.

    A message can get lost with its worker: it is sent again where nobody is at work after a while.
    """
    now = time.time()
    first, last = files.asked()
    if files.is_alive():
        return False
    if now - last > ASK_AGAIN_AFTER:
        try:
            draft_read.delay(job.pk, language)
        except OperationalError as error:
            logger.warning("draft_not_queued", job=job.public_id, error=str(error))
            return True
        first = now if now - last > 2 * ASK_AGAIN_AFTER else first
        files.ask(first, now)
    return now - first > PATIENCE
