"""Registers Django's admin with a site of our own."""

from django.contrib.admin.apps import AdminConfig


class BackOfficeConfig(AdminConfig):
    """The admin, opened to organizers."""

    default_site = "games.backoffice.site.BackOffice"
