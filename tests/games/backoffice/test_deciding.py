"""Decisions in the back office: looked at first, with a reason, and done by services."""

import io
import re
import uuid
import zipfile

import pytest
from django.urls import reverse

from games.clubs.services.clubs import club_create, player_create, season_create
from games.models import Decision, Player, Season, Session
from games.record.log.checking import session_check
from games.sessions.services.sessions import session_create, session_end


@pytest.fixture
def played(scorer, session, organizer):
    """An evening of two games that has ended."""
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins\ngame\nbox wins")
    session_end(session=session, by=organizer, version=session.version, key=uuid.uuid4().hex)
    return session


@pytest.fixture
def desk(enter, organizer):
    """Opens decisions as an organizer does: the list, the preview, the button."""
    client = enter(organizer)

    class Page:
        def start(self, model, action, *rows):
            address = reverse(f"admin:games_{model}_changelist")
            data = {"action": action, "_selected_action": [row.pk for row in rows], "index": "0"}
            query = "?season=all" if model in ("session", "game") else ""
            self.address = client.post(address + query, data).url
            return self.show()

        def show(self):
            return self.read(client.get(self.address))

        def read(self, answer):
            self.status, self.text = answer.status_code, answer.content.decode()
            return self

        def send(self, button, **data):
            found = re.findall(r'name="(seen|shown)" value="(.*?)"', self.text)
            form = {**dict(found), **data, button: "1"}
            return self.read(client.post(self.address, form, follow=True))

    made = Page()
    made.client = client
    return made


def test_a_session_is_voided_after_a_look_and_with_a_reason(desk, played):
    desk.start("session", "decide_void", played)
    assert "Games that count" in desk.text
    assert Session.objects.get().status == "ended"

    desk.send("do", reason="")
    assert Session.objects.get().status == "ended"
    desk.send("do", reason="Never took place")
    assert Session.objects.get().status == "void"
    assert Decision.objects.get().reason == "Never took place"
    assert "done" in desk.text


def test_a_decision_looks_again_when_somebody_was_faster(desk, played, organizer):
    desk.start("session", "decide_refold", played)
    Session.objects.filter(pk=played.pk).update(version=played.version + 1)
    desk.send("do", reason="x")
    assert desk.status == 422
    assert "faster" in desk.text
    assert not Decision.objects.exists()


def test_two_games_are_voided_and_reinstated_at_once(desk, played):
    games = list(played.games.all())
    desk.start("game", "decide_void", *games)
    desk.send("do", reason="Wrong dice")
    assert played.games.filter(is_void=True).count() == 2
    desk.start("game", "decide_reinstate", *games)
    desk.send("do", reason="Right after all")
    assert not played.games.filter(is_void=True).exists()
    assert session_check(session=played).differences == []


def test_a_game_is_amended_after_a_preview_of_that_very_text(desk, played):
    game = played.games.get(number=2)
    desk.start("game", "decide_amend", game)
    assert "box wins" in desk.text
    desk.send("do", text="team wins", reason="Typo")
    assert desk.status == 422  # not looked at yet

    desk.send("preview", text="team wins")
    assert "afterwards" in desk.text
    desk.send("do", text="team wins gammon", reason="Typo")
    assert desk.status == 422  # another text than was shown
    desk.send("preview", text="team wins")
    desk.send("do", text="team wins", reason="Typo")
    assert played.games.get(number=2).winner == "team"
    assert session_check(session=played).differences == []


def test_a_text_that_is_no_game_is_explained(desk, played):
    desk.start("game", "decide_amend", played.games.get(number=1))
    desk.send("preview", text="team flies")
    assert desk.status == 422
    assert "Line 1" in desk.text


def test_a_session_moves_to_another_season(desk, played, club, organizer):
    day = played.played_on
    season = season_create(club=club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    desk.start("session", "decide_season", played)
    desk.send("preview", season=season.pk)
    assert "Cup" in desk.text
    desk.send("do", season=season.pk, reason="Cup evening")
    assert Session.objects.get().season == season


def test_a_move_to_another_club_shows_who_becomes_whom(desk, played, organizer):
    other = club_create(by=organizer, name="Thursday Club")
    for name in ("Ann", "Bob", "Cid"):
        player_create(club=other, by=organizer, name=name)
    desk.start("session", "decide_club", played)
    desk.send("preview", club=other.pk)
    assert "nobody of this name" in desk.text
    player_create(club=other, by=organizer, name="dee")
    desk.send("preview", club=other.pk)
    desk.send("do", club=other.pk, reason="Wrong club")
    assert Session.objects.get().club == other
    assert session_check(session=Session.objects.get()).differences == []


def test_players_are_merged_and_separated(desk, players, club, organizer, played):
    annie = player_create(club=club, by=organizer, name="Annie")
    desk.start("player", "decide_merge", annie)
    desk.send("preview", into=players["Ann"].pk)
    assert "counts as Ann" in desk.text
    desk.send("do", into=players["Ann"].pk, reason="Same person")
    assert Player.objects.get(name="Annie").merged_into == players["Ann"]
    desk.start("player", "decide_separate", annie)
    desk.send("do", reason="Two after all")
    assert Player.objects.get(name="Annie").merged_into is None


def test_people_of_one_table_are_not_merged(desk, players, played):
    desk.start("player", "decide_merge", players["Ann"])
    desk.send("preview", into=players["Bob"].pk)
    assert desk.status == 422
    assert "two people" in desk.text


def test_an_anonymous_player_leaves_no_name_in_the_history(desk, players, played):
    bob = players["Bob"]
    url = reverse("admin:games_player_change", args=[bob.pk])
    desk.client.post(url, {"name": "Bobby", "is_active": "on"})
    assert Player.objects.get(pk=bob.pk).name == "Bobby"
    desk.start("player", "decide_anonymise", bob)
    desk.send("do", reason="Asked for it")
    history = desk.client.get(reverse("admin:games_player_history", args=[bob.pk]))
    assert "Bobby" not in history.content.decode()
    assert "Bobby" not in desk.client.get(reverse("admin:index")).content.decode()


def test_a_season_is_closed_and_opened_again(desk, club, organizer, played):
    day = played.played_on
    season = season_create(club=club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    desk.start("season", "decide_close", season)
    desk.send("do", reason="Over")
    assert Season.objects.get().is_closed
    desk.start("season", "decide_reopen", season)
    desk.send("do", reason="One evening is missing")
    assert not Season.objects.get().is_closed


def test_one_at_a_time_where_it_has_to_be(desk, players):
    address = reverse("admin:games_player_changelist")
    rows = [player.pk for player in players.values()]
    answer = desk.client.post(
        address, {"action": "decide_merge", "_selected_action": rows, "index": "0"}, follow=True
    )
    assert "one row at a time" in answer.content.decode()


def test_a_selection_is_downloaded_as_score_files(desk, played):
    address = reverse("admin:games_session_changelist")
    data = {"action": "sessions_download", "_selected_action": [played.pk], "index": "0"}
    answer = desk.client.post(address, data)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        [name] = archive.namelist()
        assert b"team wins" in archive.read(name)


def test_players_are_downloaded_as_a_table(desk, club, organizer, players, played):
    evil = player_create(club=club, by=organizer, name="=1+1")
    address = reverse("admin:games_player_changelist")
    rows = [player.pk for player in (*players.values(), evil)]
    data = {"action": "players_download", "_selected_action": rows, "index": "0"}
    text = desk.client.post(address, data).content.decode()
    assert "'=1+1,yes,0,0" in text
    assert "Ann,yes,2," in text


def test_the_page_of_a_session_leads_to_decisions_and_keeps_reasons(desk, played):
    desk.start("session", "decide_void", played)
    desk.send("do", reason="Never took place")
    text = desk.client.get(reverse("admin:games_session_change", args=[played.pk])).content.decode()
    assert "Never took place" in text
    assert "decide/reinstate/" in text
    assert "decide/void/" not in text


def test_the_log_says_who_when_and_from_where(desk, scorer, session, played):
    from games.record.log.origins import Sender
    from games.sessions.services.sessions import session_reopen

    session_reopen(
        session=played,
        by=scorer.user,
        version=played.version,
        key="r",
        origin=Sender("192.0.2.9", "Somebody's phone"),
    )
    text = desk.client.get(f"/admin/games/action/?season=e{played.pk}").content.decode()
    assert "192.0.2.9 Somebody" in text
    assert "Olga" in text


def test_a_sheet_is_entered_and_faults_are_shown_where_they_are(desk, players, club):
    address = reverse("admin:games_session_enter")
    assert "quick-entry.js" in desk.client.get(address).content.decode()
    names = {f"name-{number}": name for number, name in enumerate(players)}
    sheet = {
        "club": club.pk,
        "played_on": "2026-03-03",
        "columns": "5",
        "rows": "12",
        "key": "k",
        **names,
        "cell-0-0": "b 6",
        "cell-0-1": "c -2",
        "cell-0-2": "-2",
        "cell-0-3": "-1",
    }
    answer = desk.client.post(address, {**sheet, "enter": "1"})
    assert answer.status_code == 422
    assert "add up to 1" in answer.content.decode()
    assert 'value="b 6"' in answer.content.decode()
    assert not Session.objects.exists()

    answer = desk.client.post(address, {**sheet, "more-columns": "1", "more-rows": "1"})
    assert 'name="cell-23-5"' in answer.content.decode()

    answer = desk.client.post(address, {**sheet, "cell-0-3": "-2", "enter": "1"})
    assert answer.status_code == 302
    session = Session.objects.get()
    assert session.entered_afterwards
    assert session.games.count() == 1
    desk.client.post(address, {**sheet, "cell-0-3": "-2", "enter": "1"})
    assert Session.objects.count() == 1


def test_a_sheet_is_entered_into_ones_own_club_only(desk, elsewhere, players):
    address = reverse("admin:games_session_enter")
    data = {"club": elsewhere.pk, "played_on": "2026-03-03", "enter": "1", "name-0": "Zoe"}
    desk.client.post(address, data)
    assert not Session.objects.exists()


def test_the_sheet_s_club_is_the_one_that_played_last_or_is_asked_for(desk, club, organizer):
    other = club_create(by=organizer, name="A first by name")
    people = [player_create(club=club, by=organizer, name=name) for name in ("Xa", "Xb", "Xc")]
    address = reverse("admin:games_session_enter")
    chosen = f'<option value="{other.pk}" selected>'
    assert chosen in desk.client.get(address).content.decode()
    session_create(club=club, by=organizer, players=people)
    assert f'<option value="{club.pk}" selected>' in desk.client.get(address).content.decode()
    assert chosen in desk.client.get(address, {"club": other.slug}).content.decode()
