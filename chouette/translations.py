"""Compiles the translations, so that nobody has to install GNU gettext."""

import os
import shutil
import tempfile
from pathlib import Path


def compile_messages(folder: Path) -> list[Path]:
    """Compile every .po file below the folder that is newer than its .mo file; return those.

    A read-only folder is skipped: its texts stay English.
    """
    compiled = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        if not os.access(source.parent, os.W_OK):
            continue
        import polib  # imported late: most starts find everything compiled

        # Several processes may start at once; each sees the old file or the complete new one.
        handle, draft = tempfile.mkstemp(dir=source.parent, suffix=".draft")
        os.close(handle)
        polib.pofile(str(source)).save_as_mofile(draft)
        # Such a draft is its owner's alone; an image is built by one user and run by another.
        shutil.copymode(source, draft)
        Path(draft).replace(target)
        compiled.append(target)
    return compiled
