"""How styles, scripts and pictures are stored and sent: minified, under names with hashes,
compressed, with few headers.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
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
_BEHIND = re.compile(r"(?<=[;,{}()\[\]]) // [^\"'`]*$")
"""A comment behind a statement; what has a quotation mark in it may be the end of a text."""


def lean_script(text: str) -> str:
    """Return a script without indentation and comments.

    Lines are kept, so that automatic semicolons stay the same. Our scripts have no multi-line
    strings.
    """
    lines = (line.strip() for line in text.splitlines())
    said = (_BEHIND.sub("", line) for line in lines if not _LINE_COMMENT.fullmatch(line))
    return "\n".join(filter(None, said)) + "\n"


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


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Sends a file with the headers that a file needs: a page fetches some twenty of them."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer: HttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        del answer["Last-Modified"]  # the tag says as much
        if "immutable" in answer.get("Cache-Control", ""):
            del answer["ETag"]  # what never changes is not asked for again
        return answer
