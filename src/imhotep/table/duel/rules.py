"""The Duel as a GameRules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.observation import DuelObserver
from imhotep.engine.duel.vocabulary import CARGO, LINES, Refusal, Step
from imhotep.engine.kernel import FORCED, Position, step_of
from imhotep.engine.observer import Observer
from imhotep.table.chance import Stream
from imhotep.table.duel import custom_position, edition, notation
from imhotep.table.duel.events import event_of, reveals
from imhotep.table.duel.piece_worth import piece_worths
from imhotep.table.duel.printed import DuelPrinted, printed
from imhotep.table.duel.values import edition_of, engine_values, token_counts, token_ids
from imhotep.table.duel.view import DuelView, points_of, views
from imhotep.table.duel.words import COLORS, SITE_IDS, SOURCE_IDS, TOKEN_SOURCES
from imhotep.table.editions import Edition, box_of
from imhotep.table.errors import NotationError, SetupError
from imhotep.table.moves import Event, Move
from imhotep.table.piece_worth import PieceWorth
from imhotep.table.rules import Deal, GameRules, Look, Piece, Progress, RawEvent, ids_of, shared_values
from imhotep.table.setup import OptionSpec, Setup

REFUSAL_IDS = ids_of(Refusal)
QUESTIONS: dict[int, str] = {
    int(Step.TURN): "turn",
    int(Step.PLACE): "place",
    int(Step.PLACE_MORE): "place_more",
    int(Step.PLACE_TO_UNLOAD): "place_to_unload",
    int(Step.UNLOAD): "unload",
    int(Step.UNLOAD_MORE): "unload_more",
    int(Step.SWAP): "swap",
    int(Step.TAKE): "take",
}


class DuelRules(GameRules):
    id = "duel"
    versions = (1,)
    boxes = ("duel",)
    players = (2,)
    sites = SITE_IDS
    side_letters = "AB"
    colors = COLORS
    sources = SOURCE_IDS
    takings = frozenset(("token_unloaded", "token_taken"))
    example = "place 2 2"
    variants: ClassVar[Mapping[str, OptionSpec]] = {}
    house_rules: ClassVar[Mapping[str, OptionSpec]] = {
        "refill_at_end_of_turn": OptionSpec(False),
        "partial_action_tokens": OptionSpec(False),
        "english_pyramid_b": OptionSpec(False),
    }

    # --- beginnings

    def standard_edition(self, box: str) -> Edition[Any]:
        return edition.standard()

    def read_edition(self, text: str, origin: str) -> Edition[Any]:
        box_of(text, origin, self.boxes)
        return edition.read(text, origin)

    def boxes_in_play(self, setup: Setup) -> tuple[str, ...]:
        return self.boxes

    def blank(self, setup: Setup) -> Duel:
        return Duel(shared_values(setup, engine_values), setup.sides)

    def observer(self) -> Observer:
        return DuelObserver()

    def deal(self, setup: Setup) -> Deal:
        if setup.position is not None:
            return custom_position.deal(setup)
        tokens = [token for token, count in enumerate(token_counts(edition_of(setup))) for _ in range(count)]
        return {"tokens": Stream(setup.seed, "tokens").shuffled(tokens)}

    def begin(self, position: Position, setup: Setup, deal: Deal) -> None:
        assert isinstance(position, Duel)
        position.clear()
        if sorted(deal.get("tokens", [])) != sorted(self.deal(setup)["tokens"]):
            raise SetupError("the tokens of this deal aren't those of this setup")
        if setup.position is not None:
            custom_position.set_up(position, setup, deal)
        else:
            position.supply.fill(deal["tokens"])
            position.start(setup.first)

    def pile_text(self, pile: str, items: list[int], setup: Setup) -> str:
        ids = token_ids(edition_of(setup))
        return " ".join(ids[item] for item in reversed(items))

    def parse_pile(self, pile: str, text: str, setup: Setup) -> list[int]:
        ids = token_ids(edition_of(setup))
        for word in text.split():
            if word not in ids:
                raise NotationError(f"no token is called {word!r}")
        return [ids.index(word) for word in text.split()][::-1]

    def pieces(self, setup: Setup) -> list[Piece]:
        edition = edition_of(setup)
        return [
            Piece(id, self.words.token_name(id), count, TOKEN_SOURCES[id.rstrip("_0123456789")])
            for id, count in zip(token_ids(edition), token_counts(edition), strict=True)
            if count
        ]

    def printed(self, setup: Setup) -> DuelPrinted:
        return printed(setup)

    # --- decisions

    def moves(self, position: Position, setup: Setup, codes: Sequence[int]) -> list[Move]:
        cargo = _cargo(position, setup)
        return [notation.move_of(code, cargo) for code in codes]

    def read_move(self, position: Position, setup: Setup, text: str) -> int:
        return notation.code_of(text, _cargo(position, setup))

    def refusal(self, number: int) -> str:
        return REFUSAL_IDS[number]

    # --- what is seen

    def event(self, raw: RawEvent, setup: Setup, viewer: int | None) -> Event:
        forced = notation.move_of(raw[2]).text if raw[0] == FORCED else ""
        return event_of(raw, forced, token_ids(edition_of(setup)))

    def reveals(self, raw: RawEvent) -> bool:
        return reveals(raw)

    def worth(self, position: Position, setup: Setup, viewer: int | None) -> list[dict[str, int]]:
        return [points_of(position, seat) for seat in range(setup.players)]

    def piece_worths(self, position: Position, setup: Setup, viewer: int | None) -> list[PieceWorth]:
        assert isinstance(position, Duel)
        return piece_worths(position, setup)

    def question(self, position: Position) -> str:
        return QUESTIONS[int(step_of(position.agenda[position.depth - 1]))]

    def progress(self, position: Position) -> Progress:
        """Every game has as many unloadings: one for each refill, and one for each boat that leaves."""
        assert isinstance(position, Duel)
        values, boats = position.values, int(LINES)
        refills = int(sum(values.tokens) - values.reserve) // int(CARGO) - boats
        return Progress("unloading", min(int(position.unloads) + 1, refills + boats - 1), refills + boats - 1)

    def seen(self, position: Position, setup: Setup, looks: Sequence[Look]) -> list[DuelView]:
        assert isinstance(position, Duel)
        return views(position, setup, looks)


def _cargo(position: Position, setup: Setup) -> list[str]:
    """What lies on the boats, by name."""
    assert isinstance(position, Duel)
    ids = token_ids(edition_of(setup))
    return [ids[token] for token in position.cargo]
