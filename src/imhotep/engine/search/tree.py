"""Information-set tree search over any Position.

Each simulation deals anew what the searching seat can't know, walks down the tree by the moves that are legal in that
deal, adds one node, plays on and tells every node on the way what came out for who moved there: at the end of the
game, or, where the game can be judged well before it, by an estimate after a few decisions. A node stands for a
sequence of decisions, not for a position: one tree for all deals. Moves that amount to the same are one.
"""

from math import log, sqrt, tanh
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import CODES, LEGAL, Actions, Position, Random
from imhotep.engine.search.outcomes import Outcomes

LONGEST: Final[i64] = 512  # decisions from the root to a leaf
SEATS: Final[i64] = 4  # at most, in any game
TO_THE_END: Final[i64] = -1  # instead of a number of decisions
DOUBT: Final[float] = 15.0  # points: of who is expected to have so many more, 7 of 8 win
MOST_NODES: Final[i64] = 1 << 19  # about 35 MB
TIDY_FROM: Final[i64] = 1 << 17  # nodes; with fewer, those that can't be reached any more are left where they are


@final
@mypyc_attr(acyclic=True)
class Tree:
    def __init__(
        self,
        scratch: Position,
        exploration: float,
        margin_scale: float,
        win_share: float,
        redraws: i64,
        horizon: i64,
    ) -> None:
        self.scratch = scratch
        self.seats: i64 = scratch.seats
        self.exploration: float = exploration
        self.margin_scale: float = margin_scale  # points
        self.win_share: float = win_share  # of the reward; the rest is for the margin
        self.redraws: i64 = redraws  # how often a playout thinks again about a doubtful move; 0: uniform
        self.horizon: i64 = horizon  # decisions of a playout before it is broken off and estimated, or TO_THE_END
        self.out: i64 = 0  # seats, as bits, that have left the game and can't win it
        self.outcomes: Outcomes | None = None  # filled if there is one; then every playout goes to the end
        self.forced: i64 = -1  # the first decision of each simulation, if it is not free
        self.actions = Actions()
        self.path = vec[i64]([0] * LONGEST)
        self.children = vec[i64]([0] * CODES)  # scratch: node by code
        self.points = vec[float]([0.0] * SEATS)  # scratch: at the end, or expected
        self.rewards = vec[float]([0.0] * SEATS)

        # The nodes. They are added one by one: a larger array made at once would take longer than a stop may.
        self.count: i64 = 0
        self.root: i64 = 0
        self.code = vec[i64]()  # that leads to each node
        self.mover = vec[i64]()  # whose code it was
        self.first = vec[i64]()  # child, or 0
        self.next = vec[i64]()  # child of the same parent, or 0
        self.visits = vec[i64]()
        self.chances = vec[i64]()  # how often it was among the legal ones
        self.value = vec[float]()  # sum of the mover's rewards
        self.moved = vec[i64]()  # scratch: where it goes when the tree is tidied
        self.clear()

    # --- the tree

    def clear(self) -> None:
        self.count = 0
        self.root = self.add_node(0, 0)

    def add_node(self, code: i64, mover: i64) -> i64:
        node = self.count
        self.count = node + 1
        if node == i64(len(self.code)):
            self.code = append(self.code, code)
            self.mover = append(self.mover, mover)
            self.first = append(self.first, i64(0))
            self.next = append(self.next, i64(0))
            self.visits = append(self.visits, i64(0))
            self.chances = append(self.chances, i64(1))
            self.value = append(self.value, 0.0)
            self.moved = append(self.moved, i64(0))
            return node
        self.code[node] = code
        self.mover[node] = mover
        self.first[node] = 0
        self.next[node] = 0
        self.visits[node] = 0
        self.chances[node] = 1
        self.value[node] = 0.0
        return node

    def add_child(self, parent: i64, code: i64, mover: i64) -> i64:
        node = self.add_node(code, mover)
        self.next[node] = self.first[parent]
        self.first[parent] = node
        return node

    def child(self, node: i64, code: i64) -> i64:
        """0 if there is none."""
        child = self.first[node]
        while child != 0 and self.code[child] != code:
            child = self.next[child]
        return child

    def follow(self, code: i64) -> bool:
        """Go on from the node behind a decision that was made; False if there is none, then the tree is empty."""
        child = self.child(self.root, code)
        if child == 0:
            self.clear()
            return False
        self.root = child
        if self.count > TIDY_FROM:
            self.tidy()
        return True

    def tidy(self) -> None:
        """Forget what can't be reached from the root, which becomes node 0. Children lie behind their parents."""
        root, moved, kept = self.root, self.moved, i64(0)
        for node in range(root, self.count):
            moved[node] = 0
        for node in range(root, self.count):
            if node == root or moved[node] == 1:  # marked by its parent
                moved[node] = kept
                kept += 1
                child = self.first[node]
                while child != 0:
                    moved[child] = 1
                    child = self.next[child]
        self.next[root] = 0
        for node in range(root, self.count):
            to = moved[node]
            if node == root or to > 0:
                self.code[to] = self.code[node]
                self.mover[to] = self.mover[node]
                self.first[to] = 0 if self.first[node] == 0 else moved[self.first[node]]
                self.next[to] = 0 if self.next[node] == 0 else moved[self.next[node]]
                self.visits[to] = self.visits[node]
                self.chances[to] = self.chances[node]
                self.value[to] = self.value[node]
        self.count = kept
        self.root = 0

    # --- searching

    def search(self, root: Position, seat: i64, simulations: i64, random: Random) -> None:
        """`root` waits for a decision and is not changed. `seat` is who searches; -1 knows everything."""
        for _ in range(simulations):
            self.simulate(root, seat, random)

    def simulate(self, root: Position, seat: i64, random: Random) -> None:
        position, path = self.scratch, self.path
        position.copy_from(root)
        if seat >= 0:
            position.redeal(seat, random)
        else:
            position.random.seed(random.fork())
        length = self.descend(random)
        self.play_out(random)
        self.reward()
        for i in range(length):
            self.visits[path[i]] += 1
        for i in range(1, length):
            self.value[path[i]] += self.rewards[self.mover[path[i]]]
        if self.outcomes is not None and length > 1:
            self.outcomes.add(self.code[path[1]], self.rewards[self.mover[path[1]]], position, self.out)

    def descend(self, random: Random) -> i64:
        """Walk down to a new node, which is added, or to the end; the length of the path."""
        position, path, actions = self.scratch, self.path, self.actions
        node, length = self.root, i64(1)
        path[0] = node
        while position.depth > 0 and length < LONGEST:
            if length == 1 and self.forced >= 0:
                node = self.child(node, self.forced)
                if node == 0:
                    node = self.add_child(self.root, self.forced, position.decider())
            else:
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
        return length

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
        return self.add_child(node, fresh, mover)

    def play_out(self, random: Random) -> None:
        """Any move as likely, but that doubtful ones are drawn again a few times."""
        position, actions, codes, redraws = self.scratch, self.actions, self.actions.codes, self.redraws
        left = self.horizon if self.outcomes is None else TO_THE_END
        while position.depth > 0 and left != 0:
            left -= 1
            position.legal(actions)
            code = codes[random.below(actions.count)]
            for _ in range(redraws):
                if not position.doubtful(code):
                    break
                code = codes[random.below(actions.count)]
            position.apply(code)

    def reward(self) -> None:
        """Between 0 and 1 for each seat: whether it won, and by how much, against those who can win.

        Of a game that was broken off: how likely it is to win, and by how much, by what each can expect.
        """
        position, points, out = self.scratch, self.points, self.out
        position.estimate(points)
        for seat in range(self.seats):
            best = -1000000.0
            for other in range(self.seats):
                if other != seat and not out >> other & 1:
                    best = max(best, points[other])
            lead = points[seat] - best
            if position.depth == 0 or out >> seat & 1:
                win = position.share(seat, out)
            else:
                win = 0.5 + 0.5 * tanh(lead / DOUBT)
            margin = 0.5 + 0.5 * tanh(lead / self.margin_scale)
            self.rewards[seat] = self.win_share * win + (1.0 - self.win_share) * margin

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

    def lead(self, root: Position) -> i64:
        """How often that one was tried beyond the next: as many simulations can't change it."""
        most, second = i64(0), i64(0)
        child = self.first[self.root]
        while child != 0:
            if root.why_not(self.code[child]) == LEGAL:
                visits = self.visits[child]
                second = max(second, min(visits, most))
                most = max(most, visits)
            child = self.next[child]
        return most - second

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
