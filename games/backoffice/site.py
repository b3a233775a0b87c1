"""The admin site: superusers and organizers enter, by the same door as everywhere else."""

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.backoffice.scope import may_enter


class BackOffice(AdminSite):
    """Everything about one's own clubs, read-only where a ledger is concerned."""

    site_header = _("Chouette: back office")
    site_title = _("Chouette")
    index_title = _("Your clubs")

    def has_permission(self, request: HttpRequest) -> bool:
        """Let in superusers and organizers."""
        return may_enter(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send people to the sign-in page, whose guards against guessing hold here as well."""
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        target = request.GET.get("next") or request.get_full_path()
        return redirect_to_login(target, settings.LOGIN_URL)
