"""The load benchmark of the server; tools/bench_server.py runs it."""
