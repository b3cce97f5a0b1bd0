"""What tree searches over any Position have in common: the nodes, and what came out.

Each simulation deals anew what the searching seat can't know, walks down the tree by the moves that are legal in that
deal, asks an evaluator about the position it comes to, and tells every node on the way what that is worth to who moved
there. A node stands for a sequence of decisions, not for a position: one tree for all deals. Moves that amount to the
same are one. Which way a simulation goes is the subject of uct.py and puct.py.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import CODES, LEGAL, Actions, Position, Random
from imhotep.engine.search.evaluator import Evaluator
from imhotep.engine.search.outcomes import Outcomes, Rewards

LONGEST: Final[i64] = 512  # decisions from the root to a leaf
MOST_NODES: Final[i64] = 1 << 19  # about 35 MB
TIDY_FROM: Final[i64] = 1 << 17  # nodes; with fewer, those that can't be reached any more are left where they are


@mypyc_attr(acyclic=True)
class Tree:
    """A tree that has reached its bound of memory grows no more, and goes on thinking."""

    def __init__(self, scratch: Position, evaluator: Evaluator, exploration: float) -> None:
        self.scratch = scratch
        self.evaluator = evaluator
        self.exploration: float = exploration
        self.rewards: Rewards | None = None  # filled if there are any, and so are the outcomes
        self.outcomes: Outcomes | None = None
        self.forced: i64 = -1  # the first decision of each simulation, if it is not free
        self.actions = Actions()
        self.path = vec[i64]([0] * LONGEST)
        self.children = vec[i64]([0] * CODES)  # scratch: node by code

        # The nodes. They are added one by one: a larger array made at once would take longer than a stop may.
        self.count: i64 = 0
        self.root: i64 = 0
        self.code = vec[i64]()  # that leads to each node
        self.mover = vec[i64]()  # whose code it was
        self.first = vec[i64]()  # child, or 0
        self.next = vec[i64]()  # child of the same parent, or 0
        self.visits = vec[i64]()
        self.value = vec[float]()  # sum of the mover's rewards
        self.moved = vec[i64]()  # scratch: where it goes when the tree is tidied

    # --- what each kind of tree supplies

    def descend(self, random: Random) -> i64:
        """Walk down from the root in `scratch`, and let the evaluator judge where that leads; the path's length."""
        raise NotImplementedError

    def add_details(self, node: i64, is_new: bool) -> None:
        """Begin what else a kind of tree keeps of a node, at the end of its arrays if it `is_new`."""
        raise NotImplementedError

    def move_details(self, node: i64, to: i64) -> None:
        """Take it along when the tree is tidied."""
        raise NotImplementedError

    # --- the nodes

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
            self.value = append(self.value, 0.0)
            self.moved = append(self.moved, i64(0))
            self.add_details(node, True)
            return node
        self.code[node] = code
        self.mover[node] = mover
        self.first[node] = 0
        self.next[node] = 0
        self.visits[node] = 0
        self.value[node] = 0.0
        self.add_details(node, False)
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
        self.tidy_nodes()

    def tidy_nodes(self) -> None:
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
                self.value[to] = self.value[node]
                self.move_details(node, to)
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
        length, rewards = self.descend(random), self.evaluator.rewards
        visits, value, mover = self.visits, self.value, self.mover
        visits[path[0]] += 1
        for i in range(1, length):
            node = path[i]
            visits[node] += 1
            value[node] += rewards[mover[node]]
        if length > 1:
            first = path[1]
            if self.rewards is not None:
                self.rewards.add(self.code[first], rewards[mover[first]])
            if self.outcomes is not None:
                self.outcomes.add(self.code[first], position, self.evaluator.out, random)

    def forced_child(self) -> i64:
        """Of the root, behind the decision that is forced."""
        child = self.child(self.root, self.forced)
        if child == 0:
            child = self.add_child(self.root, self.forced, self.scratch.decider())
        return child

    # --- what came out

    def best(self, root: Position) -> i64:
        """The legal code that was tried most, of equal ones the best; any if none was tried."""
        root.legal(self.actions)
        best, most, worth = self.actions.codes[0], i64(1), -1.0
        child = self.first[self.root]
        while child != 0:
            visits, value = self.visits[child], self.value[child]
            if (visits > most or (visits == most and value > worth)) and root.why_not(self.code[child]) == LEGAL:
                best, most, worth = self.code[child], visits, value
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
