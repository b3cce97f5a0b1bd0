"""Builder of Egypt as a GameRules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import structs

from imhotep.engine.builder.burial_chamber import BurialChamberD
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import LOOKED_AT
from imhotep.engine.builder.observation import BuilderObserver
from imhotep.engine.builder.pyramids import PyramidsC
from imhotep.engine.builder.vocabulary import Refusal, Site, Step
from imhotep.engine.kernel import FORCED, LEGAL, Position, at_of, step_of, what_of
from imhotep.engine.observer import Observer
from imhotep.table.builder import custom_position, dynasty, edition, notation
from imhotep.table.builder.events import event_of, reveals
from imhotep.table.builder.piece_worth import piece_worths
from imhotep.table.builder.printed import BuilderPrinted, printed
from imhotep.table.builder.values import base_of, deck_of, dynasty_of, engine_values, uses_dynasty
from imhotep.table.builder.view import BuilderView, views, worth
from imhotep.table.builder.words import CARD_IDS, CARD_SOURCES, COLORS, SITE_IDS, SOURCE_IDS
from imhotep.table.catalogue import Entry, Prophecy
from imhotep.table.chance import Stream
from imhotep.table.editions import Edition, box_of
from imhotep.table.errors import NotationError, SetupError
from imhotep.table.moves import Event, Move
from imhotep.table.piece_worth import PieceWorth
from imhotep.table.rules import (
    Deal,
    GameRules,
    Look,
    Piece,
    Progress,
    RawEvent,
    Remark,
    house_remark,
    ids_of,
    shared_values,
)
from imhotep.table.setup import Option, OptionSpec, Setup

REFUSAL_IDS = ids_of(Refusal)
QUESTIONS: dict[int, str] = {
    int(Step.TURN): "turn",
    int(Step.LOAD): "load",
    int(Step.LOAD_TO_SAIL): "load_to_sail",
    int(Step.SAIL_SHIP): "sail_ship",
    int(Step.SAIL_BY_LEVER): "sail_by_lever",
    int(Step.ORDER): "order",
    int(Step.RAFT): "raft",
    int(Step.SAIL_BY_PLANK): "sail_by_plank",
}


class BuilderRules(GameRules):
    id = "builder"
    versions = (1, 2)  # 2: N1 and N7 as the text has them
    boxes = ("builder", "dynasty")
    players = (2, 3, 4)
    sites = SITE_IDS
    side_letters = "ABCD"
    colors = COLORS
    sources = SOURCE_IDS
    takings = frozenset(("card_picked", "card_kept", "card_drawn"))
    example = "get stones"
    shuffled_pile = "cards"
    variants: ClassVar[Mapping[str, OptionSpec]] = {
        "wrath": OptionSpec(False),
        "cards": OptionSpec("base", choices=("base", "dynasty")),
        "prophecies": OptionSpec(False),
        "face_down": OptionSpec(False),
        "corridor_start": OptionSpec(1),
    }
    house_rules: ClassVar[Mapping[str, OptionSpec]] = {
        "may_decline_card": OptionSpec(False),
        "second_color": OptionSpec(False, players=(2,)),
    }

    # --- beginnings

    def standard_edition(self, box: str) -> Edition[Any]:
        return dynasty.standard() if box == "dynasty" else edition.standard()

    def read_edition(self, text: str, origin: str) -> Edition[Any]:
        read = dynasty.read if box_of(text, origin, self.boxes) == "dynasty" else edition.read
        return read(text, origin)

    def boxes_in_play(self, setup: Setup) -> tuple[str, ...]:
        return self.boxes if uses_dynasty(setup) else self.boxes[:1]

    def blank(self, setup: Setup) -> Builder:
        if setup.variants["corridor_start"] != 1 and setup.sides[1] != "D":
            raise SetupError("corridor_start needs the corridor, side D of the pyramids")
        return Builder(shared_values(setup, engine_values), setup.sides)

    def observer(self) -> Observer:
        return BuilderObserver()

    def deal(self, setup: Setup) -> Deal:
        deal = self._dealt(setup)
        # Equal round cards can't be told apart: number them as a record does.
        deal["rounds"] = self.parse_pile("rounds", self.pile_text("rounds", deal["rounds"], setup), setup)
        return deal

    def _dealt(self, setup: Setup) -> Deal:
        if setup.position is not None:
            return custom_position.deal(setup)
        cards = [card for card, count in enumerate(deck_of(setup)) for _ in range(count)]
        rounds = range(len(base_of(setup).round_cards.of(setup.players)))
        deal = {
            "cards": Stream(setup.seed, "cards").shuffled(cards),
            "rounds": Stream(setup.seed, "rounds").shuffled(rounds),
        }
        for pile, count in token_piles(setup).items():
            deal[pile] = Stream(setup.seed, pile).shuffled(range(count))
        return deal

    def begin(self, position: Position, setup: Setup, deal: Deal) -> None:
        assert isinstance(position, Builder)
        position.clear()
        expected = self.deal(setup)
        for pile, items in expected.items():
            if sorted(deal.get(pile, [])) != sorted(items):
                raise SetupError(f"the {pile} of this deal aren't those of this setup")
        if setup.position is not None:
            custom_position.set_up(position, setup, deal)
        else:
            position.draw_pile.fill(deal["cards"])
            position.coming_rounds.fill(deal["rounds"])
            lay_tokens(position, deal)
            position.start(setup.first)

    def pile_text(self, pile: str, items: list[int], setup: Setup) -> str:
        if pile == "rounds":
            cards = base_of(setup).round_cards.of(setup.players)
            return " ".join("-".join(map(str, cards[item])) for item in reversed(items))
        if pile in TOKEN_PILES:
            ids = _token_ids(pile, setup)
            return " ".join(ids[item] for item in reversed(items))
        return " ".join(CARD_IDS[item] for item in reversed(items))

    def parse_pile(self, pile: str, text: str, setup: Setup) -> list[int]:
        items: list[int] = []
        if pile == "rounds":
            cards = base_of(setup).round_cards.of(setup.players)
            for word in text.split():
                found = [n for n, card in enumerate(cards) if "-".join(map(str, card)) == word and n not in items]
                if not found:
                    raise NotationError(f"no round card {word!r} is left")
                items.append(found[0])
        elif pile in TOKEN_PILES:
            ids = _token_ids(pile, setup)
            for word in text.split():
                if word not in ids:
                    raise NotationError(f"the {pile} have no {word!r}")
                items.append(ids.index(word))
        else:
            for word in text.split():
                if word not in CARD_IDS[1:]:
                    raise NotationError(f"no card is called {word!r}")
                items.append(CARD_IDS.index(word))
        return items[::-1]

    def pieces(self, setup: Setup) -> list[Piece]:
        return [
            Piece(id, self.words.cards[id].name, count, CARD_SOURCES.get(id))
            for id, count in zip(CARD_IDS, deck_of(setup), strict=True)
            if count
        ]

    def without_expansion(self, letters: str) -> dict[str, Option]:
        return {} if set(letters) - set("AB") else {"cards": "base", "prophecies": False, "face_down": False}

    def remarks(self, entry: Entry, setup: Setup | None = None) -> list[Remark]:
        if not isinstance(entry, Prophecy):
            return super().remarks(entry, setup)
        cards = (dynasty_of(setup) if setup else dynasty.standard().values).prophecies.cards
        if (card := cards.get(entry.id)) is None:  # no god of this table's edition
            return self.word_remark(entry)
        task = self.words.task(most=card.most, at_least=card.at_least, stones=card.stones, cards=card.cards)
        ours = house_remark(self, f"prophecies.cards.{entry.id}", setup)
        return [Remark(task, False), *ours, *self.word_remark(entry)]

    def printed(self, setup: Setup) -> BuilderPrinted:
        return printed(setup)

    # --- decisions

    def moves(self, position: Position, setup: Setup, codes: Sequence[int]) -> list[Move]:
        assert isinstance(position, Builder)
        names, is_over = notation.names_of(setup, position), position.is_over()
        found = []
        for code in codes:
            move = notation.move_of(code, names)
            asked = move.verb in WITH_AMOUNT and not is_over and position.why_not(code) == LEGAL
            found.append(structs.replace(move, amount=_amount(position, move.verb)) if asked else move)
        return found

    def read_move(self, position: Position, setup: Setup, text: str) -> int:
        assert isinstance(position, Builder)
        return notation.code_of(text, notation.names_of(setup, position))

    def refusal(self, number: int) -> str:
        return REFUSAL_IDS[number]

    # --- what is seen

    def event(self, raw: RawEvent, setup: Setup, viewer: int | None) -> Event:
        forced = notation.move_of(raw[2], notation.names_of(setup)).text if raw[0] == FORCED else ""
        return event_of(raw, forced, viewer)

    def reveals(self, raw: RawEvent) -> bool:
        return reveals(raw)

    def worth(self, position: Position, setup: Setup, viewer: int | None) -> list[dict[str, int]]:
        assert isinstance(position, Builder)
        return worth(position, setup.players, viewer)

    def piece_worths(self, position: Position, setup: Setup, viewer: int | None) -> list[PieceWorth]:
        assert isinstance(position, Builder)
        return piece_worths(position, setup, viewer)

    def question(self, position: Position) -> str:
        assert isinstance(position, Builder)
        entry = position.agenda[position.depth - 1]
        step = int(step_of(entry))
        if step in QUESTIONS:
            return QUESTIONS[step]
        match at_of(entry):
            case Site.MARKET:
                return "keep_card" if what_of(entry) else "pick_card"
            case Site.PYRAMIDS:
                return "pyramid_bonus" if what_of(entry) else "pyramid"
            case Site.TEMPLE:
                return "keep_card" if position.hidden.first_at(LOOKED_AT) >= 0 else "temple"
            case Site.BURIAL_CHAMBER:
                return "mound" if position.sides[3] == "C" else "tomb"
            case _:
                return "great_obelisk" if position.sides[4] == "C" else "alley"

    def progress(self, position: Position) -> Progress:
        assert isinstance(position, Builder)
        rounds = position.values.rounds
        return Progress("round", int(min(position.round + 1, rounds)), int(rounds))

    def seen(self, position: Position, setup: Setup, looks: Sequence[Look]) -> list[BuilderView]:
        assert isinstance(position, Builder)
        return views(position, setup, looks)


# --- tokens that are dealt face down

TOKEN_PILES = ("scaffold", "tomb", "prophecies")


def token_piles(setup: Setup) -> dict[str, int]:
    """Those of this setup, and how many tokens each has."""
    edition = dynasty_of(setup)
    piles: dict[str, int] = {}
    if setup.sides[1] == "C":
        piles["scaffold"] = len(edition.pyramids.C.tokens)
    if setup.sides[3] == "D":
        piles["tomb"] = edition.burial_chamber.D.tokens
    if setup.variants["prophecies"]:
        piles["prophecies"] = len(edition.prophecies.cards)
    return piles


def _token_ids(pile: str, setup: Setup) -> list[str]:
    if pile == "prophecies":
        return list(dynasty_of(setup).prophecies.cards)
    return [str(number + 1) for number in range(token_piles(setup)[pile])]


def lay_tokens(position: Builder, deal: Deal) -> None:
    pyramids, chamber = position.boards[Site.PYRAMIDS], position.boards[Site.BURIAL_CHAMBER]
    if isinstance(pyramids, PyramidsC):
        pyramids.tokens.fill(deal["scaffold"])
    if isinstance(chamber, BurialChamberD):
        chamber.tokens.fill(deal["tomb"])
    if "prophecies" in deal:
        position.prophecies.pile.fill(deal["prophecies"])


WITH_AMOUNT = ("get", "get_and_move", "take_stones", "take_points")


def _amount(position: Builder, verb: str) -> int:
    """Points or stones that a gift, or getting stones, brings."""
    values, player = position.values, position.players[position.decider()]
    entry = position.agenda[position.depth - 1]
    place, temple = int(what_of(entry)), at_of(entry) == Site.TEMPLE
    if verb == "take_points":
        return int(values.temple_points[place])
    if verb == "take_stones":
        stones = values.temple_stones[place] if temple else values.pyramid_stones[place - 1]
    else:
        stones = values.stones_per_get
    return int(min(stones, player.room - player.sled, player.quarry))  # B1
