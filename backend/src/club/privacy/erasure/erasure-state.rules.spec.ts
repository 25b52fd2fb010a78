import { describe, expect, it } from '@jest/globals';
import { ErasureDecided, ErasureUnderWay, NoErasureRequest } from '../privacy.errors.js';
import { erasureStates } from '../privacy.entities.js';
import { nextErasure, type ErasureMove } from './erasure-state.rules.js';

const moves: ErasureMove[] = ['ask', 'withdraw', 'refuse', 'complete'];
const open: Record<ErasureMove, (string | null)[]> = {
  ask: [null, 'withdrawn', 'refused'],
  withdraw: ['restricted'],
  refuse: ['restricted'],
  complete: ['restricted'],
};
const refusals = { ask: ErasureUnderWay, withdraw: NoErasureRequest, refuse: ErasureDecided, complete: ErasureDecided };

describe('a request to be erased', () => {
  it.each(moves.flatMap((move) => [null, ...erasureStates].map((state) => [move, state] as const)))(
    'takes %s from %s as its table says',
    (move, state) => {
      if (open[move].includes(state))
        expect(nextErasure(state, move)).toBe({ ask: 'restricted', withdraw: 'withdrawn', refuse: 'refused', complete: 'completed' }[move]);
      else expect(() => nextErasure(state, move)).toThrow(refusals[move]);
    },
  );
});
