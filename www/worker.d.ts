/** Named in the state of a board, which workers draw; they never have one. */
interface Element {}
