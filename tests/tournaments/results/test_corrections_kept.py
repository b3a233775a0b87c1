"""After a correction: what comes back by itself, what a director lets stand, who may do it."""

from typing import Any

import pytest
from django.test import Client

from games.models import Board
from tests import evenings
from tests.tournaments.directing import Directed, agreed, key
from tests.tournaments.tables.test_tables_at_once import together
from tournaments.errors import CorrectionReaches, EventRefused
from tournaments.events.services import draws, entries
from tournaments.formats.effects import Effect
from tournaments.models import Match
from tournaments.record.selectors.results import standings_of
from tournaments.results.selectors.brackets import bracket_filled
from tournaments.results.services import results
from tournaments.results.services.match_trying import effect_tried
from tournaments.results.services.online import match_board_open

EIGHT = "Ann Bob Cid Dee Eva Fay Gus Hal"
pytestmark = pytest.mark.django_db


def cup(names: str = EIGHT, format: str = "single", **fields: Any) -> Directed:
    """A bracket in the order of the entries, in which the first player has won all."""
    event = Directed(names=names, format=format, seeding="entry", **fields)
    event.next_round()
    event.play_all(lambda match: 0)
    return event


def node(event: Directed, key: str) -> Match:
    return Match.objects.get(round__division=event.division, node=key)


def correct(event: Directed, match: Match, **more: Any) -> Match:
    """Let the other side win; say yes to what it does to others."""
    match.refresh_from_db()
    points = (2, 7) if match.winner == 0 else (7, 2)
    said = {"match": match, "by": event.director, "version": match.version}
    return agreed(results.match_correct, points=points, **said, **more)


def effect(event: Directed, match: Match, **more: Any) -> Effect:
    match.refresh_from_db()
    points = (2, 7) if match.winner == 0 else (7, 2)
    said = {"match": match, "by": event.director, "version": match.version, "key": key()}
    return effect_tried(lambda: results.match_correct(points=points, **said, **more))


def test_a_result_counts_again_where_the_same_two_meet_again() -> None:
    event = cup()
    # Ann beat Hal, then Dee; Bob beat Cid; in the final Bob beat Ann.
    final, semi = node(event, "main-3-1"), node(event, "main-2-2")
    correct(event, final)
    final.refresh_from_db()
    before = [final.first, final.second, final.winner, final.score, final.settled_at]
    quarter = next(
        one
        for one in Match.objects.filter(node__startswith="main-1")
        if {one.first, one.second} & {semi.second} and one.pk != semi.pk
    )
    lost = effect(event, quarter).lost
    assert {one.match for one in lost} == {semi.public_id, final.public_id}
    correct(event, quarter)
    final.refresh_from_db()
    assert (final.state, final.second) == ("waiting", None)
    # The winner of before wins the semi-final against the other one, too: the final stands.
    semi.refresh_from_db()
    event.win(semi, 0)
    final.refresh_from_db()
    assert [final.first, final.second, final.winner, final.score, final.settled_at] == before
    assert [one.kind for one in final.log.order_by("-sequence")[:2]] == ["returned", "cleared"]
    # Somebody takes it back: it does not come again by itself.
    results.match_undo(match=final, by=event.director, version=final.version, key=key())
    final.refresh_from_db()
    assert (final.state, final.score) == ("open", None)


@pytest.mark.parametrize("kind", ["single", "double", "progressive"])
def test_what_was_played_stands_if_the_director_says_so(kind: str) -> None:
    event = cup(format=kind)
    first = node(event, "main-1-1")
    assert effect(event, first).may_keep
    assert not effect(event, first, keeps=True).is_asked
    others = Match.objects.exclude(pk=first.pk).order_by("pk")
    before, stood = list(others.values()), standings_of(event.division)
    match = correct(event, first, keeps=True)
    assert (match.winner, match.goes_on, match.second_points) == (1, 0, 7)
    assert list(others.values()) == before
    assert standings_of(event.division) == stood
    found = bracket_filled(event.division, Match.objects.filter(round__division=event.division))
    assert found is not None
    assert found[1]["main-1-1"].winner == "1", "the bracket goes on as it was played"
    results.match_undo(match=match, by=event.director, version=match.version, key=key())
    match.refresh_from_db()
    assert (match.winner, match.goes_on) == (0, None)


def test_a_knockout_keeps_those_who_were_drawn_into_it() -> None:
    event = Directed(
        names=EIGHT,
        format="groups_knockout",
        seeding="entry",
        params={"groups": 2, "qualifiers": 1},
    )
    event.next_round()
    event.play_all(lambda match: 0 if match.first_id < match.second_id else 1)
    while event.division.rounds.filter(state="confirmed").exists():
        draws.draw_release(division=event.division, by=event.director)
        event.play_all(lambda match: 0 if match.first_id < match.second_id else 1)
    event.next_round()
    final = Match.objects.get(round__bracket="main")
    # Who comes second in the group would have come first with a win over Ann.
    second = event.match("Ann", "Dee")
    found = effect(event, second)
    assert [one.match for one in found.called] == [final.public_id]
    assert found.may_keep
    correct(event, second, keeps=True)
    before = (final.first_id, final.second_id)
    final.refresh_from_db()
    assert (final.first_id, final.second_id) == before


def test_nothing_is_kept_of_what_was_not_decided() -> None:
    event = Directed(names=EIGHT, format="single")
    event.next_round()
    match = event.open()[0]
    said = {"match": match, "by": event.director, "version": match.version, "key": key()}
    with pytest.raises(EventRefused) as refused:
        results.match_correct(points=(7, 1), keeps=True, **said)
    assert refused.value.code == "nothing_to_keep"


def test_the_rounds_of_a_swiss_that_were_paired_with_the_wrong_score_are_named() -> None:
    event = Directed(names=EIGHT, params={"rounds": 3})
    event.next_round()
    first = event.open()[0]
    event.play_all(lambda match: 0)
    assert not effect(event, first).is_asked, "nothing is paired yet"
    event.next_round()
    event.play_all(lambda match: 0)
    draws.draw_make(division=event.division, by=event.director)
    assert effect(event, first).paired == ((2, True), (3, False))
    points = {"match": first, "by": event.director, "points": (7, 5), "key": key()}
    first.refresh_from_db()
    results.match_correct(version=first.version, **points)  # who has won stays: nothing is asked
    before = list(Match.objects.exclude(pk=first.pk).order_by("pk").values())
    match = correct(event, first)
    assert list(Match.objects.exclude(pk=first.pk).order_by("pk").values()) == before
    # Put back as it was when they were paired, they are right again.
    results.match_undo(match=match, by=event.director, version=match.version, key=key())
    draws.draw_again(division=event.division, by=event.director)
    correct(event, first)
    draws.draw_again(division=event.division, by=event.director)
    assert effect(event, first).paired == ((3, False),), "round 2 was drawn with the other score"


def test_what_others_have_played_is_taken_from_them_by_directors_only() -> None:
    event = Directed(
        names="Ann Bob Cid Dee",
        format="groups_knockout",
        seeding="entry",
        params={"groups": 2, "qualifiers": 1},
    )
    event.next_round()
    event.play_all(lambda match: 0)
    event.next_round()
    final = Match.objects.get(round__bracket="main")
    event.win(final, 0)
    group = Match.objects.filter(round__bracket="group").order_by("pk")[0]
    said = {"match": group, "by": event.director, "version": group.version}
    group = agreed(results.match_undo, **said)
    two = [evenings.member(event.club, f"{one} C", "player") for one in (group.first, group.second)]
    for user, player in zip(two, (group.first, group.second), strict=True):
        assert player is not None
        player.user = user
        player.save()
    final.refresh_from_db()
    # The one goes on whom the lot has not sent there.
    winner = 1 if final.first_id == group.first_id else 0
    group = reported(group, two[winner], winner)

    def confirm(by: Any, **more: Any) -> Match:
        said = {"match": group, "version": group.version, "key": key()}
        return results.match_confirm(by=by, **said, **more)

    found = effect_tried(lambda: confirm(event.director))
    assert found.takes_from_others
    with pytest.raises(CorrectionReaches) as refused:
        confirm(two[1 - winner], seen=found.digest)
    assert (refused.value.code, refused.value.is_allowed) == ("correction_of_others", False)
    group.refresh_from_db()
    assert group.state == "reported", "it stands there for the director"
    phone = Client()
    phone.force_login(two[1 - winner])
    sent = {"do": "confirm", "version": group.version, "key": key()}
    answer = phone.post(f"/matches/{group.public_id}/act/", sent, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert (answer.status_code, 'id="undo-all"' in page) == (409, False)
    assert "only the director puts it right" in page
    assert "Main bracket · Final: " in page
    assert confirm(event.director, seen=found.digest).state == "settled"


def reported(match: Match, by: Any, winner: int) -> Match:
    points = (7, 0) if winner == 0 else (0, 7)
    return results.match_report(match=match, by=by, points=points, version=match.version, key=key())


def test_the_board_on_which_two_are_playing_stays_theirs() -> None:
    event = Directed(names="Ann Bob Cid Dee", format="single", seeding="entry", match_length=3)
    event.next_round()
    for match in event.open():
        event.win(match, 0)
    final = event.open()[0]
    board = match_board_open(match=final, by=event.director)
    semi = node(event, "main-1-1")
    found = effect(event, semi)
    assert [one.is_online for one in found.called] == [True]
    semi = correct(event, semi)
    final.refresh_from_db()
    assert (final.online, final.state) == (None, "open")
    assert Board.objects.get(pk=board.pk).status == board.status, "nobody is thrown out"
    said = {"match": semi, "by": event.director, "version": semi.version}
    agreed(results.match_undo, **said)
    final.refresh_from_db()
    assert final.online == board


def test_a_director_is_told_that_two_are_playing_it_on_the_board() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1}, match_length=3)
    event.next_round()
    [match] = event.open()
    board = match_board_open(match=match, by=event.director)
    Board.objects.filter(pk=board.pk).update(status=Board.Status.PLAYING)
    match.refresh_from_db()
    said = {"match": match, "by": event.director, "points": (3, 1), "version": match.version}
    found = effect_tried(lambda: results.match_report(key=key(), **said))
    assert (found.is_online, found.takes_from_others) == (True, False)
    assert agreed(results.match_report, **said).state == "settled"
    assert Board.objects.get(pk=board.pk).status == Board.Status.PLAYING


def test_a_yes_is_for_what_was_shown_and_for_nothing_else() -> None:
    event = cup()
    quarter, semi = node(event, "main-1-1"), node(event, "main-2-1")
    shown = effect(event, quarter)
    results.match_correct(
        match=semi, by=event.director, points=(7, 6), version=semi.version, key=key()
    )
    said = {"match": quarter, "by": event.director, "version": quarter.version, "key": key()}
    with pytest.raises(CorrectionReaches) as refused:
        results.match_correct(points=(2, 7), seen=shown.digest, **said)
    now = refused.value.effect
    assert now.digest != shown.digest
    assert (7, 6) in [one.points for one in now.lost]
    results.match_correct(points=(2, 7), seen=now.digest, **said)


def test_the_log_names_what_went() -> None:
    event = cup("Ann Bob Cid Dee")
    semi, final = node(event, "main-1-1"), node(event, "main-2-1")
    correct(event, semi)
    step = semi.log.order_by("-sequence")[0]
    assert step.payload["lost"] == [final.public_id]
    [row] = [one for one in step.payload["reach"]["rows"] if one["match"] == final.public_id]
    assert (row["players"], row["first_points"]) == ([final.first_id, final.second_id], 7)


def test_whoever_has_withdrawn_meanwhile_does_not_stop_an_undo() -> None:
    event = cup("Ann Bob Cid Dee")
    semi, final = node(event, "main-1-1"), node(event, "main-2-1")
    loser = semi.second
    assert loser is not None
    entries.entry_withdraw(entry=event.entry(loser.name), by=event.director)
    now = Match.objects.filter(pk=final.pk).values("score", "winner", "state", "first")
    before = now.all()[0]
    found = effect(event, semi)
    assert [one.match for one in found.lost] == [final.public_id]
    assert [one.outcome for one in found.gained] == ["forfeit"]
    semi = correct(event, semi)
    said = {"match": semi, "by": event.director, "version": semi.version}
    agreed(results.match_undo, **said)
    assert (
        Match.objects.filter(pk=final.pk).values("score", "winner", "state", "first")[0] == before
    )


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_corrects_and_the_other_sees_the_new_effect() -> None:
    event = cup()
    quarters = [node(event, "main-1-1"), node(event, "main-1-2")]
    shown = [effect(event, one).digest for one in quarters]

    def work(match: Match, digest: str) -> Any:
        said = {"match": match, "by": event.director, "version": match.version}
        return lambda: results.match_correct(points=(2, 7), key=key(), seen=digest, **said)

    failures = together(*(work(one, seen) for one, seen in zip(quarters, shown, strict=True)))
    assert [type(one) for one in failures] == [CorrectionReaches]
    now = Match.objects.filter(pk__in=[one.pk for one in quarters], winner=1)
    assert now.count() == 1, "who came second has changed nothing"
