"""Every refusal of the API in one format (RFC 9457): status, code, parameters, a sentence.

A 400 means that the request does not match the schema; a 409 that it does, but the rules, the club
or the state of the session refuse it.
"""

from http import HTTPStatus
from typing import Any, Final

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.api.etags import PreconditionFailed
from games.api.parsers import TooLarge
from games.errors import MESSAGES as RECORD_MESSAGES
from games.errors import AnswersGiven, NotAllowed, NotFound, Refused, ServiceError, StaleVersion
from games.rule_texts import Names, sentence
from games.rules.chouette import MESSAGES as RULES_MESSAGES
from games.rules.chouette import ChouetteError, NotationError
from games.web.outages import DATABASE_AWAY, DISK_FULL, outage_of
from games.web.unread import REFUSALS

logger = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
PLACE: Final = "/api/v1/problems"
"""The list of codes; a code never changes its meaning within this version."""
MALFORMED: Final = frozenset({"action_malformed", "key_malformed", "nothing_sent"})
"""Codes of the record and the rules that concern the request's form."""
FRAMEWORK: Final = {
    "invalid": "The request has not the shape that the schema asks for.",
    "parse_error": "The body is no JSON.",
    "not_authenticated": "This takes a token, or a session.",
    "permission_denied": "The request does not carry the token against forgery.",
    "method_not_allowed": "There is no such verb here.",
    "not_acceptable": "Answers are JSON.",
    "too_large": "The body is too large.",
    "unsupported_media_type": "Bodies are JSON.",
    "defect": "Something went wrong here. It is noted.",
    "throttled": "Too many requests: wait as long as Retry-After says.",
}
"""Codes of the framework."""


class ProblemSerializer(serializers.Serializer[dict[str, Any]]):
    """A refusal. Nothing was written."""

    type = serializers.CharField(help_text="An address that stands for the code.")
    title = serializers.CharField(help_text="The code in words; always the same.")
    status = serializers.IntegerField(help_text="The HTTP status again.")
    detail = serializers.CharField(help_text="What is wrong, for people, in their language.")
    code = serializers.CharField(help_text="What is wrong, for programs; it does not change.")
    params = serializers.DictField(help_text="What the sentence is about.")
    version = serializers.IntegerField(
        required=False, help_text="With `stale_version`: the session's current version."
    )


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn errors of services, rules and the framework into answers; other exceptions are
    Django's.
    """
    if isinstance(error, ChouetteError):
        names = context.get("names") or getattr(context.get("view"), "names", {})
        detail, params = sentence(error, Names(names)), dict[str, Any](error.params)
        if isinstance(error, NotationError):
            params["line"] = error.line
        return problem(_refused(error.code), error.code, detail, params)
    if isinstance(error, ServiceError):
        number = _refused(error.code) if isinstance(error, Refused) else error.status
        answer = problem(number, error.code, _detail(error, context), error.params)
        if isinstance(error, StaleVersion | PreconditionFailed):
            answer.data["version"] = error.version
        return answer
    if isinstance(error, RecursionError):  # endlessly nested JSON
        return handler(exceptions.ParseError(), context)
    if isinstance(error, RequestDataTooBig):
        return handler(TooLarge(), context)
    if isinstance(error, Http404):
        return handler(NotFound(), context)
    if isinstance(error, PermissionDenied):
        return handler(NotAllowed(), context)
    if isinstance(error, exceptions.ValidationError):
        params = error.detail if isinstance(error.detail, dict) else {"errors": error.detail}
        return problem(error.status_code, "invalid", _first_text(error.detail), params)
    if isinstance(error, exceptions.APIException):
        return _framework(error)
    return _outage(error)


def _detail(error: ServiceError, context: dict[str, Any]) -> str:
    if not isinstance(error, AnswersGiven):
        return str(error)
    names = Names(getattr(context.get("view"), "names", {}))
    return error.sentence(names.listed(error.players))


def codes() -> dict[str, str]:
    """Return every code with its English sentence.

    Other apps have sentences of their own, found through their error classes.
    """
    found = {**RULES_MESSAGES, **{code: str(text) for code, text in RECORD_MESSAGES.items()}}
    others: list[type[ServiceError]] = [ServiceError]
    for kind in others:
        others += kind.__subclasses__()
        found |= {code: str(kind.sentences[code]) for code in kind.sentences.keys() - found.keys()}
    outages = (DISK_FULL, DATABASE_AWAY, *REFUSALS.values())
    found |= {outage.code: str(outage.sentence) for outage in outages}
    return found | {code: text for code, text in FRAMEWORK.items() if code not in found}


def problem(number: int, code: str, detail: str, params: Any) -> Response:
    """Return a refusal."""
    set_rollback()
    data = {
        "type": f"{PLACE}#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": number,
        "detail": _printable(detail),
        "code": code,
        "params": _plain(params),
    }
    return Response(data, status=number, content_type=CONTENT_TYPE)


def _refused(code: str) -> int:
    if code == "version_missing":
        return HTTPStatus.PRECONDITION_REQUIRED
    return HTTPStatus.BAD_REQUEST if code in MALFORMED else HTTPStatus.CONFLICT


def _framework(error: exceptions.APIException) -> Response:
    found = error.get_codes()
    code = found if isinstance(found, str) else str(error.default_code)
    answer = problem(error.status_code, code, _first_text(error.detail), {})
    seconds = getattr(error, "wait", None)
    if seconds is not None:
        answer["Retry-After"] = str(int(seconds) + 1)
    header = getattr(error, "auth_header", None)
    if header:
        answer["WWW-Authenticate"] = header
    return answer


def _outage(error: Exception) -> Response | None:
    """Answer an outage, and log why; other exceptions are Django's."""
    outage = outage_of(error)
    if outage is None:
        return None
    logger.error(outage.code, exc_info=error)
    return problem(outage.status, outage.code, str(outage.sentence), {})


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {_printable(str(key)): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, int | float | bool | None) else _printable(str(value))


def _printable(text: str) -> str:
    """Return the text with lone surrogates escaped, which JSON accepts and UTF-8 does not."""
    return text.encode("utf-8", "backslashreplace").decode()


def _first_text(detail: Any) -> str:
    """Return the first sentence of an error, with its field."""
    if isinstance(detail, dict):
        field, inner = next(iter(detail.items()))
        text = _first_text(inner)
        return text if field in {"detail", "non_field_errors"} else f"{field}: {text}"
    if isinstance(detail, list):
        return _first_text(detail[0])
    return str(detail)
