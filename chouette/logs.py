"""Configures the log: one line per event, on standard error."""

import logging
from typing import Any

import structlog
from structlog.typing import Processor

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_config(*, json: bool) -> dict[str, Any]:
    """Return Django's LOGGING, and route structlog's loggers the same way.

    With `json` every line is a JSON object, for log collectors.
    """
    structlog.configure(
        processors=[
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # Python's own warnings would be plain text among the JSON lines.
    logging.captureWarnings(json)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": "chouette.logs.line_formatter", "json": json},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stderr",
                "formatter": "line",
            },
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "chouette": {"level": "INFO"},
            "games": {"level": "INFO"},
            "tournaments": {"level": "INFO"},
            # Django's own handlers would mail administrators and print every line twice.
            "django": {"handlers": [], "level": "WARNING"},
            "django.server": {"handlers": [], "propagate": True},
            # uvicorn, started by its own command, adds handlers to its loggers.
            "uvicorn": {"handlers": [], "propagate": True},
            "uvicorn.access": {"handlers": [], "propagate": True},
            "uvicorn.error": {"handlers": [], "propagate": True},
        },
    }


def line_formatter(*, json: bool = True) -> logging.Formatter:
    """Return the processors that turn an event into a line, for every logger."""
    closing: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if json:
        closing += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        closing.append(structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain))
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=SHARED, processors=closing)
