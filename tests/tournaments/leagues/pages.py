"""What somebody is shown of a league's pages."""

from django.test import Client

from games.models import User
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def shown_to(of: Running | Playing, path: str, name: str = "") -> str:
    """A page as the director reads it, or somebody else."""
    user = of.account(name) if name else of.director
    return " ".join(client_of(user).get(path, follow=True).content.decode().split())
