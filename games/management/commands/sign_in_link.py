"""Prints a one-time sign-in link: `manage.py sign_in_link EMAIL`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.accounts.services.accounts import sign_in_link_create
from games.errors import ServiceError
from games.management.links import address_add, link
from games.models import User


class Command(BaseCommand):
    """Helps users who forgot their password; run by the operator."""

    help = "Print a link that signs this account in once, within the hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL", help="the account's e-mail address")
        address_add(parser)

    def handle(self, *args: Any, email: str, address: str, **options: Any) -> None:
        user = User.objects.filter(email=User.clean_email(email), is_active=True).first()
        if user is None:
            raise CommandError(_("There is no account with this address."))
        try:
            token = sign_in_link_create(user=user, is_elsewhere=True)
        except ServiceError as error:
            raise CommandError(str(error)) from error
        if user.is_demo:
            self.stderr.write(
                "It works at that computer, while phones of the network may not come in."
            )
        self.stdout.write(link(address, "sign-in-link", token))
