"""Boards set up, invited to, and sat down at."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.boards.actors import board_and_reader, reader_of, sitting
from games.boards.errors import BoardRefused
from games.boards.forms import BoardForm, InviteForm, NameForm
from games.boards.presenters.waiting import WaitingPanel, waiting_panel
from games.boards.selectors.boards import board_find, state_of
from games.boards.selectors.handover import seat_is_open, seat_opens_at
from games.boards.selectors.lists import players_to_challenge
from games.boards.selectors.terms import invited_text, inviter_name, terms_text
from games.boards.services.boards import board_withdraw, seat_give_to_assistant
from games.boards.services.invitation_mails import invitation_mail, is_mailed_to
from games.boards.services.invitations import (
    handover_answer,
    invitation_accept,
    invitation_find,
    invitation_make,
    invitation_withdraw,
)
from games.boards.services.rematches import rematch_withdraw
from games.boards.services.setting_up import (
    SetUp,
    Wanted,
    board_open,
    board_set_up,
    challenge_decline,
    challenge_take,
)
from games.boards.services.sitters import BoardReader, Sitter
from games.clubs.views.club_pages import club_for, club_page
from games.errors import NotFound, ServiceError
from games.models import Board, BoardInvitation, BoardSeat, User
from games.models.ids import public_id as new_key
from games.permissions import Capability, Reader
from games.signals import assistant_expected
from games.web.address import absolute, outward
from games.web.mail import has_mail_server
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_required, user_of

GONE = 410
SHOWN_FOR = 10 * 60
"""How long a new link waits in the phone's own cookie for its page, in seconds."""


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def board_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Set a board up: for a link, a player, the whole club, or the assistant."""
    club = club_for(request, slug, Capability.START_MATCH)
    user = user_of(request)
    assistant_expected.send_robust(sender=Board)
    players = players_to_challenge(club, user)
    given = request.POST if request.method == "POST" else None
    form = BoardForm(given, club=club, players=players, initial={"key": new_key()})
    if given is not None and form.is_valid():
        said = form.cleaned_data
        wanted = Wanted(said["against"], said["player"], said["email"], said["level"])
        try:
            made = board_set_up(
                club=club,
                by=user,
                terms=form.terms,
                wanted=wanted,
                seat=said["colour"] or 0,
                key=said["key"],
            )
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            return _made(request, made)
    context = {"form": form, "key": new_key(), "has_mail": has_mail_server()}
    status = UNPROCESSABLE if form.errors else 200
    return club_page(request, club, "boards/new.html", context, status)


def _made(request: HttpRequest, made: SetUp) -> HttpResponse:
    """Go to the new board, and show its link, if it has one."""
    if made.invitation is None:
        return to_board(made.board)
    if not made.token:
        _mailed(request, made.invitation, reverse("board", args=[made.board.public_id]))
        return to_board(made.board)
    return _link_shown(request, made.board, made.invitation, made.token)


def _link_shown(
    request: HttpRequest, board: Board, invitation: BoardInvitation, token: str
) -> HttpResponse:
    _mailed(request, invitation, reverse("board_invitation", args=[token]))
    waits = board.status == Board.Status.WAITING
    answer = redirect("board" if waits else "board_invite", board.public_id)
    # The server keeps no link: the phone that made it carries it to the page that shows it.
    answer.set_signed_cookie(
        _link_cookie(board),
        token,
        max_age=SHOWN_FOR,
        httponly=True,
        samesite="Lax",
        path=reverse("board", args=[board.public_id]),
        secure=request.is_secure(),
    )
    return answer


def _mailed(request: HttpRequest, invitation: BoardInvitation, path: str) -> None:
    """Have an invitation mailed, if it is for somebody with an address."""
    if not invitation.email and invitation.player is None:
        return
    try:
        invitation_mail(
            invitation=invitation,
            link=absolute(request, path),
            language=get_language() or "en",
            client=request.META["REMOTE_ADDR"],
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return
    if invitation.email and has_mail_server():
        messages.success(request, _("A mail goes to %(email)s.") % {"email": invitation.email})
    elif invitation.email:
        messages.error(
            request,
            _(
                "No mail server is set up here, so nothing was sent to %(email)s: pass the link on "
                "yourself. The mail is kept as a file in the data folder."
            )
            % {"email": invitation.email},
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def board_invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make another link; show it once, with its code, where the board is being played."""
    board, reader = board_and_reader(request, public_id)
    if reader.side is None:
        return to_board(board)
    if request.method == "POST":
        form = InviteForm(request.POST)
        if not form.is_valid():
            messages.error(request, " ".join(str(one) for one in form.errors["email"]))
            return redirect("board_invite", public_id)
        try:
            made, token = invitation_make(
                board=board, by=reader.sitter, email=form.cleaned_data["email"]
            )
        except ServiceError as error:
            messages.error(request, str(error))
            return redirect("board_invite", public_id)
        return _link_shown(request, board, made, token)
    panel = panel_of(request, board, reader)
    context = {"board": board, "club": board.club, "panel": panel}
    return link_taken(render(request, "boards/invite.html", context), board)


def panel_of(request: HttpRequest, board: Board, reader: BoardReader) -> WaitingPanel:
    """Return what stands beside a board that waits, with the link that was made just now."""
    token = request.get_signed_cookie(_link_cookie(board), default="") or ""
    link = outward(request, reverse("board_invitation", args=[token])) if token else ""
    return waiting_panel(board, reader, link=link)


def link_taken(answer: HttpResponse, board: Board) -> HttpResponse:
    """Forget a link that has been shown."""
    answer.delete_cookie(_link_cookie(board), path=reverse("board", args=[board.public_id]))
    return answer


@require_POST
def board_invitation_withdraw(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Close a link."""
    board, reader = board_and_reader(request, public_id)
    found = board.invitations.filter(pk=number).first()
    if found is None:
        raise NotFound
    invitation_withdraw(invitation=found, by=reader.sitter)
    messages.success(request, _("The invitation is withdrawn."))
    return to_board(board)


@require_POST
def board_handover(request: HttpRequest, public_id: str, number: int, answer: str) -> HttpResponse:
    """Say as a guest whether somebody else may take the seat with a new link."""
    board, reader = board_and_reader(request, public_id)
    found = board.invitations.filter(pk=number).first()
    if found is None or answer not in ("yes", "no"):
        raise NotFound
    try:
        handover_answer(invitation=found, by=reader.sitter, agrees=answer == "yes")
    except BoardRefused as error:
        messages.error(request, str(error))
    return to_board(board)


@require_POST
def board_wait(request: HttpRequest, public_id: str, do: str) -> HttpResponse:
    """Do something about a board that waits: the assistant, the whole club, or take it back."""
    board, reader = board_and_reader(request, public_id)
    try:
        match do:
            case "withdraw" if board.rematch_of is not None and reader.side is not None:
                before = Sitter(1 - reader.side, reader.sitter.user)
                rematch_withdraw(board=board.rematch_of, by=before)
                return to_board(board.rematch_of)
            case _ if board.rematch_of is not None:
                raise BoardRefused("rematch_asked")
            case "assistant":
                level = request.POST.get("level", BoardSeat.Level.MEDIUM)
                seat_give_to_assistant(board=board, by=reader.sitter, level=level)
            case "open":
                board_open(board=board, by=reader.sitter)
                messages.success(request, _("Anybody of the club may sit down now."))
            case "withdraw":
                board_withdraw(board=board, by=reader.sitter)
                messages.success(request, _("The board is withdrawn."))
                return redirect("boards" if request.user.is_authenticated else "home")
            case _:
                raise NotFound
    except NotFound:
        raise
    except ServiceError as error:
        messages.error(request, str(error))
    return to_board(board)


@sign_in_required
@require_POST
def board_join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down where one was challenged, or at a board that is open to the club."""
    board = board_find(public_id)
    if not Reader.of(request.user, board.club).may(Capability.VIEW_CLUB):
        raise NotFound
    try:
        challenge_take(board=board, by=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("boards")
    return to_board(board)


@sign_in_required
@require_POST
def board_decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say no to a challenge."""
    board = board_find(public_id)
    if not Reader.of(request.user, board.club).may(Capability.VIEW_CLUB):
        raise NotFound
    try:
        challenge_decline(board=board, by=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Declined."))
    return redirect("boards")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def board_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to what; only *Sit down* uses the link up, not opening it."""
    try:
        invitation = invitation_find(token)
    except BoardRefused as error:
        return render(
            request, "boards/invitation_closed.html", {"sentence": str(error)}, status=GONE
        )
    board, user = invitation.board, request.user if isinstance(request.user, User) else None
    reader = reader_of(request, board, Reader.of(request.user, board.club))
    if not invitation.is_open or not board.is_open:
        return _closed(request, board, reader)
    form = NameForm(request.POST if request.method == "POST" and user is None else None)
    needs_name = user is None and invitation.seat not in {one.number for one in reader.seats}
    is_player = user is not None and board.club.players.filter(user=user).exists()
    may_mail = not is_player and is_mailed_to(invitation, request.GET.get("mailed", ""))
    if request.method == "POST" and (not needs_name or form.is_valid()):
        name = form.cleaned_data["name"] if needs_name else ""
        try:
            seat = invitation_accept(
                invitation=invitation,
                by=user,
                name=name,
                language=get_language() or "",
                wants_mails=may_mail and request.POST.get("mails") == "yes",
            )
        except ServiceError as error:
            form.add_error(None, str(error)) if form.is_bound else messages.error(
                request, str(error)
            )
        else:
            answer = to_board(board)
            return sitting(answer, board, seat) if seat.kind == BoardSeat.Kind.GUEST else answer
    there = next((one for one in reader.seats if one.number == invitation.seat), None)
    is_guest = there is not None and there.kind == BoardSeat.Kind.GUEST
    is_asked = is_guest and there is not None and not seat_is_open(board, there, invitation)
    context = {
        "asked": there if is_asked else None,
        "opens_at": seat_opens_at(board, there) if is_asked and there is not None else None,
        "board": board,
        "form": form,
        "invited": invited_text(board, inviter_name(invitation)),
        "terms": terms_text(board),
        "dice": state_of(board).dice,
        "is_seated": reader.side is not None,
        "needs_name": needs_name,
        "mails_to": invitation.email if may_mail and board.pace != Board.Pace.BANK else "",
        "path": request.path,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "boards/invitation.html", context, status=status)


def _closed(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Say calmly that a link opens no seat; who sits at the board already goes on to it."""
    if reader.side is not None:
        return to_board(board)
    may_watch = reader.reader.may(Capability.VIEW_CLUB)
    context = {
        "sentence": str(BoardRefused("invitation_closed")),
        "board": board if may_watch else None,
    }
    return render(request, "boards/invitation_closed.html", context, status=GONE)


def to_board(board: Board) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("board", args=[board.public_id]))


def _link_cookie(board: Board) -> str:
    return f"new-link-{board.public_id}"
