"""Nine Men's Morris between Merels and OpenSpiel, whose game is `nine_mens_morris`.

    pip install open_spiel
    cargo build --release --locked -p merels-cli --example openspiel
    python scripts/openspiel.py play [--games 2] [--nodes 10000] [--simulations 1000]
    python scripts/openspiel.py compare [--games 10000] [--seed 1]

`play` lets `merels engine` play games against OpenSpiel's MCTS, in OpenSpiel's actions; `MerelsBot`
is a bot for programs of one's own. `compare` plays random games with OpenSpiel and has the example
`openspiel` look at every state of them: the legal actions, whether the game is over, who has won.

OpenSpiel numbers the points row by row from the top left, 0 to 23; a turn that closes a mill is two
actions there, and a game that has had 200 turns is drawn. It knows no draw by repetition or for
want of a capture, so the rule set is `nine[quiet=never,repeat=never]`.
"""

import argparse
import array
import pathlib
import random
import subprocess
import sys

import pyspiel

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target" / "release"
RULES = "nine[quiet=never,repeat=never]"
POINTS = (
    "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
)
# Actions below are points, the others are moves from one to another.
MOVES = len(POINTS)


def way_of(action):
    """The action as a turn without captures: `d6`, `d6-d7`."""
    if action < MOVES:
        return POINTS[action]
    source, goal = divmod(action - MOVES, len(POINTS))
    return f"{POINTS[source]}-{POINTS[goal]}"


def actions_of(turn):
    """The actions that a turn such as `d6-d7xa1` is."""
    way, *taken = turn.split("x")
    source, _, goal = way.rpartition("-")
    to = POINTS.index(goal)
    first = to if not source else MOVES + POINTS.index(source) * len(POINTS) + to
    return [first, *map(POINTS.index, taken)]


def turns_of(actions):
    """The turns that a game's actions are; the last may lack its capture."""
    game = pyspiel.load_game("nine_mens_morris")
    state, turns = game.new_initial_state(), []
    for action in actions:
        player, word = state.current_player(), way_of(action)
        if turns and turns[-1][0] == player:
            turns[-1] = (player, f"{turns[-1][1]}x{word}")
        else:
            turns.append((player, word))
        state.apply_action(action)
    return [turn for _, turn in turns]


class MerelsBot(pyspiel.Bot):
    """Plays as `merels engine` does; `limit` is what follows its `go`."""

    def __init__(self, program=RELEASE / "merels", limit="nodes 10000"):
        pyspiel.Bot.__init__(self)
        self.limit = limit
        self.rest = []
        self.engine = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say(f"setoption name Variant value {RULES}")

    def say(self, command):
        self.engine.stdin.write(command + "\n")
        self.engine.stdin.flush()

    def restart_at(self, state):
        self.rest = []

    def step(self, state):
        if not self.rest:
            self.say(f"position start moves {' '.join(turns_of(state.history()))}")
            self.say(f"go {self.limit}")
            for line in self.engine.stdout:
                if line.startswith("bestmove "):
                    self.rest = actions_of(line.split()[1])
                    break
        return self.rest.pop(0)

    def close(self):
        self.say("quit")
        self.engine.wait()


def play(games, nodes, simulations):
    game = pyspiel.load_game("nine_mens_morris")
    merels = MerelsBot(limit=f"nodes {nodes}")
    points = [0, 0, 0]
    for number in range(games):
        mcts = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(1, number),
            2.0,
            simulations,
            64,  # MB of memory
            True,
            number,
            False,
        )
        own = number % 2
        merels.rest = []
        state = game.new_initial_state()
        while not state.is_terminal():
            bot = merels if state.current_player() == own else mcts
            state.apply_action(bot.step(state))
        result = state.returns()[own]
        points[int(1 - result)] += 1
        print(
            f"{number + 1}. Merels has {'WB'[own]}: {['won', 'drawn', 'lost'][int(1 - result)]}",
            " ".join(turns_of(state.history())),
            flush=True,
        )
    merels.close()
    print(f"Merels won {points[0]}, drew {points[1]}, lost {points[2]}")


def compare(games, seed):
    """Sends each state: the number of legal actions, these, and the one chosen; or 65535 and who
    has won, 0 for nobody. All of them are 16 bits, the lower ones first."""
    look = subprocess.Popen(
        [RELEASE / "examples" / "openspiel"], stdin=subprocess.PIPE
    )
    game = pyspiel.load_game("nine_mens_morris")
    choose = random.Random(seed).random
    for _ in range(games):
        state, sent = game.new_initial_state(), array.array("H")
        while not state.is_terminal():
            legal = state.legal_actions()
            action = legal[int(choose() * len(legal))]
            sent.append(len(legal))
            sent.extend(legal)
            sent.append(action)
            state.apply_action(action)
        white = state.returns()[0]
        sent.extend([65535, 1 if white > 0 else 2 if white < 0 else 0])
        if sys.byteorder == "big":
            sent.byteswap()
        look.stdin.write(sent.tobytes())
    look.stdin.close()
    sys.exit(look.wait())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    match = commands.add_parser("play")
    match.add_argument("--games", type=int, default=2)
    match.add_argument("--nodes", type=int, default=10_000)
    match.add_argument("--simulations", type=int, default=1_000)
    match.set_defaults(run=play)
    rules = commands.add_parser("compare")
    rules.add_argument("--games", type=int, default=10_000)
    rules.add_argument("--seed", type=int, default=1)
    rules.set_defaults(run=compare)
    given = vars(parser.parse_args())
    given.pop("run")(**given)


if __name__ == "__main__":
    main()
