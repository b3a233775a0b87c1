"""The OpenAPI description: every refusal that is possible, the actions, and examples that hold."""

from http import HTTPStatus
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
    412: "The session has changed since the version that If-Match names.",
    413: "The body is too large.",
    415: "Bodies are JSON.",
    429: "Too many requests; wait as long as Retry-After says.",
}
ALWAYS: Final = (400, 401, 403, 404, 406, 429)
WITH_BODY: Final = (409, 413, 415)
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
    """Groups operations by what they are about."""

    def get_auth(self) -> list[Json]:
        """Say that reading needs no token where the club is public."""
        found: list[Json] = super().get_auth()
        if self.method in SAFE_METHODS and not getattr(self.view, "signed_in_only", False):
            return [*found, {}]
        return found

    def get_tags(self) -> list[str]:
        """Group by the first word of the address."""
        return [self.path.removeprefix("/api/v1/").split("/")[0]]


def complete(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """Add what holds for every operation: refusals, actions, examples."""
    schemas = result["components"].setdefault("schemas", {})
    schemas["Problem"] = PROBLEM
    actions = action_schemas()
    for kind, schema in actions.items():
        schemas[f"Action_{kind}"] = schema
    schemas["Action"] = {"oneOf": [{"$ref": f"#/components/schemas/Action_{k}"} for k in actions]}
    for path, item in result["paths"].items():
        for verb in VERBS & item.keys():
            _refusals(verb, item[verb])
            _examples(verb, path, item[verb])
    return result


def _refusals(verb: str, operation: Json) -> None:
    numbers = set(ALWAYS)
    if verb.upper() not in SAFE_METHODS:
        numbers |= set(WITH_BODY)
    if any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", ())):
        numbers.add(HTTPStatus.PRECONDITION_FAILED)
    for number in sorted(numbers):
        operation["responses"][str(number)] = {
            "description": MEANINGS[number],
            "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _examples(verb: str, path: str, operation: Json) -> None:
    for step in STORY:
        if step.verb != verb or step.template != path:
            continue
        example = {"summary": step.summary}
        if step.request is not None:
            content = operation["requestBody"]["content"]["application/json"]
            content.setdefault("examples", {})[step.name] = example | {"value": step.request}
        answer = operation["responses"][str(step.status)]["content"]
        for shown in answer.values():
            shown.setdefault("examples", {})[step.name] = example | {"value": step.answer}
