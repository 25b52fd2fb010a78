import type {
  FailedJobWire,
  JobKindWire,
  KeyringWire,
  OutboxBacklogWire,
  ProbeWire,
  ProcessWire,
  QueueOverviewWire,
  SystemStateWire,
  VenueProbeWire,
} from '../../../platform/wire/index.js';
import type { FailedJobView } from '../failed-jobs.service.js';
import type { KeyringState } from '../keyring-state.service.js';
import type { ProbeResult, VenueProbeResult } from '../probes.service.js';
import type { JobKind, QueueOverview } from '../queue-overview.service.js';
import type { RunningProcess, SystemState } from '../system-state.service.js';

const moment = (date: Date | null) => date?.toISOString() ?? null;

export function presentFailedJob({ addedAt, failedAt, ...same }: FailedJobView): FailedJobWire {
  return { ...same, addedAt: addedAt.toISOString(), failedAt: failedAt.toISOString(), may: ['retry', 'drop'] };
}

export function presentQueues({ store, jobs, complete, outbox }: QueueOverview): QueueOverviewWire {
  return {
    store,
    complete,
    jobs: jobs.map(presentKind),
    outbox: outbox.map(({ oldestAt, ...same }): OutboxBacklogWire => ({ ...same, oldestAt: moment(oldestAt) })),
  };
}

function presentKind({ doneAt, failedAt, ...same }: JobKind): JobKindWire {
  return { ...same, doneAt: moment(doneAt), failedAt: moment(failedAt) };
}

export function presentSystem({ processes, outbox, ...same }: SystemState): SystemStateWire {
  return { ...same, processes: processes.map(presentProcess), outbox: { ...outbox, oldestAt: moment(outbox.oldestAt) } };
}

function presentProcess({ startedAt, seenAt, ...same }: RunningProcess): ProcessWire {
  return { ...same, startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() };
}

export function presentKeyring({ readAt, ...same }: KeyringState): KeyringWire {
  return { ...same, readAt: readAt.toISOString() };
}

export function presentProbe({ at, ...same }: ProbeResult): ProbeWire {
  return { ...same, at: at.toISOString() };
}

export function presentVenueProbe({ at, ...same }: VenueProbeResult): VenueProbeWire {
  return { ...same, at: at.toISOString() };
}
