"""Information-set tree search over any Position.

Each simulation deals anew what the searching seat can't know, walks down the tree by the moves that are legal in that
deal, adds one node, plays on at random to the end and tells every node on the way what came out for who moved there. A
node stands for a sequence of decisions, not for a position: one tree for all deals. Moves that amount to the same are
one.
"""

from math import log, sqrt, tanh
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import LEGAL, Actions, Position, Random, copy_items

CODES: Final[i64] = 512  # of any game
LONGEST: Final[i64] = 512  # decisions from the root to a leaf
SEATS: Final[i64] = 4  # at most, in any game
FIRST_ROOM: Final[i64] = 1 << 12
MOST_NODES: Final[i64] = 1 << 21  # about 120 MB


@final
@mypyc_attr(acyclic=True)
class Tree:
    def __init__(self, scratch: Position, exploration: float, margin_scale: float, win_share: float) -> None:
        self.scratch = scratch
        self.seats: i64 = scratch.seats
        self.exploration: float = exploration
        self.margin_scale: float = margin_scale  # points
        self.win_share: float = win_share  # of the reward; the rest is for the margin
        self.actions = Actions()
        self.path = vec[i64]([0] * LONGEST)
        self.children = vec[i64]([0] * CODES)  # scratch: node by code
        self.rewards = vec[float]([0.0] * SEATS)

        self.count: i64 = 1
        self.root: i64 = 0
        self.room: i64 = FIRST_ROOM
        self.code = vec[i64]([0] * FIRST_ROOM)  # that leads to each node
        self.mover = vec[i64]([0] * FIRST_ROOM)  # whose code it was
        self.first = vec[i64]([0] * FIRST_ROOM)  # child, or 0
        self.next = vec[i64]([0] * FIRST_ROOM)  # child of the same parent, or 0
        self.visits = vec[i64]([0] * FIRST_ROOM)
        self.chances = vec[i64]([0] * FIRST_ROOM)  # how often it was among the legal ones
        self.value = vec[float]([0.0] * FIRST_ROOM)  # sum of the mover's rewards

    # --- the tree

    def clear(self) -> None:
        self.count = 1
        self.root = 0
        self.first[0] = 0
        self.visits[0] = 0

    def follow(self, code: i64) -> bool:
        """Go on from the node behind a decision that was made; False if there is none, then the tree is empty."""
        child = self.first[self.root]
        while child != 0 and self.code[child] != code:
            child = self.next[child]
        if child == 0 or self.count > MOST_NODES // 2:
            self.clear()
            return False
        self.root = child
        return True

    def grow(self) -> None:
        room = self.room * 2
        self.code = longer(self.code, room)
        self.mover = longer(self.mover, room)
        self.first = longer(self.first, room)
        self.next = longer(self.next, room)
        self.visits = longer(self.visits, room)
        self.chances = longer(self.chances, room)
        value = vec[float]([0.0] * room)
        for i in range(self.count):
            value[i] = self.value[i]
        self.value = value
        self.room = room

    def add(self, parent: i64, code: i64, mover: i64) -> i64:
        if self.count == self.room:
            self.grow()
        node = self.count
        self.count = node + 1
        self.code[node] = code
        self.mover[node] = mover
        self.first[node] = 0
        self.next[node] = self.first[parent]
        self.first[parent] = node
        self.visits[node] = 0
        self.chances[node] = 1
        self.value[node] = 0.0
        return node

    # --- searching

    def search(self, root: Position, seat: i64, simulations: i64, random: Random) -> None:
        """`root` waits for a decision of `seat`; it is not changed."""
        for _ in range(simulations):
            self.simulate(root, seat, random)

    def simulate(self, root: Position, seat: i64, random: Random) -> None:
        position, path, actions = self.scratch, self.path, self.actions
        position.copy_from(root)
        position.redeal(seat, random)
        node, length = self.root, i64(1)
        path[0] = node
        while position.depth > 0 and length < LONGEST:
            position.legal(actions)
            position.distinct(actions)
            node = self.choose(node, position.decider(), random)
            if node == 0:
                break
            position.apply(self.code[node])
            path[length] = node
            length += 1
            if self.visits[node] == 0:
                break
        while position.depth > 0:
            position.legal(actions)
            position.apply(actions.codes[random.below(actions.count)])
        self.reward(position)
        for i in range(length):
            self.visits[path[i]] += 1
        for i in range(1, length):
            self.value[path[i]] += self.rewards[self.mover[path[i]]]

    def choose(self, node: i64, mover: i64, random: Random) -> i64:
        """The child to go to: a new one while there are moves not tried, else by upper confidence; 0 if none fits."""
        children, actions, codes = self.children, self.actions, self.actions.codes
        child = self.first[node]
        while child != 0:
            children[self.code[child]] = child
            child = self.next[child]
        best, best_value, untried, fresh = i64(0), -1.0, i64(0), i64(-1)
        for i in range(actions.count):
            child = children[codes[i]]
            if child == 0:
                untried += 1
                if random.below(untried) == 0:
                    fresh = codes[i]
            else:
                self.chances[child] += 1
                if untried == 0:
                    visits = float(self.visits[child])
                    bonus = self.exploration * sqrt(log(float(self.chances[child])) / visits)
                    value = self.value[child] / visits + bonus
                    if value > best_value:
                        best, best_value = child, value
        child = self.first[node]
        while child != 0:
            children[self.code[child]] = 0
            child = self.next[child]
        if untried == 0:
            return best
        if self.count >= MOST_NODES:
            return 0
        return self.add(node, fresh, mover)

    def reward(self, position: Position) -> None:
        """Between 0 and 1 for each seat: whether it won, and by how much."""
        for seat in range(self.seats):
            best: i64 = -1000000
            for other in range(self.seats):
                if other != seat:
                    best = max(best, position.score(other))
            margin = tanh(float(position.score(seat) - best) / self.margin_scale)
            win = self.win_share * position.payoff(seat)
            self.rewards[seat] = win + (1.0 - self.win_share) * (0.5 + 0.5 * margin)

    # --- what came out

    def best(self, root: Position) -> i64:
        """The code that was tried most of those that are legal; any of these if none was tried."""
        root.legal(self.actions)
        best, most = self.actions.codes[0], i64(0)
        child = self.first[self.root]
        while child != 0:
            if self.visits[child] > most and root.why_not(self.code[child]) == LEGAL:
                best, most = self.code[child], self.visits[child]
            child = self.next[child]
        return best

    def tried(self, root: Position) -> list[tuple[int, int, float]]:
        """Each legal code that was tried: how often, and its mean reward; most tried first.

        A tree that was kept has others, too: of deals that turned out not to be.
        """
        found: list[tuple[int, int, float]] = []
        child = self.first[self.root]
        while child != 0:
            if self.visits[child] > 0 and root.why_not(self.code[child]) == LEGAL:
                mean = self.value[child] / float(self.visits[child])
                found.append((int(self.code[child]), int(self.visits[child]), mean))
            child = self.next[child]
        found.sort(key=lambda item: -item[1])
        return found


def longer(items: vec[i64], room: i64) -> vec[i64]:
    larger = vec[i64]([0] * room)
    copy_items(items, larger)
    return larger
