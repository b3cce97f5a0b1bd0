"""Builder of Egypt as a Kind."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import structs

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import MarketB
from imhotep.engine.builder.vocabulary import EMPTY, Refusal, Site, Step
from imhotep.engine.kernel import FORCED, GAME_OVER, LEGAL, NOT_ASKED, Actions, Position, at_of, step_of, what_of
from imhotep.table.builder import edition, notation
from imhotep.table.builder import position as by_hand
from imhotep.table.builder.events import event_of, reveals
from imhotep.table.builder.view import BuilderView, view
from imhotep.table.builder.words import CARD_IDS, COLORS, SITE_IDS, SOURCE_IDS
from imhotep.table.catalogue import catalogue
from imhotep.table.chance import Stream
from imhotep.table.editions import Edition
from imhotep.table.errors import IllegalMove, NotationError, SetupError
from imhotep.table.kind import Deal, Kind, RawEvent
from imhotep.table.moves import Event, Move
from imhotep.table.setup import OptionSpec, Setup

REFUSAL_IDS: dict[int, str] = {int(GAME_OVER): "game_over", int(NOT_ASKED): "not_asked"} | {
    int(number): name.lower() for name, number in vars(Refusal).items() if name.isupper()
}
QUESTIONS: dict[int, str] = {
    int(Step.TURN): "turn",
    int(Step.LOAD): "load",
    int(Step.LOAD_TO_SAIL): "load_to_sail",
    int(Step.SAIL_SHIP): "sail_ship",
    int(Step.SAIL_BY_LEVER): "sail_by_lever",
    int(Step.ORDER): "order",
}


class BuilderKind(Kind):
    id = "builder"
    rules_version = 1
    players = (2, 3, 4)
    sites = SITE_IDS
    side_letters = "AB"
    colors = COLORS
    sources = SOURCE_IDS
    variants: ClassVar[Mapping[str, OptionSpec]] = {"wrath": OptionSpec(False)}
    house_rules: ClassVar[Mapping[str, OptionSpec]] = {
        "may_decline_card": OptionSpec(False),
        "second_color": OptionSpec(False, players=(2,)),
    }

    # --- beginnings

    def standard_edition(self) -> Edition[edition.BuilderEdition]:
        return edition.standard()

    def read_edition(self, text: str, origin: str) -> Edition[edition.BuilderEdition]:
        return edition.read(text, origin)

    def blank(self, setup: Setup) -> Builder:
        values = edition.engine_values(
            setup.edition.values,
            setup.players,
            setup.sides,
            wrath=bool(setup.variants["wrath"]),
            may_decline_card=bool(setup.rules["may_decline_card"]),
            second_color=bool(setup.rules["second_color"]),
        )
        return Builder(values, setup.sides)

    def deal(self, setup: Setup) -> Deal:
        deal = self._dealt(setup)
        # Equal round cards can't be told apart: number them as a record does.
        deal["rounds"] = self.parse_pile("rounds", self.pile_text("rounds", deal["rounds"], setup), setup)
        return deal

    def _dealt(self, setup: Setup) -> Deal:
        if setup.position is not None:
            return by_hand.deal(setup)
        counts: edition.BuilderEdition = setup.edition.values
        cards = [card for card in range(1, len(CARD_IDS)) for _ in range(getattr(counts.cards, CARD_IDS[card]))]
        rounds = range(len(counts.round_cards.of(setup.players)))
        return {
            "cards": Stream(setup.seed, "cards").shuffled(cards),
            "rounds": Stream(setup.seed, "rounds").shuffled(rounds),
        }

    def begin(self, position: Position, setup: Setup, deal: Deal) -> None:
        assert isinstance(position, Builder)
        position.clear()
        expected = self.deal(setup)
        for pile, items in expected.items():
            if sorted(deal.get(pile, [])) != sorted(items):
                raise SetupError(f"the deal has other {pile} than this setup")
        if setup.position is not None:
            by_hand.set_up(position, setup, deal)
        else:
            position.draw_pile.fill(deal["cards"])
            position.coming_rounds.fill(deal["rounds"])
            position.start(setup.first)

    def pile_text(self, pile: str, items: list[int], setup: Setup) -> str:
        if pile == "rounds":
            cards = setup.edition.values.round_cards.of(setup.players)
            return " ".join("-".join(map(str, cards[item])) for item in reversed(items))
        return " ".join(CARD_IDS[item] for item in reversed(items))

    def parse_pile(self, pile: str, text: str, setup: Setup) -> list[int]:
        items: list[int] = []
        if pile == "rounds":
            cards = setup.edition.values.round_cards.of(setup.players)
            for word in text.split():
                found = [n for n, card in enumerate(cards) if "-".join(map(str, card)) == word and n not in items]
                if not found:
                    raise NotationError(f"no round card {word!r} is left")
                items.append(found[0])
        else:
            for word in text.split():
                if word not in CARD_IDS[1:]:
                    raise NotationError(f"no card is called {word!r}")
                items.append(CARD_IDS.index(word))
        return items[::-1]

    # --- decisions

    def move(self, position: Position, setup: Setup, code: int) -> Move:
        assert isinstance(position, Builder)
        move = notation.move_of(code, notation.names_of(setup), notation.open_cards(position))
        asked = not position.is_over() and position.why_not(code) == LEGAL
        amount = _amount(position, move) if asked else None
        return move if amount is None else structs.replace(move, amount=amount)

    def code(self, position: Position, setup: Setup, text: str) -> int:
        assert isinstance(position, Builder)
        try:
            return notation.code_of(text, notation.names_of(setup), notation.open_cards(position))
        except notation.OtherCardError as other:
            if position.why_not(other.code) in (NOT_ASKED, GAME_OVER):  # then that is the reason
                return other.code
            words = catalogue().refusals["no_card_there"]
            raise IllegalMove(f"{text}: {words.text} ({words.rule})", words.rule, "no_card_there") from None

    def refusal(self, number: int) -> str:
        return REFUSAL_IDS[number]

    # --- what is seen

    def event(self, raw: RawEvent, setup: Setup, viewer: int | None) -> Event:
        forced = notation.move_of(raw[2], notation.names_of(setup)).text if raw[0] == FORCED else ""
        return event_of(raw, forced, viewer)

    def reveals(self, raw: RawEvent) -> bool:
        return reveals(raw)

    def question(self, position: Position) -> str:
        assert isinstance(position, Builder)
        entry = position.agenda[position.depth - 1]
        step = int(step_of(entry))
        if step in QUESTIONS:
            return QUESTIONS[step]
        market = position.boards[Site.MARKET]
        match at_of(entry):
            case Site.MARKET:
                return "keep_card" if isinstance(market, MarketB) and market.looker != EMPTY else "pick_card"
            case Site.PYRAMIDS:
                return "pyramid_bonus" if what_of(entry) else "pyramid"
            case _:
                return "temple"

    def round(self, position: Position) -> int:
        assert isinstance(position, Builder)
        return int(min(position.round + 1, position.values.rounds))

    def view(
        self, position: Position, setup: Setup, seat: int | None, names: Sequence[str], is_over: bool
    ) -> BuilderView:
        assert isinstance(position, Builder)
        decides = not is_over and position.decider() == seat
        moves: list[Move] = []
        if decides:
            actions = Actions()
            position.legal(actions)
            moves = [self.move(position, setup, code) for code in actions.to_list()]
        question = self.question(position) if decides else None
        return view(position, setup, seat, names, is_over, question, moves)


def _amount(position: Builder, move: Move) -> int | None:
    """Points or stones that a gift, or getting stones, brings."""
    values, player = position.values, position.players[position.decider()]
    entry = position.agenda[position.depth - 1]
    place, temple = int(what_of(entry)), at_of(entry) == Site.TEMPLE
    match move.verb:
        case "get":
            stones = values.stones_per_get
        case "take_stones":
            stones = values.temple_stones[place] if temple else values.pyramid_stones[place - 1]
        case "take_points":
            return int(values.temple_points[place])
        case _:
            return None
    return int(min(stones, values.sled - player.sled, player.quarry))  # B1
