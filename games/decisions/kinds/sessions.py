"""Organizers' decisions about sessions and games: void, reinstate, amend, refold, move."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.decisions.kinds.deciding import Decision
from games.decisions.services import decisions
from games.decisions.services.effects import Effect, EffectLine, effect_of
from games.decisions.services.moving import counterparts
from games.errors import Refused
from games.models import Game, Session, User
from games.permissions import Reader
from games.record.log.checking import session_check
from games.record.log.origins import Sender
from games.sessions.selectors.amendment import game_text
from games.web.figures import signed


class Tried(Decision):
    """A decision whose effect a trial run shows."""

    def session_of(self, row: Any) -> int:
        """Return the key of the session that it changes."""
        return int(row.pk)

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show the counts and everybody's points afterwards."""

        def do() -> None:
            for row in fresh():
                self.apply(row, by, data, None)

        return effect_of(list(dict.fromkeys(map(self.session_of, rows))), do)


class AboutSessions(Tried):
    """A decision about sessions."""

    def state(self, row: Session) -> str:
        """A session has changed if its version has."""
        return f"{row.pk}v{row.version}{row.status}s{row.season_id or ''}"


class SessionVoid(AboutSessions):
    """Declare sessions void."""

    slug = "void"
    label = gettext_lazy("Declare void")
    explanation = gettext_lazy(
        "A void evening counts nowhere. Nothing is deleted, and it can be reinstated."
    )

    def offered(self, row: Session) -> bool:
        return row.status != Session.Status.VOID

    def apply(self, row: Session, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.session_void_decide(
            session=row,
            by=by,
            reason=data["reason"],
            version=data.get("version"),
            origin=origin,
        )


class SessionReinstate(AboutSessions):
    """Let void sessions count again."""

    slug = "reinstate"
    label = gettext_lazy("Reinstate")
    explanation = gettext_lazy("The evening counts again, and is ended again if it had ended.")

    def offered(self, row: Session) -> bool:
        return row.status == Session.Status.VOID

    def apply(self, row: Session, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.session_reinstate_decide(
            session=row,
            by=by,
            reason=data["reason"],
            version=data.get("version"),
            origin=origin,
        )


class SessionRefold(AboutSessions):
    """Check sessions against their logs and repair differences."""

    slug = "refold"
    label = gettext_lazy("Check and repair")
    explanation = gettext_lazy(
        "The log is played through again; where seats, games, points or sums differ from it, "
        "they are written anew. The log itself is never changed."
    )

    def apply(self, row: Session, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.session_refold_decide(session=row, by=by, reason=data["reason"])

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show the findings of the check, besides the figures."""
        reports = [(str(row), session_check(session=row)) for row in rows]
        found = [
            EffectLine(name, text, _("as the log says"))
            for name, report in reports
            for text in (*report.differences, *report.remarks)
        ] or [EffectLine(_("Differences"), _("none"), _("none"))]
        tried = super().effect(rows, by, data, fresh)
        return Effect((*found, *tried.figures), tried.players)


class SessionCut(AboutSessions):
    """Cut a damaged record back."""

    slug = "cut"
    label = gettext_lazy("Cut back to the last sound step")
    explanation = gettext_lazy(
        "For an evening whose record is damaged. What comes after its last sound step counts no "
        "more, and the evening can be played on, corrected and exported again. This cannot be "
        "taken back. Export the sheet first: games that are lost can then be entered again."
    )
    many = False

    def offered(self, row: Session) -> bool:
        """Offer it where a check has found damage."""
        return row.is_damaged

    def apply(self, row: Session, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.session_cut_decide(session=row, by=by, reason=data["reason"], origin=origin)

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show the games that are lost, with everybody's points, besides the figures."""
        (row,) = rows
        there = games_told(row)
        left, last = set[int](), 0

        def do() -> None:
            nonlocal left, last
            (again,) = fresh()
            self.apply(again, by, data, None)
            left = set(again.games.values_list("number", flat=True))
            last = again.cuts[-1][0]

        tried = effect_of([row.pk], do)
        rows_line = EffectLine(_("Last row of the log that counts"), str(row.length), str(last))
        lost = tuple(
            EffectLine(_("Game %(number)s") % {"number": number}, points, _("is lost"))
            for number, points in there.items()
            if number not in left
        )
        return Effect((rows_line, *tried.figures, *lost), tried.players)


def games_told(session: Session) -> dict[int, str]:
    """Return everybody's points of each game, by its number: "Ann +2, Bob −2"."""
    games = session.games.order_by("number").prefetch_related("scores__player")
    return {
        game.number: ", ".join(
            f"{score.player.name} {signed(score.points)}" for score in game.scores.all()
        )
        for game in games
    }


class SessionSeason(AboutSessions):
    """Move sessions to another season."""

    slug = "season"
    label = gettext_lazy("Move to another season")
    explanation = gettext_lazy("The evening counts for that season's list instead.")

    def apply(self, row: Session, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.session_season_decide(
            session=row,
            season=data["season"],
            by=by,
            reason=data["reason"],
            version=data.get("version"),
        )


class SessionClub(AboutSessions):
    """Move a session to another club."""

    slug = "club"
    label = gettext_lazy("Move to another club")
    explanation = gettext_lazy(
        "Everybody who sat there needs a player of the same name in the other club; these get the "
        "points. The evening has to be over, and no debt of it may have been paid."
    )
    many = False

    def offered(self, row: Session) -> bool:
        """Offer it for finished sessions."""
        return not row.is_open

    def apply(self, row: Session, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        decisions.session_club_decide(
            session=row, club=data["club"], by=by, reason=data["reason"], origin=origin
        )

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show each player's counterpart."""
        seats = counterparts(rows[0], data["club"])
        who = tuple(
            EffectLine(
                seat.player.name,
                rows[0].club.name,
                f"{player.name} · {data['club'].name}" if player else _("nobody of this name"),
            )
            for seat, player in seats.items()
        )
        if None in seats.values():
            return Effect(
                (), (), who, _("Somebody is missing in the other club: add the player there first.")
            )
        tried = super().effect(rows, by, data, fresh)
        return Effect(tried.figures, tried.players, who)


class AboutGames(Tried):
    """A decision about games."""

    def session_of(self, row: Game) -> int:
        """Return the key of the game's session."""
        return row.session_id

    def state(self, row: Game) -> str:
        """A game may have changed if its session's version has."""
        return f"{row.pk}v{row.session.version}{row.session.status}"

    def decided(
        self,
        decide: Callable[..., None],
        row: Game,
        by: User,
        data: dict[str, Any],
        origin: Sender | None,
        **more: Any,
    ) -> None:
        """Decide about a game by its number, in its session as it is now."""
        decide(
            session=Session.objects.select_related("club").get(pk=row.session_id),
            game=row.number,
            by=by,
            reason=data["reason"],
            version=data.get("version"),
            origin=origin,
            **more,
        )


class GameVoid(AboutGames):
    """Declare games void."""

    slug = "void"
    label = gettext_lazy("Declare void")
    explanation = gettext_lazy(
        "A void game counts for nothing: nobody wins or loses in it. It stays in the log, and all "
        "lines stay as they were played."
    )

    def offered(self, row: Game) -> bool:
        return not row.is_void

    def apply(self, row: Game, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        self.decided(decisions.game_void_decide, row, by, data, origin)


class GameReinstate(AboutGames):
    """Let void games count again."""

    slug = "reinstate"
    label = gettext_lazy("Reinstate")
    explanation = gettext_lazy("The game counts again, with the points it had.")

    def offered(self, row: Game) -> bool:
        return row.is_void

    def apply(self, row: Game, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        self.decided(decisions.game_reinstate_decide, row, by, data, origin)


class GameMove(AboutGames):
    """Move a game to another evening."""

    slug = "move"
    label = gettext_lazy("Move to another evening")
    explanation = gettext_lazy(
        "The game is entered there with its line and its points, and is void here. Both evenings "
        "keep the reason."
    )
    many = False

    def offered(self, row: Game) -> bool:
        return not row.is_void

    def apply(self, row: Game, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        into = Session.objects.select_related("club").get(pk=data["into"].pk)
        self.decided(decisions.game_move_decide, row, by, data, origin, into=into)

    def effect(
        self, rows: Sequence[Any], by: User, data: dict[str, Any], fresh: Callable[[], Any]
    ) -> Effect:
        """Show the figures of both evenings."""

        def do() -> None:
            for row in fresh():
                self.apply(row, by, data, None)

        return effect_of([rows[0].session_id, data["into"].pk], do)


class GameAmend(AboutGames):
    """Correct a game."""

    slug = "amend"
    label = gettext_lazy("Amend")
    explanation = gettext_lazy(
        "The game gets other statements, and all later games follow. Lines that were played stay; "
        "where the rules would have set another one, the game is flagged."
    )
    many = False

    def offered(self, row: Game) -> bool:
        return not row.is_void

    def apply(self, row: Game, by: User, data: dict[str, Any], origin: Sender | None) -> None:
        session = Session.objects.select_related("club").get(pk=row.session_id)
        if row.is_void:
            raise Refused("game_void", game=row.number)
        reader = Reader.of(by, session.club, session)
        draft = game_text(session, row.number, reader).draft(data["text"])
        decisions.game_amend_decide(
            session=session,
            game=row.number,
            actions=draft.actions,
            by=by,
            reason=data["reason"],
            origin=origin,
        )
