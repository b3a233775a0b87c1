"""Two players of a season who are merged, and parted again."""

from dataclasses import dataclass

from django.test import Client
from django.urls import reverse

from games.decisions.services.decisions import player_separate_decide, players_merge_decide
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tournaments.models import (
    EntryPass,
)
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create

NAMES = "Ann Anna Bob Cid Dee"
SHAPES = ("all_play_all", "swiss", "ladder")


@dataclass
class Phone:
    """A phone with the link of a player."""

    of: Running
    holder: EntryPass
    client: Client

    @classmethod
    def made(cls, of: Running, name: str) -> "Phone":
        made = pass_create(event=of.season.event, player=of.player(name), by=of.director)
        client = Client()
        client.get(reverse("event_pass", args=[token_sealed(made.token)]))
        return cls(of, made.holder, client)

    def acts_for(self) -> str:
        """Whom it acts for; blank if for nobody."""
        self.holder.refresh_from_db()
        lets_in = self.holder.state == EntryPass.State.GRANTED
        return str(self.holder.player) if lets_in else ""

    def me(self) -> str:
        answer = self.client.get(f"/leagues/{self.of.league.public_id}/me/", follow=True)
        return answer.content.decode()


def running(shape: str) -> Running:
    names = "Ann Bob Cid Anna Dee" if shape == "ladder" else NAMES
    return Running(names, shape=shape)


def merge(of: Running | Playing) -> None:
    two = {"player": of.player("Anna"), "into": of.player("Ann")}
    players_merge_decide(**two, by=of.director, reason="One person")
    of.again()


def part(of: Running | Playing) -> None:
    player_separate_decide(player=of.player("Anna"), by=of.director, reason="Two people")
    of.again()


def preview(of: Running | Playing, do: str) -> str:
    """What the organizer reads before they merge, or take it back."""
    client = Client()
    client.force_login(of.director)
    path = f"/clubs/{of.club.slug}/players/{of.player('Anna').public_id}/{do}/"
    path = path if do == "merge" else path.replace(do, f"decide/{do}")
    said = {"into": of.player("Ann").pk} if do == "merge" else {}
    return client.post(path, {**said, "reason": ""}).content.decode()
