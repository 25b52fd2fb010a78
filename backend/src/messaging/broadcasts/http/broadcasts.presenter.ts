import type { BroadcastRecipientWire, BroadcastWire } from '../../../platform/wire/index.js';
import type { BroadcastRecipient, BroadcastRecord } from '../broadcast.repository.js';
import { movesFrom } from '../broadcast.types.js';

/** A record of `broadcasts`. */
export function presentBroadcast({ createdAt, startsAt, finishedAt, ...same }: BroadcastRecord): BroadcastWire {
  return {
    ...same,
    may: movesFrom(same.state),
    recipients: Object.values(same.counts).reduce((sum, n) => sum + n, 0),
    createdAt: createdAt.toISOString(),
    startsAt: startsAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

export function presentRecipient({ sentAt, ...same }: BroadcastRecipient): BroadcastRecipientWire {
  return { ...same, sentAt: sentAt?.toISOString() ?? null };
}
