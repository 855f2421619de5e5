// What is asked on the lessons' board in the practice, and how an answer is judged.

export interface Answer {
  /** Null for another way to the same end, which is taken back and costs nothing. */
  right: boolean | null;
  /** Was that all? */
  over: boolean;
  /** The other side's turn. */
  reply: string | null;
  said: string;
}

export interface Question {
  /** Where it is from. */
  title: string;
  asks: string;
  /** The language of these, and of what is said of an answer, if it is not that of the page. */
  lang?: string;
  /** @param played the turns of both sides so far */
  judge: (played: string[], turn: string) => Answer;
  /** The first turn of the answer. */
  answer: string;
  /** What is said when it is shown. */
  shown: string;
  /** A turn whose fault is explained with it. */
  played?: string;
  /** Is it known why a turn is wrong? */
  explained: boolean;
}
