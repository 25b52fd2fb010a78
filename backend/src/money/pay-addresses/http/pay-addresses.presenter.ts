import type { PayAddressChangeWire, PublicPayAddressWire } from '../../../platform/wire/index.js';
import type { PayAddressLog } from '../pay-address.reader.js';
import { replacedAt, stateOf, type PayAddressChange } from '../pay-address.rules.js';
import { poolSizeOf, shownValue } from '../shown-value.rules.js';

export const presentLog = (log: PayAddressLog, actorId: string): PayAddressChangeWire[] =>
  log.changes.map((change) => presentChange(change, log, actorId));

export const presentPublicLog = ({ changes, now }: PayAddressLog): PublicPayAddressWire[] =>
  changes.map((change) => presentPublic(change, changes, now));

function presentChange(change: PayAddressChange, { changes: all, now, names }: PayAddressLog, actorId: string): PayAddressChangeWire {
  const { firstApproval, secondApproval } = change;
  const shown = presentPublic(change, all, now);
  const isWaiting = shown.state === 'announced' || shown.state === 'approved-once';
  const may: PayAddressChangeWire['may'] = [
    ...(isWaiting && firstApproval?.by !== actorId ? (['approve'] as const) : []),
    ...(isWaiting || shown.state === 'scheduled' ? (['withdraw'] as const) : []),
  ];
  const approvals = [firstApproval, secondApproval].flatMap((one) =>
    one ? [{ by: names.get(one.by) ?? null, at: one.at.toISOString() }] : [],
  );
  return { ...shown, id: change.id, approvals, may };
}

/** An entry of the public log. */
function presentPublic(change: PayAddressChange, all: readonly PayAddressChange[], now: Date): PublicPayAddressWire {
  const same = all.filter(({ target }) => target === change.target);
  return {
    target: change.target,
    value: shownValue(change),
    poolSize: poolSizeOf(change),
    state: stateOf(change, same, now),
    announcedAt: change.announcedAt.toISOString(),
    effectiveAt: change.effectiveAt?.toISOString() ?? null,
    replacedAt: replacedAt(change, same, now)?.toISOString() ?? null,
    withdrawnAt: change.withdrawnAt?.toISOString() ?? null,
  };
}
