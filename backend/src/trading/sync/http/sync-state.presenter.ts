import { maskSecret } from '../../../platform/crypto/index.js';
import type { CoverageWire, MySyncWire, SyncRunWire, SyncStateWire } from '../../../platform/wire/index.js';
import type { Coverage } from '../coverage.repository.js';
import type { SyncRunView } from '../sync-run-list.repository.js';
import type { AccountState } from '../sync-state.query.js';
import type { ReadState } from '../sync-state.repository.js';

const text = (date: Date | null) => date?.toISOString() ?? null;

export function presentSyncState(state: AccountState & ReadState): SyncStateWire {
  return {
    venue: state.venue,
    keyState: state.keyState ?? 'none',
    keyHint: state.keyHint === null ? null : maskSecret(state.keyHint),
    state: state.standing,
    lastSyncedAt: text(state.lastSyncedAt),
    nextSyncAt: text(state.nextSyncAt),
    lag: state.lag,
    gaps: state.gaps,
    warnings: state.warnings,
    futuresAvailable: state.futuresAvailable,
    unsearched: state.unsearched,
    complete: state.complete,
    lastRun: state.lastRun,
  };
}

export function presentCoverage({ completeFrom, completeTo, horizon, gaps, ...same }: Coverage): CoverageWire {
  return {
    ...same,
    completeFrom: text(completeFrom),
    completeTo: text(completeTo),
    horizon: text(horizon),
    gaps: gaps.map(({ from, to, reason }) => ({ from: from.toISOString(), to: to.toISOString(), reason })),
  };
}

export function presentMySync(state: AccountState & ReadState): MySyncWire {
  return { ...presentSyncState(state), coverage: state.coverage.map(presentCoverage) };
}

export function presentSyncRun({ createdAt, startedAt, finishedAt, ...same }: SyncRunView): SyncRunWire {
  return { ...same, createdAt: createdAt.toISOString(), startedAt: text(startedAt), finishedAt: text(finishedAt) };
}
