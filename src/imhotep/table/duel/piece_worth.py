"""What tokens are worth to each seat."""

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.vocabulary import CARGO, LINES, SEATS, Site, Token
from imhotep.table.duel.values import edition_of, token_counts, token_ids
from imhotep.table.piece_worth import PieceWorth, SeatWorth
from imhotep.table.setup import Setup


def piece_worths(position: Duel, setup: Setup) -> list[PieceWorth]:
    """Of all kinds of tokens: both players see the same."""
    edition = edition_of(setup)
    ids, counts = token_ids(edition), token_counts(edition)
    return [_token(position, token, ids[token], copies) for token, copies in enumerate(counts) if copies]


def _token(position: Duel, token: int, id: str, copies: int) -> PieceWorth:
    before = _scores(position)
    seats = []
    for seat in range(int(SEATS)):
        one = _with(position, seat, token)
        then = _scores(one)
        held = _held(position, seat, token)
        seats.append(
            SeatWorth(
                held=held,
                counted=None,
                now=0,  # nothing is scored before the end
                end=then[seat] - before[seat],
                second=_scores(_with(one, seat, token))[seat] - then[seat] if copies - held > 1 else None,
                last=before[seat] - _scores(_without(position, seat, token))[seat] if held else None,
                others=then[1 - seat] - before[1 - seat],
            )
        )
    afloat = sum(int(position.cargo[place]) == token for place in range(int(LINES) * int(CARGO)))
    shown = afloat + position.box.to_list().count(token) + sum(seat.held for seat in seats)
    return PieceWorth(piece=id, copies=copies, unseen=max(0, copies - shown), per=None, seats=seats)


def _scores(position: Duel) -> list[int]:
    return [int(position.score(seat)) for seat in range(int(SEATS))]


def _with(position: Duel, seat: int, token: int) -> Duel:
    copy = Duel(position.values, position.sides)
    copy.copy_from(position)
    copy.lay_token(seat, token)
    return copy


def _place(position: Duel, token: int) -> tuple[int, int] | None:
    """The site where a token lies, and its kind there; None for action tokens."""
    if token >= int(Token.TOMB):
        return int(Site.TOMB), token - int(Token.TOMB)
    if token >= int(Token.TEMPLE):
        return int(Site.TEMPLE), token - int(Token.TEMPLE)
    if token >= int(Token.TAKE):
        return None
    if token >= int(Token.LIGHT_PYRAMID):
        return int(Site.PYRAMIDS), token - int(Token.LIGHT_PYRAMID)
    return int(Site.OBELISK), 0


def _held(position: Duel, seat: int, token: int) -> int:
    place = _place(position, token)
    if place is None:
        return int(position.players[seat].actions[token - int(Token.TAKE)])
    board = position.boards[place[0]]
    return int(board.counts[seat * board.width + place[1]])


def _without(position: Duel, seat: int, token: int) -> Duel:
    copy = Duel(position.values, position.sides)
    copy.copy_from(position)
    place = _place(position, token)
    if place is None:
        copy.players[seat].actions[token - int(Token.TAKE)] -= 1
    else:
        board = copy.boards[place[0]]
        board.counts[seat * board.width + place[1]] -= 1
    return copy
