"""Which moves of the kind that is asked for can't be made now, and why: for who tries one all the same."""

import msgspec

from imhotep.engine.kernel import CODES, LEGAL, NOT_ASKED
from imhotep.table.moves import Move
from imhotep.table.question import Question


class RefusedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move, and what forbids it: the catalogue's id of the refusal, and that of the rule."""

    move: Move
    reason: str
    rule: str


def refusals(question: Question) -> list[RefusedMove]:
    """Found in a position that looks to the seat as the true one does: they tell nothing that it does not know."""
    position, rules, found = question.position(), question.rules, []
    for code in range(int(CODES)):
        refusal = int(position.why_not(code))
        if refusal in (LEGAL, NOT_ASKED):
            continue
        try:
            move = question.move(code)
        except LookupError:  # of a seat or a place that this table does not have
            continue
        reason = rules.refusal(refusal)
        found.append(RefusedMove(move=move, reason=reason, rule=rules.words.refusals[reason].rule))
    return found
