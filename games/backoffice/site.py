"""The admin site: superusers and organizers enter, by the same door as everywhere else."""

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.backoffice.clubs import may_enter
from games.backoffice.scope import ScopedAdmin


class BackOffice(AdminSite):
    """Everything about one's own clubs, read-only where a ledger is concerned.

    Only pages that keep to the clubs get in: what other packages would register here (groups,
    log-ins that failed) is no business of an organizer, and noise for everybody else.
    """

    site_header = _("Chouette: back office")
    site_title = _("Chouette")
    index_title = _("Your clubs")
    enable_nav_sidebar = True

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.disable_action("delete_selected")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Take pages that keep to the clubs, and pass over all others."""
        if admin_class is not None and issubclass(admin_class, ScopedAdmin):
            super().register(model_or_iterable, admin_class, **options)

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

    def password_change(  # type: ignore[override]  # the stubs want a template
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send people to the page that also ends their other sign-ins."""
        return redirect("password")
