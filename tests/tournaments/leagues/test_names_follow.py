"""Who is merged, renamed, made anonymous or whose alias is corrected has the present name: on all
pages, in all files, and in what is read.
"""

from __future__ import annotations

import html
import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.db.models import Q
from django.test import Client

from games.clubs.services.clubs import player_rename
from games.decisions.services.anonymising import player_anonymise
from games.decisions.services.merging import players_merge
from games.errors import Refused
from games.models import Player, User
from tests import evenings
from tests.tournaments.directing import Directed, key
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.entries import entry_rename, entry_withdraw
from tournaments.events.services.entry_files import entries_file
from tournaments.events.services.result_files import results_file
from tournaments.leagues.services import drafts, seasons
from tournaments.leagues.services.replacing import player_replace
from tournaments.models import Event, Match
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create
from tournaments.results.services.results import match_report

pytestmark = pytest.mark.django_db
OLD: Final = "Quimby"
NOW: Final = "Norah"
SHAPES: Final = ("all_play_all", "swiss", "ladder")
TIMES: Final = ("entered", "released", "closed")
HOW: Final[dict[str, dict[str, Any]]] = {
    "swiss": {"params": {"rounds": 1}},
    "single": {},
    "fixed": {},
}
"""Events of each kind: rounds, a bracket, chouettes."""


def merge(of: Running | Directed) -> str:
    players_merge(player=of.player(OLD), into=of.player(NOW), by=of.director)
    return NOW


def rename(of: Running | Directed) -> str:
    player_rename(player=of.player(OLD), by=of.director, name=NOW)
    return NOW


def anonymise(of: Running | Directed) -> str:
    return player_anonymise(player=of.player(OLD), by=of.director).name


def merge_and_anonymise(of: Running | Directed) -> str:
    merge(of)
    return player_anonymise(player=of.player(NOW), by=of.director).name


def correct_alias(of: Running | Directed) -> str:
    merge(of)
    player_rename(player=of.player(OLD), by=of.director, name=f"{OLD} X")
    return NOW


DEEDS: Final = (merge, rename, anonymise, merge_and_anonymise, correct_alias)
READ_BY: Final = (merge, rename, correct_alias)
"""Deeds after which somebody types the present name."""


def season(shape: str, time: str) -> Running:
    of = Running("Quimby Bob Cid Dee", shape=shape, is_released=time != "entered")
    for name in ("Bob", OLD):
        of.account(name)
    if time == "closed":
        of.play()
        of.close()
    return of


def event(kind: str, time: str) -> Directed:
    of = Directed(names="Quimby Bob Cid Dee", format=kind, **HOW[kind])
    evenings.member(of.club, "Quimby")
    Player.objects.filter(name=OLD).update(user=evenings.user(OLD))
    if time != "entered":
        of.next_round()
    if time == "closed" and kind != "fixed":
        of.play_all()
    return of


def shown(of: Running | Directed, path: str, name: str = "") -> str:
    """What a page or a file says."""
    client = Client()
    client.force_login(evenings.user(name) if name else of.director)
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, (path, answer.status_code)
    content = answer.getvalue()
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"\n".join(book.read(one) for one in book.namelist())
    return html.unescape(content.decode())


def of_event(event: Event, match: Match | None) -> Iterator[str]:
    """Pages and files of every event."""
    at, api = f"/events/{event.public_id}", f"/api/v1/events/{event.public_id}"
    yield from (f"{at}/{one}" for one in ("", "?show=entries", "?show=pairings", "wall/"))
    yield from (f"{at}/direct/?view={one}" for one in ("play", "entries", "standings", "money"))
    prints = ("slips", "pairings", "bracket", "where", "standings", "open", "payout")
    yield from (f"{at}/slips/?what={one}" for one in prints)
    files = ["entries", "results", "standings"]
    if event.divisions.get().format != "fixed":
        files += ["office/matches", "office/table"]
    yield from (f"{at}/{one}.{kind}" for one in files for kind in ("csv", "xlsx"))
    yield from (f"{at}/{one}/" for one in ("phones", "log", "entering", "settings"))
    yield api
    for division in event.divisions.all():
        yield from (
            f"/api/v1/divisions/{division.public_id}{one}"
            for one in ("", "/entries", "/standings", "/rounds")
        )
    if match is not None:
        yield f"/matches/{match.public_id}/"
        yield f"{at}/direct/?match={match.public_id}"
        yield f"/api/v1/matches/{match.public_id}"


def of_league(of: Running, match: Match | None) -> Iterator[str]:
    """Pages and files of a league."""
    at = f"/leagues/{of.league.public_id}"
    yield from (f"{at}/{one}" for one in ("", "wall/", "print/", "direct/"))
    yield f"/clubs/{of.club.slug}/leagues/"
    yield f"/clubs/{of.club.slug}/"
    yield f"/clubs/{of.club.slug}/results/"
    files = ("tables", "fixtures")
    yield from (f"{at}/seasons/1/{one}.{kind}" for one in files for kind in ("csv", "xlsx"))
    yield f"/api/v1/leagues/{of.league.public_id}/seasons/1"
    yield f"/api/v1/leagues/{of.league.public_id}/seasons/1/fixtures"
    if match is not None:
        yield f"/fixtures/{match.public_id}/"


def of_old(event: Event) -> Match | None:
    two = Q(first__name=OLD) | Q(second__name=OLD)
    return Match.objects.filter(two, round__division__event=event).order_by("pk").first()


def of_bob(of: Running) -> Iterator[str]:
    """Pages that a player has of their own."""
    yield f"/leagues/{of.league.public_id}/me/"
    yield f"/clubs/{of.club.slug}/"
    yield f"/api/v1/clubs/{of.club.slug}/fixtures"


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize(
    ("shape", "deed"),
    [*((one, merge) for one in SHAPES), *(("all_play_all", one) for one in DEEDS if one != merge)],
)
def test_all_pages_and_files_of_a_league_show_the_present_name(
    deed: Callable[[Running | Directed], str], shape: str, time: str
) -> None:
    of = season(shape, time)
    match = of_old(of.season.event)
    assert OLD in shown(of, f"/events/{of.season.event.public_id}/?show=entries")
    now = deed(of)
    of.again()
    paths = [*of_league(of, match), *of_event(of.season.event, match)]
    assert [one for one in paths if OLD in shown(of, one)] == []
    assert [one for one in of_bob(of) if OLD in shown(of, one, "Bob")] == []
    assert [one for one in of_bob(of) if OLD in shown(of, one, OLD).replace(f"@{OLD}", "")] == []
    for path in (f"/leagues/{of.league.public_id}/", f"/events/{of.season.event.public_id}/"):
        assert now in shown(of, f"{path}?show=entries")
    if time == "closed":
        of.draft()
        paths = [*of_league(of, None), *of_bob(of)]
        assert [one for one in paths if OLD in shown(of, one)] == []
        assert now in shown(of, f"/leagues/{of.league.public_id}/direct/")
        after = of.follow()
        assert [one for one in paths if OLD in shown(of, one)] == []
        assert list(after.event.divisions.values_list("entries__player__name", flat=True))
        assert not after.event.divisions.filter(entries__player__name=OLD).exists()


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize(
    ("kind", "deed"),
    [*((one, merge) for one in HOW), *(("swiss", one) for one in DEEDS if one != merge)],
)
def test_all_pages_and_files_of_an_event_show_the_present_name(
    deed: Callable[[Running | Directed], str], kind: str, time: str
) -> None:
    of = event(kind, time)
    match = of_old(of.event)
    assert OLD in shown(of, f"/events/{of.event.public_id}/?show=entries")
    now = deed(of)
    assert [one for one in of_event(of.event, match) if OLD in shown(of, one)] == []
    assert now in shown(of, f"/events/{of.event.public_id}/?show=entries")


def wins(match: Match | None) -> bool:
    assert match is not None
    match.refresh_from_db()
    points = (match.first_points, match.second_points)
    return match.is_settled and points == ((3, 11) if str(match.first) == "Bob" else (11, 3))


@pytest.mark.parametrize("how", ["file", "typed"])
@pytest.mark.parametrize("deed", READ_BY)
def test_results_by_the_present_name_are_read_from_files_and_typed(
    deed: Callable[[Running | Directed], str], how: str
) -> None:
    of = season("all_play_all", "released")
    match = of.match(OLD, "Bob")
    assert match.round is not None
    now = deed(of)
    if how == "file":
        text = f"division;round;player;points;opponent points\n1;{match.round.number};{now};11;3"
        results_file(event=of.season.event, by=of.director, data=text.encode(), key=key())
    else:
        assert "Saved" in typed(of, match, f"{now} – Bob 11 3")
    assert wins(match)


def typed(of: Running, match: Match, text: str) -> str:
    client = Client()
    client.force_login(of.director)
    act = f"/events/{of.season.event.public_id}/direct/act/"
    shown_then = f".{match.public_id}.{match.version}"
    sent = {"do": "typed", "text": text, "as_shown": shown_then, "key": key(), "once": key()}
    return html.unescape(client.post(act, sent, headers={"HX-Request": "true"}).content.decode())


@pytest.mark.parametrize("deed", [merge, correct_alias])
def test_a_name_of_before_is_read_as_the_player_it_stands_for(
    deed: Callable[[Running | Directed], str],
) -> None:
    of = season("all_play_all", "released")
    match = of.match(OLD, "Bob")
    assert match.round is not None
    deed(of)
    alias = Player.objects.exclude(merged_into=None).get().name
    text = f"division;round;player;points;opponent points\n1;{match.round.number};{alias};11;3"
    results_file(event=of.season.event, by=of.director, data=text.encode(), key=key())
    assert wins(match)


@pytest.mark.parametrize("deed", READ_BY)
def test_a_list_with_the_present_name_enters_nobody_twice(
    deed: Callable[[Running | Directed], str],
) -> None:
    of = season("all_play_all", "entered")
    now = deed(of)
    text = f"division;player\n1;{now}\n1;Zoe"
    entries_file(event=of.season.event, by=of.director, data=text.encode(), key=key())
    assert of.season.event.divisions.get().entries.count() == 5


def as_norah(of: Running) -> User:
    """Quimby's account, which is Norah's after the merge."""
    return Player.objects.get(name=NOW).user or evenings.user("nobody")


def test_who_was_merged_sees_and_plays_their_matches_as_before() -> None:
    of = season("all_play_all", "released")
    match = of.match(OLD, "Bob")
    merge(of)
    by = as_norah(of)
    assert "Bob" in shown(of, f"/leagues/{of.league.public_id}/me/", OLD)
    assert "Bob" in shown(of, f"/events/{of.season.event.public_id}/me/", OLD)
    side = 1 if str(match).startswith("Bob") else 0
    points = (3, 11) if side else (11, 3)
    match_report(match=match, by=by, points=points, version=match.version, key=key())
    assert wins(match) or match.state == "reported"


def test_a_phone_of_who_was_merged_goes_on_and_a_new_link_is_made_by_either_name() -> None:
    of = season("all_play_all", "released")
    made = [pass_create(event=of.season.event, player=of.player(OLD), by=of.director)]
    merge(of)
    made += [
        pass_create(event=of.season.event, player=of.player(name), by=of.director)
        for name in (OLD, NOW)
    ]
    for one in made:
        client = Client()
        client.get(f"/e/link/{token_sealed(one.token)}/")
        client.post(f"/e/link/{token_sealed(one.token)}/")
        page = html.unescape(
            client.get(f"/events/{of.season.event.public_id}/me/", follow=True).content.decode()
        )
        assert "Bob" in page
        assert OLD not in page


def test_what_was_said_of_the_next_season_is_kept_after_a_merge() -> None:
    of = season("all_play_all", "entered")
    user = evenings.user(OLD)
    seasons.season_wish(season=of.season, player=of.player(OLD), by=user, plays=False)
    merge(of)
    of.release()
    assert of.divisions() == [["Bob", "Cid", "Dee"]]


def test_a_draft_follows_a_merge_and_keeps_what_the_director_has_moved() -> None:
    of = Running("Quimby Bob Cid", "Dee Eve Fay")
    of.play()
    of.close()
    of.draft()
    drafts.season_draft(season=of.season, by=of.director)
    drafts.draft_move(season=of.season, by=of.director, player=of.player(OLD), to=2)
    merge(of)
    of.again()
    page = shown(of, f"/leagues/{of.league.public_id}/direct/")
    assert OLD not in page
    after = of.follow()
    assert NOW in of.divisions(after)[1]
    assert OLD not in str(of.divisions(after))
    of.again()
    for path in (f"/leagues/{of.league.public_id}/?season=1", f"/leagues/{of.league.public_id}/"):
        assert OLD not in shown(of, path)
    assert NOW in shown(of, f"/leagues/{of.league.public_id}/?season=1")


def test_a_merged_player_is_entered_already_whichever_way_somebody_enters_them() -> None:
    of = season("all_play_all", "released")
    merge(of)
    norah = of.player(NOW)
    with pytest.raises(Refused, match="entered already"):
        seasons.season_enter(season=of.season, player=norah, by=of.director, key=key())
    with pytest.raises(Refused, match="entered already"):
        player_replace(season=of.season, entry=of.entry("Bob"), player=norah, by=of.director)
    entry_withdraw(entry=of.entry(OLD), by=of.director)
    with pytest.raises(Refused, match="Norah has matches of their own"):
        player_replace(season=of.season, entry=of.entry("Bob"), player=norah, by=of.director)


def test_who_has_withdrawn_does_not_take_over_what_they_have_themselves() -> None:
    of = Running("Ann Bob Cid Dee")
    entry_withdraw(entry=of.entry("Ann"), by=of.director)
    with pytest.raises(Refused, match="Ann has matches of their own"):
        player_replace(
            season=of.season, entry=of.entry("Bob"), player=of.player("Ann"), by=of.director
        )


def test_correcting_the_name_of_an_entry_corrects_the_player_of_now() -> None:
    of = season("all_play_all", "released")
    merge(of)
    entry_rename(entry=of.entry(OLD), by=of.director, name="Norah Jones")
    assert Player.objects.filter(name="Norah Jones", merged_into=None).exists()
    assert Player.objects.filter(name=OLD).exists(), "the log's name stays"
