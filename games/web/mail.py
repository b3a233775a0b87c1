"""Mails of the program: sent, or kept as files where no mail server is set up."""

from __future__ import annotations

import re
from pathlib import Path
from smtplib import SMTPRecipientsRefused
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games.names.identity import seen

PERMANENT: Final = 500
"""From this answer on a mail server has made up its mind (RFC 5321, 4.2.1)."""
CONSOLE: Final = "console.EmailBackend"
FILES: Final = "django.core.mail.backends.filebased.EmailBackend"


LONGEST_NAME: Final = 40
_ADDRESS: Final = re.compile(r"\b[a-z][a-z0-9+.-]*:/\S*|\bwww\.\S*", re.IGNORECASE)
_DOT: Final = re.compile(r"(?<=[^\W_])[.。．｡](?=[^\W_]{2})")
_LINKING: Final = re.compile(r"[/\\@<>\[\]|]+|:(?=\S)")


def name_in_mail(name: str) -> str:
    """Return a name as mails write it: cut to a length, without what programs make a link of and
    without signs that nobody sees.

    Whoever has no account can call themselves as they like, and mails go to strangers.
    """
    plain = _LINKING.sub(" ", _DOT.sub(". ", _ADDRESS.sub(" ", seen(name))))
    words = " ".join(plain.split())
    return words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1].rstrip()}…"


def has_mail_server() -> bool:
    """Tell whether mails leave this computer."""
    return not str(settings.EMAIL_BACKEND).endswith(CONSOLE)


def mail_folder() -> Path:
    """Where mails are kept that nobody could send."""
    return Path(settings.DATA) / "mail"


def is_final(error: OSError) -> bool:
    """Tell whether a mail server has said for good that it takes nothing for this address."""
    if not isinstance(error, SMTPRecipientsRefused):
        return False
    return all(code >= PERMANENT for code, _text in error.recipients.values())


def mail_send(*, to: str, subject: str, text: str, html: str = "", stop: str = "") -> bool:
    """Send a mail; tell whether it left. Without a mail server it is kept as a file.

    `stop` is the link that stops such mails; mail programs offer it as a button (RFC 8058).
    """
    headers = {"List-Unsubscribe": f"<{stop}>"} if stop else {}
    if stop.startswith("https:"):  # programs click on nothing else
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message = EmailMultiAlternatives(
        subject=" ".join(subject.split()), body=text, to=[to], headers=headers
    )
    if html:
        message.attach_alternative(html, "text/html")
    if has_mail_server():
        message.send()
        return True
    message.connection = get_connection(FILES, file_path=str(mail_folder()))
    message.send()
    return False
