"""How styles, scripts and pictures are stored: lean, under names with hashes, and compressed."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The pages for developers and administrators: megabytes that few people fetch, and compressing
# them would make every start wait for half a minute.
LEFT_ALONE = ("admin/", "drf_spectacular_sidecar/", "rest_framework/")

OUR_OWN = ("css/", "js/")
"""What is written here, and so that this may be done to it; nothing that others have made."""

_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(r"//.*")


def lean_script(text: str) -> str:
    """Return a script without indentation and without lines that are nothing but a comment.

    Lines stay lines, so nothing depends on where statements end. Ours have no text over lines.
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not _LINE_COMMENT.fullmatch(line)) + "\n"


def lean_sheet(text: str) -> str:
    """Return a style sheet without comments and indentation."""
    lines = (line.strip() for line in _CSS_COMMENT.sub("", text).splitlines())
    return "\n".join(filter(None, lines)) + "\n"


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses what the pages of the clubs need and leaves the rest as it is."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each compressed file's name beside that of its original."""
        yield from super().compress_files(
            [path for path in paths if not path.startswith(LEFT_ALONE)]
        )

    def _save(self, name: str, content: "File[Any]") -> str:
        """Write a file; comments are for those who read the source, not for phones to fetch."""
        if name.startswith(OUR_OWN) and name.endswith((".css", ".js")):
            text = b"".join(content.chunks()).decode("utf-8")
            lean = lean_script(text) if name.endswith(".js") else lean_sheet(text)
            content = ContentFile(lean.encode("utf-8"))
        return str(super()._save(name, content))
