"""Still more of the small things that players and directors found in seasons of their own."""

import pytest
from django.test import Client

from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import read
from tournaments.models import Match
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def reported(of: Running) -> Match:
    """Ann has reported that she has won 11 : 2 against Bob."""
    match = of.match("Ann", "Bob")
    points = (11, 2) if str(match.first) == "Ann" else (2, 11)
    return results.match_report(
        match=match, by=of.account("Ann"), points=points, version=match.version, key=key()
    )


def test_who_has_reported_a_result_takes_it_back_or_corrects_it_in_words_of_their_own() -> None:
    of = Running("Ann Bob Cid")
    match = reported(of)
    of.account("Bob")
    path = f"/matches/{match.public_id}/"
    own, others = read(of, path, "Ann"), read(of, path, "Bob")
    for word in ("No, it is wrong", 'id="undo"'):
        assert word not in own
    assert "No, it is wrong" in others
    for word in ("Take my report back", "Correct my report"):
        assert word in own
        assert word not in others
    german = read(of, path, "Ann", "de")
    for word in ("Meine Meldung zurücknehmen", "Meine Meldung berichtigen"):
        assert word in german

    ann = Client()
    ann.force_login(of.account("Ann"))
    winner = 0 if str(match.first) == "Ann" else 1
    sent = {"do": "report", "winner": winner, "loser_points": 5, "version": match.version}
    ann.post(f"{path}act/", {**sent, "key": key()})
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    assert "Ann wins 11 : 5" in read(of, path, "Bob")
    ann.post(f"{path}act/", {"do": "reject", "version": match.version, "key": key()})
    match.refresh_from_db()
    assert match.state == Match.State.OPEN


@pytest.mark.parametrize(
    ("language", "word", "told"),
    [
        ("en", "Block the link", "Then Ann needs a new link."),
        ("de", "Link sperren", "Dann braucht Ann einen neuen Link."),
    ],
)
def test_a_link_is_blocked_once_it_was_said_what_that_does(
    language: str, word: str, told: str
) -> None:
    of = Running("Ann Bob Cid")
    holder = pass_create(event=of.season.event, player=of.player("Ann"), by=of.director).holder
    page = read(of, f"/events/{of.season.event.public_id}/phones/", language=language)
    fold = page[page.index(f'<details class="fold" id="fold-{holder.public_id}">') :]
    fold = fold[: fold.index("</details>")]
    asks, _, acts = fold.partition("<form")
    assert asks.count(word) == 2, "said and read out"
    assert f"/phones/{holder.public_id}/revoke/" in acts
    assert told in acts
    assert page.count("/revoke/") == 1, "no button does it at once"
