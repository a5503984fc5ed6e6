"""The simulator: Kuhhandel as arrays, to play and learn quickly. The engine is always right.

Each game is a row of whole numbers and a row of reals; `layout` says what stands where. The
functions are plain: they run as they are on lists, and compiled on arrays where numba is there.
"""
