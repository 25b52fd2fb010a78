import type { AccountState } from './account-state.repository.js';
import type { SyncRunKind, SyncTrigger } from './sync-run.entity.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What one run is for. */
export interface RunPlan {
  /** Nothing of the account was ever read to its end. */
  first: boolean;
  /** Every symbol is asked for, whatever the news say: the first time and once a day. */
  full: boolean;
  /** The account as it stands is asked for. Not where the run only comes to go on with a history, a minute after the last one. */
  head: boolean;
}

/** `now`: our own time, as `verifiedAt` and `lastSyncedAt` are. */
export function planRun(
  account: AccountState,
  { trigger, intervalMinutes, now }: { trigger: SyncTrigger; intervalMinutes: number; now: Date },
): RunPlan {
  const first = account.verifiedAt === null;
  const full = first || account.spotMark === null || now.getTime() - account.verifiedAt!.getTime() >= DAY_MS;
  const sinceHead = account.lastSyncedAt === null ? Infinity : now.getTime() - account.lastSyncedAt.getTime();
  // Schedules are a minute wide.
  const due = sinceHead >= (intervalMinutes - 1) * MINUTE_MS;
  return { first, full, head: full || trigger !== 'schedule' || due };
}

/** Names a run by what it reads. */
export function kindOf({ full, head }: Pick<RunPlan, 'full' | 'head'>): SyncRunKind {
  if (full) return 'full';
  return head ? 'balances' : 'history';
}
