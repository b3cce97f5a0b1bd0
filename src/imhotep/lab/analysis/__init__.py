"""One game studied: its decisions, hints, and the search behind them."""
