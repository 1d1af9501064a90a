"""Until when the house is to decide a dispute (H9.1)."""

from datetime import datetime, timedelta

from api.serving import set_dispute_hours


def due_ms(now: datetime) -> int:
    """Return until when a dispute that is opened now is to be decided, in ms of Unix time.

    Raises `BadEnvironmentError`.
    """
    return int((now + timedelta(hours=set_dispute_hours())).timestamp() * 1000)
