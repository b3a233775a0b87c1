"""Numbers in addresses of the back office that no column can hold: no page fails by them."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests import evenings

pytestmark = pytest.mark.django_db

LARGE = "9" * 30
ASKED = ("season", "session", "merged_into", "id__in", "created_at__year", "played_on__year", "p")


@pytest.fixture
def client() -> Client:
    evenings.club()
    user = evenings.user("Olga")
    user.is_superuser = True
    user.save(update_fields=["is_superuser"])
    client = Client()
    client.force_login(user)
    return client


def addresses() -> list[str]:
    return sorted(
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    )


@pytest.mark.thorough
@pytest.mark.parametrize("number", [LARGE, "-1"])
def test_lists_and_rows_are_asked_for_with_them(client: Client, number: str) -> None:
    for address in addresses():
        for name in ASKED:
            # 400: the list does not filter by this column
            answer = client.get(address, {name: number})
            assert answer.status_code in {200, 302, 400}, (address, name)
        assert client.get(f"{address}{number}/change/").status_code in {302, 403, 404}, address
