"""The pyramids: points at once, by the space a stone is built on."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.cards import draw_and_gain
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, PYRAMIDS, Action, Event, Refusal, Site, Step
from imhotep.engine.kernel import LEGAL, NOT_ASKED, Actions, Random, add_numbers, copy_first, copy_items
from imhotep.engine.piles import Pile


@final
@mypyc_attr(acyclic=True)
class PyramidsA(Board):
    """One pyramid, built in a fixed order; stones beyond it go to the right edge."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.owners = vec[i64]([EMPTY] * len(values.pyramids_a))  # by space, as far as stones lie there
        self.count: i64 = 0  # stones, those at the edge too

    def reset(self) -> None:
        super().reset()
        self.count = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, PyramidsA)
        copy_items(other.built, self.built)
        self.count = other.count
        copy_first(self.in_place(), other.owners, self.owners)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        for space in range(self.in_place()):
            numbers.append(int(self.owners[space]))

    def in_place(self) -> i64:
        """Stones on the spaces of the pyramid."""
        return min(self.count, i64(len(self.owners)))

    def place(self, owner: i64, at: i64) -> None:
        if self.count < len(self.owners):
            self.owners[self.count] = owner
        self.count += 1
        self.built[owner] += 1

    def prospect(self, state: State, seat: i64) -> float:
        return float(self.next_points())

    def next_points(self) -> i64:
        if self.count < len(self.values.pyramids_a):
            return self.values.pyramids_a[self.count]
        return self.values.pyramid_overflow

    def deliver(self, state: State, owner: i64) -> None:
        space = self.count
        points = self.next_points()
        self.place(owner, space)
        state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, space)
        state.gain_points(owner, Site.PYRAMIDS, points, space)


@final
@mypyc_attr(acyclic=True)
class PyramidsB(Board):
    """The owner chooses among several pyramids; some spaces carry a bonus, which may be declined (B9)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.owners = vec[i64]([EMPTY] * len(values.pyramids_b))  # one pyramid after the other
        self.heights = vec[i64]([0] * PYRAMIDS)  # stones in each
        self.count: i64 = 0  # stones, those at the edge too

    def reset(self) -> None:
        super().reset()
        self.count = 0
        for space in range(i64(len(self.owners))):
            self.owners[space] = EMPTY
        for pyramid in range(PYRAMIDS):
            self.heights[pyramid] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, PyramidsB)
        copy_items(other.built, self.built)
        copy_items(other.owners, self.owners)
        copy_items(other.heights, self.heights)
        self.count = other.count

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.owners, numbers)

    def next_space(self, pyramid: i64) -> i64:
        start: i64 = 0
        if pyramid > 0:
            start = self.values.pyramid_ends[pyramid - 1]
        return start + self.heights[pyramid]

    def no_place(self, pyramid: i64) -> i64:
        if pyramid >= len(self.values.pyramid_ends):
            return Refusal.NO_SUCH_PYRAMID
        if self.next_space(pyramid) >= self.values.pyramid_ends[pyramid]:
            return Refusal.PYRAMID_COMPLETE
        return LEGAL

    def place(self, owner: i64, at: i64) -> None:
        """Onto pyramid `at`, or to the edge if there is none of that number."""
        if at < len(self.values.pyramid_ends):
            self.owners[self.next_space(at)] = owner
            self.heights[at] += 1
        self.count += 1
        self.built[owner] += 1

    def prospect(self, state: State, seat: i64) -> float:
        """The best of the pyramids."""
        values = self.values
        best = 0.0
        for pyramid in range(i64(len(values.pyramid_ends))):
            if self.no_place(pyramid) == LEGAL:
                space = self.next_space(pyramid)
                bonus = 1.8 * float(values.pyramid_cards[space]) + 0.4 * float(values.pyramid_stones[space])
                worth = float(values.pyramids_b[space]) + bonus + float(values.pyramid_loads[space])
                if worth > best:
                    best = worth
        return best

    def deliver(self, state: State, owner: i64) -> None:
        if self.count >= len(self.owners):  # only when all are complete (B9)
            state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, self.count)
            state.gain_points(owner, Site.PYRAMIDS, self.values.pyramid_overflow, self.count)
            self.place(owner, PYRAMIDS)
        else:
            state.push(Step.CHOOSE, owner, Site.PYRAMIDS)

    def legal(self, state: State, seat: i64, what: i64, actions: Actions) -> None:
        if what == 0:
            for pyramid in range(i64(len(self.values.pyramid_ends))):
                if self.no_place(pyramid) == LEGAL:
                    actions.add(Action.PYRAMID + pyramid)
            return
        space = what - 1  # the bonus of this space
        if self.no_card_bonus(state, space) == LEGAL:
            actions.add(Action.TAKE_CARD)
        if self.no_stones_bonus(state, seat, space) == LEGAL:
            actions.add(Action.TAKE_STONES)
        if self.no_load_bonus(space) == LEGAL:
            state.add_loads(seat, actions)
        actions.add(Action.DECLINE)

    def no_card_bonus(self, state: State, space: i64) -> i64:
        if self.values.pyramid_cards[space] == 0:
            return Refusal.NOT_OFFERED
        return state.no_card_to_draw()

    def no_stones_bonus(self, state: State, seat: i64, space: i64) -> i64:
        if self.values.pyramid_stones[space] == 0:
            return Refusal.NOT_OFFERED
        return state.no_stones(seat)

    def no_load_bonus(self, space: i64) -> i64:
        if self.values.pyramid_loads[space] == 0:
            return Refusal.NOT_OFFERED
        return LEGAL

    def refusal(self, state: State, seat: i64, what: i64, code: i64) -> i64:
        if what == 0:
            if code < Action.PYRAMID or code >= Action.PYRAMID + PYRAMIDS:
                return NOT_ASKED
            return self.no_place(code - Action.PYRAMID)
        space = what - 1
        match code:
            case Action.DECLINE:
                return LEGAL
            case Action.TAKE_CARD:
                return self.no_card_bonus(state, space)
            case Action.TAKE_STONES:
                return self.no_stones_bonus(state, seat, space)
            case _:
                refusal = state.refuse_load(seat, code)
                if refusal == NOT_ASKED or self.no_load_bonus(space) == LEGAL:
                    return refusal
                return self.no_load_bonus(space)

    def choose(self, state: State, seat: i64, what: i64, code: i64) -> None:
        match code:
            case Action.DECLINE:
                state.note(Event.DECLINED, seat, Site.PYRAMIDS)
            case Action.TAKE_CARD:
                draw_and_gain(state, seat)
            case Action.TAKE_STONES:
                state.take_stones(seat, self.values.pyramid_stones[what - 1])
            case _:
                if what == 0:
                    self.build(state, seat, code - Action.PYRAMID)
                else:
                    state.load(seat, code)

    def build(self, state: State, seat: i64, pyramid: i64) -> None:
        values = self.values
        space = self.next_space(pyramid)
        self.place(seat, pyramid)
        state.note(Event.STONE_BUILT, seat, Site.PYRAMIDS, space)
        state.gain_points(seat, Site.PYRAMIDS, values.pyramids_b[space], space)
        if values.pyramid_cards[space] + values.pyramid_stones[space] + values.pyramid_loads[space] > 0:
            state.push(Step.CHOOSE, seat, Site.PYRAMIDS, space + 1)


@final
@mypyc_attr(acyclic=True)
class PyramidsC(Board):
    """The scaffold: tokens that come one by one, each built on from the left and judged when it is full (N4)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        tokens: i64 = len(values.scaffold_ends)
        self.tokens = Pile(tokens)  # face down; those left out are not among them
        self.layers: i64 = 0  # tokens turned over; the last one is being built on
        self.layer_tokens = vec[i64]([EMPTY] * tokens)
        self.owners = vec[i64]([EMPTY] * len(values.scaffold_points))  # layer after layer, as far as stones lie there
        self.placed: i64 = 0  # stones on tokens
        self.on_token: i64 = 0  # on the last one

    def reset(self) -> None:
        super().reset()
        self.layers = 0
        self.placed = 0
        self.on_token = 0
        self.tokens.count = 0
        for token in range(i64(len(self.values.scaffold_ends))):
            self.tokens.put(token)

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, PyramidsC)
        copy_items(other.built, self.built)
        self.tokens.copy_from(other.tokens)
        self.layers = other.layers
        copy_first(other.layers, other.layer_tokens, self.layer_tokens)
        self.placed = other.placed
        copy_first(other.placed, other.owners, self.owners)
        self.on_token = other.on_token

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        self.tokens.add_numbers(numbers)
        numbers.extend([int(self.layers), int(self.placed), int(self.on_token)])
        for layer in range(self.layers):
            numbers.append(int(self.layer_tokens[layer]))
        for space in range(self.placed):
            numbers.append(int(self.owners[space]))

    def shuffle(self, random: Random) -> None:
        self.tokens.shuffle(random)

    def redeal(self, random: Random) -> None:
        self.tokens.sort()
        self.tokens.shuffle(random)

    def begin_game(self, state: State) -> None:
        """The token that is left out is shown to all (N4)."""
        while self.tokens.count > self.values.scaffold_used:
            state.note(Event.SCAFFOLD_LEFT_OUT, 0, self.tokens.take())
        self.turn_token(state)

    def turn_token(self, state: State) -> None:
        token = self.tokens.take()
        self.layer_tokens[self.layers] = token
        self.layers += 1
        self.on_token = 0
        state.note(Event.SCAFFOLD_TURNED, 0, token)

    def token_start(self, token: i64) -> i64:
        if token == 0:
            return 0
        return self.values.scaffold_ends[token - 1]

    def token_size(self, token: i64) -> i64:
        return self.values.scaffold_ends[token] - self.token_start(token)

    def has_room(self) -> bool:
        return self.on_token < self.token_size(self.layer_tokens[self.layers - 1])

    def place(self, owner: i64, at: i64) -> None:
        """Onto the token that is being built on, while it has room."""
        if self.has_room():
            self.owners[self.placed] = owner
            self.placed += 1
            self.on_token += 1
        self.built[owner] += 1

    def prospect(self, state: State, seat: i64) -> float:
        values = self.values
        if not self.has_room():
            return float(values.pyramid_overflow)
        space = self.token_start(self.layer_tokens[self.layers - 1]) + self.on_token
        bonus = 0.4 * float(values.scaffold_stones[space]) + 1.8 * float(values.scaffold_cards[space])
        return float(values.scaffold_points[space]) + bonus + 0.25 * float(values.scaffold_majority)

    def promise(self, state: State, seat: i64) -> float:
        return 0.25 * float(self.values.scaffold_majority * self.on_last_token(seat)) if self.has_room() else 0.0

    def deliver(self, state: State, owner: i64) -> None:
        values = self.values
        token = self.layer_tokens[self.layers - 1]
        if not self.has_room():
            place = self.stones()
            state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, place)
            self.place(owner, 0)
            state.gain_points(owner, Site.PYRAMIDS, values.pyramid_overflow, place)
            return
        space = self.token_start(token) + self.on_token
        place = self.placed
        state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, place)
        self.place(owner, 0)
        state.gain_points(owner, Site.PYRAMIDS, values.scaffold_points[space], place)
        if values.scaffold_stones[space] > 0:
            state.take_stones(owner, values.scaffold_stones[space])
        if not self.has_room():
            self.assess(state)
            if self.tokens.count > 0:
                self.turn_token(state)
        if values.scaffold_cards[space] > 0:
            draw_and_gain(state, owner)

    def assess(self, state: State) -> None:
        """The most stones on the full token; those who tie get less."""
        most: i64 = 0
        level: i64 = 0
        for seat in range(self.values.players):
            count = self.on_last_token(seat)
            if count > most:
                most = count
                level = 1
            elif count == most:
                level += 1
        points = self.values.scaffold_tied
        if level == 1:
            points = self.values.scaffold_majority
        for seat in range(self.values.players):
            if self.on_last_token(seat) == most:
                state.gain_points(seat, Site.PYRAMIDS, points)

    def on_last_token(self, seat: i64) -> i64:
        count: i64 = 0
        for space in range(self.placed - self.on_token, self.placed):
            if self.owners[space] == seat:
                count += 1
        return count


@final
@mypyc_attr(acyclic=True)
class PyramidsD(Board):
    """The corridor: a ring; each stone goes onto the next free space after Imhotep (N9)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.owners = vec[i64]([EMPTY] * len(values.corridor))  # clockwise
        self.imhotep: i64 = 0
        self.free: i64 = 0  # spaces

    def reset(self) -> None:
        super().reset()
        for space in range(i64(len(self.owners))):
            self.owners[space] = EMPTY
        self.imhotep = self.values.corridor_start
        self.free = len(self.owners)

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, PyramidsD)
        copy_items(other.built, self.built)
        copy_items(other.owners, self.owners)
        self.imhotep = other.imhotep
        self.free = other.free

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.owners, numbers)
        numbers.append(int(self.imhotep))

    def next_free(self) -> i64:
        """The first free space after Imhotep; the one under him counts as free and comes last."""
        spaces: i64 = len(self.owners)
        space = self.imhotep
        for _ in range(spaces):
            space += 1
            if space == spaces:
                space = 0
            if self.owners[space] == EMPTY:
                return space
        return EMPTY

    def place(self, owner: i64, at: i64) -> None:
        """Onto space `at`, or to the edge if there is none of that number."""
        if at >= 0 and at < len(self.owners):
            self.owners[at] = owner
            self.free -= 1
        self.built[owner] += 1

    def prospect(self, state: State, seat: i64) -> float:
        space = self.next_free()
        return float(self.values.pyramid_overflow if space == EMPTY else self.values.corridor[space])

    def deliver(self, state: State, owner: i64) -> None:
        space = self.next_free()
        place = space
        points = self.values.pyramid_overflow
        if space == EMPTY:
            place = self.stones()
        else:
            points = self.values.corridor[space]
        state.note(Event.STONE_BUILT, owner, Site.PYRAMIDS, place)
        self.place(owner, space)
        state.gain_points(owner, Site.PYRAMIDS, points, place)

    def no_move(self) -> i64:
        """Why Imhotep can't go on to another space."""
        space = self.next_free()
        if space == EMPTY or space == self.imhotep:
            return Refusal.IMHOTEP_STAYS
        return LEGAL

    def move_imhotep(self, state: State, seat: i64) -> None:
        self.imhotep = self.next_free()
        state.note(Event.IMHOTEP_MOVED, seat, self.imhotep)
