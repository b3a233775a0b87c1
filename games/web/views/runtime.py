"""Gives browsers what scores without network: interpreter, code, and the worker that runs both."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.web.runtime import TYPES, code, packed, runtime, runtime_digest

FOR_GOOD: Final = {"public": True, "max_age": 60 * 60 * 24 * 365, "immutable": True}


@require_safe
def part(request: HttpRequest, digest: str, name: str) -> HttpResponseBase:
    """Give a file of the interpreter; its address changes with its content."""
    if digest != runtime_digest() or name not in runtime()["files"]:
        raise Http404
    found, encoding = packed(name, request.headers.get("Accept-Encoding", ""))
    kind = TYPES[Path(name).suffix]
    answer: HttpResponseBase
    if isinstance(found, Path):
        answer = FileResponse(found.open("rb"), content_type=kind)
        answer["Content-Disposition"] = "inline"
    else:
        answer = HttpResponse(found, content_type=kind)
    if encoding:
        answer["Content-Encoding"] = encoding
    patch_vary_headers(answer, ["Accept-Encoding"])
    return _for_good(answer)


@require_safe
def pure_code(request: HttpRequest, digest: str) -> HttpResponseBase:
    """Give the program's pure code as a zip."""
    found = code()
    if digest != found.digest:
        raise Http404
    return _for_good(HttpResponse(found.zip, content_type="application/zip"))


@require_safe
@csp_replace(
    {
        "default-src": [NONE],
        "script-src": [SELF, "'wasm-unsafe-eval'"],
        "connect-src": [SELF],
    }
)
def worker(request: HttpRequest) -> HttpResponse:
    """Give the worker's script: its answer alone allows WebAssembly, and no page does."""
    answer = render(request, "web/offline_worker.js", content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer


def _for_good(answer: HttpResponseBase) -> HttpResponseBase:
    patch_cache_control(answer, **FOR_GOOD)
    return answer
