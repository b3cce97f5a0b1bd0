"""Edition files with other values."""

from collections.abc import Mapping


def changed(text: str, changes: Mapping[str, str], most: int = -1) -> str:
    """The text with these parts in place of those, each of which must be there; at most so often, if said."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new, most)
    return text
