/** What receives payments: the address that a person compares, the shared address on TRON, the account that addresses are derived from. */
export const payTargets = ['btc', 'usdt-trc20', 'bitcoin-account'] as const;
export type PayTarget = (typeof payTargets)[number];

/** From the second approval until a change takes effect. */
export const WAIT_MS = 24 * 3_600_000;

/** A change of the settings, from its announcement on. The first value of a target is in use without approvals. */
export interface PayAddressChange {
  id: string;
  target: PayTarget;
  /** An address, or an xpub or zpub. */
  value: string;
  announcedAt: Date;
  firstApproval: Approval | null;
  secondApproval: Approval | null;
  /** Set by the second approval; of a first value the time of its announcement. */
  effectiveAt: Date | null;
  /** An admin stopped it, or the setting was changed again. */
  withdrawnAt: Date | null;
}

export interface Approval {
  by: string;
  at: Date;
}

export type ChangeState = 'announced' | 'approved-once' | 'scheduled' | 'in-use' | 'replaced' | 'withdrawn';

/** Returns the value of a target at a time, null before the first. `changes`: of that target, in any order. */
export function inUseAt(changes: readonly PayAddressChange[], now: Date): PayAddressChange | null {
  return changes.filter((change) => isEffective(change, now)).reduce<PayAddressChange | null>(later, null);
}

/** Returns the change of a target that is not in effect yet and can still become so; null: there is none. */
export function openChange(changes: readonly PayAddressChange[], now: Date): PayAddressChange | null {
  return changes.find((change) => change.withdrawnAt === null && !isEffective(change, now)) ?? null;
}

export function stateOf(change: PayAddressChange, changes: readonly PayAddressChange[], now: Date): ChangeState {
  if (change.withdrawnAt !== null) return 'withdrawn';
  if (isEffective(change, now)) return inUseAt(changes, now) === change ? 'in-use' : 'replaced';
  if (change.effectiveAt !== null) return 'scheduled';
  return change.firstApproval === null ? 'announced' : 'approved-once';
}

/** Returns when another value took the place of this one, null while it is in use or never was. */
export function replacedAt(change: PayAddressChange, changes: readonly PayAddressChange[], now: Date): Date | null {
  if (!isEffective(change, now)) return null;
  const after = changes.filter((other) => isEffective(other, now) && later(change, other) === other && other !== change);
  return after.reduce<Date | null>((first, { effectiveAt }) => (first === null || effectiveAt! < first ? effectiveAt : first), null);
}

const isEffective = ({ effectiveAt, withdrawnAt }: PayAddressChange, now: Date): boolean =>
  withdrawnAt === null && effectiveAt !== null && effectiveAt <= now;

function later(one: PayAddressChange | null, other: PayAddressChange): PayAddressChange {
  if (one === null) return other;
  return one.effectiveAt! > other.effectiveAt! || (one.effectiveAt!.getTime() === other.effectiveAt!.getTime() && one.id > other.id)
    ? one
    : other;
}
