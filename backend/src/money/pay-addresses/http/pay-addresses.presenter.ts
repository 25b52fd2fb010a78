import type { PayAddressChangeWire, PublicPayAddressWire } from '../../../platform/wire/index.js';
import { replacedAt, stateOf, type PayAddressChange } from '../pay-address.rules.js';
import { shownValue } from '../shown-value.rules.js';

/** `all`: every change, among them this one. `nameOf`: of a person of the team, null for one who has left. */
export function presentChange(
  change: PayAddressChange,
  all: readonly PayAddressChange[],
  { now, actorId, nameOf }: { now: Date; actorId: string; nameOf: (id: string) => string | null },
): PayAddressChangeWire {
  const { firstApproval, secondApproval } = change;
  const shown = presentPublic(change, all, now);
  const isWaiting = shown.state === 'announced' || shown.state === 'approved-once';
  const may: PayAddressChangeWire['may'] = [
    ...(isWaiting && firstApproval?.by !== actorId ? (['approve'] as const) : []),
    ...(isWaiting || shown.state === 'scheduled' ? (['withdraw'] as const) : []),
  ];
  const approvals = [firstApproval, secondApproval].flatMap((one) => (one ? [{ by: nameOf(one.by), at: one.at.toISOString() }] : []));
  return { ...shown, id: change.id, approvals, may };
}

/** An entry of the public log. */
export function presentPublic(change: PayAddressChange, all: readonly PayAddressChange[], now: Date): PublicPayAddressWire {
  const same = all.filter(({ target }) => target === change.target);
  return {
    target: change.target,
    value: shownValue(change),
    state: stateOf(change, same, now),
    announcedAt: change.announcedAt.toISOString(),
    effectiveAt: change.effectiveAt?.toISOString() ?? null,
    replacedAt: replacedAt(change, same, now)?.toISOString() ?? null,
    withdrawnAt: change.withdrawnAt?.toISOString() ?? null,
  };
}
