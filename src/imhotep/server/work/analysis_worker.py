"""The process in which games are analysed: progress goes out, then what the lab found. It knows no database, and leaves
the machine to those who can't wait."""

import os
import time

import msgspec

from imhotep.lab.analysis.decisions import Decision, standing
from imhotep.lab.analysis.game_analysis import Analysis, analyze
from imhotep.table.record import resume
from imhotep.workers.worker import Report, answer_all

NICE = 10
SPEAK_EVERY = 1.0  # seconds


class AnalysisQuestion(msgspec.Struct, frozen=True, kw_only=True):
    head: str
    entries: list[str]
    sims: int
    all_knowing: bool
    seat: int | None  # whose decisions; None: everybody's


def answer(question: AnalysisQuestion, report: Report) -> Analysis:
    game = resume(question.head, question.entries)
    seats = range(game.players) if question.seat is None else [question.seat]
    count = sum(stands.entry.seat in seats for stands in standing(game))
    done, spoken = 0, time.monotonic()

    def decided(_: Decision) -> None:
        nonlocal done
        done += 1

    def stopped() -> bool:
        """Asked often: a chance to say that we are still at it."""
        nonlocal spoken
        if time.monotonic() >= spoken + SPEAK_EVERY:
            spoken = time.monotonic()
            report(done / count)
        return False

    return analyze(
        game,
        sims=question.sims,
        all_knowing=question.all_knowing,
        seats=seats,
        on_decision=decided,
        stopped=stopped,
    )


def main() -> None:
    os.nice(NICE)
    answer_all(AnalysisQuestion, answer)
