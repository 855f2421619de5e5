// What is due in the practice, with the questions that are asked of it.
import { t } from '../i18n/i18n.ts';
import { moveText } from '../game/words.ts';
import {
  drop,
  dueTasks,
  nameOf,
  type MissedPuzzle,
  type MissedStep,
  type Mistake,
  type Task,
} from '../storage/practice.ts';
import { FIRST, LESSONS, WORLD_LESSONS, type Words } from './course.ts';
import type { Question } from '../game/question.ts';
import type { Core } from '../types.ts';

/** The maximum number of better turns that are named. */
const NAMED = 3;

/** A task, and what is asked of it in the current language. */
export interface Asked {
  task: Task;
  ask: () => Question;
}

interface Sources {
  core: Core;
  /** Null if there is no such puzzle; rejects if it cannot be fetched. */
  puzzle: (task: MissedPuzzle) => Promise<(() => Question) | null>;
  /** The texts of the lessons, and their language. */
  texts: () => { words: Record<string, Words>; lang: string };
}

function nameOfGame(core: Core, line: string) {
  const game = core.read(line);
  const { spec } = game.state();
  game.free();
  return core.rules(spec).name;
}

const ofMistake =
  ({ line, played, holding }: Mistake, { core }: Sources) =>
  (): Question => ({
    title: nameOfGame(core, line),
    asks: t('mistakes.find', { move: played }),
    judge(_, turn) {
      const right = holding.includes(turn);
      const said = t(right ? 'mistakes.right' : 'practice.wrong', { move: turn });
      return { right, over: right, reply: null, said };
    },
    answer: holding[0] ?? '',
    shown: t('practice.shown', { moves: holding.slice(0, NAMED).join(', ') }),
    played,
    explained: true,
  });

/** Null if there is no such lesson any more. */
function ofStep({ line, lesson: id, step: at }: MissedStep, { core, texts }: Sources) {
  const lesson = [...FIRST, ...LESSONS, ...WORLD_LESSONS].find((each) => each.id === id);
  const step = lesson?.steps[at];
  if (!step) return null;
  const game = core.read(line);
  const { legal, spec } = game.state();
  game.free();
  const way = step.answer.split('x')[0];
  const move =
    legal.find(({ text }) => text === step.answer) ??
    legal.find(({ text }) => text.split('x')[0] === way);
  if (!move) return null;
  return (): Question => {
    const { words, lang } = texts();
    const { title, steps } = words[id] ?? { title: '', steps: [] };
    const { task, right, mistakes } = steps[at] ?? { task: '', right: '', mistakes: [] };
    return {
      title: title ?? core.rules(spec).name,
      asks: task,
      lang,
      judge(_, turn) {
        const which = core.firstThatHolds(line, turn, [step.goal, ...step.mistakes]);
        const said = which === 0 ? right : which ? mistakes[which - 1] : '';
        return {
          right: which === 0,
          over: which === 0,
          reply: null,
          said: said || t(which === 0 ? 'learn.right' : 'learn.wrong'),
        };
      },
      answer: move.text,
      shown: t('learn.shown', { turn: moveText(move) }),
      explained: false,
    };
  };
}

/** Anyone may have written it. */
function isPosition(core: Core, line: string) {
  try {
    core.read(line).free();
    return true;
  } catch {
    return false;
  }
}

async function ask(task: Task, sources: Sources) {
  if (!isPosition(sources.core, task.line)) return null;
  if ('puzzle' in task) return sources.puzzle(task);
  return 'lesson' in task ? ofStep(task, sources) : ofMistake(task, sources);
}

/**
 * The questions of what is due. What cannot be asked any more, because it is damaged or an update
 * has taken it out, does not come back.
 * @returns missing: how many puzzles could not be fetched
 */
export async function questionsOf(tasks: Task[], sources: Sources) {
  const asked: Asked[] = [];
  let missing = 0;
  for (const task of tasks) {
    try {
      const question = await ask(task, sources);
      if (question) asked.push({ task, ask: question });
      else drop(task);
    } catch (error) {
      console.warn(error);
      missing++;
    }
  }
  return { asked, missing };
}

/** Those that have not been answered since. */
export function stillDue(asked: Asked[]) {
  const due = new Set(dueTasks().map(nameOf));
  return asked.filter(({ task }) => due.has(nameOf(task)));
}
