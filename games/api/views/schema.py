"""The description of the interface for programs, made once a language and a format and kept, and
the page that shows it.
"""

from threading import Lock
from typing import Any, Final

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

KEPT: Final[dict[tuple[str, str], HttpResponse]] = {}
_making: Final = Lock()
"""Making it takes seconds. A program that asks meanwhile waits for it, and makes no second one."""


class Schema(SpectacularAPIView):
    """OpenAPI, as YAML or JSON. It is the same for everybody who reads that language."""

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        key = get_language() or "", str(renderer.media_type)
        with _making:
            kept = KEPT.get(key)
            if kept is None:
                made = super()._get_schema_response(request)  # type: ignore[no-untyped-call]
                made.accepted_renderer = renderer
                made.accepted_media_type = renderer.media_type
                made.renderer_context = self.get_renderer_context()
                kept = KEPT[key] = made.render()
        headers = {name: kept[name] for name in ("Content-Type", "Content-Disposition")}
        return HttpResponse(kept.content, headers=headers)

    def _get_version_parameter(self, request: Request) -> None:
        """There is one version at this address, whatever is asked for."""
        return


# Swagger's style sheet embeds its pictures as data URLs.
docs = csp_update({"img-src": [SELF, "data:"]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema")
)
