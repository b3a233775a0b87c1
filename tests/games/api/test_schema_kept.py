"""The description of the interface is made once for each language and format."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from games.api.views import schema

JSON, YAML = "application/vnd.oai.openapi+json", "application/vnd.oai.openapi"


@pytest.fixture
def made(monkeypatch):
    """How often the description is made."""
    times = []

    def get_schema(self, request=None, public=False):
        times.append(1)
        return {"openapi": "3.1.1", "number": len(times)}

    monkeypatch.setattr(SchemaGenerator, "get_schema", get_schema)
    monkeypatch.setattr(schema, "KEPT", {})
    return times


def asked(client, kind=JSON, language="en", query=""):
    return client.get(
        f"/api/v1/schema/{query}", headers={"accept": kind, "accept-language": language}
    )


def test_it_is_made_once_and_given_to_everybody(client, db, made):
    first = asked(client)
    again = asked(client, query="?version=2&anything=else")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert first.headers["Content-Type"] == again.headers["Content-Type"] == JSON
    assert len(made) == 1


def test_each_language_and_format_has_its_own(client, db, made):
    found = {
        (kind, language): asked(client, kind, language).content
        for kind in (JSON, YAML)
        for language in ("en", "de")
    }
    assert len(set(found.values())) == len(made) == 4
    assert asked(client, JSON, "en", "?lang=de").content == found[JSON, "de"]
