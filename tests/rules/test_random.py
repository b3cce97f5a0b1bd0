"""The engine's generator is fair."""

from itertools import pairwise

import pytest

from imhotep.engine.kernel import Actions, Random


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("limit", [2, 3, 5, 7, 12, 32])
@pytest.mark.parametrize("seed", [0, 1, 2, 12345])
def test_each_number_is_as_likely(limit: int, seed: int) -> None:
    random = Random(seed)
    counts = [0] * limit
    for _ in range(40_000):
        counts[random.below(limit)] += 1
    # beyond this with a chance of one in many millions, for a fair generator
    assert chi_square(counts) < limit + 8 * (2 * limit) ** 0.5 + 12


@pytest.mark.parametrize("bit", range(32))
def test_each_bit_is_fair(bit: int) -> None:
    random = Random(bit)
    ones = sum(int(random.next()) >> bit & 1 for _ in range(40_000))
    assert abs(ones - 20_000) < 600  # six standard deviations


def test_neighbouring_seeds_and_draws_are_unrelated() -> None:
    first = [int(Random(seed).below(8)) for seed in range(20_000)]
    assert chi_square([first.count(n) for n in range(8)]) < 60
    pairs = [0] * 64
    for one, two in pairwise(first):
        pairs[one * 8 + two] += 1
    assert chi_square(pairs) < 190
    random = Random(3)
    drawn = [int(random.below(8)) for _ in range(20_000)]
    pairs = [0] * 64
    for one, two in pairwise(drawn):
        pairs[one * 8 + two] += 1
    assert chi_square(pairs) < 190


def test_state_stays_within_62_bits_and_decides_everything() -> None:
    random, twin = Random(99), Random(0)
    for _ in range(1000):
        random.next()
        assert 0 <= random.state < 2**62
    twin.state = random.state
    assert [random.next() for _ in range(50)] == [twin.next() for _ in range(50)]
    assert 0 <= random.fork() < 2**62


def test_below_is_next_scaled() -> None:
    """`below` has the generator written out: it must stay the same one."""
    one, two = Random(7), Random(7)
    for limit in range(1, 500):
        assert one.below(limit) == two.next() * limit >> 32
        assert one.state == two.state


def test_pick_takes_each_action_as_often() -> None:
    actions, random = Actions(), Random(4)
    for code in (3, 1, 41):
        actions.add(code)
    picked = [int(actions.pick(random)) for _ in range(30_000)]
    assert chi_square([picked.count(code) for code in (3, 1, 41)]) < 40
