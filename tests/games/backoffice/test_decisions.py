"""Decisions of organizers: nothing breaks the ledger, and every reason is kept."""

import re
import uuid

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts.services.accounts import invitation_create
from games.clubs.services.clubs import club_create, player_create, season_create
from games.decisions.services import decisions, moving
from games.decisions.services.effects import effect_of
from games.decisions.services.merging import player_separate, players_merge
from games.decisions.services.refolding import session_refold
from games.errors import NotAllowed, Refused
from games.models import (
    Debt,
    Decision,
    Game,
    GameScore,
    Invitation,
    Membership,
    Player,
    Season,
    Session,
    User,
)
from games.models.append_only import AppendOnly
from games.permissions import Reader
from games.record.log.checking import session_check
from games.record.selectors.sessions import names_of, table_of
from games.record.services.actions import record_action, undo
from games.rules.chouette import EndGame
from games.sessions.services.csn import csn_export, csn_import
from games.sessions.services.sessions import session_create, session_describe, session_end
from games.sessions.services.settling import debt_pay

ORDERED = ["games_club", "games_season", "games_session", "games_player"]
THREE_GAMES = """order Ann, Bob, Cid, Dee
game
team wins
game
box wins gammon
game
team wins"""


@pytest.fixture
def played(scorer, session):
    """Three games: Ann is box and loses, then Bob wins a gammon as box, then loses."""
    scorer.play(THREE_GAMES)
    return session


def ended(session, by):
    session_end(session=session, by=by, version=session.version, key=uuid.uuid4().hex)
    return session


def totals(session):
    table = table_of(Session.objects.get(pk=session.pk))
    names = names_of(session)
    return {names[player]: points for player, points in table.totals.items()}


def counted(session):
    found = {}
    for score in GameScore.objects.filter(game__session=session).select_related("player"):
        found[score.player.name] = found.get(score.player.name, 0) + score.points
    return found


def is_clean(session):
    return session_check(session=session).differences == []


def void(session, game, by):
    decisions.game_void_decide(session=session, game=game, by=by, reason="Counted twice")


def test_a_void_game_counts_for_nothing_and_stays_in_the_log(played, organizer):
    # Ann -3 +1 +1 +1 | Bob +2*... ; without game 2 only games 1 and 3 are left
    before = totals(played)
    second = {s.player.name: s.points for s in GameScore.objects.filter(game__number=2)}
    rows = played.log.count()

    void(played, 2, organizer)

    assert totals(played) == {name: before[name] - second[name] for name in before}
    assert counted(played) == totals(played)
    game = played.games.get(number=2)
    assert game.is_void
    assert game.scores.count() == game.transfers.count() == 0
    assert played.log.count() == rows + 1
    assert is_clean(played)


def test_the_lines_as_played_stay_when_a_game_is_void(played, organizer):
    lines = [(game.number, game.line) for game in played.games.all()]
    order = table_of(played).order

    void(played, 1, organizer)

    assert [(game.number, game.line) for game in played.games.all()] == lines
    assert table_of(Session.objects.get(pk=played.pk)).order == order
    assert not played.games.filter(line_differs=True).exists()


def test_a_void_game_is_reinstated_to_the_same_points(played, organizer):
    before = totals(played)
    void(played, 2, organizer)
    decisions.game_reinstate_decide(session=played, game=2, by=organizer, reason="It was one")

    assert totals(played) == before == counted(played)
    assert not played.games.filter(is_void=True).exists()
    assert is_clean(played)


def test_voiding_a_game_can_be_undone_like_any_step(played, organizer):
    before = totals(played)
    void(played, 3, organizer)
    undo(session=played, version=played.version, key="u", sender=organizer)

    assert totals(played) == before
    assert is_clean(played)


def test_a_void_game_is_neither_voided_again_nor_amended(played, organizer):
    void(played, 2, organizer)
    for again in (
        lambda: void(played, 2, organizer),
        lambda: decisions.game_amend_decide(
            session=played, game=2, actions=[EndGame("box")], by=organizer, reason="x"
        ),
        lambda: decisions.game_reinstate_decide(session=played, game=1, by=organizer, reason="x"),
    ):
        with pytest.raises(Refused):
            again()
    assert is_clean(played)


def test_voiding_a_game_of_an_ended_session_settles_anew(played, organizer):
    ended(played, organizer)
    before = Debt.objects.filter(session=played).count()
    assert before
    for number in (1, 2, 3):
        void(played, number, organizer)

    played.refresh_from_db()
    assert played.status == "ended"
    assert not Debt.objects.filter(session=played).exists()
    kinds = list(played.log.order_by("sequence").values_list("kind", flat=True))
    assert kinds[-3:] == ["reopen", "amend", "end"]
    assert is_clean(played)


def test_play_goes_on_after_a_void_game(played, scorer, organizer):
    void(played, 3, organizer)
    scorer.play("game\nbox wins")

    assert played.games.count() == 4
    assert is_clean(played)


def test_an_export_gives_a_void_game_without_points(played, organizer, club):
    void(played, 2, organizer)
    text = csn_export(session=played, reader=Reader.system())
    elsewhen = re.sub(r'\[Date "[^"]*"\]', '[Date "2020.01.07"]', text)  # else it counted twice
    copy = csn_import(club=club, by=organizer, text=elsewhen)

    assert totals(copy) == totals(played)
    assert is_clean(copy)


def test_a_void_session_is_reinstated_as_it_was(played, organizer):
    ended(played, organizer)
    decisions.session_void_decide(session=played, by=organizer, reason="A test evening")
    assert Session.objects.get(pk=played.pk).status == "void"
    decisions.session_reinstate_decide(session=played, by=organizer, reason="It was none")

    played.refresh_from_db()
    assert played.status == "ended"
    assert is_clean(played)
    kinds = list(Decision.objects.values_list("kind", "reason", "made_by__name"))
    assert kinds == [
        ("session_reinstate", "It was none", "Olga"),
        ("session_void", "A test evening", "Olga"),
    ]


def test_nothing_is_decided_without_a_reason(played, organizer):
    with pytest.raises(Refused, match="reason"):
        decisions.session_void_decide(session=played, by=organizer, reason="  ")
    assert Session.objects.get(pk=played.pk).status == "open"
    with pytest.raises(Refused):
        decisions.session_void_decide(session=played, by=organizer, reason="x" * 501)


def test_a_kept_reason_is_neither_changed_nor_deleted(played, organizer):
    decisions.session_void_decide(session=played, by=organizer, reason="Why")
    decision = Decision.objects.get()
    with pytest.raises(AppendOnly):
        decision.save()
    with pytest.raises(AppendOnly):
        decision.delete()


@pytest.mark.parametrize("role", ["player", "scorer"])
def test_who_may_not_decide_changes_nothing(played, member, role):
    somebody = member(role)
    for decide in (
        lambda: void(played, 1, somebody),
        lambda: decisions.session_void_decide(session=played, by=somebody, reason="x"),
        lambda: decisions.session_refold_decide(session=played, by=somebody, reason="x"),
    ):
        with pytest.raises(NotAllowed):
            decide()
    assert not Decision.objects.exists()


def test_a_preview_shows_the_effect_and_leaves_nothing(played, organizer):
    rows = played.log.count()
    effect = effect_of(
        [played.pk],
        lambda: decisions.game_void_decide(
            session=Session.objects.get(pk=played.pk), game=2, by=organizer, reason="x"
        ),
    )

    figures = {line.label: (line.before, line.after) for line in effect.figures}
    assert figures["Games that count"] == ("3", "2")
    assert {line.label for line in effect.changed} == set(totals(played))
    assert played.log.count() == rows
    assert not Decision.objects.exists()
    assert not Game.objects.filter(is_void=True).exists()


def test_refolding_repairs_what_pages_read(played, organizer):
    before = totals(played)
    GameScore.objects.filter(game__number=1).update(points=0)
    played.games.filter(number=3).delete()
    Session.objects.filter(pk=played.pk).update(snapshot={})
    times = dict(played.games.values_list("number", "finished_at"))

    assert session_check(session=played).differences
    session_refold(session=played, by=organizer)

    assert is_clean(played)
    assert counted(played) == totals(played) == before
    assert played.games.get(number=1).finished_at == times[1]


def test_refolding_leaves_a_sound_session_alone(played, organizer):
    rows = set(played.games.values_list("pk", flat=True))
    assert session_refold(session=played, by=organizer).differences == []
    assert set(played.games.values_list("pk", flat=True)) == rows


def test_a_session_moves_to_another_season_with_its_reason(played, organizer, club):
    day = played.played_on
    season = season_create(club=club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    decisions.session_season_decide(session=played, season=season, by=organizer, reason="Cup game")

    assert Session.objects.get(pk=played.pk).season == season
    with pytest.raises(Refused):
        decisions.session_season_decide(
            session=Session.objects.get(pk=played.pk), season=season, by=organizer, reason="x"
        )


def test_a_closed_season_takes_no_session(played, organizer, club):
    day = played.played_on
    season = season_create(club=club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    decisions.season_close_decide(season=season, by=organizer, reason="Over")
    with pytest.raises(Refused, match="closed"):
        decisions.session_season_decide(session=played, season=season, by=organizer, reason="x")
    assert Decision.objects.get().season == season


@pytest.fixture
def other_club(organizer):
    """A second club of the same organizer, where Ann is written in capitals."""
    club = club_create(by=organizer, name="Thursday Club")
    for name in ("ANN", "Bob", "Cid"):
        player_create(club=club, by=organizer, name=name)
    return club


def test_a_session_moves_only_where_everybody_has_a_counterpart(played, organizer, other_club):
    ended(played, organizer)
    with pytest.raises(Refused, match="Dee"):
        decisions.session_club_decide(session=played, club=other_club, by=organizer, reason="x")
    assert not Decision.objects.exists()
    player_create(club=other_club, by=organizer, name="Dee")
    before, log = totals(played), list(played.log.values_list("payload", flat=True))

    decisions.session_club_decide(
        session=played, club=other_club, by=organizer, reason="Wrong club"
    )

    session = Session.objects.get(pk=played.pk)
    assert session.club == other_club
    assert totals(session) == {
        "ANN" if name == "Ann" else name: points for name, points in before.items()
    }
    assert {score.player.club for score in GameScore.objects.select_related("player__club")} == {
        other_club
    }
    assert list(session.log.order_by("sequence").values_list("payload", flat=True))[:-1] == log
    assert is_clean(session)
    assert session_check(session=session).remarks == []
    assert set(Decision.objects.values_list("club__name", flat=True)) == {
        "Tuesday Club",
        "Thursday Club",
    }


def test_nobody_closes_a_season_or_merges_a_player_while_a_session_moves(
    played, organizer, other_club, monkeypatch
):
    ended(played, organizer)
    player_create(club=other_club, by=organizer, name="Dee")
    day = played.played_on
    season = season_create(club=other_club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    held = []
    follow = moving.debts_follow

    def followed(**about):
        held.append(list(connection.held_locks.locks))
        return follow(**about)

    monkeypatch.setattr(moving, "debts_follow", followed)
    decisions.session_club_decide(session=played, club=other_club, by=organizer, reason="x")
    assert Session.objects.get(pk=played.pk).season == season
    # In this order, before any debt.
    taken = [one for one in held[0] if one in ORDERED]
    assert taken == ORDERED


def test_a_session_changes_seasons_under_the_locks_of_both(played, organizer, club):
    day = played.played_on
    season = season_create(club=club, by=organizer, name="Cup", starts_on=day, ends_on=day)
    # Closed by somebody else meanwhile: the row at hand does not know.
    Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())
    with pytest.raises(Refused, match="closed"):
        session_describe(
            session=played, by=organizer, title="", place="", played_on=day, season=season
        )


def test_a_moved_session_is_refolded_and_moved_back(played, organizer, other_club, club):
    ended(played, organizer)
    before = totals(played)
    player_create(club=other_club, by=organizer, name="Dee")
    decisions.session_club_decide(session=played, club=other_club, by=organizer, reason="x")
    session = Session.objects.get(pk=played.pk)
    GameScore.objects.filter(game__session=session).update(points=0)
    session_refold(session=session, by=organizer)
    assert is_clean(session)

    session = Session.objects.get(pk=played.pk)
    decisions.session_club_decide(session=session, club=club, by=organizer, reason="y")
    assert totals(played) == before
    assert is_clean(Session.objects.get(pk=played.pk))


def test_a_session_does_not_move_to_a_club_one_does_not_organize(played, organizer):
    stranger = User.objects.create_user("zoe@example.org", name="Zoe")
    elsewhere = club_create(by=stranger, name="Elsewhere")
    ended(played, organizer)
    with pytest.raises(NotAllowed):
        decisions.session_club_decide(session=played, club=elsewhere, by=organizer, reason="x")


def test_money_that_was_paid_keeps_a_session_in_its_club(played, organizer, other_club):
    ended(played, organizer)
    player_create(club=other_club, by=organizer, name="Dee")
    debt_pay(debt=Debt.objects.filter(session=played)[0], by=organizer)
    with pytest.raises(Refused, match="paid"):
        decisions.session_club_decide(session=played, club=other_club, by=organizer, reason="x")


@pytest.fixture
def annie(club, organizer, players):
    """Ann again, under another name, in an evening of her own."""
    annie = player_create(club=club, by=organizer, name="Annie")
    evening = session_create(
        club=club, by=organizer, players=[annie, players["Bob"], players["Cid"]], title="Again"
    )
    from tests.games.conftest import Scorer

    Scorer(evening, organizer).play("order Annie, Bob, Cid\ngame\nbox wins")
    return annie


def test_merged_players_are_one_in_all_that_is_read(played, annie, players, organizer):
    ann = players["Ann"]
    before = counted(played)["Ann"]
    sessions = list(Session.objects.all())
    log = list(annie.seats.get().session.log.values_list("payload", flat=True))

    players_merge(player=annie, into=ann, by=organizer)

    points = sum(ann.scores.values_list("points", flat=True))
    assert points == before + 200  # Annie as box beat two
    evening = Session.objects.get(title="Again")
    assert names_of(evening)[annie.public_id] == "Ann"
    assert list(evening.log.values_list("payload", flat=True)) == log
    assert all(is_clean(session) for session in sessions)
    annie.refresh_from_db()
    assert not annie.is_active


def test_a_merged_evening_is_played_on_and_refolded(annie, players, organizer):
    players_merge(player=annie, into=players["Ann"], by=organizer)
    evening = Session.objects.get(title="Again")
    table = table_of(evening)
    from games.rules.chouette import StartGame

    record_action(
        session=evening,
        actions=[StartGame(table.line.box, None, table.line.team), EndGame("team")],
        version=evening.version,
        key="next",
        sender=organizer,
    )
    assert players["Ann"].scores.count() == 2
    assert is_clean(evening)
    GameScore.objects.all().update(points=1)
    session_refold(session=evening, by=organizer)
    assert is_clean(evening)


def test_nobody_sits_down_beside_himself(annie, players, organizer):
    from games.rules.chouette import Join

    players_merge(player=annie, into=players["Ann"], by=organizer)
    evening = Session.objects.get(title="Again")
    with pytest.raises(Refused, match="twice"):
        record_action(
            session=evening,
            actions=[Join(players["Ann"].public_id, None)],
            version=evening.version,
            key="join",
            sender=organizer,
        )


def test_a_merge_is_taken_back(played, annie, players, organizer):
    before = counted(played)
    players_merge(player=annie, into=players["Ann"], by=organizer)
    annie.refresh_from_db()
    player_separate(player=annie, by=organizer)

    assert counted(played) == before
    assert annie.scores.count() == 1
    assert all(is_clean(session) for session in Session.objects.all())
    annie.refresh_from_db()
    assert annie.is_active
    with pytest.raises(Refused):
        player_separate(player=annie, by=organizer)


def test_two_who_sat_at_one_table_are_two_people(played, players, organizer):
    with pytest.raises(Refused, match="Tuesday"):
        players_merge(player=players["Ann"], into=players["Bob"], by=organizer)


def test_merging_again_takes_those_before_along(annie, players, club, organizer):
    third = player_create(club=club, by=organizer, name="A.")
    players_merge(player=annie, into=third, by=organizer)
    players_merge(player=third, into=players["Ann"], by=organizer)

    annie.refresh_from_db()
    assert annie.current == players["Ann"]
    with pytest.raises(Refused):
        players_merge(player=annie, into=third, by=organizer)


def test_a_merge_takes_the_account_along(annie, players, club, organizer):
    annie.user = organizer
    annie.save()
    players_merge(player=annie, into=players["Ann"], by=organizer)
    assert Player.objects.get(name="Ann").user == organizer


def test_two_accounts_are_not_merged(annie, players, member, organizer):
    for player, user in ((annie, organizer), (players["Ann"], member("player"))):
        player.user = user
        player.save()
    with pytest.raises(Refused, match="two accounts"):
        players_merge(player=annie, into=players["Ann"], by=organizer)


def test_players_of_two_clubs_are_not_merged(players, other_club, organizer):
    with pytest.raises(Refused):
        players_merge(player=other_club.players.first(), into=players["Ann"], by=organizer)
    with pytest.raises(Refused):
        players_merge(player=players["Ann"], into=players["Ann"], by=organizer)


def test_the_old_name_still_finds_the_merged_player(annie, players, club, organizer):
    players_merge(player=annie, into=players["Ann"], by=organizer)
    session = csn_import(
        club=club,
        by=organizer,
        text='[Players "Annie, Bob, Cid"]\norder Annie, Bob, Cid\ngame\nbox wins\n',
    )
    assert session.seats.filter(player=players["Ann"]).exists()


def test_an_anonymous_player_keeps_his_sums_and_loses_his_name(
    played, players, organizer, club, member
):
    bob = players["Bob"]
    bob.user = member("player")
    bob.save()
    before = sum(bob.scores.values_list("points", flat=True))
    cid = players["Cid"]
    invitation_create(club=club, by=organizer, player=cid)
    for player in (bob, cid):
        decisions.player_anonymise_decide(player=player, by=organizer, reason="He asked for it")

    bob.refresh_from_db()
    assert "Bob" not in bob.name
    assert bob.name_key == bob.name.casefold()
    assert bob.user is None
    assert not bob.is_active
    assert sum(bob.scores.values_list("points", flat=True)) == before
    assert Invitation.objects.get().revoked_at is not None
    assert is_clean(played)
    assert "Bob" not in csn_export(session=played)
    assert Membership.objects.filter(role="player").exists()
    assert Decision.objects.filter(player=bob, kind="player_anonymise").exists()


def test_the_reason_for_making_somebody_anonymous_does_not_keep_the_name(annie, players, organizer):
    players_merge(player=annie, into=players["Ann"], by=organizer)
    said = "Ann (ANNIE) asked for it; Bob and Annika know"
    decisions.player_anonymise_decide(player=players["Ann"], by=organizer, reason=said)
    kept = Decision.objects.get(kind="player_anonymise").reason
    assert kept == "… (…) asked for it; Bob and Annika know"


def test_those_who_were_merged_become_anonymous_as_well(annie, players, organizer):
    players_merge(player=annie, into=players["Ann"], by=organizer)
    decisions.player_anonymise_decide(player=players["Ann"], by=organizer, reason="Asked")
    assert not Player.objects.filter(name__startswith="Ann").exists()
