"""Child processes: started, told lines, listened to for a limited time, and never left behind.

`BlockingChild` is for who waits in a thread, `AsyncChild` for who waits in an event loop. `WorkerPool` keeps some of
our own interpreters that answer questions, `ProcessExecutor` some that carry out calls; `worker.py` is what runs in
them. Nothing here knows anything else of imhotep.
"""
