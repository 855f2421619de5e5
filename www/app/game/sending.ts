// A game by message: what of it has been sent, what is to be, and what has been offered.
import { other, setSlot } from '../state.ts';
import { pathTo } from './paths.ts';
import type { Side, State } from '../types.ts';

/** By message: how much of the game there is to send, turns and an end that a player declared. */
export const toSend = ({ game }: Pick<State, 'game'>) =>
  game.moves.filter((m) => m.onPath).length +
  Number(['resignation', 'agreement'].includes(game.outcome?.reason ?? ''));

/** By message: is the last turn, or what was declared, one's own and not sent yet? */
export const isToSend = (state: Pick<State, 'settings' | 'game' | 'slot'>) =>
  isMineLast(state) &&
  (toSend(state) > state.slot.sent ||
    (!state.game.outcome && offersDraw(state) && state.slot.draw?.at === null));

/** By message: what was to be sent has been. */
export function setSent(state: State): State {
  if (!isToSend(state)) return state;
  const { draw } = state.slot;
  return setSlot(state, {
    sent: toSend(state),
    draw: draw && { ...draw, at: draw.at ?? toSend(state) },
  });
}

/** By message: does one's own offer of a draw stand, or go with the next link? */
export const offersDraw = (state: Pick<State, 'settings' | 'game' | 'slot'>) =>
  state.slot.draw?.by === state.settings.human &&
  (state.slot.draw.at ?? toSend(state)) === toSend(state);

/** Who has offered a draw that is to be answered here. */
export function offeredBy(state: Pick<State, 'settings' | 'game' | 'slot' | 'offer'>): Side | null {
  const { settings, game, slot, offer } = state;
  if (offer || settings.mode !== 'message') return offer;
  return slot.draw &&
    slot.draw.by !== settings.human &&
    slot.draw.at === toSend(state) &&
    !game.outcome &&
    !game.canRedo
    ? slot.draw.by
    : null;
}

/** By message: was the last to act oneself, so that the other player is to answer? */
export function isMineLast({ settings, game, slot }: Pick<State, 'settings' | 'game' | 'slot'>) {
  if (settings.mode !== 'message' || game.canRedo) return false;
  if (game.outcome?.reason === 'resignation') return game.outcome.loser === settings.human;
  if (game.outcome?.reason === 'agreement') return slot.draw?.by === other(settings.human);
  // It may be the turn of the same side again.
  return game.last
    ? game.last.side === settings.human && (game.outcome !== null || game.turn !== settings.human)
    : game.turn !== settings.human;
}

/** May the last turn be taken back? By message not once it was sent. */
export const mayTakeBack = ({
  settings,
  game,
  slot,
  pending,
}: Pick<State, 'settings' | 'game' | 'slot' | 'pending'>) =>
  pending !== null ||
  (game.canUndo &&
    // What the computer began with is not one's own.
    (settings.mode !== 'computer' ||
      pathTo(game.moves, game.node).some(({ side }) => side === settings.human)) &&
    (settings.mode !== 'message' ||
      game.finished ||
      (!game.canRedo &&
        !game.outcome &&
        game.last?.side === settings.human &&
        toSend({ game }) > slot.sent)));
