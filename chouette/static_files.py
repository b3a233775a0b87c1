"""How styles, scripts and pictures are stored: minified, under names with hashes, and
compressed.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Pages for developers and administrators: megabytes that few people fetch, and compressing them
# would delay every start by half a minute.
LEFT_ALONE = ("admin/", "drf_spectacular_sidecar/", "rest_framework/")

NOT_COLLECTED = (
    "django_htmx/ext/*",
    "django_htmx/htmax-*",
    "django_htmx/htmx-2.js",
    "django_htmx/htmx-4*",
    "drf_spectacular_sidecar/redoc/*",
)
"""What other projects bring and no page names: to compress it takes longer than all else."""

IMPORTED = "js/"
"""Scripts import each other by their names without hashes; all else is asked for with one."""

OUR_OWN = ("css/", "js/")
"""Only our own files are minified, not those of other projects."""

_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(r"//.*")


def lean_script(text: str) -> str:
    """Return a script without indentation and comment-only lines.

    Lines are kept, so that automatic semicolons stay the same. Our scripts have no multi-line
    strings.
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not _LINE_COMMENT.fullmatch(line)) + "\n"


def lean_sheet(text: str) -> str:
    """Return a style sheet without comments and indentation."""
    lines = (line.strip() for line in _CSS_COMMENT.sub("", text).splitlines())
    return "\n".join(filter(None, lines)) + "\n"


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses what the clubs' pages need and leaves the rest as it is."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        hashed = set(self.hashed_files.values())
        asked_for = [path for path in paths if path in hashed or path.startswith(IMPORTED)]
        yield from super().compress_files(
            [path for path in asked_for if not path.startswith(LEFT_ALONE)]
        )

    def _save(self, name: str, content: "File[Any]") -> str:
        """Write a file without comments, which phones need not download."""
        if name.startswith(OUR_OWN) and name.endswith((".css", ".js")):
            text = b"".join(content.chunks()).decode("utf-8")
            lean = lean_script(text) if name.endswith(".js") else lean_sheet(text)
            content = ContentFile(lean.encode("utf-8"))
        return str(super()._save(name, content))
