import { DomainError } from '../../platform/domain/index.js';
import type { Reach } from './broadcast-recipients.repository.js';
import type { BroadcastMove, BroadcastState } from './broadcast.types.js';

/** Every member of the audience is missing, deactivated, unconfirmed, or reads no news: a 409. */
export class NobodyToWriteTo extends DomainError {
  constructor(message: string) {
    super('conflict', 'broadcast.nobody', message);
  }
}

/** Says how many recipients lack which values that the text needs. */
export const lackingSentence = ({ lacking, recipients }: Pick<Reach, 'lacking' | 'recipients'>): string =>
  `${lacking
    .map(({ field, people }) => `${people} of ${recipients} recipients ${people === 1 ? 'has' : 'have'} no value for {{${field}}}`)
    .join(', ')}. Give it a fallback, as in {{${lacking[0]?.field ?? ''}|friend}}`;

/** Recipients have no value for a personal field without a fallback: a 409. */
export class ValuesMissing extends DomainError {
  constructor(reach: Pick<Reach, 'lacking' | 'recipients'>) {
    super('conflict', 'broadcast.values-missing', lackingSentence(reach));
  }
}

/** The broadcast has started, or ended: a 409. */
export class BroadcastEditRefused extends DomainError {
  constructor() {
    super('conflict', 'broadcast.cannot-edit', 'This broadcast has started or ended and cannot be edited');
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
