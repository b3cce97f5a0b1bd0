"""The game at a terminal: draws the position, asks for a line, plays it, until the game is over or left."""

import contextlib
import os
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

from imhotep._pure import engine_is_compiled
from imhotep.table.catalogue import Catalogue, Entry, Rule
from imhotep.table.errors import ImhotepError
from imhotep.table.game import Game
from imhotep.table.moves import Move
from imhotep.table.record import load_file
from imhotep.terminal import artist_of, draw
from imhotep.terminal.artist import Artist, Examples
from imhotep.terminal.moves import matching
from imhotep.terminal.pieces import EDGE, FAINT, GOLD, WARNING, View, by_name, faint, flow, gold, one_text, seat_name

if TYPE_CHECKING:
    from imhotep.bots import Bot

PROMPT = "> "
MORE = "Press Enter for the rest of the table "
OVER = "The game is over · save FILE · score · log · undo · Enter to leave"
LOOKED_UP = 5  # entries that `rules WORD` shows
ANSWER = 10  # columns that are left for what is typed behind a question
YES = ("y", "yes")
NO = ("n", "no")
LISTED = 6  # moves that an ambiguous beginning lists
HINT_SIMS = 4000
PURE_HINT_SIMS = 150  # within a second or two, all the same


def _help(examples: Examples) -> tuple[tuple[str, str], ...]:
    return (
        ("NUMBER", "play the move with this number"),
        ("MOVE", f"the move itself, or just its beginning: {examples.moves}"),
        ("moves", "list every legal move as you would type it"),
        ("why MOVE", f"whether a move is legal, or which rule forbids it: why {examples.why}"),
        ("hint [MOVE]", "what a strong player would do now, and why; or what a move would cost you"),
        ("rules [WORD]", f"what is in play, or everything about a word or a rule: {examples.rules}"),
        ("score", "points by source; face-down cards that everyone saw being taken"),
        ("log", "everything that happened"),
        ("undo", "take back your last decision"),
        ("save FILE", "write the game to a file (.imh)"),
        ("load FILE", "continue a game from a file"),
        ("Enter", "draw the table again"),
        ("quit", "leave the game; you can save it first"),
    )


def play_terminal(game: Game, bots: Mapping[int, "Bot"], console: Console, read: Callable[[str], str]) -> Game:
    """Play until the game is over or left; returns the game as it stands then.

    `bots` decide for their seats, people for the others. `read` shows a prompt and returns the line typed; at its end
    (EOFError) the game is left, once it has been offered to save it.
    """
    table = _Table(game, bots, console, read)
    table.run()
    return table.game


class _Leaving(Exception):  # noqa: N818  # nothing is wrong
    """The player leaves the table."""


class _Table:
    def __init__(self, game: Game, bots: Mapping[int, "Bot"], console: Console, read: Callable[[str], str]) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.read = read
        self.kept = len(game.entries)  # entries that are saved, or were there before
        self.stale = True  # the screen shows an older position
        self.path = ""  # of the file that this game was saved to or loaded from
        self.lifted_for: int | None = None  # who is alone with the screen, behind the curtain

    # --- the loop

    def run(self) -> None:
        while True:
            try:
                self.let_bots_play()
                self.decide()
            except (KeyboardInterrupt, EOFError, _Leaving) as left:
                self.lower_curtain()
                if not isinstance(left, _Leaving):
                    self.console.print()
                self.leave()
                return

    def let_bots_play(self) -> None:
        while (seat := self.game.decider) is not None and seat in self.bots:
            self.lower_curtain()
            self.console.print(faint(f"{self.game.names[seat]} is thinking ..."))
            self.let_play(self.bots[seat])
            self.stale = True

    def let_play(self, bot: "Bot") -> None:
        try:
            self.game.play(bot.choose(self.game.ask()))
        except Exception as error:  # other people's code
            self.lower_curtain()
            self.leave()
            raise ImhotepError(f"the bot {bot.name} failed: {type(error).__name__}: {error}") from None

    def decide(self) -> None:
        """One decision of a person, or a line after the end."""
        seat, ply, game = self.game.decider, self.game.ply, self.game
        if seat is not None and self.is_private(seat):
            self.lift_curtain(seat)
        else:
            self.lower_curtain()
        while self.game is game and self.game.ply == ply and self.game.decider == seat:
            if self.stale:
                self.show()
            self.answer(self.read(PROMPT).strip())

    @property
    def artist(self) -> Artist:
        return artist_of(self.game.setup.game)

    @property
    def words(self) -> Catalogue:
        return self.game.rules.words

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.game.players) if seat not in self.bots]

    def viewer(self) -> int | None:
        """From whose seat the table is seen: the decider's; a bot's never."""
        seat = self.game.decider
        if seat is not None and seat not in self.bots:
            return seat
        return self.people[0] if len(self.people) == 1 else None

    def view(self) -> View:
        view: View = self.game.view(self.viewer())
        return view

    @property
    def is_alone(self) -> bool:
        """Whether the person at the keyboard is You: several people need their names."""
        return len(self.people) == 1

    def shown(self) -> View:
        return self.view() if self.is_alone else by_name(self.view())

    # --- the curtain

    def is_private(self, seat: int) -> bool:
        """Whether a seat sees more than another person at this keyboard may: on the table, or in the log."""
        if len(self.people) < 2:
            return False
        own, public = self.game.view(seat), self.game.view(None)
        if any(getattr(own, part) != getattr(public, part) for part in self.artist.private):
            return True
        return self.game.events_for(seat) != self.game.events_for(None)

    def lift_curtain(self, seat: int) -> None:
        """Hands the keyboard over, unless this person has it already; what is shown then leaves no trace."""
        if self.lifted_for == seat:
            return
        self.lower_curtain()
        self.lifted_for = seat
        self.console.set_alt_screen(True)
        self.clear()
        name = seat_name(self.view().seats[seat])
        text = Text.assemble(
            "Only ", name, " may see what comes next.\n\nPass the keyboard to ", name, ",\nthen press Enter."
        )
        self.console.print(Panel(text, border_style=GOLD, padding=(1, 3), expand=False))
        self.read("")
        self.stale = True

    def lower_curtain(self) -> None:
        if self.lifted_for is None:
            return
        self.lifted_for = None
        self.clear()
        self.console.set_alt_screen(False)
        readline = sys.modules.get("readline")
        if readline is not None:  # what was typed could be called back
            readline.clear_history()

    # --- the screen

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()

    def show(self) -> None:
        self.clear()
        drawn = draw(self.view(), self.game.events_for(self.viewer()), self.reasons(), to_you=self.is_alone)
        if self.lifted_for is None or not self.console.is_terminal:
            self.console.print(drawn)
        else:
            self.show_in_pages(drawn)
        if self.game.is_over:
            self.score()
            self.console.print(faint(OVER))
        self.stale = False

    def reasons(self) -> list[str]:
        """Why moves can't be made now that the decider may look for."""
        found = [self.game.why_not(move) for move in self.artist.missed(self.view())]
        return [str(reason) for reason in found if reason is not None]

    def show_in_pages(self, drawn: RenderableType) -> None:
        """Behind the curtain nothing can be scrolled back."""
        lines = self.console.render_lines(drawn, pad=False)
        page = max(1, self.console.height - 1)
        for first in range(0, len(lines), page):
            if first:
                self.read(MORE)
            self.console.print(SegmentLines(lines[first : first + page], new_lines=True), end="")

    def say(self, text: str | Text) -> None:
        self.console.print(Text(text) if isinstance(text, str) else text)

    def refuse(self, text: str) -> None:
        self.console.print(Text.assemble(("✗ ", f"bold {WARNING}"), (text, WARNING)))

    # --- a line

    def answer(self, line: str) -> None:
        """Carry out what was typed; what is wrong with it is said in one line."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            self.command(word.lower(), rest, line)
        except ImhotepError as error:
            self.refuse(str(error))

    def command(self, word: str, rest: str, line: str) -> None:
        match word:
            case "":
                if self.game.is_over:
                    raise _Leaving
                self.stale = True
            case "help" | "?":
                self.help()
            case "moves":
                self.moves()
            case "why":
                self.why(rest)
            case "hint":
                self.hint(rest)
            case "rules" | "rule":
                self.rules(rest)
            case "score":
                self.score()
            case "log":
                self.log()
            case "undo":
                self.undo()
            case "save":
                self.save(rest)
            case "load" if not self.artist.is_move(line):
                self.load(rest)
            case "quit" | "exit":
                raise _Leaving
            case _:
                self.play(line)

    def play(self, line: str) -> None:
        move = self.move(line)
        if move is not None:
            self.game.play(move)
            self.stale = True

    def move(self, line: str) -> Move | str | None:
        """The move that was meant."""
        moves = self.game.legal_moves()
        if line.isdecimal() and moves:
            if line.isascii() and len(line) < 6 and 1 <= int(line) <= len(moves):
                return moves[int(line) - 1]
            self.refuse(f"{line}: the moves are numbered 1 to {len(moves)}")
            return None
        found = self.meant(line)
        if len(found) == 1:
            return found[0]
        if found:
            more = ", ..." if len(found) > LISTED else ""
            self.refuse(f"{line} could be {', '.join(move.text for move in found[:LISTED])}{more}: please type more")
            return None
        return line  # in other words, or not legal: the game says what is wrong

    def meant(self, line: str) -> list[Move]:
        """The legal moves that a line begins; none if it is all of another one: play place is not play place and
        unload."""
        found = matching(self.game.legal_moves(), line)
        typed = " ".join(line.lower().split())
        if all(move.text != typed for move in found):
            with contextlib.suppress(ImhotepError):
                if self.game.parse(typed).text == typed:
                    return []
        return found

    # --- commands

    def help(self) -> None:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, style=f"bold {GOLD}")
        grid.add_column(overflow="fold")
        for name, text in _help(self.artist.examples):
            grid.add_row(name, text)
        self.console.print(Panel(grid, title="help", title_align="left", border_style=EDGE))

    def moves(self) -> None:
        moves = self.game.legal_moves()
        if not moves:
            self.say("The game is over: there are no moves.")
            return
        texts = [Text.assemble(gold(f"[{number}]"), f" {move.text}") for number, move in enumerate(moves, 1)]
        self.console.print(one_text(flow(texts, self.console.width, 3)))

    def hint(self, text: str) -> None:
        """Of the seat that decides, with what it knows."""
        from imhotep.lab.analysis.hints import hint
        from imhotep.terminal.analysis import advice

        move = self.move(text) if text else None
        if text and move is None:
            return
        sims = HINT_SIMS if engine_is_compiled() else PURE_HINT_SIMS
        found = hint(self.game, move=None if move is None else str(move), sims=sims, seed=self.game.ply)
        for part in advice(found, self.words, self.shown().seat):
            self.console.print(part, highlight=False)

    def why(self, text: str) -> None:
        if not text:
            self.refuse(f"type why and a move, such as: why {self.artist.examples.why}")
            return
        moves, found = self.game.legal_moves(), self.meant(text)
        if text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= len(moves):
            found = [moves[int(text) - 1]]
        reason = None if found else self.game.why_not(text)
        if reason is None:
            self.say(f"{found[0] if found else text}: legal right now.")
            return
        self.refuse(str(reason))
        rule = self.words.rules.get(reason.rule)
        if rule is not None:
            self.console.print(self.entry(rule))

    def rules(self, word: str) -> None:
        words = self.words
        if not word:
            self.in_play()
            return
        found = words.search(word)
        if not found:
            self.refuse(f"the rules say nothing about {word!r}")
        for entry in found[:LOOKED_UP]:
            self.console.print(self.entry(entry))
        if len(found) > LOOKED_UP:
            others = ", ".join(_name(entry) for entry in found[LOOKED_UP:])
            self.say(faint(f"and {len(found) - LOOKED_UP} more: {others}"))

    def entry(self, entry: Entry) -> RenderableType:
        """With what this table's editions say of it, and which of their values are ours."""
        body = Text(entry.text)
        for remark in self.game.rules.remarks(entry, self.game.setup):
            body.append(f"\n{remark.text}", GOLD if remark.house else "")
        if not isinstance(entry, Rule):
            body.append(f"\n{', '.join(entry.rules)}", FAINT)
        return _panel(_name(entry), body)

    def in_play(self) -> None:
        """The sides of this table, and what else lies on it."""
        words, view = self.words, self.view()
        self.console.print(gold("The sites in this game"))
        for site, letter in zip(words.sites, view.sides, strict=True):
            self.console.print(self.entry(words.sides[site][letter]))
        for note in self.artist.in_play(view):
            self.console.print(self.entry(note.entry) if note.entry else _panel(note.title, Text(note.text)))
        groups = ", ".join(dict.fromkeys(words.groups[rule.group] for rule in words.rules.values()))
        example = f"rules {self.artist.examples.word}"
        self.say(faint(f"{len(words.rules)} rules in all, on: {groups}. Look up any word, for example: {example}"))

    def score(self) -> None:
        self.console.print(self.artist.scores(self.shown(), self.game.winners()))

    def log(self) -> None:
        for line in self.artist.log_lines(self.shown(), self.game.events_for(self.viewer())):
            self.console.print(line)

    def undo(self) -> None:
        """Back to the last decision of a person; around one keyboard everybody agrees to it."""
        seats = self.game.deciders
        count = 0
        while seats:
            count += 1
            if seats.pop() not in self.bots:
                break
        else:
            self.refuse("you have nothing to take back")
            return
        question = "Somebody has seen something hidden since. Does everyone agree to take it back?"
        if len(self.people) > 1 and self.has_revealed(count) and not self.agrees(question):
            self.say("Nothing was taken back.")
            return
        for _ in range(count):
            self.game.undo(by_consent=self.game.setup.undo != "free")
        self.stale = True

    def has_revealed(self, count: int) -> bool:
        """Whether somebody learned something by the last decisions."""
        game = self.game.after(len(self.game.entries))
        for _ in range(count):
            if game.last_revealed:
                return True
            game.undo(by_consent=True)
        return False

    def save(self, path: str) -> None:
        if not path:
            self.refuse("type save and a file name, such as: save evening.imh")
            return
        path = os.path.expanduser(path)
        if os.path.exists(path) and path != self.path and not self.agrees(f"{path} already exists. Replace it?"):
            self.say("Nothing was saved.")
            return
        self.game.save(path)
        self.path = path
        self.kept = len(self.game.entries)
        self.say(f"Saved in {path}. Continue later with load {path}, or from the shell: imhotep terminal --load {path}")

    def load(self, path: str) -> None:
        if not path:
            others = [move.text for move in self.game.legal_moves() if move.verb == "load"]
            move = f", or a whole move such as {others[0]}" if others else ""
            self.refuse(f"type load and a file name to load a game{move}")
            return
        path = os.path.expanduser(path)
        game = load_file(path)
        if len(self.game.entries) > self.kept and not self.agrees("This game isn't saved. Leave it anyway?"):
            self.say("Nothing was loaded: this game continues.")
            return
        if self.bots:  # people keep their seats if there are such; bots take all others
            bot = next(iter(self.bots.values()))
            people = [seat for seat in self.people if seat < game.players] or [0][: len(self.people)]
            self.bots = {seat: self.bots.get(seat, bot) for seat in range(game.players) if seat not in people}
        self.game = game
        self.path = path
        self.kept = len(game.entries)
        self.stale = True

    def ask(self, question: str) -> str:
        """What is answered; a question is broken between words, and the answer stands behind its last line."""
        *lines, last = textwrap.wrap(question, self.console.width - ANSWER, break_on_hyphens=False)
        for line in lines:
            self.say(line)
        return self.read(f"{last} ").strip()

    def agrees(self, question: str) -> bool:
        try:
            return self.ask(f"{question} (yes or no)").lower() in YES
        except EOFError:
            return False

    def leave(self) -> None:
        """Offers to save what is not saved."""
        while len(self.game.entries) > self.kept:
            try:
                path = self.ask("Save this game? A file name, or Enter to leave without saving:")
            except (KeyboardInterrupt, EOFError):
                self.console.print()
                return
            if not path or path.lower() in NO:
                return
            if path.lower() in YES:
                self.say("Type the name of the file to save it in, such as evening.imh")
                continue
            try:
                self.save(path)
            except ImhotepError as error:
                self.refuse(str(error))


def _name(entry: Entry) -> str:
    return f"{entry.id} {entry.title}" if isinstance(entry, Rule) else entry.title


def _panel(title: str, body: Text) -> RenderableType:
    return Panel(body, title=Text(title, f"bold {GOLD}"), title_align="left", border_style=EDGE)
