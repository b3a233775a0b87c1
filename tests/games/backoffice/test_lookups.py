"""A list of the back office is filtered by what it offers, and by nothing else in the address."""

import pytest
from django.urls import reverse

OFFERED = [
    ("games_session", "status__exact=ended"),
    ("games_session", "entered_afterwards__exact=1"),
    ("games_session", "played_on__year=2026"),
    ("games_session", "season=all"),
    ("games_game", "season=e1"),
    ("games_game", "level=2&is_void__exact=0"),
    ("games_player", "is_active__exact=1"),
    ("games_player", "club=1"),
    ("games_player", "merged_into__isempty=1"),
    ("games_membership", "role__exact=owner"),
]
HIDDEN = [
    ("games_session", "snapshot__contains=x"),
    ("games_session", "rules_json__jacoby=off"),
    ("games_session", "created_by__password__startswith=a"),
    ("games_player", "user__email__startswith=a"),
    ("games_membership", "user__password__startswith=s"),
    ("games_invitation", "token_hash__startswith=a"),
]


@pytest.mark.parametrize(("page", "query"), OFFERED)
def test_a_filter_of_the_list_is_followed(client, organizer, session, page, query):
    client.force_login(organizer)
    assert client.get(f"{reverse(f'admin:{page}_changelist')}?{query}").status_code == 200


@pytest.mark.parametrize(("page", "query"), HIDDEN)
def test_a_column_that_the_list_does_not_filter_by_is_not_asked(
    client, organizer, session, page, query
):
    client.force_login(organizer)
    assert client.get(f"{reverse(f'admin:{page}_changelist')}?{query}").status_code == 400
