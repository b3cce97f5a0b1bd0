"""Names for the numbers of Builder of Egypt: what the parts of the engine, and those who use it raw, talk about."""

from typing import Final

from mypy_extensions import i64


class Site:
    MARKET: Final[i64] = 0
    PYRAMIDS: Final[i64] = 1
    TEMPLE: Final[i64] = 2
    BURIAL_CHAMBER: Final[i64] = 3
    OBELISKS: Final[i64] = 4


class Card:
    NONE: Final[i64] = 0
    ENTRANCE: Final[i64] = 1
    SARCOPHAGUS: Final[i64] = 2
    PAVED_PATH: Final[i64] = 3
    DECORATION: Final[i64] = 4  # + site - Site.PYRAMIDS: four cards
    STATUE: Final[i64] = 8
    LEVER: Final[i64] = 9  # the blue cards, to the end
    HAMMER: Final[i64] = 10
    SAIL: Final[i64] = 11
    CHISEL: Final[i64] = 12


class Source:
    """Where points come from: the sites by their own numbers, then the cards and the wrath."""

    STATUES: Final[i64] = 5
    DECORATIONS: Final[i64] = 6
    UNUSED_CARDS: Final[i64] = 7
    WRATH: Final[i64] = 8
    COUNT: Final[i64] = 9


class Step:
    """Entries of the agenda; the comments say what `seat`, `at` and `what` mean."""

    TURN: Final[i64] = 0
    CHOOSE: Final[i64] = 1  # at site `at`, whose board knows what `what` is about
    LOAD: Final[i64] = 2  # one stone onto any ship
    LOAD_TO_SAIL: Final[i64] = 3  # one stone onto a ship that can sail then
    SAIL_SHIP: Final[i64] = 4  # ship `at` to any free site
    SAIL_BY_LEVER: Final[i64] = 5
    ORDER: Final[i64] = 6  # whose stone leaves ship `at` as number `what`
    END_TURN: Final[i64] = 32
    DELIVER: Final[i64] = 33  # a stone of `seat` arrives at site `at`
    RETURN_STONE: Final[i64] = 34  # a stone of `seat` goes back to the quarry
    DISCARD: Final[i64] = 35  # card `at`, carried out by now, goes onto the discard pile
    UNLOAD: Final[i64] = 36  # the front stone of ship `at`, lying at site `what`, and then the others
    END_ROUND: Final[i64] = 37  # `seat` had the last turn
    CLEAR_TABLE: Final[i64] = 38  # after the assessment; `seat` had the last turn


class Action:
    """Codes of decisions: one contiguous block per kind."""

    GET_STONES: Final[i64] = 0
    LOAD: Final[i64] = 1  # + ship * SPACES + space
    SAIL: Final[i64] = 17  # + ship * SITES + site
    PLAY_CARD: Final[i64] = 37  # + card - Card.LEVER
    PASS: Final[i64] = 41
    PICK_CARD: Final[i64] = 42  # + space of the market
    KEEP_CARD: Final[i64] = 46  # + card, of those looked at
    NEXT_STONE: Final[i64] = 59  # + seat whose stone is unloaded next
    PYRAMID: Final[i64] = 63  # + pyramid, from the left
    TAKE_POINTS: Final[i64] = 67
    TAKE_STONES: Final[i64] = 68
    TAKE_CARD: Final[i64] = 69
    DECLINE: Final[i64] = 70
    COUNT: Final[i64] = 71


class Event:
    """What the journal records; the comments say what `at`, `what` and `more` mean. 0 is the kernel's FORCED."""

    ROUND_BEGAN: Final[i64] = 1  # at: round from 0
    SHIP_READY: Final[i64] = 2  # at: ship, what: size, more: minimum
    CARD_DEALT: Final[i64] = 3  # at: card, what: space of the market
    CARD_DEALT_DOWN: Final[i64] = 4  # what: space of the market
    TURN_BEGAN: Final[i64] = 5
    PASSED: Final[i64] = 6
    STONES_TAKEN: Final[i64] = 7  # what: how many from quarry to sled
    STONE_LOADED: Final[i64] = 8  # at: ship, what: space
    SHIP_SAILED: Final[i64] = 9  # at: ship, what: site
    STONE_ORDERED: Final[i64] = 10  # at: ship, what: its number when unloading, from 0; seat: its owner
    STONE_UNLOADED: Final[i64] = 11  # at: ship, what: space, more: site
    STONE_QUARRIED: Final[i64] = 12  # straight from the quarry; at: site
    STONE_BUILT: Final[i64] = 13  # at: site, what: place there, as its board counts them
    TOWER_BUILT: Final[i64] = 14  # at: site, what: space of the tower
    STONE_RETURNED: Final[i64] = 15  # to the quarry; at: ship or NOWHERE, what: space
    CARD_PICKED: Final[i64] = 16  # at: card, what: space of the market
    CARDS_LOOKED_AT: Final[i64] = 17  # what: space of the market, more: how many
    CARD_KEPT: Final[i64] = 18  # at: card, what: space of the market
    CARD_DRAWN: Final[i64] = 19  # at: card, from the draw pile
    CARD_PLAYED: Final[i64] = 20  # at: card
    CARD_DISCARDED: Final[i64] = (
        21  # at: card, what: space of the market it lay on, or NOWHERE, more: 1 if face down until now
    )
    PILE_SHUFFLED: Final[i64] = 22  # what: how many cards the new draw pile has
    DECLINED: Final[i64] = 23  # at: site
    POINTS: Final[i64] = 24  # at: source, what: points, more: place on a site, or NOWHERE
    ROUND_ENDED: Final[i64] = 25  # at: round from 0
    GAME_ENDED: Final[i64] = 26


class Refusal:
    """Why a code is not legal. The table's catalogue names the rule of each."""

    SLED_FULL: Final[i64] = 8
    QUARRY_EMPTY: Final[i64] = 9
    SLED_EMPTY: Final[i64] = 10
    SHIP_SAILED: Final[i64] = 11
    SHIP_FULL: Final[i64] = 12
    NO_SUCH_SPACE: Final[i64] = 13
    SPACE_TAKEN: Final[i64] = 14
    BELOW_MINIMUM: Final[i64] = 15
    DOCK_TAKEN: Final[i64] = 16
    OTHER_SHIP: Final[i64] = 17  # stone and sailing concern the same ship
    NOT_IN_HAND: Final[i64] = 18
    NO_SHIP_READY: Final[i64] = 19
    NO_ROOM_ON_SHIPS: Final[i64] = 20
    NO_STONE_AT_ALL: Final[i64] = 21  # neither on the sled nor in the quarry
    TWO_STONES_NEEDED: Final[i64] = 22
    TWO_SPACES_NEEDED: Final[i64] = 23
    CAN_ACT: Final[i64] = 24  # passing needs that nothing else is possible
    NO_CARD_THERE: Final[i64] = 25
    MUST_PICK: Final[i64] = 26
    CARD_NOT_SEEN: Final[i64] = 27
    NO_STONE_OF_SEAT: Final[i64] = 28
    PYRAMID_COMPLETE: Final[i64] = 29
    NO_SUCH_PYRAMID: Final[i64] = 30
    NOT_OFFERED: Final[i64] = 31  # this space gives something else
    NO_CARD_LEFT: Final[i64] = 32


SITES: Final[i64] = 5
SHIPS: Final[i64] = 4
SPACES: Final[i64] = 4  # on the largest ship
MARKET_SPACES: Final[i64] = 4
PYRAMIDS: Final[i64] = 4  # side by side, at most
CARDS: Final[i64] = 13  # kinds, with NONE
EMPTY: Final[i64] = -1  # no stone here
NOWHERE: Final[i64] = -1  # in events
