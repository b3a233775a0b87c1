"""Three clubs in which everything that is to be kept from somebody can be told at sight.

Each canary is a word that stands nowhere else; what it gives away is its kind. The clubs are one
for members only, a public one, and one that none of those who walk belongs to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Final

from django.test import Client, TestCase
from django.utils import timezone

from games.accounts.services.accounts import invitation_create
from games.api.tokens import api_token_create
from games.assistant.findings import findings_of
from games.boards.actors import cookie_name as board_cookie
from games.boards.actors import seat_sealed
from games.boards.services.boards import Terms, board_create, board_for_two, board_stop
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.sitters import Sitter
from games.files.services.job_files import JobFiles
from games.models import (
    Board,
    Club,
    Delivery,
    Job,
    Membership,
    Note,
    Pass,
    Player,
    SignIn,
    User,
    Webhook,
)
from games.record.services.notes import note_add
from games.rules.backgammon import MatchRecord
from games.sessions import actors
from games.sessions.services.sessions import today
from games.table.services import passes
from games.web.codes import link_secret
from tests import evenings
from tests.evenings import Evening
from tests.tournaments.directing import Directed
from tournaments.ladders.services.official import official_lists_freeze
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.services.cups import cup_announce, cup_release
from tournaments.leagues.services.fixtures import fixture_say
from tournaments.leagues.services.leagues import league_create
from tournaments.leagues.services.seasons import season_announce, season_release
from tournaments.models import Cup, LeagueSeason, OfficialList
from tournaments.pages import actors as event_actors
from tournaments.record.services import passes as event_passes

MEMBERS, PUBLIC, FOREIGN = "mem", "pub", "for"
CLUBS: Final = (MEMBERS, PUBLIC, FOREIGN)
ROLES: Final = {
    "member": "player",
    "scorer": "scorer",
    "director": "director",
    "organizer": "organizer",
}
PHONES: Final = ("waiting phone", "granted phone", "tablet", "onlooker", "withdrawn phone")
IDENTITIES: Final = (
    "guest",
    "token",
    "stranger",
    *PHONES,
    "wall",
    "board guest",
    "member",
    "seated",
    *tuple(ROLES)[1:],
    "superuser",
)
_STAKES: Final = {MEMBERS: "81.37", PUBLIC: "82.37", FOREIGN: "83.37"}


@dataclass
class Place:
    """One of the clubs, with what its addresses are made of."""

    kind: str
    club: Club
    running: Evening
    ended: Evening
    event: Directed
    ids: dict[str, object] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    canaries: dict[str, re.Pattern[str]] = field(default_factory=dict)


class World:
    """The clubs, and a browser for each of those who walk."""

    def __init__(self) -> None:
        self.users = {name: _user(name) for name in ("stranger", "seated", *ROLES)}
        self.users["superuser"] = User.objects.create_superuser("root@example.org", name="Root")
        self.places = {kind: self._place(kind) for kind in CLUBS}
        self.secret = api_token_create(
            user=self.users["organizer"], name="x", scopes=["read", "organize"], days=30
        )[1]

    def client(self, identity: str) -> Client:
        """The browser of one of those who walk; a phone shows its cookies wherever it goes."""
        client = Client(
            headers={"Authorization": f"Bearer {self.secret}"} if identity == "token" else {}
        )
        if identity in self.users:
            client.force_login(self.users[identity], backend="games.backends.AccountBackend")
        for kind in (MEMBERS, PUBLIC):
            for name, value in self.places[kind].cookies.get(identity, {}).items():
                client.cookies[name] = value
        return client

    def _place(self, kind: str) -> Place:
        is_ours = kind != FOREIGN
        club = Club.objects.create(
            slug=f"club-{kind}",
            name=f"Zqclub{kind}",
            visibility="public" if kind == PUBLIC else "members",
            stake_amount=Decimal(_STAKES[kind]),
            currency=f"QQCUR{kind}",
        )
        owner = evenings.user("Olga")
        Membership.objects.create(club=club, user=owner, role="owner")
        hidden = User.objects.create_user(f"hid@zqmail{kind}.example", name=f"Zqhid{kind}")
        Membership.objects.create(club=club, user=hidden, role="player")
        for name, role in ROLES.items():
            if is_ours:
                Membership.objects.create(club=club, user=self.users[name], role=role)
        people = {
            "Zqhid": Player.Shown.HIDDEN,
            "Zqini": Player.Shown.INITIALS,
            "Zqopen": Player.Shown.FULL,
            "Zqseat": Player.Shown.FULL,
        }
        for name, shown in people.items():
            Player.objects.create(club=club, name=f"{name}{kind}", shown=shown)
        Player.objects.filter(club=club, name=f"Zqhid{kind}").update(user=hidden)
        if is_ours:
            Player.objects.filter(club=club, name=f"Zqseat{kind}").update(user=self.users["seated"])
        names = " ".join(f"{name}{kind}" for name in people)
        place = Place(
            kind,
            club,
            _evening(club, names, kind),
            _evening(club, names, kind),
            _event(club, names),
        )
        self._fill(place, owner, hidden)
        return place

    def _fill(self, place: Place, owner: User, hidden: User) -> None:
        """Add what hangs on an evening: notes, debts, passes, files, programs."""
        kind, club, running = place.kind, place.club, place.running
        season = club.seasons.create(name="2026", starts_on="2026-01-01", ends_on="2026-12-31")
        club.sessions.update(season=season)
        for evening in (running, place.ended):
            evening.game(**{f"{name}{kind}": 1 for name in ("Zqini", "Zqopen", "Zqseat")})
        session = place.ended.session
        note = note_add(session=session, game=1, text="Was it?", by=hidden, is_dispute=True)
        note_add(session=running.session, game=1, text="Was it?", by=hidden, is_dispute=True)
        place.ended.end()
        running.start()
        here = running.session
        passes.join_open(session=here, by=owner)
        here.join_code = f"qqzz{_letters(kind)}"
        here.save(update_fields=["join_code"])
        event = place.event.event
        event_passes.check_in_open(event=event, by=owner)
        event.code = f"wwzz{_letters(kind)}"
        event.save(update_fields=["code"])
        hook = Webhook.objects.create(
            club=club, url="https://programs.example/", events="session.ended", is_active=False
        )
        delivery = Delivery.objects.create(
            webhook=hook, event_id="1", event="session.ended", payload={"name": f"Zqhid{kind}"}
        )
        job = Job.objects.create(club=club, by=owner, kind="players", file_name=f"Zqhid{kind}.csv")
        invitation, token = invitation_create(club=club, by=owner)
        wall = passes.wall_pass_create(club=club, by=owner)
        OfficialList.objects.create(club=club, kind="season", season=season, day=season.ends_on)
        official_lists_freeze(now=timezone.now())
        held = self._phones(place, owner)
        debt = session.debts.order_by("pk").first()
        assert debt is not None, "nobody owes anybody anything"
        member = Membership.objects.get(club=club, user=hidden)
        match = place.event.open()[0]
        season_of_league = _league(place, owner)
        cup = _cup(place, owner)
        link = actors.pass_sealed(held["granted phone"])
        boards = _Boards(club, hidden, kind)
        hidden.push_subscriptions.create(
            endpoint=f"https://push.example/zqpush{kind}", key="zqkey", code="zqcode"
        )
        place.ids = {
            "board": boards.running.public_id,
            "board of a guest": boards.of_a_guest.public_id,
            "board over": boards.over.public_id,
            "analysis": _analysis(boards.over, owner).public_id,
            "board invitation": boards.link.pk,
            "board line": boards.running.lines.get().pk,
            "guest's line": boards.of_a_guest.lines.get().pk,
            "club": club.slug,
            "session": here.public_id,
            "ended": session.public_id,
            "event": event.public_id,
            "match": match.public_id,
            "league": season_of_league.league.public_id,
            "cup": cup.event.public_id,
            "fixture": fixtures_of(season_of_league)[0].match.public_id,
            "debt": debt.public_id,
            "note": note.public_id,
            "season": season.public_id,
            "player": Player.objects.get(club=club, name=f"Zqhid{kind}").public_id,
            "initials": Player.objects.get(club=club, name=f"Zqini{kind}").public_id,
            "member": member.pk,
            "invitation": invitation.pk,
            "claim": held["waiting phone"].public_id,
            "pass": held["granted phone"].public_id,
            "screen": wall.public_id,
            "webhook": hook.public_id,
            "delivery": delivery.public_id,
            "job": job.public_id,
            "entry pass": event.passes.filter(state="asked").get().public_id,
            "entry link": event.passes.filter(state="granted").get().public_id,
            "official": season.public_id,
        }
        place.cookies["wall"] = {actors.cookie_name(club): actors.pass_sealed(wall)}
        place.cookies["board guest"] = boards.cookies
        stake = _STAKES[kind].replace(".", r"[.,]")
        place.canaries = {
            "names": re.compile(rf"zq(hid|ini){kind}", re.IGNORECASE),
            "club": re.compile(rf"zq(open|seat|club){kind}", re.IGNORECASE),
            "money": re.compile(rf"{stake}|qqcur{kind}", re.IGNORECASE),
            "codes": re.compile(
                "|".join(
                    [
                        here.join_code,
                        link_secret("table", here.public_id, here.join_code),
                        _payload(link),
                        _payload(actors.pass_sealed(wall)),
                        token,
                    ]
                )
            ),
            "event codes": re.compile(
                f"{event.code}|{link_secret('event', event.public_id, event.code)}"
            ),
            "mail": re.compile(f"zqmail{kind}"),
            "said": re.compile(f"zqsaid{kind}"),
            "seat": re.compile(boards.nonce),
            "kept": re.compile(
                "|".join(
                    [
                        invitation.token_hash,
                        hook.salt,
                        held["tablet"].nonce,
                        f"zqpush{kind}|zqkey|zqcode",
                        *boards.secrets,
                    ]
                )
            ),
        }

    def _phones(self, place: Place, owner: User) -> dict[str, Pass]:
        """Let phones in, refuse and part them, at the table and in the event."""
        session, event = place.running.session, place.event.event
        players = {one.name.removesuffix(place.kind): one for one in place.club.players.all()}
        shown = players["Zqopen"]
        assert session.join_code
        held = {
            "waiting phone": passes.pass_claim(
                code=session.join_code, player=shown.public_id, device="x"
            ),
            "granted phone": passes.pass_create(
                session=session, by=owner, role="player", player=shown.public_id
            ),
            "tablet": passes.pass_create(session=session, by=owner, role="scorer"),
            "onlooker": passes.pass_create(session=session, by=owner, role="onlooker"),
            "withdrawn phone": passes.pass_create(
                session=session, by=owner, role="player", player=players["Zqini"].public_id
            ),
        }
        for identity, holder in held.items():
            place.cookies[identity] = {actors.cookie_name(session): actors.pass_sealed(holder)}
        passes.pass_revoke(holder=held["withdrawn phone"], by=owner)
        assert event.code
        asked = event_passes.pass_claim(code=event.code, player=shown.public_id, device="x")
        made = {
            "waiting phone": asked,
            "granted phone": event_passes.pass_create(event=event, player=shown, by=owner),
            "withdrawn phone": event_passes.pass_create(event=event, player=shown, by=owner),
        }
        for identity, one in made.items():
            assert one is not None
            sealed = event_actors.token_sealed(one.token)
            place.cookies[identity][event_actors.cookie_name(event)] = sealed
        parted = made["withdrawn phone"]
        assert parted is not None
        event_passes.pass_revoke(holder=parted.holder, by=owner)
        return held


def made() -> World:
    """Make the world, with all that follows from it once it is committed."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        world = World()
    assert SignIn.objects.count() == 0
    assert Note.objects.count() == 2 * len(CLUBS)
    return world


def _user(name: str) -> User:
    return User.objects.create_user(f"{name}@walkers.example", name=name.title())


def _evening(club: Club, names: str, kind: str) -> Evening:
    return Evening(club, names, stake=_STAKES[kind], currency=f"QQCUR{kind}")


def _event(club: Club, names: str) -> Directed:
    made = Directed(club, names)
    made.next_round()
    return made


def _league(place: Place, owner: User) -> LeagueSeason:
    """A league whose only division is released, in which something was said."""
    league = league_create(club=place.club, by=owner, name="Winter")
    day = today(place.club)
    season = season_announce(
        league=league,
        by=owner,
        divisions=[list(place.club.players.order_by("pk"))],
        starts_on=day,
        ends_on=day + timedelta(days=90),
    )
    season_release(season=season, by=owner)
    for one in fixtures_of(season):
        text = f"zqsaid{place.kind}"
        fixture_say(match=one.match, by=owner, text=text, key=f"said-{one.match.pk}")
    return season


def _cup(place: Place, owner: User) -> Cup:
    """A cup that is released, in which something was said."""
    cup = cup_announce(
        club=place.club,
        by=owner,
        title="Spring cup",
        players=list(place.club.players.order_by("pk")),
        first_on=today(place.club) + timedelta(days=14),
    )
    cup_release(cup=cup, by=owner)
    for one in fixtures_of(cup):
        fixture_say(match=one.match, by=owner, text=f"zqsaid{place.kind}", key="said-of-a-cup")
    return cup


def _letters(kind: str) -> str:
    return {MEMBERS: "mm", PUBLIC: "pp", FOREIGN: "ff"}[kind]


def _payload(sealed: str) -> str:
    """What of a sealed pass is the same whenever it is sealed."""
    return re.escape(sealed.partition(":")[0])


class _Boards:
    """Boards of the hidden player: with who is seated, with a guest, over, and one with a link."""

    def __init__(self, club: Club, hidden: User, kind: str) -> None:
        names = (f"Zqhid{kind}", f"Zqseat{kind}")
        first, second = (Player.objects.get(club=club, name=name) for name in names)
        self.running, self.over = (
            board_for_two(club=club, by=hidden, terms=Terms(length=3), players=(first, second))
            for _ in range(2)
        )
        board_stop(board=self.over, reason="The power failed.")
        self.of_a_guest, waiting = (
            board_create(club=club, by=hidden, terms=Terms(length=3), is_challenge=True)
            for _ in range(2)
        )
        mine = Sitter(0, hidden)
        mail = f"guest@zqmail{kind}.example"
        to_guest, _ = invitation_make(board=self.of_a_guest, by=mine, email=mail)
        guest = invitation_accept(invitation=to_guest, by=None, name="Gast")
        self.link, token = invitation_make(board=waiting, by=mine, email=mail)
        for board in (self.running, self.of_a_guest):
            board.lines.create(seat=0, sender=hidden, text=f"zqsaid{kind}")
        self.nonce = guest.nonce
        self.cookies = {board_cookie(self.of_a_guest): seat_sealed(guest)}
        self.secrets = [
            token,
            self.link.token_hash,
            *(one.dice_seeds.get().server_seed for one in (self.running, self.of_a_guest, waiting)),
        ]


def _analysis(board: Board, owner: User) -> Job:
    """An analysis of a board, which found nothing."""
    job = Job.objects.create(
        club=board.club, board=board, by=owner, kind="analysis", state=Job.State.DONE
    )
    nothing = MatchRecord(0, ("", ""), ())
    files = JobFiles.of(job)
    files.make()
    files.result.write_text(findings_of(nothing, "none", []).dumped(), encoding="utf-8")
    return job
