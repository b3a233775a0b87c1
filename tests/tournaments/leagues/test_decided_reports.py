"""What a director has decided of a match that a player has reported stands first for both."""

from collections.abc import Callable

import pytest

from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import read
from tournaments.models import Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def of_two() -> tuple[Running, Match]:
    of = Running("Ann Bob Cid")
    for name in ("Ann", "Bob"):
        of.account(name)
    return of, of.match("Ann", "Bob")


def won_by(match: Match, name: str) -> tuple[int, int]:
    return (11, 4) if str(match.first) == name else (4, 11)


def report(of: Running, match: Match, name: str, winner: str) -> None:
    match.refresh_from_db()
    results.match_report(
        match=match,
        by=of.account(name),
        points=won_by(match, winner),
        version=match.version,
        key=key(),
    )


def disputed(of: Running, match: Match) -> None:
    report(of, match, "Ann", "Ann")
    report(of, match, "Bob", "Bob")


def enter(of: Running, match: Match) -> None:
    match.refresh_from_db()
    results.match_report(
        match=match,
        by=of.director,
        points=won_by(match, "Bob"),
        version=match.version,
        key=key(),
    )


def confirm(of: Running, match: Match) -> None:
    match.refresh_from_db()
    results.match_confirm(match=match, by=of.director, version=match.version, key=key())


def give_walkover(of: Running, match: Match) -> None:
    match.refresh_from_db()
    side = 0 if str(match.first) == "Ann" else 1
    results.match_forfeit(
        match=match, by=of.director, loser=side, reason="Left", version=match.version, key=key()
    )


@pytest.mark.parametrize("decide", [enter, confirm, give_walkover])
@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_what_a_director_decides_of_a_disputed_match_stands_first_for_both(
    decide: Callable[[Running, Match], None], name: str
) -> None:
    of, match = of_two()
    disputed(of, match)
    assert "ecided by the director" not in read(of, f"/leagues/{of.league.public_id}/me/", name)
    decide(of, match)
    for path in (f"/leagues/{of.league.public_id}/me/", f"/clubs/{of.club.slug}/"):
        page = read(of, path, name)
        assert "decided by the director" in page, path
    page = read(of, f"/leagues/{of.league.public_id}/me/", name)
    assert page.index("decided by the director") < page.index("Cid")
    assert "decided by the director" in read(of, f"/matches/{match.public_id}/", name).lower()


def test_what_a_director_enters_that_nobody_has_reported_is_no_decision() -> None:
    of, match = of_two()
    enter(of, match)
    assert "decided by the director" not in read(of, f"/leagues/{of.league.public_id}/me/", "Ann")
    assert "decided by the director" not in read(of, f"/matches/{match.public_id}/", "Ann")


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_what_two_players_agree_on_is_nobodys_decision(name: str) -> None:
    of, match = of_two()
    disputed(of, match)
    report(of, match, "Ann", "Bob")
    match.refresh_from_db()
    assert match.is_settled
    assert "decided by the director" not in read(of, f"/leagues/{of.league.public_id}/me/", name)
    assert "decided by the director" not in read(of, f"/matches/{match.public_id}/", name)
