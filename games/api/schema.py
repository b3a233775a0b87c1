"""The OpenAPI description: all possible refusals, the actions, and tested examples."""

from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from games.api.action_schema import action_schemas
from games.api.examples import STORY
from games.api.problems import CONTENT_TYPE

Json = dict[str, Any]

MEANINGS: Final = {
    400: "The request has not the shape that this description asks for.",
    401: "Nobody has signed in, or the token is not valid.",
    403: "Who asks may not do that, or the token lacks the scope.",
    404: "It does not exist, or not for who asks.",
    406: "Answers are JSON.",
    409: "The rules, the club or the state of the session refuse it; or the version is old.",
    412: "What is changed has a newer version than If-Match names.",
    413: "The body is too large.",
    415: "Bodies are JSON.",
    428: "The version is missing: in the content, or as If-Match.",
    429: "Too many requests; wait as long as Retry-After says.",
    503: "The database is away: nothing was written, the same request may be sent again.",
    507: "The server's disk is full: nothing was written, the same request may be sent again.",
}
ALWAYS: Final = (400, 401, 403, 404, 406, 429, 503)
WITH_BODY: Final = (409, 413, 415, 507)
WITH_VERSION: Final = (412, 428)
RATE: Final[Json] = {
    "RateLimit-Policy": {
        "description": "How many requests in how many seconds, and what they are counted by.",
        "schema": {"type": "string"},
        "example": '"token";q=600;w=60',
    },
    "RateLimit": {
        "description": "How many of them are left, and for how many seconds.",
        "schema": {"type": "string"},
        "example": '"token";r=597;t=42',
    },
}
RETRY: Final[Json] = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}
}
REFUSED: Final = "#/components/responses/Refused{}"
"""Where a refusal is described once: written out at every operation they were two thirds of all."""
WAITS: Final = frozenset({429, 503})
BLANK: Final[Json] = {"type": "string", "maxLength": 0}
NULL: Final[Json] = {"$ref": "#/components/schemas/NullEnum"}
VERBS: Final = frozenset({"get", "post", "patch", "put", "delete"})
PROBLEM: Final[Json] = {
    "type": "object",
    "description": "A refusal (RFC 9457). Nothing was written.",
    "properties": {
        "type": {"type": "string", "description": "An address that stands for the code."},
        "title": {"type": "string", "description": "The code in words; always the same."},
        "status": {"type": "integer"},
        "detail": {
            "type": "string",
            "description": "What is wrong, for people, in their language.",
        },
        "code": {
            "type": "string",
            "description": "What is wrong, for programs: see `/api/v1/problems`.",
        },
        "params": {"type": "object", "additionalProperties": {}},
        "version": {"type": "integer", "description": "The session's current version."},
    },
    "required": ["type", "title", "status", "detail", "code", "params"],
}


class Schema(AutoSchema):
    """Groups operations by topic."""

    def get_auth(self) -> list[Json]:
        """Allow reading without a token, as for public clubs."""
        found: list[Json] = super().get_auth()
        if self.method in SAFE_METHODS and not getattr(self.view, "signed_in_only", False):
            return [*found, {}]
        return found

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]


def complete(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """Add what applies to every operation: refusals, actions, examples."""
    schemas = result["components"].setdefault("schemas", {})
    schemas["Problem"] = PROBLEM
    actions = action_schemas()
    for kind, schema in actions.items():
        schemas[f"Action_{kind}"] = schema
    places = {kind: f"#/components/schemas/Action_{kind}" for kind in actions}
    schemas["Action"] = {
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "type", "mapping": places},
    }
    result["components"]["headers"] = RATE | RETRY
    result["components"]["responses"] = {
        REFUSED.format(number).rpartition("/")[2]: _refused(number) for number in MEANINGS
    }
    for path, item in result["paths"].items():
        for verb in VERBS & item.keys():
            _refusals(verb, item[verb])
            _examples(verb, path, item[verb])
    for name, schema in schemas.items():
        if name.endswith("Request") and "properties" in schema:
            schema["additionalProperties"] = False
    plain: Json = _plain(result)
    plain["components"]["schemas"].pop("NullEnum", None)
    return plain


def _plain(schema: Any) -> Any:
    """Simplify the schema for generators of clients.

    A text that may be blank is one type, not a union; nullability is in the type.
    """
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "oneOf" in schema:
        kinds = [one for one in schema["oneOf"] if one != BLANK]
        kinds = [{"type": "null"} if one == NULL else one for one in kinds]
        rest = {name: value for name, value in schema.items() if name != "oneOf"}
        schema = {**kinds[0], **rest} if len(kinds) == 1 else {**rest, "oneOf": kinds}
    return {name: _plain(value) for name, value in schema.items()}


def _refusals(verb: str, operation: Json) -> None:
    # A view may name further ones that it answers with: reading may be refused by the rules, too.
    numbers = set(ALWAYS) | {number for number in MEANINGS if str(number) in operation["responses"]}
    if verb.upper() not in SAFE_METHODS:
        numbers |= set(WITH_BODY)
    if any(one["name"] == "If-Match" for one in operation.get("parameters", ())):
        numbers |= set(WITH_VERSION)
    for response in operation["responses"].values():
        response["headers"] = {**response.get("headers", {}), **_named_headers(RATE)}
    for number in sorted(numbers):
        operation["responses"][str(number)] = {"$ref": REFUSED.format(number)}
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _refused(number: int) -> Json:
    """Return the response that all operations share."""
    return {
        "description": MEANINGS[number],
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        "headers": _named_headers(RATE | RETRY if number in WAITS else RATE),
    }


def _named_headers(headers: Json) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


def _examples(verb: str, path: str, operation: Json) -> None:
    for step in STORY:
        if step.verb != verb or step.template != path:
            continue
        example = {"summary": step.summary}
        if step.request is not None:
            content = operation["requestBody"]["content"]["application/json"]
            content.setdefault("examples", {})[step.name] = example | {"value": step.request}
        answer = operation["responses"][str(step.status)]
        if "$ref" in answer:
            answer = operation["responses"][str(step.status)] = _refused(step.status)
        for shown in answer["content"].values():
            shown.setdefault("examples", {})[step.name] = example | {"value": step.answer}
