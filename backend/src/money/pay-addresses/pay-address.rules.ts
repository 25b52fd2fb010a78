/**
 * What receives payments: the address that a person compares, the shared address on TRON, the account that addresses are derived from, and
 * the addresses on TRON that invoices get for themselves. The last two depend on the first two, see `isUsedAtOnce`.
 */
export const payTargets = ['btc', 'usdt-trc20', 'bitcoin-account', 'tron-pool'] as const;
export type PayTarget = (typeof payTargets)[number];

/** From the second approval until a change takes effect. */
export const WAIT_MS = 24 * 3_600_000;

/** A change of the settings, from its announcement on. A first value can be in use without approvals, see `isUsedAtOnce`. */
export interface PayAddressChange {
  id: string;
  target: PayTarget;
  /** An address, an xpub or zpub, or the text of a pool. */
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

/** A pool as one text, the same whatever the order of its addresses; null: it is empty. */
export const poolText = (pool: readonly string[]): string | null => (pool.length === 0 ? null : pool.toSorted().join(','));

export const poolOf = (text: string | null): string[] => (text === null ? [] : text.split(','));

/** The settings of a new installation take effect together within this time. */
const NEW_MS = 3_600_000;

/** The fixed addresses whose payments a first account or a first pool takes over. */
const TAKES_OVER: Partial<Record<PayTarget, PayTarget>> = { 'bitcoin-account': 'btc', 'tron-pool': 'usdt-trc20' };

/**
 * Whether the first value of a target takes effect without approvals. The first account or pool of a club whose members have been shown a
 * fixed address redirects their payments, so it waits like any change. `all`: the changes of all targets.
 */
export function isUsedAtOnce(target: PayTarget, all: readonly PayAddressChange[], now: Date): boolean {
  return !all.some((change) => change.target === TAKES_OVER[target] && change.announcedAt.getTime() < now.getTime() - NEW_MS);
}

/** Returns the addresses of a pool that payments were shared on, now or once. A pool with such an address is refused. */
export const sharedBefore = (pool: string, all: readonly PayAddressChange[]): string[] =>
  poolOf(pool).filter((address) => all.some(({ target, value }) => target === 'usdt-trc20' && value === address));
