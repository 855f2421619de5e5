"""The two large boards as the net sees them: patterns of five points, and the symmetries that tie them.

Points are numbered as in `src/board.rs`: row by row from the top, left to right.
"""

from itertools import combinations

import numpy as np

PATTERN = 5
STATES = 3**PATTERN

# Files and ranks of the 24 points, both from 0, rank 0 at the top.
POINTS = [
    (0, 0), (3, 0), (6, 0), (1, 1), (3, 1), (5, 1), (2, 2), (3, 2), (4, 2), (0, 3), (1, 3), (2, 3),
    (4, 3), (5, 3), (6, 3), (2, 4), (3, 4), (4, 4), (1, 5), (3, 5), (5, 5), (0, 6), (3, 6), (6, 6),
]  # fmt: skip
NUMBER = {point: number for number, point in enumerate(POINTS)}


def lines(board):
    """The mills of a board, `nine` or `twelve`, each as three points."""
    rings = [tuple(3 + ring * step for step in (-1, 0, 1)) for ring in (1, 2, 3)]
    found = []
    for low, middle, high in rings:
        for side in (low, high):
            found.append([(low, side), (middle, side), (high, side)])
            found.append([(side, low), (side, middle), (side, high)])
    for out in (-1, 1):
        found.append([(3, 3 + out * ring) for ring in (1, 2, 3)])
        found.append([(3 + out * ring, 3) for ring in (1, 2, 3)])
    if board == "twelve":
        for x in (-1, 1):
            for y in (-1, 1):
                found.append([(3 + x * ring, 3 + y * ring) for ring in (1, 2, 3)])
    return [frozenset(NUMBER[point] for point in line) for line in found]


def patterns(board):
    """Every point with two mills through it: first the point, then the others by number. An array (patterns, 5)."""
    mills = lines(board)
    found = []
    for point in range(len(POINTS)):
        through = [mill - {point} for mill in mills if point in mill]
        # Pairs in the order of the board's own list of mills do not matter: the set of patterns is the same, and they
        # are sorted.
        found += sorted([point, *sorted(one | other)] for one, other in combinations(through, 2))
    return np.array(found, dtype=np.int32)


def symmetries():
    """The 16 symmetries: four turns, each mirrored or not, each with the outer and the inner ring exchanged or not.

    An array (16, 24): `symmetry[i]` is where point `i` goes.
    """
    found = []
    for exchange in (False, True):
        for turns in range(4):
            for mirror in (False, True):
                images = []
                for file, rank in POINTS:
                    x, y = file - 3, rank - 3
                    for _ in range(turns):
                        x, y = -y, x
                    if mirror:
                        x = -x
                    if exchange:
                        ring = max(abs(x), abs(y))
                        x, y = x // ring * (4 - ring), y // ring * (4 - ring)
                    images.append(NUMBER[x + 3, y + 3])
                found.append(images)
    return np.array(found, dtype=np.int32)


def images(board):
    """For every state of every pattern and every symmetry, where it goes: an array (patterns * 243, 16)."""
    known = patterns(board)
    where = {(points[0], frozenset(points)): number for number, points in enumerate(known.tolist())}
    digits = np.array([[state // 3**digit % 3 for digit in range(PATTERN)] for state in range(STATES)])
    mapped = np.zeros((len(known) * STATES, 16), dtype=np.int32)
    for number, symmetry in enumerate(symmetries()):
        for pattern, points in enumerate(known):
            image = symmetry[points].tolist()
            onto = where[image[0], frozenset(image)]
            places = np.array([known[onto].tolist().index(point) for point in image])
            mapped[pattern * STATES : (pattern + 1) * STATES, number] = onto * STATES + (digits * 3**places).sum(1)
    return mapped
