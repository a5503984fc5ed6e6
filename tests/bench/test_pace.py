"""How the pace of a game is taken from what was heard of it."""

from __future__ import annotations

from bench.pace import Heard, figures, spans

GAME = [
    Heard(0.0, "dealt"),
    Heard(2.0, "lot_revealed"),
    Heard(5.0, "bid_placed"),
    Heard(9.0, "exposed"),
    Heard(10.0, "lot_revealed"),  # cried again
    Heard(14.0, "lot_taken"),
    Heard(17.0, "trade_began"),
    Heard(22.0, "trade_settled"),
    Heard(25.5, "lot_revealed"),
    Heard(60.0, "game_ended"),
]


def test_a_lot_that_is_cried_again_is_one_lot() -> None:
    assert list(spans(GAME)) == [("lot", 12.0), ("gap", 3.0), ("trade", 5.0), ("gap", 3.5)]


def test_what_never_happened_has_no_mean() -> None:
    told = figures(GAME[:6])
    assert told["minutes"] == 0.2
    assert told["lot"] == {"count": 1, "mean_s": 12.0, "median_s": 12.0}
    assert told["trade"] == {"count": 0, "mean_s": None, "median_s": None}
