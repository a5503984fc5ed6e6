"""What stands where in the rows of a game. Numbers only: compiled code knows nothing else."""

from __future__ import annotations

from typing import Final

VALUES: Final = (0, 10, 20, 50, 100, 200, 500)
"""The face values of money cards, of all editions together. Cards are counted by value."""
CARDS: Final = 7

POINTS: Final = (10, 40, 90, 160, 250, 350, 500, 650, 800, 1000)
"""What a quartet of each animal is worth."""
ANIMALS: Final = 10
KINDS: Final = 11
DONKEY: Final = 6
RAT: Final = 10
QUARTET: Final = 4
STEP: Final = 10
MOST_SEATS: Final = 6
NOBODY: Final = -1

# Phases.
TURN, BIDDING, PREEMPTION, PAYMENT, OFFERING, RESPONDING, ENDED = range(7)
COUNTDOWN, HAMMER, PEDIGREE_PAYMENT, RAT_ROUND = range(7, 11)

# Decisions.
AUCTION, TRADE, PASS, BID, SELL, BUY_OUT, PAY, OFFER, ACCEPT, COUNTER = range(10)
WAIT, SLAP, LAY, TAKE = range(10, 14)

# Who plays a seat: one from outside may have a farmer beside it that hears and can be asked.
OUTSIDE, RANDOM, FARMER, ADVISED = range(4)

# What happened, as far as a bot listens to it.
PAID_OUT, PRICED, EXPOSED, PAID, LAID, SETTLED = range(6)
PRICED_IN_CARDS, SLAP_EXPOSED, RAT_CARD, RAT_TAKEN = range(6, 10)

# How an over-bid is dealt with, and how money goes in a trade.
RESTART_EXCLUDED, CONTINUE_EXCLUDED, RESTART_ALL = range(3)
EXCHANGE, WINNER_PAYS, ALL_RETURNED = range(3)
EXACT, IRREDUNDANT, ANY = range(3)
VISIBLE, HIDDEN, CHOSEN = range(3)
SHARED, BY_QUARTETS, BY_MONEY = range(3)

# The row of whole numbers: first the rules, which stay.
SEATS: Final = 0
OVERBID: Final = 1
HONEST_BIDS: Final = 2
OVERPAY: Final = 3
OFFER_COUNT: Final = 4
COUNTS_PUBLIC: Final = 5
LEAST_OFFER: Final = 6
LEAST_COUNTER: Final = 7
TRADE_MONEY: Final = 8
ZEROS_RETURN: Final = 9
TIES_EXCHANGE: Final = 10
SECOND_TIES_EXCHANGE: Final = 11
PATIENCE: Final = 12
TIE_BREAK: Final = 13
MULTIPLIED: Final = 14
DOVE_PLAYED: Final = 15
DOVE_MULTIPLIED: Final = 16
MASTER: Final = 17
AGAIN_AFTER_RAT: Final = 18
SLAPS_DRAWN: Final = 19
SEALED_SLAPS: Final = 20
KASSENSTURZ: Final = 21
OPEN_PAYMENTS: Final = 22
START: Final = 23  # the seat that begins, -1 for a random one

ON_SALE: Final = 24  # the animal of a pedigree that is counted down

# Then what changes.
PHASE: Final = 25
ACTOR: Final = 26
OWNER: Final = 27  # whose turn it is: the auctioneer, or the challenger
LOT: Final = 28
CAP: Final = 29
HIGH_SEAT: Final = 30
HIGH: Final = 31
DONKEYS: Final = 32
IDLE: Final = 33
DOVE: Final = 34
TOP: Final = 35  # how many cards of the deck are gone
DECK_SIZE: Final = 36
CHALLENGED: Final = 37
ANIMAL: Final = 38
STAKE: Final = 39
BOUT: Final = 40
OFFER_SHOWN: Final = 41
COUNTER_SHOWN: Final = 42
PAYER: Final = 43
PAYEE: Final = 44
PRICE: Final = 45
COMPLETE: Final = 46  # how it ended: 1 complete, 0 no progress
WINNER: Final = 47  # of the trade settled last
TIED: Final = 48
ACCEPTED: Final = 49
COUNT: Final = 50  # of a countdown
LUCKY: Final = 51  # who a lot falls on, where it comes from a log; -1: draw
MOVES: Final = 52
EVENTS_SAID: Final = 53
POT_CARDS: Final = 54
CHALLENGER: Final = 55

PAYOUTS: Final = 56
PURSE: Final = 60  # that everybody starts with
PURSES: Final = 70  # a row of cards for each seat
HERDS: Final = 112  # a row of kinds for each seat
DECK: Final = 178  # kinds; a pedigree is 20 and its animal
LAID_OFFER: Final = 240
LAID_COUNTER: Final = 247
TO_CHALLENGER: Final = 254
TO_CHALLENGED: Final = 261
PAID_CARDS: Final = 268
POT: Final = 275
BARRED: Final = 282
LIMITS: Final = 288
BIDS: Final = 294
PASSED: Final = 300
SCORES: Final = 306
WINS: Final = 312
PLAYERS: Final = 318
PEDIGREES: Final = 324  # the owner of each
PLANS: Final = 334
HELD: Final = 340
EVENTS: Final = 346  # four numbers each
DECISION: Final = 394  # code, two arguments, shown, and cards
DECIDED: Final = 397  # whether the number of cards is shown
DECIDED_CARDS: Final = 398
OPTIONS: Final = 406  # up to 80 numbers
TITLES: Final = 490  # the pedigrees in the order in which they were taken, and before it how many
HONOURED: Final = 502  # a pedigree that a farmer only imagines, and whose
STREAMS: Final = 510  # two numbers for each seat, and for the table
SUMS: Final = 526  # which sums can be paid, in tens
PAYABLE: Final = 1100  # the sums that can be paid, and before them how many
TRIED: Final = 1680  # cards, for trying things out
BEST: Final = 1688
LEFT: Final = 1696
STACK: Final = 1704
KNOWN: Final = 1730  # cards of purses as a seat knows them: a row for each seat and each other
PLANNED: Final = 2030  # what may be decided, eleven numbers each
WHOLE: Final = 2210

PEDIGREE: Final = 20
FIRST_COUNT: Final = 10
TOKEN: Final = 4
"""What any card is worth to a farmer beside the money on it."""
POT_SLOT: Final = 6
"""The place of the cards beside a rat among the beliefs."""

# The row of reals: a part for each seat, that of a farmer's memory and character.
MIND: Final = 190  # how much each seat has
CHARACTER: Final = 0  # thrift, hope, envy, patience, pace, drive, bluff, trust
BELIEFS: Final = 8  # low, high, guess, fewest, most, known: for each seat
BELIEF: Final = 6
MANNERS: Final = 56  # accepted, countered, laid, looked, answered, could: for each seat
MANNER: Final = 6
COUNTS: Final = 98  # how many cards each seat has laid; -1 hidden or none
MONEY: Final = 104  # all money, and all cards of it
MONEY_CARDS: Final = 105
HEARD_PRICE: Final = 106
WEIGHTS: Final = 110  # of money after 0 to 4 donkeys
OFFERED: Final = 115  # scales of offers and counters, taste, ceiling, grace, front, haggle
COUNTERED: Final = 116
TASTE: Final = 117
CEILING: Final = 118
GRACE: Final = 119
GRIP: Final = 120  # of none to four animals
LUCK: Final = 125
SPITE: Final = 126
LATE: Final = 127
WARY: Final = 128
REACH: Final = 129
CAUTION: Final = 130
CREDIT: Final = 131
HASTE: Final = 132
MEEK: Final = 133
BIDS_LEAN: Final = 134  # weights of the marks of a lot,
LAYS_LEAN: Final = 144  # and of those of a trade, for an offer
REPLIES_LEAN: Final = 154  # and for a counter-offer
PICKS_LEAN: Final = 164  # and for choosing one
FRONT: Final = 174
HAGGLE: Final = 175

# Behind the minds: what a farmer reckons with while it decides.
SPANS: Final = 1140  # low, high and guess, of several hidden numbers
WEALTH: Final = 1160
MIGHT: Final = 1166
DONE_NUMBER: Final = 1172  # of the quartets that are complete
DONE_PLAIN: Final = 1178
NUMBER: Final = 1184
PLAIN: Final = 1190
SQUARE: Final = 1196
SHARES: Final = 1202
CHANCES: Final = 1220  # a row of seats for each animal
SPARE: Final = 1290
ROOM: Final = 1292  # six
STAKES: Final = 1300  # how many sums, the sums, and what winning and losing is worth at each
DRIFTS: Final = 1320  # five for each seat
DRIFT_SUMS: Final = 1360  # how many, and the sums: six for each seat
OPPONENTS: Final = 1400  # accepts, most, and four sums: six for each seat
OFFERS: Final = 1440
AFTER: Final = 1446  # wealth after what is only tried out
BESIDE: Final = 1452  # pedigrees that are not multiplied
VALUED: Final = 1458
TASTED: Final = 1464  # what a quartet of each animal counts to who decides
MARKS: Final = 1476  # of a lot or a trade, for who leans by them
HOPES: Final = 1488  # how well each plan ended, and whether it is still thought of
REALS: Final = 1520
