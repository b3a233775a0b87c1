"""A merge is taken back: no phone acts or reads for the other any more."""

import pytest
from django.db.models import QuerySet

from games.decisions.services.decisions import player_separate_decide, players_merge_decide
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.two_people import SHAPES, Phone, merge, part, preview, running
from tournaments.models import (
    EntryPass,
    EventStep,
)

pytestmark = pytest.mark.django_db


def of_old(of: Running, has_played: bool) -> None:
    """As databases have it that were written when nothing said what passed on with an entry."""
    for step in EventStep.objects.filter(kind__in=["entries_united", "pass_follow"]):
        payload = {name: one for name, one in step.payload.items() if name != "before"}
        if step.kind == "entries_united" and not has_played:
            step.kind = "mistaken"
        QuerySet(EventStep).filter(pk=step.pk).update(kind=step.kind, payload=payload)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("when", ["at once", "closed"])
def test_no_phone_acts_for_another_once_a_merge_is_taken_back(shape: str, when: str) -> None:
    of = running(shape)
    ann, anna = Phone.made(of, "Ann"), Phone.made(of, "Anna")
    if shape == "ladder":
        of.play()
    merge(of)
    assert anna.acts_for() == "Ann"
    if when == "closed":
        of.play()
        of.close()
    assert "of Anna" in preview(of, "separate")
    assert anna.acts_for() == "Ann", "nothing of a preview stays"
    part(of)
    assert ann.acts_for() == "Ann"
    assert anna.acts_for() in ("Anna", "")


@pytest.mark.parametrize("has_played", [False, True])
@pytest.mark.parametrize("has_both", [False, True])
def test_links_are_closed_where_nobody_knows_whose_they_are(
    has_played: bool, has_both: bool
) -> None:
    of = running("all_play_all")
    if has_played:
        of.win(of.match("Anna", "Cid"), 0)
    anna = Phone.made(of, "Anna")
    ann = Phone.made(of, "Ann") if has_both else None
    merge(of)
    of_old(of, has_played)
    since = Phone.made(of, "Ann")
    shown = preview(of, "separate")
    assert "nobody knows any more which phones and links are of Anna" in shown
    assert "Make new ones for both" in shown
    part(of)
    assert anna.acts_for() == ""
    assert ann is None or ann.acts_for() == ""
    assert since.acts_for() == "Ann"


@pytest.mark.parametrize("is_old", [False, True])
def test_a_phone_that_went_on_in_a_later_season_acts_for_nobody_else_there(is_old: bool) -> None:
    of = running("all_play_all")
    anna = Phone.made(of, "Anna")
    merge(of)
    of.play()
    of.close()
    of.draft()
    following = of.follow()
    answer = anna.client.post(f"/leagues/{of.league.public_id}/me/", {"do": "follow"})
    assert answer.status_code == 302
    went_on = Phone(of, EntryPass.objects.get(event=following.event), anna.client)
    if is_old:
        of_old(of, has_played=False)
    else:
        assert following.event.title in preview(of, "separate")
    assert went_on.acts_for() == "Ann"
    part(of)
    assert went_on.acts_for() == ""
    assert anna.acts_for() == ""


def test_a_phone_of_a_season_in_which_only_one_was_goes_on_for_them_alone() -> None:
    of = running("all_play_all")
    zoe = Phone.made(of, "Dee")
    players_merge_decide(
        player=of.player("Dee"), into=of.player("Zoe"), by=of.director, reason="One person"
    )
    part_of = of.player("Dee")
    of.again()
    of.play()
    of.close()
    of.draft()
    of.follow()
    zoe.client.post(f"/leagues/{of.league.public_id}/me/", {"do": "follow"})
    went_on = Phone(of, EntryPass.objects.latest("pk"), zoe.client)
    assert went_on.holder.pk != zoe.holder.pk
    player_separate_decide(player=part_of, by=of.director, reason="Two people")
    assert zoe.acts_for() == "Dee"
    assert went_on.acts_for() in ("Dee", "")
