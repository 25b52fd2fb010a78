import type { ErasureState } from '../privacy.entities.js';
import { ErasureDecided, ErasureUnderWay, NoErasureRequest } from '../privacy.errors.js';

/**
 * Transitions of an erasure request (security section 6): null → restricted → withdrawn, refused or completed. Opening one needs
 * reauthentication, so every stored request was verified. After one that was withdrawn or refused, another may be opened.
 */
export type ErasureMove = 'ask' | 'withdraw' | ErasureDecision;
export type ErasureDecision = 'refuse' | 'complete';

const table: Record<ErasureMove, { from: readonly (ErasureState | null)[]; to: ErasureState }> = {
  ask: { from: [null, 'withdrawn', 'refused'], to: 'restricted' },
  withdraw: { from: ['restricted'], to: 'withdrawn' },
  refuse: { from: ['restricted'], to: 'refused' },
  complete: { from: ['restricted'], to: 'completed' },
};

/** Returns the decisions that an admin may take in this state. */
export const openDecisions = (state: ErasureState): ErasureDecision[] =>
  (['complete', 'refuse'] as const).filter((move) => table[move].from.includes(state));

/** Returns the state after `move`. Throws ErasureUnderWay, NoErasureRequest or ErasureDecided (409) if it is not allowed. */
export function nextErasure(state: ErasureState | null, move: ErasureMove): ErasureState {
  const { from, to } = table[move];
  if (from.includes(state)) return to;
  if (move === 'ask') throw new ErasureUnderWay();
  throw move === 'withdraw' ? new NoErasureRequest() : new ErasureDecided();
}
