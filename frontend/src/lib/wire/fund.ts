import type { MandateStateWire } from './types';

/** The colour of a mandate's state, on the page of its client and in the console. */
export const mandateTones = {
  signed: 'warn',
  declined: 'down',
  starting: 'info',
  active: 'up',
  ended: 'neutral',
} as const satisfies Record<MandateStateWire, string>;
