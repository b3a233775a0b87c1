"""The admin site: superusers and organizers sign in as everywhere else."""

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
    """All about the user's clubs, with ledgers read-only.

    It registers only pages limited to clubs: what other packages would add (groups, failed log-ins)
    does not concern organizers.
    """

    site_header = _("Chouette: back office")
    site_title = _("Chouette")
    index_title = _("Your clubs")
    enable_nav_sidebar = True

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.disable_action("delete_selected")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register pages that are limited to clubs, and ignore all others."""
        if admin_class is not None and issubclass(admin_class, ScopedAdmin):
            super().register(model_or_iterable, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        return may_enter(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the sign-in page, which limits guesses here too."""
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied
        target = request.GET.get("next") or request.get_full_path()
        return redirect_to_login(target, settings.LOGIN_URL)

    def password_change(  # type: ignore[override]  # the stubs want a template
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the page that also ends other sign-ins."""
        return redirect("password")
