"""Compiles the translations, so that nobody needs GNU gettext installed."""

import os
import tempfile
from pathlib import Path


def compile_messages(folder: Path) -> list[Path]:
    """Compile every .po file below the folder that is newer than its .mo file; return those.

    A folder that cannot be written to is left alone: pages then speak English.
    """
    compiled = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        if not os.access(source.parent, os.W_OK):
            continue
        import polib  # only now: most starts find everything compiled

        # Several processes may start at once; each sees the old file or the whole new one.
        handle, draft = tempfile.mkstemp(dir=source.parent, suffix=".draft")
        os.close(handle)
        polib.pofile(str(source)).save_as_mofile(draft)
        Path(draft).replace(target)
        compiled.append(target)
    return compiled
