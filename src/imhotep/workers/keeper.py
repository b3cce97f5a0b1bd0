"""Looks after one foreign program, in a process of its own: when whoever started it is gone, killed even, so is the
program with all that it has started. Run as a script, with nothing imported that takes time."""

import os
import select
import signal
import sys

GRACE = 1.0  # seconds in which the program may end by itself once its input has been closed
LOOKS, LOOK_EVERY = 100, 0.005  # no longer: who is dead, but not cleared away by its new parent, counts as there


def main() -> None:
    """Arguments: the pipe that tells whether we are still wanted, and the command. What the program reads and writes
    it inherits. A byte on the pipe ends it at once; the pipe's end closes in a moment."""
    life, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(life, False)
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    try:
        program = os.posix_spawnp(
            command[0], command, os.environ, setpgroup=0, setsigdef=[signal.SIGCHLD, signal.SIGPIPE]
        )
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)
    nothing = os.open(os.devnull, os.O_RDWR)
    for inherited in (0, 1, 2):  # else the pipes would stay open after the program's end
        os.dup2(nothing, inherited)
    ready = select.select([life, ended], [], [])[0]
    if life in ready and not os.read(life, 1):
        select.select([ended], [], [], GRACE)
    try:  # noqa: SIM105  (contextlib takes time to import)
        os.killpg(program, signal.SIGKILL)
    except OSError:  # nothing of it is left
        pass
    code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
    for _ in range(LOOKS):  # what it has started is killed as well, but not gone at once
        try:
            os.killpg(program, 0)
        except OSError:
            break
        select.select([], [], [], LOOK_EVERY)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
