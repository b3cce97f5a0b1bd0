"""Child processes: started, told lines, listened to for a limited time, and never left behind.

`BlockingChild` is for who waits in a thread. Nothing here knows anything else of imhotep.
"""
