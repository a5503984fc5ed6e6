from kuhstall.engine import Action, Chance, Range, Seen, sample
from kuhstall.games.kuhhandel.actions import Pass, PlaceBid
from kuhstall.games.kuhhandel.cards import VALUES


class Miser:
    """Bids up to a quarter of a quartet, but never more than it has."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, seen: Seen) -> Action:
        for option in seen.options:
            if isinstance(option, Range) and isinstance(option.action, PlaceBid):
                phase, purse = seen.view.phase, seen.view.seats[seen.seat].purse
                most = min(VALUES[phase.lot] // 4, sum(purse))
                leads = phase.high is not None and phase.high.seat == seen.seat
                return option.fill(option.low) if option.low <= most and not leads else Pass()
        return sample(seen.options, self.chance)
