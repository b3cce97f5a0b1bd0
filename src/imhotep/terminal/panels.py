"""What frames the drawings of every game: columns, the log, the question, and how all of it fits the screen."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment, SegmentLines
from rich.table import Table
from rich.text import Text

from imhotep.table.catalogue import Catalogue
from imhotep.terminal.pieces import EDGE, FRAME, GOLD, Drawing, View, faint, flow, gold, one_text, stone, who

LEAST_LOG = 4  # lines
TITLE_FRAME = 6  # columns that a border takes of its title
SHORT_HINT = "a number, or help"
PROMPT = 1  # lines below the drawing

Style = TypeVar("Style")


class Fitted(Generic[Style]):
    """As rich in detail as the height allows: the first of the styles that fits, or the last; where nothing has a
    height, the first."""

    def __init__(self, drawn: Callable[[Console, int, Style], RenderableType], first: Style, *others: Style) -> None:
        self.drawn = drawn
        self.styles = (first, *others)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines: list[list[Segment]] = []
        for style in self.styles:
            drawn = self.drawn(console, options.max_width, style)
            lines = console.render_lines(drawn, options.update(height=None), pad=False)
            if not console.is_terminal or len(lines) <= console.height - PROMPT:
                break
        yield SegmentLines(lines, new_lines=True)


def columns(parts: Sequence[RenderableType], widths: Sequence[int]) -> Table:
    grid = Table.grid()
    for width in widths:
        grid.add_column(width=width, overflow="fold")
    grid.add_row(*parts)
    return grid


def height_of(console: Console, drawn: RenderableType, width: int) -> int:
    if isinstance(drawn, Text):
        return len(drawn.wrap(console, width))
    return len(console.render_lines(drawn, console.options.update(width=width, height=None), pad=False))


def header(parts: Sequence[Text], width: int) -> Text:
    return one_text(flow([gold(" I M H O T E P"), *parts], width, 4))


def last_lines(console: Console, log: Drawing, width: int, height: int) -> RenderableType:
    """As many of the last lines as fit, without a frame."""
    return Padding(one_text(_last(console, log, width - FRAME, height)), (0, FRAME // 2))


def log_panel(console: Console, log: Drawing, width: int, height: int) -> Panel:
    """As many of the last lines as fit."""
    return Panel(
        one_text(_last(console, log, width - FRAME, height - 2)),
        box=box.ROUNDED,
        title=Text("What happened", "bold"),
        title_align="left",
        border_style=EDGE,
        width=width,
        height=height,
    )


def _last(console: Console, log: Drawing, width: int, height: int) -> Drawing:
    lines: Drawing = []
    used = 0
    for line in reversed(log):
        used += height_of(console, line, width)
        if used > height and lines:
            break
        lines.insert(0, line)
    return lines


def question(
    view: View, words: Catalogue, choices: Callable[[int], Drawing], width: int, hint: str, framed: bool = True
) -> RenderableType:
    """Whose decision it is, what is asked, and the answers: `choices`, drawn no wider than that."""
    if view.is_over:
        return gold("The game is over.")
    assert view.decider is not None
    if view.question is None:
        return who(view, view.decider).append(" to play.")
    asked, own = gold(words.questions[view.question].text), stone(view.seats[view.decider])
    heads = [Text.assemble(name, "  ", asked) for name in (who(view, view.decider), own)]
    if view.decider == view.seat:  # they know who is asked
        heads = heads[1:]
    title = next((head for head in heads if head.cell_len <= width - TITLE_FRAME), None)
    lines = choices(width - FRAME)
    if title is None:  # too long for the border
        lines.insert(0, heads[0])
    if not framed:
        return _below_a_line(lines, title, width)
    return Panel(
        one_text(lines),
        box=box.HEAVY,
        title=title,
        title_align="left",
        subtitle=faint(hint if len(hint) <= width - TITLE_FRAME else SHORT_HINT),
        subtitle_align="right",
        border_style=GOLD,
    )


def _below_a_line(lines: Drawing, title: Text | None, width: int) -> RenderableType:
    """As in a frame of which only the upper edge is drawn."""
    left = Text("━━", GOLD) if title is None else Text.assemble(("━━ ", GOLD), title, " ")
    rights = [Text.assemble(faint(f" {hint} "), ("━", GOLD)) for hint in (SHORT_HINT, "help")]
    right = next((right for right in rights if left.cell_len + right.cell_len <= width), Text())
    edge = Text.assemble(left, ("━" * (width - left.cell_len - right.cell_len), GOLD), right)
    return Group(edge, Padding(one_text(lines), (0, FRAME // 2)))
