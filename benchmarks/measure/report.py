"""What a measurement tells of itself, and where it is kept."""

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def tell(command: str, figures: dict[str, Any], save: Path | None) -> None:
    """Prints one JSON object, and writes it to a file as well if one is named."""
    about = {
        "command": command,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    text = json.dumps(about | figures, indent=2)
    print(text)
    if save is not None:
        save.write_text(f"{text}\n", encoding="utf-8")
