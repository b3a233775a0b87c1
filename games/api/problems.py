"""Every refusal of the interface in one shape: status, code, parameters and a sentence."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiResponse
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.errors import NotAllowed, NotFound, ServiceError, StaleVersion
from games.rules.chouette import ChouetteError
from games.texts import Names, sentence

CONTENT_TYPE = "application/problem+json"


class ProblemSerializer(serializers.Serializer[dict[str, Any]]):
    """A refusal. Nothing was written."""

    status = serializers.IntegerField(help_text="The HTTP status again.")
    code = serializers.CharField(help_text="What is wrong, for programs; it does not change.")
    detail = serializers.CharField(help_text="What is wrong, for people, in their language.")
    params = serializers.DictField(help_text="What the sentence is about.")
    version = serializers.IntegerField(
        required=False, help_text="With `stale_version`: the session's current version."
    )


MEANINGS = {
    400: "The request is malformed, or the rules forbid it.",
    403: "Who asks may not do that.",
    404: "There is no such session, or it may not be seen.",
    409: "The version is old, the key was used for something else, or the session has ended.",
}


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the refusals of an operation for the schema."""
    return {
        (one, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, MEANINGS[one]) for one in statuses
    }


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer what services, rules and the framework refuse; leave defects to Django."""
    if isinstance(error, ChouetteError):
        names = context.get("names") or getattr(context.get("view"), "names", {})
        detail = sentence(error, Names(names))
        return _problem(status.HTTP_400_BAD_REQUEST, error.code, detail, error.params)
    if isinstance(error, ServiceError):
        answer = _problem(error.status, error.code, str(error), error.params)
        if isinstance(error, StaleVersion):
            answer.data["version"] = error.version
        return answer
    if isinstance(error, RecursionError):  # JSON that is nested without end
        return handler(exceptions.ParseError(), context)
    if isinstance(error, Http404):
        return handler(NotFound(), context)
    if isinstance(error, PermissionDenied):
        return handler(NotAllowed(), context)
    if isinstance(error, exceptions.ValidationError):
        params = error.detail if isinstance(error.detail, dict) else {"errors": error.detail}
        return _problem(error.status_code, "invalid", _first_text(error.detail), params)
    if isinstance(error, exceptions.APIException):
        code = str(error.default_code)
        answer = _problem(error.status_code, code, _first_text(error.detail), {})
        seconds = getattr(error, "wait", None)
        if seconds is not None:
            answer["Retry-After"] = str(int(seconds) + 1)
        return answer
    return None


def _problem(number: int, code: str, detail: str, params: Any) -> Response:
    set_rollback()
    data = {"status": number, "code": code, "detail": detail, "params": _plain(params)}
    return Response(data, status=number, content_type=CONTENT_TYPE)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, int | float | bool | None) else str(value)


def _first_text(detail: Any) -> str:
    """Return the first sentence of an error, with the field it is about."""
    if isinstance(detail, dict):
        field, inner = next(iter(detail.items()))
        text = _first_text(inner)
        return text if field in {"detail", "non_field_errors"} else f"{field}: {text}"
    if isinstance(detail, list):
        return _first_text(detail[0])
    return str(detail)
