"""What can be wrong with what comes from outside. Each message is one line that a player understands."""

LONGEST_MESSAGE = 600
LONGEST_QUOTE = 120


def shown(value: object) -> str:
    """A value from outside, as a message quotes it: never long, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # nested too deep, or it can't show itself
        return f"a {type(value).__name__}"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]} ..."


class ImhotepError(ValueError):
    """Bad input; nothing was changed."""

    def __init__(self, message: str) -> None:
        line = " ".join(message.splitlines())
        super().__init__(line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]} ...")


class SetupError(ImhotepError):
    """A game can't be set up this way."""


class EditionError(ImhotepError):
    """An edition file is wrong; the message names file, line and reason."""


class NotationError(ImhotepError):
    """This text is not a move in our notation."""


class IllegalMove(ImhotepError):  # noqa: N818  (as in the interface that players of the library know)
    """The rules forbid this move now."""

    def __init__(self, message: str, rule: str, reason: str) -> None:
        super().__init__(message)
        self.rule = rule  # id of the rule that forbids it
        self.reason = reason  # id of the refusal in the catalogue


class UndoError(ImhotepError):
    """There is nothing to take back, or it may not be taken back."""


class RecordError(ImhotepError):
    """A record is damaged or tampered with; the message names line and reason."""

    def __init__(self, line: int, reason: str, origin: str = "") -> None:
        super().__init__(f"{f'{origin}: ' if origin else ''}line {line}: {reason}")
        self.line = line
        self.reason = reason


class FileError(ImhotepError):
    """A file can't be read or written."""
