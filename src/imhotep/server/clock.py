"""What time it is. Tests bring their own clock."""

import time

DAY = 24 * 60 * 60 * 1000


class WallClock:
    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Milliseconds since some time or other, whoever sets the clock."""
        return time.monotonic() * 1000
