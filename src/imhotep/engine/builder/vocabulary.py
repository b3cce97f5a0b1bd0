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
    LEVER: Final[i64] = 9  # the blue cards
    HAMMER: Final[i64] = 10
    SAIL: Final[i64] = 11
    CHISEL: Final[i64] = 12
    RAFT: Final[i64] = 13
    LOADING_PLANK: Final[i64] = 14  # the last blue one
    CARGO_SLED: Final[i64] = 15
    PRIVATE_QUARRY: Final[i64] = 16
    STONE_ORNAMENT: Final[i64] = 17


class Color:
    """Of market cards; a cargo sled has none of them (N19)."""

    RED: Final[i64] = 0
    GREEN: Final[i64] = 1
    PURPLE: Final[i64] = 2
    BLUE: Final[i64] = 3


class Source:
    """Where points come from: the sites by their own numbers, then cards, prophecies and wrath."""

    STATUES: Final[i64] = 5
    DECORATIONS: Final[i64] = 6
    ORNAMENTS: Final[i64] = 7
    PRIVATE_QUARRIES: Final[i64] = 8
    UNUSED_CARDS: Final[i64] = 9
    PROPHECIES: Final[i64] = 10
    WRATH: Final[i64] = 11
    COUNT: Final[i64] = 12


class Step:
    """Entries of the agenda; the comments say what `seat`, `at` and `what` mean."""

    TURN: Final[i64] = 0
    CHOOSE: Final[i64] = 1  # at site `at`, whose board knows what `what` is about
    LOAD: Final[i64] = 2  # one stone onto any ship
    LOAD_TO_SAIL: Final[i64] = 3  # one stone onto a ship that can sail then
    SAIL_SHIP: Final[i64] = 4  # ship `at` to any free site
    SAIL_BY_LEVER: Final[i64] = 5
    ORDER: Final[i64] = 6  # whose stone leaves ship `at` as number `what`
    RAFT: Final[i64] = 7  # one stone onto any site
    SAIL_BY_PLANK: Final[i64] = 8  # a ship with an own stone to where one lies already
    END_TURN: Final[i64] = 32
    DELIVER: Final[i64] = 33  # a stone of `seat` arrives at site `at`; `what` is 1 if it comes by raft
    RETURN_STONE: Final[i64] = 34  # a stone of `seat` goes back to the quarry
    DISCARD: Final[i64] = 35  # card `at`, carried out by now, goes onto the discard pile
    GAIN_CARD: Final[i64] = 36  # `seat` gets card `at`, the second one of a pair
    UNLOAD: Final[i64] = 37  # the front stone of ship `at`, lying at site `what`, and then the others
    END_ROUND: Final[i64] = 38  # `seat` had the last turn
    CLEAR_TABLE: Final[i64] = 39  # after the assessment; `seat` had the last turn


class Action:
    """Codes of decisions: one contiguous block per kind, as long as any edition needs it."""

    GET_STONES: Final[i64] = 0
    GET_STONES_AND_MOVE: Final[i64] = 1  # and Imhotep goes on (N9)
    LOAD: Final[i64] = 2  # + ship * SPACES + space
    SAIL: Final[i64] = 18  # + ship * SITES + site
    PLAY_CARD: Final[i64] = 38  # + card - Card.LEVER
    PASS: Final[i64] = 44
    PROPHESY: Final[i64] = 45  # + prophecy on the table, from the left
    PICK_CARD: Final[i64] = 53  # + space of the market
    PICK_PAIR: Final[i64] = 57  # + first space * MARKET_SPACES + second space
    KEEP_CARD: Final[i64] = 73  # + card, of those looked at
    NEXT_STONE: Final[i64] = 91  # + seat whose stone is unloaded next
    RAFT: Final[i64] = 95  # + site
    PYRAMID: Final[i64] = 100  # + pyramid, from the left
    MOUND: Final[i64] = 104  # + space, level by level from the ground
    TOMB: Final[i64] = 140  # + number on the token, from 0
    ALLEY: Final[i64] = 200  # + obelisk
    ADD_TOKEN: Final[i64] = 212  # + way of turning it * COLUMNS + its left column
    TAKE_POINTS: Final[i64] = 260
    TAKE_STONES: Final[i64] = 261
    TAKE_CARD: Final[i64] = 262
    DECLINE: Final[i64] = 263
    COUNT: Final[i64] = 264


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
    CARD_PLAYED: Final[i64] = 20  # at: card, more: 1 if face down until now
    CARD_DISCARDED: Final[i64] = (
        21  # at: card, what: space of the market it lay on, or NOWHERE, more: 1 if face down until now
    )
    PILE_SHUFFLED: Final[i64] = 22  # what: how many cards the new draw pile has
    DECLINED: Final[i64] = 23  # at: site
    POINTS: Final[i64] = 24  # at: source, what: points, more: place on a site, or NOWHERE
    ROUND_ENDED: Final[i64] = 25  # at: round from 0
    GAME_ENDED: Final[i64] = 26
    STONE_RAFTED: Final[i64] = 27  # from the sled; at: site
    COIN_PAID: Final[i64] = 28
    SCAFFOLD_TURNED: Final[i64] = 29  # at: token from 0
    SCAFFOLD_LEFT_OUT: Final[i64] = 30  # at: token from 0
    IMHOTEP_MOVED: Final[i64] = 31  # at: space
    CHARIOT_MOVED: Final[i64] = 32  # at: space of the track, what: where it came from
    TOMB_TURNED: Final[i64] = 33  # at: number from 0
    TOMB_TAKEN: Final[i64] = 34  # at: number from 0
    TOMB_REMOVED: Final[i64] = 35  # at: number from 0; nobody took it
    TOKEN_ADDED: Final[i64] = 36  # at: space of the path, what: turning * COLUMNS + left column, more: lowest row
    TOKEN_PUT_BACK: Final[i64] = 37  # at: space of the path
    PROPHECY_DRAWN: Final[i64] = 38  # at: prophecy of the edition, what: its place on the table
    PROPHESIED: Final[i64] = 39  # at: prophecy on the table, what: pair of rounds
    PROPHECY_FULFILLED: Final[i64] = 40  # at: prophecy on the table
    CARDS_DRAWN_TO_LOOK: Final[i64] = 41  # what: how many
    CARD_SHOWN: Final[i64] = 42  # at: card that lay face down before its owner until the end
    PROPHECY_FAILED: Final[i64] = 43  # at: prophecy on the table


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
    NO_CORRIDOR: Final[i64] = 33
    IMHOTEP_STAYS: Final[i64] = 34  # no other space is free
    NO_PROPHECIES: Final[i64] = 35
    NO_SUCH_PROPHECY: Final[i64] = 36
    NO_SCARAB: Final[i64] = 37
    PROPHESIED_BEFORE: Final[i64] = 38  # this one
    PROPHESIED_IN_THESE_ROUNDS: Final[i64] = 39
    NO_COIN: Final[i64] = 40
    NOT_ADJACENT: Final[i64] = 41
    THREE_STONES_NEEDED: Final[i64] = 42
    NO_OWN_STONE: Final[i64] = 43  # on that ship
    NO_SHIP_THERE: Final[i64] = 44  # at that site
    NO_SHIP_TO_PLANK: Final[i64] = 45
    NOTHING_TO_REST_ON: Final[i64] = 46
    NO_SUCH_TOKEN: Final[i64] = 47
    DOES_NOT_FIT: Final[i64] = 48
    DISPLAY_NOT_EMPTY: Final[i64] = 49
    NO_MOUND_SPACE: Final[i64] = 50  # none of that number, or taken
    NO_ALLEY_SPACE: Final[i64] = 51  # none of that number, or taken
    NO_STONE_TO_RETURN: Final[i64] = 52
    CARD_NOT_DRAWN: Final[i64] = 53  # temple of Ra
    CARD_NOT_IN_STACK: Final[i64] = 54  # black market
    ONE_CARD_ONLY: Final[i64] = 55


SITES: Final[i64] = 5
SHIPS: Final[i64] = 4
SPACES: Final[i64] = 4  # on the largest ship
SEATS: Final[i64] = 4  # at most
MARKET_SPACES: Final[i64] = 4
PYRAMIDS: Final[i64] = 4  # side by side, at most
PROPHECIES: Final[i64] = 8  # on the table, at most
MOUND_SPACES: Final[i64] = 36  # at most
TOMB_NUMBERS: Final[i64] = 60  # at most
ALLEY_SPACES: Final[i64] = 12  # at most
COLUMNS: Final[i64] = 6  # of a great obelisk, at most
TURNINGS: Final[i64] = 8  # of a token, at most
CARDS: Final[i64] = 18  # kinds, with NONE
EMPTY: Final[i64] = -1  # no stone here
NOWHERE: Final[i64] = -1  # in events
