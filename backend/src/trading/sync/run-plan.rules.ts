import type { AccountState } from './account-state.repository.js';
import type { SyncRunKind, SyncTrigger } from './sync-run.entity.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What a run reads. */
export interface RunPlan {
  /** No full run of the account has ended yet. */
  first: boolean;
  /** Reads every symbol, whatever has changed: the first time and once a day. */
  full: boolean;
  /** Reads the balances. False where the run only continues a history, a minute after the last one. */
  head: boolean;
}

/** Plans a run. `now`: local time, like `verifiedAt` and `lastSyncedAt`. */
export function planRun(
  account: AccountState,
  { trigger, intervalMinutes, now }: { trigger: SyncTrigger; intervalMinutes: number; now: Date },
): RunPlan {
  const first = account.verifiedAt === null;
  const full = first || account.spotMark === null || now.getTime() - account.verifiedAt!.getTime() >= DAY_MS;
  const sinceHead = account.lastSyncedAt === null ? Infinity : now.getTime() - account.lastSyncedAt.getTime();
  // The schedule has a resolution of one minute.
  const due = sinceHead >= (intervalMinutes - 1) * MINUTE_MS;
  return { first, full, head: full || trigger !== 'schedule' || due };
}

/** Names a run by what it reads. */
export function kindOf({ full, head }: Pick<RunPlan, 'full' | 'head'>): SyncRunKind {
  if (full) return 'full';
  return head ? 'balances' : 'history';
}
