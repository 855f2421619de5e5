"""Teaches the evaluation exact values: reads positions that `merels sample` wrote, writes the weights of the engine.

    python train.py positions.bin --out ../data/nine.net

The net is the one of `src/search/net/mod.rs`: a row of small numbers for every state of every pattern of five points,
tied by the symmetries of the board; sums, clipped and squared; output weights by the numbers of men.
"""

import argparse
import struct
import time
import zlib

import jax
import jax.numpy as jnp
import numpy as np
import optax

from boards import PATTERN, STATES, images, patterns

ORBITS = 4
STAGES = 8
MOVING = 100
BUCKETS = MOVING + 10 * 32
# A weight of one is written as 64; sums are clipped at 127.
SCALE = 64
CLIP = 127 / SCALE
# The games that a net can judge: the board whose mills theirs has, and with how many men a side flies.
GAMES = {
    "nine": ("nine", 3),
    "lasker": ("nine", 3),
    "twelve": ("twelve", 3),
    "nao-guti": ("nine", 0),
    "marelle-triple": ("nine", 4),
    "mul-mulan": ("twelve", 0),
    "dooz": ("twelve", 3),
    "one-time": ("nine", 3),
    "cham-gonu": ("twelve", 0),
    "cheng-san-qi": ("nine", 0),
    "nerenchi": ("twelve", 0),
    "el-filja": ("nine", 0),
}
# The output in hundredths of a man, shifted by so many bits; a squared sum brings SCALE * SCALE with it.
OUTPUT = 100 * 2**14


def read(paths):
    """The positions of the files: men of both sides, hands, values (0 loss, 1 draw, 2 win), men at the beginning."""
    raw = np.concatenate([np.fromfile(path, dtype="<u4").reshape(-1, 2) for path in paths])
    own, other = raw[:, 0], raw[:, 1]
    # Files of older samples, all of them of nine men, leave them out.
    men = np.where(other >> 28 == 0, 9, other >> 28).astype(np.int32)
    return own & 0xFFFFFF, other & 0xFFFFFF, own >> 24 & 15, other >> 24 & 15, (own >> 28 & 3).astype(np.int32), men


def with_eleven(own, other, own_hand, other_hand, value, men):
    """Adds positions of Twelve in which both sides have lost a man as positions of Eleven: the game that is left is the
    same. With no man in hand the net does not tell them apart anyway."""
    fewer = (lost(own, own_hand, men) > 0) & (lost(other, other_hand, men) > 0) & (men == 12) & (own_hand + other_hand > 0)
    return tuple(np.concatenate([all, all[fewer]]) for all in (own, other, own_hand, other_hand, value)) + (
        np.concatenate([men, men[fewer] - 1]),
    )


def lost(side, hand, men):
    """How many men a side has lost."""
    return men - np.bitwise_count(side) - hand.astype(np.int32)


def stages_and_buckets(own, other, own_hand, other_hand, men, fly):
    """As `src/search/net/stage.rs` has them; `men` is how many a side begins with, `fly` with how many it flies."""
    hands = [own_hand.astype(np.int32), other_hand.astype(np.int32)]
    totals = [np.bitwise_count(side).astype(np.int32) + hand for side, hand in zip((own, other), hands)]
    placing = hands[0] + hands[1] > 0
    lost = [np.clip(men - total, 0, 3) for total in totals]
    own_class, other_class = (np.clip(total, 3, 12) - 3 for total in totals)
    bucket = np.where(
        placing,
        MOVING + np.minimum(hands[0], 9) * 32 + lost[0] * 8 + lost[1] * 2 + (hands[0] > hands[1]),
        own_class * 10 + other_class,
    )
    few = [total <= fly for total in totals]
    both = totals[0] + totals[1]
    moving = np.where(both <= 11, 2, np.where(both <= 14, 3, 4))
    flying = np.where(few[0] & few[1], 7, np.where(few[0], 5, 6))
    stage = np.where(placing, (hands[0] < 4).astype(int), np.where(few[0] | few[1], flying, moving))
    return stage.astype(np.int32), bucket.astype(np.int32)


def points(own, other):
    """What stands on each point: 0 nothing, 1 own, 2 the other's. An array (positions, 24)."""
    bits = np.arange(24, dtype=np.uint32)
    return ((own[:, None] >> bits & 1) + 2 * (other[:, None] >> bits & 1)).astype(np.uint8)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("positions", nargs="+", help="files that `merels sample` wrote")
    asked.add_argument("--out", required=True, help="the file of weights to write")
    asked.add_argument("--games", default="nine", choices=list(GAMES), help="the games that it judges")
    asked.add_argument("--steps", type=int, default=5000)
    asked.add_argument("--batch", type=int, default=16384)
    asked.add_argument("--rate", type=float, default=0.004, help="the learning rate at the beginning")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--begin", help="go on from the weights in this file: unrounded, or as the engine reads them")
    asked.add_argument("--keep", help="write the unrounded weights too, to this file")
    asked = asked.parse_args()

    positions = read(asked.positions)
    board, fly = GAMES[asked.games]
    own, other, own_hand, other_hand, value, men = with_eleven(*positions) if asked.games == "twelve" else positions
    count = len(own)
    held_back = min(200_000, count // 10)
    print(f"{count} positions, {held_back} of them held back", flush=True)
    stage, bucket = stages_and_buckets(own, other, own_hand, other_hand, men, fly)
    known = patterns(board)
    of_stage = len(known) * STATES
    tied = jnp.array(images(board))
    place = jnp.array(3 ** np.arange(PATTERN))
    begin = jnp.array(np.arange(len(known)) * STATES)

    rng = np.random.default_rng(asked.seed)
    weights = {
        "rows": jnp.array(rng.normal(0, 0.1, (STAGES, of_stage, ORBITS)), jnp.float32),
        "bias": jnp.full((BUCKETS, ORBITS), 0.3),
        "weight": jnp.array(np.tile(rng.normal(0, 0.1, (1, ORBITS)), (BUCKETS, 1)), jnp.float32),
        "base": jnp.zeros(BUCKETS),
    }
    if asked.begin:
        weights |= {name: jnp.array(array) for name, array in begun(asked.begin, weights["rows"], known).items()}

    def score(weights, men, stage, bucket):
        states = men[:, known].astype(jnp.int32) @ place + begin + stage[:, None] * of_stage
        rows = weights["rows"][:, tied, :].reshape(STAGES * of_stage, 16 * ORBITS)
        sums = jnp.take(rows, states, axis=0).sum(1) + jnp.tile(weights["bias"][bucket], (1, 16))
        squares = (jnp.clip(sums, 0, CLIP) ** 2).reshape(-1, 16, ORBITS).sum(1)
        return (squares * weights["weight"][bucket]).sum(1) + weights["base"][bucket]

    def loss(weights, men, stage, bucket, value):
        # Ordered logits: beyond 1 a win is likelier than a draw, beyond -1 a loss.
        scores = score(weights, men, stage, bucket)
        win, lose = jax.nn.log_sigmoid(2 * (scores - 1)), jax.nn.log_sigmoid(2 * (-scores - 1))
        draw = jnp.log(jnp.maximum(1 - jnp.exp(win) - jnp.exp(lose), 1e-6))
        return -jnp.where(value == 2, win, jnp.where(value == 0, lose, draw)).mean()

    optimiser = optax.adam(optax.cosine_decay_schedule(asked.rate, asked.steps))
    state = optimiser.init(weights)

    @jax.jit
    def step(weights, state, *batch):
        found, gradient = jax.value_and_grad(loss)(weights, *batch)
        update, state = optimiser.update(gradient, state, weights)
        weights = optax.apply_updates(weights, update)
        return weights | {"rows": jnp.clip(weights["rows"], -CLIP, CLIP)}, state, found

    def batch(chosen):
        return points(own[chosen], other[chosen]), stage[chosen], bucket[chosen], value[chosen]

    began, total = time.time(), 0.0
    for done in range(1, asked.steps + 1):
        chosen = rng.integers(held_back, count, asked.batch)
        weights, state, found = step(weights, state, *batch(chosen))
        total += float(found)
        if done % 250 == 0:
            print(f"step {done}: loss {total / 250:.4f}, {time.time() - began:.0f} s", flush=True)
            total = 0.0

    rounded = forget_unseen(rounded_weights(weights), own, other, stage, known, np.asarray(tied))
    report(jax.jit(score), jax.jit(loss), rounded, batch, held_back)
    if asked.keep:
        np.savez(asked.keep, **{name: np.asarray(array) for name, array in weights.items()})
    write(asked.out, asked.games, len(known), rounded)


def begun(path, rows, known):
    """Unrounded weights to go on from. Patterns that a net of the other board has not keep a tenth of the random `rows`."""
    weights = dict(np.load(path)) if path.endswith(".npz") else read_weights(path)
    if weights["rows"].shape != rows.shape:
        shape = (STAGES, len(known), STATES, ORBITS)
        wide = 0.1 * np.asarray(rows).reshape(shape)
        where = {tuple(points): number for number, points in enumerate(known.tolist())}
        old = weights["rows"].reshape(STAGES, -1, STATES, ORBITS)
        for number, points in enumerate(patterns("nine").tolist()):
            wide[:, where[tuple(points)]] = old[:, number]
        weights["rows"] = wide.reshape(rows.shape)
    return weights


def read_weights(path):
    """The weights of a file for the engine."""
    file = np.fromfile(path, dtype=np.uint8)
    at = 10 + int(file[9])
    patterns = int(file[at + 4 : at + 6].view("<u2")[0])
    head = np.dtype([("bias", "<i2", ORBITS), ("weight", "<i4", ORBITS), ("base", "<i4")])
    heads = file[at + 6 :][: BUCKETS * head.itemsize].view(head)
    rows = file[at + 6 + BUCKETS * head.itemsize : -4].view(np.int8).reshape(ORBITS, STAGES, patterns * STATES)
    return {
        "rows": np.moveaxis(rows, 0, 2).astype(np.float32) / SCALE,
        "bias": heads["bias"].astype(np.float32) / SCALE,
        "weight": heads["weight"].astype(np.float32) / (OUTPUT / SCALE**2),
        "base": heads["base"].astype(np.float32) / OUTPUT,
    }


def rounded_weights(weights):
    """The weights as the file will have them, still as fractions."""
    weights = {name: np.asarray(array, dtype=np.float64) for name, array in weights.items()}
    unit = OUTPUT / SCALE**2
    return {
        # Even ones only: that costs nothing that could be measured, and a file of nine is 27 KB smaller when compressed.
        "rows": np.clip(2 * np.round(weights["rows"] * SCALE / 2), -126, 126) / SCALE,
        "bias": np.round(weights["bias"] * SCALE) / SCALE,
        "weight": np.round(weights["weight"] * unit) / unit,
        "base": np.round(weights["base"] * OUTPUT) / OUTPUT,
    }


def forget_unseen(weights, own, other, stage, known, tied):
    """Zeroes the rows of states that no position had: they hold nothing but the noise they began with."""
    seen = np.zeros(weights["rows"].shape[:2], dtype=bool)
    place = 3 ** np.arange(PATTERN)
    for start in range(0, len(own), 500_000):
        part = slice(start, start + 500_000)
        states = points(own[part], other[part])[:, known].astype(np.int32) @ place + np.arange(len(known)) * STATES
        seen[np.repeat(stage[part], len(known)), states.ravel()] = True
    # A row that was seen through any symmetry was taught.
    taught = np.zeros_like(seen)
    for symmetry in tied.T:
        taught[:, symmetry] |= seen
    print(f"{taught.mean():.1%} of the rows were taught")
    return weights | {"rows": weights["rows"] * taught[:, :, None]}


def report(score, loss, weights, batch, held_back):
    """How good the rounded weights are on the positions that were held back."""
    weights = {name: jnp.array(array, jnp.float32) for name, array in weights.items()}
    losses, right, stages = [], [], []
    for start in range(0, held_back, 20_000):
        part = batch(np.arange(start, min(start + 20_000, held_back)))
        losses.append(float(loss(weights, *part)))
        scores = np.asarray(score(weights, *part[:3]))
        right.append(np.where(scores > 1, 2, np.where(scores < -1, 0, 1)) == part[3])
        stages.append(part[1])
    right, stages = np.concatenate(right), np.concatenate(stages)
    print(f"held back: loss {np.mean(losses):.4f}, {right.mean():.2%} judged right; by stage", end=" ")
    print(", ".join(f"{right[stages == stage].mean():.2%}" for stage in range(STAGES) if (stages == stage).any()))


def write(path, games, patterns, weights):
    """The file that `src/search/net/weights.rs` reads."""
    unit = OUTPUT / SCALE**2
    whole = lambda array, scale, kind: np.round(np.asarray(array) * scale).astype(kind).tobytes()
    file = b"MERELNET" + bytes([1, len(games)]) + games.encode()
    file += bytes([ORBITS, STAGES]) + struct.pack("<HH", BUCKETS, patterns)
    for bias, weight, base in zip(weights["bias"], weights["weight"], weights["base"]):
        file += whole(bias, SCALE, "<i2") + whole(weight, unit, "<i4") + whole(base, OUTPUT, "<i4")
    file += whole(np.moveaxis(weights["rows"], 2, 0), SCALE, np.int8)
    file += struct.pack("<I", zlib.crc32(file))
    with open(path, "wb") as out:
        out.write(file)
    print(f"{path}: {len(file)} bytes")


if __name__ == "__main__":
    main()
