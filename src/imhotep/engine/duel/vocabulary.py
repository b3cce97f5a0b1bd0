"""Names for the numbers of The Duel: what the parts of the engine, and those who use it raw, talk about."""

from typing import Final

from mypy_extensions import i64


class Site:
    OBELISK: Final[i64] = 0
    TEMPLE: Final[i64] = 1
    PYRAMIDS: Final[i64] = 2
    TOMB: Final[i64] = 3


class Token:
    """Kinds of cargo tokens; equal ones can't be told apart."""

    NONE: Final[i64] = 0
    OBELISK: Final[i64] = 1
    LIGHT_PYRAMID: Final[i64] = 2
    DARK_PYRAMID: Final[i64] = 3
    TAKE: Final[i64] = 4  # the action tokens
    PLACE: Final[i64] = 5
    PLACE_AND_UNLOAD: Final[i64] = 6
    SWAP_AND_UNLOAD: Final[i64] = 7  # the last of them
    TEMPLE: Final[i64] = 8  # + which of the edition's, by symbols
    TOMB: Final[i64] = 14  # + number from 0


class Source:
    """Where points come from: the sites by their own numbers, then what is left over."""

    ACTION_TOKENS: Final[i64] = 4
    MEEPLES: Final[i64] = 5
    COUNT: Final[i64] = 6


class Step:
    """Entries of the agenda; the comments say what `seat`, `at` and `what` mean."""

    TURN: Final[i64] = 0
    PLACE: Final[i64] = 1  # a meeple
    PLACE_MORE: Final[i64] = 2  # another one, or stop
    PLACE_TO_UNLOAD: Final[i64] = 3  # a meeple where a boat can be unloaded afterwards
    UNLOAD: Final[i64] = 4  # a boat
    UNLOAD_MORE: Final[i64] = 5  # another one, or stop
    SWAP: Final[i64] = 6  # two tokens of a boat
    TAKE: Final[i64] = 7  # a token from any boat
    END_TURN: Final[i64] = 32
    NEXT_PART: Final[i64] = 33  # of action token `at`: number `what` from 0, or what comes after it


class Action:
    """Codes of decisions: one contiguous block per kind."""

    PLACE: Final[i64] = 0  # + space of the harbour, row by row
    UNLOAD: Final[i64] = 9  # + boat
    PLAY: Final[i64] = 15  # + token - Token.TAKE
    PASS: Final[i64] = 19
    STOP: Final[i64] = 20  # no further meeple, no further boat
    TAKE: Final[i64] = 21  # + boat * CARGO + cargo space
    SWAP: Final[i64] = 39  # + boat * CARGO + which two: the first, the outer or the last ones
    COUNT: Final[i64] = 57


class Event:
    """What the journal records; the comments say what `at`, `what` and `more` mean. 0 is the kernel's FORCED."""

    GAME_BEGAN: Final[i64] = 1  # seat: who starts
    TOKEN_LOADED: Final[i64] = 2  # from the supply; at: token, what: boat, more: cargo space
    TURN_BEGAN: Final[i64] = 3
    PASSED: Final[i64] = 4
    STOPPED: Final[i64] = 5
    MEEPLE_PLACED: Final[i64] = 6  # at: space of the harbour
    BOAT_UNLOADED: Final[i64] = 7  # begins; at: boat, what: how many meeples stand there
    MEEPLE_RETURNED: Final[i64] = 8  # at: space of the harbour it stood on
    TOKEN_UNLOADED: Final[i64] = 9  # seat: who gets it; at: token, what: boat, more: cargo space
    TOKEN_REMOVED: Final[i64] = 10  # into the box; at: token, what: boat, more: cargo space
    BOAT_LEFT: Final[i64] = 11  # at: boat
    ACTION_PLAYED: Final[i64] = 12  # at: token, which goes into the box
    TOKENS_SWAPPED: Final[i64] = 13  # at: boat, what: cargo space, more: cargo space
    TOKEN_TAKEN: Final[i64] = 14  # by the action token; at: token, what: boat, more: cargo space
    RESERVE_LOADED: Final[i64] = 15  # from the reserve; at: token, what: boat, more: cargo space
    FIRST_TO_FIVE: Final[i64] = 16  # obelisk B: the token that is turned over
    POINTS: Final[i64] = 17  # at: source, what: points
    GAME_ENDED: Final[i64] = 18


class Refusal:
    """Why a code is not legal. The table's catalogue names the rule of each."""

    NO_MEEPLE: Final[i64] = 8  # all stand on the harbour
    SPACE_TAKEN: Final[i64] = 9
    BOAT_GONE: Final[i64] = 10
    TOO_FEW_MEEPLES: Final[i64] = 11  # in that row or column
    NO_SUCH_ACTION: Final[i64] = 12  # none of these action tokens is there to be played
    TWO_MEEPLES_NEEDED: Final[i64] = 13
    NO_UNLOADING_AFTER: Final[i64] = 14  # wherever the meeple goes
    NO_UNLOADING_FROM_THERE: Final[i64] = 15  # if the meeple goes there
    NO_BOAT_TO_UNLOAD: Final[i64] = 16
    NOTHING_TO_SWAP: Final[i64] = 17
    EQUAL_TOKENS: Final[i64] = 18
    NOTHING_TO_TAKE: Final[i64] = 19
    ACTION_STAYS: Final[i64] = 20  # an action token can't be taken
    CAN_ACT: Final[i64] = 21  # passing needs that nothing else is possible
    MUST_PLACE: Final[i64] = 22  # no stopping yet
    MUST_UNLOAD: Final[i64] = 23
    NOTHING_POSSIBLE: Final[i64] = 24  # no part of it, by the house rule
    OTHER_TOKEN: Final[i64] = 25  # than the one that was named lies there (only the table says so)


SITES: Final[i64] = 4
SEATS: Final[i64] = 2
MEEPLES: Final[i64] = 4  # of each player
SPACES: Final[i64] = 9  # of the harbour
LINES: Final[i64] = 6  # rows from the top, then columns from the left; each has its boat
CARGO: Final[i64] = 3  # spaces on a boat, from the harbour outwards
TEMPLES: Final[i64] = 6  # kinds of temple tokens, at most
TOMBS: Final[i64] = 24  # tomb numbers, at most
KINDS: Final[i64] = 38  # of tokens, with NONE
TOKENS: Final[i64] = 200  # in the box, at most
EMPTY: Final[i64] = -1  # nobody
