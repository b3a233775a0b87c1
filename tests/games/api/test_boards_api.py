"""Boards through the interface: two programs play, and others read what they may."""

import pytest
from django.core import mail

from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.sitters import Sitter
from games.clubs.services.clubs import club_create
from games.clubs.services.people import player_of_user
from games.models import Board, Club, Player
from games.rules.backgammon import legal_plays, play_text
from games.rules.dice import seat_commitment
from games.rules.online import Board as State
from tests.games.api.conftest import program_of

pytestmark = pytest.mark.django_db
SEEDS = ("0a" * 16, "0b" * 16)


def test_two_programs_play_and_the_seed_is_shown_at_the_end(club, ann, bo):
    programs = [program_of(ann), program_of(bo)]
    terms = {"club": club.slug, "length": 1}
    made = programs[0]("post", "boards", terms, Idempotency_Key="new")
    again = programs[0]("post", "boards", terms, Idempotency_Key="new")
    assert (made.status_code, again.status_code) == (201, 200)
    board = made.json()["id"]
    assert again.json()["id"] == board
    path = f"boards/{board}"

    def act(side, do, text="", **more):
        return programs[side]("post", f"{path}/acts", {"do": do, "text": text, **more})

    assert programs[1]("post", f"{path}/join").json()["side"] == 1
    game_id = made.json()["dice"][0]["game_id"]
    for side in (0, 1):
        digest = seat_commitment(game_id, side, SEEDS[side])
        assert act(side, "commit", digest, key="c").status_code == 201
    for side in (0, 1):
        assert act(side, "reveal", SEEDS[side], key="r").status_code == 201

    row = Board.objects.get(public_id=board)
    game = State.from_json(row.snapshot).game
    play = play_text(legal_plays(game.position, game.roll)[0])
    side, seen = row.actor, programs[row.actor]("get", path)
    assert "play" in seen.json()["can"]
    assert "play" not in programs[1 - side]("get", path).json()["can"]
    said = {"do": "play", "text": play, "key": "p"}
    assert act(side, "play", play, key="p").json()["code"] == "version_missing"
    first = programs[side]("post", f"{path}/acts", said, If_Match=seen["ETag"])
    assert first.status_code == 201
    assert first.json()["last_play"] == play
    assert programs[side]("post", f"{path}/acts", said, If_Match=seen["ETag"]).status_code == 200
    late = programs[side]("post", f"{path}/acts", said | {"key": "q"}, If_Match=seen["ETag"])
    assert (late.status_code, late.json()["code"]) == (412, "stale_version")
    late = act(1 - side, "roll", key="s", version=1)
    assert (late.status_code, late.json()["code"]) == (409, "board_stale")
    wrong = act(1 - side, "take", key="t", version=first.json()["version"])
    assert (wrong.status_code, wrong.json()["code"]) == (409, "board_refused")

    secret = row.dice_seeds.get().server_seed
    log = programs[0]("get", f"{path}/log")
    assert [step["kind"] for step in log.json()["results"]][:3] == ["begin", "seat", "seat"]
    assert "asked" not in log.json()["results"][0]["payload"]
    for address in (path, f"{path}/log", f"{path}/export/mat", "boards"):
        assert secret not in programs[0]("get", address).content.decode()
    actor = Board.objects.get(public_id=board).actor
    version = programs[0]("get", path).json()["version"]
    version = act(actor, "resign", "single", key="u", version=version).json()["version"]
    over = act(1 - actor, "accept", key="v", version=version).json()
    assert (over["status"], over["winner"]) == ("ended", 1 - actor)
    assert over["dice"][0]["server_seed"] == secret
    assert "1 point match" in programs[0]("get", f"{path}/export/mat").content.decode()


def test_can_says_at_each_step_of_the_dice_what_a_program_is_to_do_and_it_is_accepted(
    club, ann, bo
):
    programs = [program_of(ann), program_of(bo)]
    made = programs[0]("post", "boards", {"club": club.slug, "length": 1}).json()
    path, game_id = f"boards/{made['id']}", made["dice"][0]["game_id"]
    digests = [seat_commitment(game_id, side, SEEDS[side]) for side in (0, 1)]
    texts = {"commit": digests, "reveal": SEEDS}
    seeds = [["commit"], ["commit"]]

    def can():
        seen = [program("get", path) for program in programs]
        return [one.json()["can"] for one in seen], {one["ETag"] for one in seen}

    assert made["can"] == ["commit"]
    assert can()[0][1] == []
    assert programs[1]("post", f"{path}/join").json()["can"] == ["commit"]
    tags = set()
    for side, do, then in (
        (1, "commit", [["commit"], []]),
        (0, "commit", [["reveal"], ["reveal"]]),
        (0, "reveal", [[], ["reveal"]]),
    ):
        now, tag = can()
        assert (now, tag & tags) == (seeds, set())  # who has the answer kept hears of the change
        text = texts[do][side]
        said = {"do": do, "text": text, "key": f"{do}{side}"}
        assert programs[side]("post", f"{path}/acts", said).status_code == 201
        tags, seeds = tag, then
    assert can()[0] == seeds
    last = {"do": "reveal", "text": SEEDS[1], "key": "last"}
    assert programs[1]("post", f"{path}/acts", last).status_code == 201
    assert not {"commit", "reveal"} & {one for side in can()[0] for one in side}


def test_two_programs_play_dame_and_take_the_record_along(club, ann, bo):
    programs = [program_of(ann), program_of(bo)]
    terms = {"club": club.slug, "type": "dame", "dame": {"huffing": True}}
    made = programs[0]("post", "boards", terms, Idempotency_Key="new")
    assert (made.status_code, made.json()["type"], made.json()["dice"]) == (201, "dame", [])
    path = f"boards/{made.json()['id']}"
    version = programs[1]("post", f"{path}/join").json()["version"]

    for number, (side, do, text) in enumerate(
        [
            (0, "play", "22-18"),
            (1, "play", "9-14"),
            (0, "play", "23-19"),
            (1, "huff", "18"),
        ]
    ):
        said = {"do": do, "text": text, "key": f"k{number}", "version": version}
        answer = programs[side]("post", f"{path}/acts", said).json()
        version = answer["version"]

    assert answer["last_play"] == "x18"
    assert answer["position"].startswith("B:W19,21,24,")
    assert (answer["roll"], answer["cube"], answer["cube_owner"]) == ([], None, None)
    assert "1. 22-18 9-14 2. 23-19 x18" in programs[0](
        "get", f"{path}/export/pdn"
    ).content.decode().replace("\n", " ")
    assert programs[0]("get", f"{path}/export/mat").status_code == 404
    refused = programs[0]("post", "boards", terms | {"length": 5}, Idempotency_Key="more")
    assert refused.status_code in (400, 409)
    assert "singly" in refused.content.decode()


def test_two_programs_play_chess_and_take_the_record_along(club, ann, bo):
    programs = [program_of(ann), program_of(bo)]
    terms = {"club": club.slug, "type": "chess", "chess": {"ending": "rook"}}
    made = programs[0]("post", "boards", terms, Idempotency_Key="new")
    assert (made.status_code, made.json()["type"]) == (201, "chess")
    path = f"boards/{made.json()['id']}"
    version = programs[1]("post", f"{path}/join").json()["version"]
    said = {"do": "play", "text": "Ra4", "key": "k", "version": version}
    answer = programs[0]("post", f"{path}/acts", said).json()

    assert (answer["last_play"], answer["position"]) == ("Ra4", "8/8/8/4k3/R7/8/8/4K3 b - - 1 1")
    assert "1. Ra4 *" in programs[0]("get", f"{path}/export/pgn").content.decode()
    assert programs[0]("get", f"{path}/export/pdn").status_code == 404
    wrong = {"club": club.slug, "type": "chess", "chess": {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}}
    refused = programs[0]("post", "boards", wrong, Idempotency_Key="more")
    assert (refused.status_code, "exactly one king" in refused.content.decode()) == (409, True)


@pytest.mark.parametrize("by_name", [True, False], ids=["name", "identifier"])
def test_a_program_challenges_a_player_who_alone_sits_down(club, ann, bo, member, by_name):
    apis = {name: program_of(one) for name, one in (("ann", ann), ("bo", bo))}
    asked = player_of_user(club=club, user=bo)
    said = {"club": club.slug, "player": asked.name if by_name else asked.public_id}
    made = apis["ann"]("post", "boards", said, Idempotency_Key="new")
    again = apis["ann"]("post", "boards", said, Idempotency_Key="new")

    assert (made.status_code, again.status_code) == (201, 200)
    assert made.json()["is_challenge"] is False
    path = f"boards/{made.json()['id']}"
    [told] = mail.outbox
    assert told.to == [bo.email]
    assert f"/{path}/" in told.body
    other = program_of(member("player"))
    assert other("post", f"{path}/join").json()["code"] == "challenge_closed"
    assert other("post", f"{path}/decline").json()["code"] == "invitation_closed"
    assert apis["bo"]("post", f"{path}/join").json()["side"] == 1


def test_a_challenge_is_declined_and_the_board_waits_on(club, ann, bo):
    player_of_user(club=club, user=bo)
    made = program_of(ann)("post", "boards", {"club": club.slug, "player": "Bo"}).json()
    path = f"boards/{made['id']}"
    bos = program_of(bo)

    assert bos("post", f"{path}/decline").json()["status"] == "waiting"
    assert bos("post", f"{path}/decline").json()["code"] == "invitation_closed"
    assert bos("post", f"{path}/join").json()["code"] == "challenge_closed"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"player": "Ann"}, "player_elsewhere"),  # themselves
        ({"player": "Nobody"}, "player_elsewhere"),
        ({"player": "Cid"}, "player_elsewhere"),  # has no account
        ({"player": "Bo", "is_challenge": True}, "challenge_two"),
    ],
)
def test_whom_nobody_can_challenge_is_refused_and_no_board_is_made(club, ann, bo, said, code):
    for user in (ann, bo):
        player_of_user(club=club, user=user)
    Player.objects.create(club=club, name="Cid")
    answer = program_of(ann)("post", "boards", {"club": club.slug, **said})

    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)
    assert not Board.objects.exists()


def test_hidden_players_are_named_nowhere_to_strangers(playing, ann):
    Club.objects.update(visibility="public")
    player = Player.objects.get(user=ann)
    Player.objects.filter(pk=player.pk).update(name="Annabel Clark", shown="hidden")
    path = f"boards/{playing.board.public_id}"
    for address in (path, f"{path}/log", f"{path}/export/mat", "boards"):
        answer = program_of(None)("get", address)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "Annabel" not in text
        assert player.public_id not in text


def test_an_address_or_a_nonce_is_in_no_answer(club, ann):
    api = program_of(ann)
    made = api("post", "boards", {"club": club.slug}).json()["id"]
    board = Board.objects.get(public_id=made)
    invitation, _token = invitation_make(board=board, by=Sitter(0, ann), email="guest@example.org")
    guest = invitation_accept(invitation=invitation, by=None, name="Gus")
    for address in ("boards", f"boards/{made}", f"boards/{made}/log", f"boards/{made}/export/mat"):
        text = api("get", address).content.decode()
        assert "guest@example.org" not in text
        assert guest.nonce not in text
    seats = api("get", f"boards/{made}").json()["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [("player", "Ann"), ("guest", "Gus")]


def test_boards_are_filtered_and_a_token_of_another_club_sees_none(playing, club, ann):
    api, player = program_of(ann), Player.objects.get(user=ann)
    for query, count in (
        ({"club": club.slug}, 1),
        ({"club": "nowhere"}, 0),
        ({"status": "playing"}, 1),
        ({"status": "ended"}, 0),
        ({"player": player.public_id, "type": "backgammon"}, 1),
        ({"is_rated": "true"}, 0),
    ):
        assert len(api("get", "boards", query).json()["results"]) == count, query
    elsewhere = club_create(by=ann, name="Elsewhere")
    limited = program_of(ann, club=elsewhere)
    assert limited("get", "boards").json()["results"] == []
    assert limited("get", f"boards/{playing.board.public_id}").status_code == 404


@pytest.mark.parametrize("path", ["boards", "boards/{}", "boards/{}/log", "boards/{}/export/mat"])
def test_a_board_takes_the_same_queries_however_much_was_played(
    path,
    playing,
    board_between,
    ann,
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    api, address = program_of(ann), path.format(playing.board.public_id)
    api("get", address)
    with CaptureQueriesContext(connection) as before:
        early = api("get", address)
    board_between().seed()
    for _ in range(4):
        playing.turn()
    with CaptureQueriesContext(connection) as after:
        late = api("get", address)
    assert (early.status_code, late.status_code) == (200, 200)
    assert len(after) == len(before)
