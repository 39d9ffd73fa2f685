"""The keys of a task file that say until when submissions are received."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from harness.settings.model import SettingsModel, Text, wrong

_SUCH_AS = "such as 2026-11-30T23:59:59+00:00"


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise wrong(f"{text!r} is no date and time", _SUCH_AS) from None
    if moment.tzinfo is None:
        raise wrong(f"{text!r} does not say of which time zone it is", _SUCH_AS)
    return text


class ReceiveSettings(SettingsModel):
    """Until when `harness receive` takes submissions that count."""

    deadline: Annotated[Text, AfterValidator(_moment)] | None = Field(
        default=None,
        description="Date, time and offset (`2026-11-30T23:59:59+00:00`) until which submissions "
        "count; later ones are kept. Default: any time.",
    )
