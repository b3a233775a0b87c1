"""Every HTML address: what it is about, what is sent there, and to whom it shows more than others.

An address that is not in this table fails the walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver

SCORERS: Final = frozenset({"scorer", "director", "organizer", "superuser"})
DIRECTORS: Final = SCORERS - {"scorer"}
OWN: Final = {what: frozenset({"seated"}) for what in ("names", "club", "money")}
"""What is open between somebody and those they played with."""
LISTED: Final = {**OWN, "names": frozenset({"seated", "board guest"})}
"""Where a phone finds the boards again at which it plays as a guest: who plays there knows both."""
WAITS: Final = {"club": frozenset({"waiting phone"})}
"""Who waits is shown the name that they tapped."""
WAITED: Final = {
    what: frozenset({"waiting phone"}) for what in ("names", "club", "codes", "event codes")
}
"""Who chooses again came by the code, and chooses among all who play."""
SECRET: Final = "a-secret-of-nobody"


@dataclass(frozen=True)
class Address:
    """Of what it is a page, which ids of the place stand in it, and what a form there says.

    `about` is club, session, event, or blank where it is the same whatever the club. `shows` says
    to whom besides it shows a kind of canary that otherwise is not theirs.
    """

    about: str
    ids: Mapping[str, str] = field(default_factory=dict)
    sent: Mapping[str, Any] = field(default_factory=dict)
    shows: Mapping[str, frozenset[str]] = field(default_factory=dict)


def _nothing(**ids: str) -> Address:
    return Address("", {name: f"={value}" for name, value in ids.items()})


def _club(sent: Mapping[str, Any] | None = None, **ids: str) -> Address:
    return Address("club", {"slug": "club", **ids}, sent or {})


def _session(sent: Mapping[str, Any] | None = None, **ids: str) -> Address:
    return Address("session", {"public_id": "session", **ids}, sent or {})


def _event(sent: Mapping[str, Any] | None = None, **ids: str) -> Address:
    return Address("event", {"public_id": "event", **ids}, sent or {})


def _board(sent: Mapping[str, Any] | None = None, **ids: str) -> Address:
    return Address("board", {"public_id": "board", **ids}, sent or {})


def _over(**ids: str) -> Address:
    return Address("board", {"public_id": "board over", **ids})


def _analysis() -> Address:
    return Address("board", {"public_id": "analysis"})


def _setup(sent: Mapping[str, Any], who: frozenset[str] = SCORERS) -> Address:
    """A page on which something is set up names what the club plays for, to who sets it up."""
    return Address("club", {"slug": "club"}, sent, {"money": who})


_START: Final = {"player": ["player", "initials"], "preset": "canberra", "played_on": "2026-11-17"}
_FILE: Final = {"text": '[Players "Ann, Bob, Cid"]\norder Ann, Bob, Cid', "name": "Eve"}

ADDRESSES: Final[dict[str, Address]] = {
    # for everybody, everywhere
    "home": Address("", shows=LISTED),
    "sign-in": _nothing(),
    "sign-in-link": _nothing(token=SECRET),
    "welcome": _nothing(token=SECRET),
    "welcome_demo": _nothing(token=SECRET),
    "sign-out": _nothing(),
    "account": _nothing(),
    "mails_stop": _nothing(token=SECRET),
    "password": _nothing(),
    "devices_out": _nothing(),
    "device_out": _nothing(device=SECRET),
    "push_subscribe": _nothing(),
    "push_unsubscribe": _nothing(subscription=SECRET),
    "password_forgotten": _nothing(),
    "password_new": _nothing(uid="MQ", token=SECRET),
    "invitation": _nothing(token=SECRET),
    "club_new": _nothing(),
    "rehearsal_new": _nothing(),
    "network": _nothing(),
    "account_data": Address("", shows=OWN),
    "club_read": _nothing(),
    "tokens": _nothing(),
    "token_revoke": _nothing(public_id=SECRET),
    "language": Address("", shows=LISTED),
    "device": _nothing(),
    "offline": _nothing(),
    "manifest": _nothing(),
    "service_worker": _nothing(),
    "try": _nothing(),
    "try_send": _nothing(),
    "offline_worker": _nothing(),
    "offline_runtime": _nothing(digest="0" * 16, name="pyodide.mjs"),
    "offline_code": _nothing(digest="0" * 16),
    "offline_table": _nothing(),
    "accent": _nothing(name="0c6350"),
    "pass": _nothing(sealed=SECRET),
    "join": _nothing(),
    "event_code": _nothing(),
    "event_pass": _nothing(sealed=SECRET),
    # boards of two
    "boards": Address("", shows=LISTED),
    "board_invitation": _nothing(token=SECRET),
    "board_unblock": _nothing(number="1"),
    "club_boards": Address("club", {"slug": "club"}, shows=OWN),
    "boards_finished": Address("club", {"slug": "club"}, shows=OWN),
    "results": Address("club", {"slug": "club"}, shows=OWN),
    "board_new": _club({"against": "club", "length": "3", "colour": "0"}),
    "board": _board(),
    "board_begin": _board({"do": "commit", "text": "0" * 64}),
    "board_text": _board(),
    "board_act": _board({"do": "roll"}),
    "board_seed": _board({"seed": "me"}),
    "board_dice": _board(),
    "board_live": _board(),
    "board_moves": _board(),
    "board_crew": _board({"put": "24/18 13/8", "roll": "1"}),
    "board_crew_live": _board(),
    "board_speaker": _board({"speaker": "captain"}),
    "board_wall": _board(),
    "board_wall_live": _board(),
    "board_handover": _board(number="=1", answer="=no"),
    "board_invite": _board({"email": "friend@elsewhere.example"}),
    "board_messages": _board({"endpoint": "https://push.example/1"}),
    "board_messages_out": _board(subscription=SECRET),
    "board_lines": _board(),
    "board_say": _board({"code": "thanks"}),
    "board_line_hide": _board(number="board line"),
    "board_line_report": _board(number="board line"),
    "board_invitation_withdraw": _board(number="board invitation"),
    "board_wait": _board(do="=withdraw"),
    "board_join": Address("board", {"public_id": "board"}, shows=OWN),  # leads to one's own boards
    "board_decline": _board(),
    "board_block": _board(),
    "board_abandon": _board({"reason": "The power failed."}),
    "board_replay": _over(),
    "board_game": _over(number="=1"),
    "board_file": _over(kind="=mat"),
    "board_proof": _over(),
    "board_proof_file": _over(),
    "board_rematch": _over(),
    "board_analyse": _over(),
    "board_analysis": _over(),
    "analyses": _club(),
    "record_read": _club({"name": "dame", "text": "1. 22-18 *"}),
    "analysis": _analysis(),
    "analysis_game": Address("board", {"public_id": "analysis", "number": "=1"}),
    "analysis_state": _analysis(),
    "analysis_stop": _analysis(),
    "analysis_file": _analysis(),
    # a club
    "club": _club(),
    "session_list": _club(),
    "evening_new": _club({"sent": "1", "settled": "on"}),
    "evenings_csv": _club(),
    "evenings_xlsx": _club(),
    "balances": Address("club", {"slug": "club"}, shows=OWN),
    "session_new": _setup(_START),
    "session_new_group": _setup({**_START, "group_name": "Monday regulars"}),
    "session_new_player": _setup({**_START, "new_name": "Eve"}),
    "session_new_options": _setup(_START),
    "session_import": _club(_FILE),
    "members": _club(),
    "member_role": _club({"role": "owner"}, number="member"),
    "member_remove": _club(number="member"),
    "member_owner": _club(number="member"),
    "club_leave": _club(),
    "invitations": _club({"role": "player", "days": "14", "player": "player"}),
    "invitations_all": _club({"once": "walked"}),
    "invitation_revoke": _club(number="invitation"),
    "club_settings": _club({"name": "Mine"}),
    "club_delete": _club(),
    "club_rules": _club({"preset": "canberra"}),
    "club_rules_options": _club({"preset": "canberra"}),
    "club_look": _club(),
    "accent_set": _club({"accent": "#123456"}),
    "logo_set": _club(),
    "logo_remove": _club(),
    "club_logo": _club(digest="=0123456789abcdef"),
    "seasons": _club({"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"}),
    "season": _club(public_id="season"),
    "season_switch": _club(public_id="season", do="=close"),
    "files": _club(),
    "files_send": _club(_FILE, kind="=players"),
    "players_add": _club({"names": "Eve"}),
    "player_edit": _club({"name": "Bobby"}, public_id="player"),
    "player_shown": _club({"shown": "full"}, public_id="player"),
    "player_figures": _club({"shared": "yes"}, public_id="player"),
    "sheet_entering": _club({"enter": "1"}),
    "player_merge": _club({"into": "1", "reason": "Twice"}, public_id="player"),
    "player_decision": _club({"reason": "Asked"}, public_id="player", do="=anonymise"),
    "player_data": _club(public_id="player"),
    "webhooks": _club({"url": "https://elsewhere.example/", "events": "session.ended"}),
    "club_screens": _club(),
    "club_screen": _club(pass_id="screen"),
    "club_screen_revoke": _club(pass_id="screen"),
    "club_wall": _club(),
    "club_wall_live": _club(),
    "tournaments:leaderboard": _club(),
    "tournaments:player_list": _club(),
    "tournaments:records": _club(),
    "tournaments:compare": _club(),
    "tournaments:waiting": _club(),
    "tournaments:player": _club(public_id="initials"),
    "tournaments:player_csv": _club(public_id="initials"),
    "tournaments:player_xlsx": _club(public_id="initials"),
    "tournaments:leaderboard_csv": _club(),
    "tournaments:leaderboard_xlsx": _club(),
    "tournaments:official_lists": _club(),
    "tournaments:official_list": _club(key="official"),
    "tournaments:official_csv": _club(key="official"),
    "tournaments:official_xlsx": _club(key="official"),
    "tournaments:ratings_method": _club(),
    "tournaments:game_ratings": _club(),
    "tournaments:ratings_inputs": _club(),
    "tournaments:match_inputs": _club(),
    "tournaments:game_inputs": _club(),
    "tournaments:player_rating": _club(public_id="initials"),
    "event_list": _club(),
    "event_new": _setup({"title": "Cup", "format": "swiss"}, DIRECTORS),
    "match_list": _club(),
    "match_new": _club({"first": "player", "second": "initials", "length": "7"}),
    # what belongs to a club by its own identifier
    "debts_recounted": Address("club", {"slug": "club"}, shows=OWN),
    "balances_paid": Address("club", {"slug": "club"}, shows=OWN),
    "debt_paid": Address("club", {"public_id": "debt"}, shows=OWN),
    "debt_unpaid": Address("club", {"public_id": "debt"}, shows=OWN),
    "job": Address("club", {"public_id": "job"}),
    "job_choices": Address("club", {"public_id": "job"}),
    "job_begin": Address("club", {"public_id": "job"}),
    "job_stop": Address("club", {"public_id": "job"}),
    "job_back": Address("club", {"public_id": "job"}),
    "job_state": Address("club", {"public_id": "job"}),
    "job_file": Address("club", {"public_id": "job"}),
    "webhook_log": Address("club", {"public_id": "webhook"}),
    "webhook_test": Address("club", {"public_id": "webhook"}),
    "webhook_switch": Address("club", {"public_id": "webhook"}),
    "webhook_remove": Address("club", {"public_id": "webhook"}),
    "webhook_resend": Address("club", {"public_id": "delivery"}),
    # an evening
    "sheet": _session(),
    "sheet_print": _session(),
    "sheet_csv": _session(),
    "sheet_xlsx": _session(),
    "sheet_json": _session(),
    "sheet_csn": _session(),
    "game_story": _session(number="=1"),
    "session_rules": _session(),
    "leaver": _session({"other": "initials", "amount": "1"}, player="player"),
    "evening_right": _session({"sent": "1", "settled": "on"}),
    "session_worth": Address(
        "session",
        {"public_id": "session"},
        {"stake_amount": "0.50", "currency": "EUR"},
        {"money": SCORERS},
    ),
    "game_amend": _session({"text": "team wins", "version": "3", "key": "a"}, number="=1"),
    "game_decision": _session({"reason": "Twice", "do": "1"}, number="=1", do="=void"),
    "session_decision": _session({"reason": "Twice", "do": "1"}, do="=void"),
    "game_note": _session({"text": "Ha", "key": "n"}, number="=1"),
    "dispute_end": _session({"resolution": "Yes"}, public_id="ended", note_id="note"),
    "table": _session(),
    "session_board": _session({"on_board": "yes"}),
    "table_act": _session({"do": "leave", "player": "player"}),
    "table_declare": _session({"player": "player", "word": "double", "question": "1"}),
    "table_others": _session({"word": "take", "question": "1"}),
    "table_hold": _session({"player": "player", "stands": "yes"}),
    "table_offers": _session({"question": "1"}),
    "table_offers_close": _session({"question": "1"}),
    "table_roll": _session(),
    "table_newcomer": _session({"name": "Eve"}),
    "table_undo": _session(),
    "table_redo": _session(),
    "table_end": _session(),
    "table_reopen": _session(),
    "table_live": _session(),
    "table_panes": _session(),
    "offline_begin": _session(),
    "offline_keep": _session(),
    "offline_end": _session(),
    "hand_over": _session(),
    "session_wall": _session(),
    "session_wall_live": _session(),
    "phones": _session(),
    "join_switch": _session(do="=open"),
    "phone_link_new": _session({"role": "player", "player": "player"}),
    "phones_speak": _session({"player": "player", "speaker": "initials"}),
    "phone_link": _session(pass_id="pass"),
    "phone_revoke": _session(pass_id="pass"),
    "claim": _session(pass_id="claim", do="=yes"),
    "join_code": _nothing(code="abcdef"),
    "join_choose": _session({"player": "player"}, secret=f"={SECRET}"),
    "join_waiting": Address("session", {"public_id": "session"}, shows=WAITS),
    "join_stop": Address("session", {"public_id": "session"}, shows=WAITED),
    # an event, its matches and its phones
    "event": _event(),
    "event_live": _event(),
    "event_wall": _event(),
    "event_wall_live": _event(),
    "event_office_matches_csv": _event(),
    "event_office_matches_xlsx": _event(),
    "event_office_table_csv": _event(),
    "event_office_table_xlsx": _event(),
    "event_entries_csv": _event(),
    "event_entries_xlsx": _event(),
    "event_results_csv": _event(),
    "event_results_xlsx": _event(),
    "event_standings_csv": _event(),
    "event_standings_xlsx": _event(),
    "event_direct": _event(),
    "event_act": _event({"do": "enter", "name": "Eve"}),
    "event_settings": _event({"title": "Mine"}),
    "event_template": _event({"title": "Mine"}),
    "event_files": _event(),
    "event_log": _event(),
    "event_entering": _event({"do": "open", "asks": "1"}),
    "event_print": _event(),
    # leagues
    "league_list": _club(),
    "league_new": _setup({"name": "Winter", "starts_on": "2026-11-17"}, DIRECTORS),
    "league": Address("club", {"public_id": "league"}),
    "league_wall": Address("club", {"public_id": "league"}),
    "league_wall_live": Address("club", {"public_id": "league"}),
    "league_print": Address("club", {"public_id": "league"}),
    "league_me": Address("club", {"public_id": "league"}, {"do": "enter"}),
    "league_tables_csv": Address("club", {"public_id": "league", "number": "=1"}),
    "league_tables_xlsx": Address("club", {"public_id": "league", "number": "=1"}),
    "league_fixtures_csv": Address("club", {"public_id": "league", "number": "=1"}),
    "league_fixtures_xlsx": Address("club", {"public_id": "league", "number": "=1"}),
    "league_direct": Address("club", {"public_id": "league"}, {"do": "close"}),
    "cup_new": _setup({"title": "Spring", "first_on": "2027-11-17"}, DIRECTORS),
    "cup_me": Address("club", {"public_id": "cup"}, {"do": "enter"}),
    "cup_direct": Address("club", {"public_id": "cup"}, {"do": "nudge"}),
    "cup_of_event": Address("club", {"public_id": "cup"}, {"first_on": "2027-11-17"}),
    "cup_wall": Address("club", {"public_id": "cup"}),
    "cup_wall_live": Address("club", {"public_id": "cup"}),
    "cup_fixtures_csv": Address("club", {"public_id": "cup"}),
    "cup_fixtures_xlsx": Address("club", {"public_id": "cup"}),
    "fixture": Address("fixture", {"public_id": "fixture"}, {"do": "say", "text": "Hello"}),
    "fixture_calendar": Address("fixture", {"public_id": "fixture"}),
    "calendar_feed": _nothing(token=SECRET),
    "match": Address("event", {"public_id": "match"}),
    "match_live": Address("event", {"public_id": "match"}),
    "match_act": Address("event", {"public_id": "match"}, {"do": "report", "first": "7"}),
    "match_board": Address("event", {"public_id": "match"}, {}),
    "event_enter": _event({"name": "Eve"}, secret=f"={SECRET}"),
    "event_wish": _nothing(token=SECRET),
    "event_wish_stop": _nothing(token=SECRET),
    "event_code_written": _nothing(code="abcdef"),
    "event_check_in": _event({"player": "player"}, secret=f"={SECRET}"),
    "event_waiting": Address("event", {"public_id": "event"}, shows=WAITS),
    "event_waiting_stop": Address("event", {"public_id": "event"}, shows=WAITED),
    "event_me": _event(),
    "event_me_act": _event({"do": "check_in"}),
    "event_phones": _event(),
    "event_code_do": _event(do="=open"),
    "event_pass_new": _event({"player": "player"}),
    "event_passes_new": _event({}),
    "event_pass_grant": _event(pass_id="entry pass"),
    "event_pass_refuse": _event(pass_id="entry pass"),
    "event_pass_revoke": _event(pass_id="entry link"),
}


def names(patterns: Any = None, inside: str = "") -> Iterator[str]:
    """The name of every address that answers with a page, as the program itself knows them."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if str(pattern.pattern).startswith(("admin/", "api/")):
            continue  # they have walks of their own
        if isinstance(pattern, URLResolver):
            space = f"{inside}{pattern.namespace}:" if pattern.namespace else inside
            yield from names(pattern.url_patterns, space)
        elif isinstance(pattern, URLPattern):
            yield f"{inside}{pattern.name}"
