"""A rehearsal plays an event of any format in a club of its own, which is deleted as a whole."""

import io
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from games.clubs.services.deleting import club_delete
from games.errors import NotAllowed, Refused
from games.models import Club, Player, User
from tests import evenings
from tests.tournaments.directing import Directed, agreed
from tournaments.events.services.rehearsing import match_play
from tournaments.management.commands.rehearse import EVENTS
from tournaments.models import Division, Event, Match, Round
from tournaments.results.services.results import match_undo

KEPT = {"games.User", "contenttypes.ContentType", "auth.Permission"}
"""What is there before a rehearsal, and the account that owns it."""


def rehearse(*arguments: str, **options: Any) -> list[str]:
    """Run the command; return what it says, line by line."""
    out = io.StringIO()
    call_command("rehearse", *arguments, stdout=out, **options)
    return out.getvalue().splitlines()


def rows() -> dict[str, int]:
    """How many rows each table has."""
    found = {one._meta.label: one._base_manager.count() for one in apps.get_models()}
    return {label: count for label, count in found.items() if count and label not in KEPT}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("format", EVENTS)
def test_an_event_of_any_format_is_played_to_its_end_and_deleted(format: str) -> None:
    before = rows()

    lines = rehearse(format, "--seed", "a rehearsal", "--players", "9")

    assert lines[-1] == "The event is over."
    assert Event.objects.get().status == Event.Status.FINISHED
    club = Club.objects.get()
    assert club.is_rehearsal
    assert club.players.count() == 9
    assert rehearse("--delete", club.slug) == [f"{club.name} is deleted."]
    assert rows() == before


@pytest.mark.django_db
def test_the_same_seed_plays_the_same_event() -> None:
    first, other = (rehearse("swiss", "--seed", "again")[2:] for _ in range(2))
    assert first == other
    assert rehearse("swiss", "--seed", "otherwise")[2:] != first


@pytest.mark.django_db
def test_after_so_many_rounds_the_rest_is_for_the_director() -> None:
    lines = rehearse("swiss", "--rounds", "1")
    assert lines[-1] == "The rest is for the director."
    assert list(Round.objects.values_list("state", flat=True)) == ["released"]
    assert not Match.objects.exclude(state="settled").exists()


@pytest.mark.django_db
def test_of_a_bracket_only_the_rounds_asked_for_are_played() -> None:
    rehearse("single", "--rounds", "1")
    assert set(Match.objects.filter(state="settled").values_list("round__number", flat=True)) == {1}
    assert Match.objects.filter(state="open", round__number=2).count() == 2


@pytest.mark.django_db
def test_no_round_leaves_everybody_checked_in() -> None:
    rehearse("swiss", "--rounds", "0", "--players", "40")
    division = Division.objects.get()
    assert division.entries.filter(state="present").count() == 40
    assert not division.rounds.exists()


@pytest.mark.django_db
def test_steps_wait_as_long_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("tournaments.management.commands.rehearse.sleep", waited.append)
    lines = rehearse("swiss", "--rounds", "1", "--speed", "2.5")
    assert waited == [2.5] * (len(lines) - 2)


@pytest.mark.django_db
def test_a_rehearsal_belongs_to_the_account_that_is_named() -> None:
    ann = User.objects.create_user("ann@example.org", name="Ann")
    rehearse("swiss", "--rounds", "0", "--owner", "Ann@example.org")
    assert Club.objects.get().memberships.get().user == ann


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Say a format"),
        (["swiss", "--delete", "tuesday"], "Say a format"),
        (["swiss", "--players", "3"], "4 to 160 players"),
        (["swiss", "--players", "161"], "4 to 160 players"),
        (["swiss", "--owner", "nobody@example.org"], "no account"),
        (["--delete", "nowhere"], "Unknown club"),
        (["--delete", "tuesday"], "Only the club of a rehearsal"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(
    arguments: list[str], sentence: str
) -> None:
    evenings.club()
    with pytest.raises(CommandError, match=sentence):
        rehearse(*arguments)
    assert Club.objects.get().slug == "tuesday"


@pytest.mark.django_db
def test_only_its_owner_deletes_a_rehearsal_and_no_other_club_is_deleted() -> None:
    rehearse("swiss", "--rounds", "0")
    rehearsed, real = Club.objects.get(), evenings.club()
    olga = evenings.user("Olga")
    evenings.member(rehearsed, "Orla", "organizer")
    for who in ("Orla", "Olga"):
        with pytest.raises(NotAllowed):
            club_delete(club=rehearsed, by=evenings.user(who))
    with pytest.raises(Refused, match="Only the club of a rehearsal"):
        club_delete(club=real, by=olga)
    assert Club.objects.count() == 2
    assert Player.objects.filter(club=rehearsed).count() == 8


@pytest.mark.django_db
def test_the_address_is_a_whole_one_and_a_bracket_is_released_as_one() -> None:
    lines = rehearse("single", "--address", "https://club.example/")
    event = Event.objects.get()
    assert lines[1] == f"https://club.example/events/{event.public_id}/direct/"
    assert "The bracket is released." in lines
    assert not [line for line in lines if line.startswith("Round ")]
    assert rehearse("swiss", "--rounds", "0")[1].startswith("http")


@pytest.mark.django_db
def test_a_rehearsal_goes_on_where_its_director_has_opened_a_match_again() -> None:
    event = Directed(names="Ann Bob Cid Dee", params={"rounds": 2})
    event.next_round()
    event.play_all(lambda match: 0)
    event.next_round()
    first = Match.objects.filter(round__number=1)[0]
    agreed(match_undo, match=first, by=event.director, version=first.version)
    first.refresh_from_db()
    dice = Random(1)
    for _ in range(20):  # until chance lets the other one win
        said = match_play(first, event.director, dice)
        first.refresh_from_db()
        if first.winner == 1:
            break
        first = agreed(match_undo, match=first, by=event.director, version=first.version)
    assert str(first.second_points) in said
    assert (first.state, first.winner) == ("settled", 1)


@pytest.mark.django_db
def test_the_command_plays_both_divisions_to_the_end() -> None:
    lines = rehearse("single", "--players", "4", "--second", "4", "--fee", "10", "--seed", "x")
    assert lines[-1] == "The event is over."
    assert Event.objects.get().status == Event.Status.FINISHED
    assert Match.objects.filter(state="settled").count() == 3 + 6
