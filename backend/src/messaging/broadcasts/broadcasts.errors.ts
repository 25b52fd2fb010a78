import { DomainError } from '../../platform/domain/index.js';
import type { BroadcastMove, BroadcastState } from './broadcast.types.js';

/** Every member of the audience is missing, deactivated, unconfirmed, or reads no news: a 409. */
export class NobodyToWriteTo extends DomainError {
  constructor(message: string) {
    super('conflict', 'broadcast.nobody', message);
  }
}

const participle: Record<BroadcastMove, string> = { pause: 'paused', resume: 'resumed', cancel: 'cancelled' };
const states: Record<BroadcastState, string> = {
  scheduled: 'is waiting for its start',
  sending: 'is being sent',
  paused: 'is paused',
  done: 'is done',
  cancelled: 'was cancelled',
};

/** The broadcast is in a state from which the move is not open: a 409. */
export class BroadcastMoveRefused extends DomainError {
  constructor(move: BroadcastMove, state: BroadcastState) {
    super('conflict', `broadcast.cannot-${move}`, `This broadcast ${states[state]} and cannot be ${participle[move]}`);
  }
}
