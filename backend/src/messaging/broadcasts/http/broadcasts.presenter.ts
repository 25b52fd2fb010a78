import type { BroadcastRecipientWire, BroadcastWire } from '../../../platform/wire/index.js';
import type { BroadcastRecord } from '../broadcast.repository.js';
import type { BroadcastRecipient } from '../broadcast-results.repository.js';
import { movesFrom } from '../broadcast.types.js';

/** A record of `broadcasts`. */
export function presentBroadcast({ createdAt, startsAt, finishedAt, recipientsAt, ...same }: BroadcastRecord): BroadcastWire {
  return {
    ...same,
    may: movesFrom(same.state),
    mayEdit: recipientsAt === null && movesFrom(same.state).length > 0,
    recipients: Object.values(same.counts).reduce((sum, n) => sum + n, 0),
    createdAt: createdAt.toISOString(),
    startsAt: startsAt.toISOString(),
    recipientsAt: recipientsAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

export function presentRecipient({
  position: _position,
  sentAt,
  heldUntil,
  unsubscribedAt,
  ...same
}: BroadcastRecipient): BroadcastRecipientWire {
  return {
    ...same,
    sentAt: sentAt?.toISOString() ?? null,
    heldUntil: heldUntil?.toISOString() ?? null,
    unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
  };
}
