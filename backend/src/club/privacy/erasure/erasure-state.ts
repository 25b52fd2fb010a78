import type { ErasureState } from '../privacy.entities.js';
import { ErasureDecided, ErasureUnderWay, NoErasureRequest } from '../privacy.errors.js';

/**
 * The ways of a request to be erased (security section 6): null → restricted → withdrawn, refused or completed. Asking takes a confirmation
 * of who asks, so a request that stands here was checked; an ended one may be followed by another.
 */
export type ErasureMove = 'ask' | 'withdraw' | ErasureDecision;
export type ErasureDecision = 'refuse' | 'complete';

const table: Record<ErasureMove, { from: readonly (ErasureState | null)[]; to: ErasureState }> = {
  ask: { from: [null, 'withdrawn', 'refused'], to: 'restricted' },
  withdraw: { from: ['restricted'], to: 'withdrawn' },
  refuse: { from: ['restricted'], to: 'refused' },
  complete: { from: ['restricted'], to: 'completed' },
};

/** What an admin may do with a request: each of these is open now. */
export const openDecisions = (state: ErasureState): ErasureDecision[] =>
  (['complete', 'refuse'] as const).filter((move) => table[move].from.includes(state));

/** The state after `move`. Throws ErasureUnderWay, NoErasureRequest or ErasureDecided (each 409) where it is not open. */
export function nextErasure(state: ErasureState | null, move: ErasureMove): ErasureState {
  const { from, to } = table[move];
  if (from.includes(state)) return to;
  if (move === 'ask') throw new ErasureUnderWay();
  throw move === 'withdraw' ? new NoErasureRequest() : new ErasureDecided();
}
