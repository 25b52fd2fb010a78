import { permits, type TeamRole } from '../../platform/domain/index.js';
import type { FailedJob } from '../../platform/queue/index.js';
import { inboxKinds, inboxPermissions, type FailedQueue, type InboxKind } from './inbox.types.js';

/** An item is due soon once this share of its time is left. */
const SOON_SHARE = 0.25;

/** Returns the kinds that a role may decide. */
export const kindsOf = (teamRole: TeamRole | null): InboxKind[] => inboxKinds.filter((kind) => permits(teamRole, inboxPermissions[kind]));

export type DueState = 'in-time' | 'due-soon' | 'overdue';

export function dueStateOf({ since, dueAt }: { since: Date; dueAt: Date }, now: Date): DueState {
  const left = dueAt.getTime() - now.getTime();
  if (left <= 0) return 'overdue';
  return left <= (dueAt.getTime() - since.getTime()) * SOON_SHARE ? 'due-soon' : 'in-time';
}

/** Groups failed jobs by queue, sorted by name. A queue waits since its oldest failure. */
export function failedQueuesOf(jobs: readonly Pick<FailedJob, 'queue' | 'failedAt'>[]): FailedQueue[] {
  const groups = new Map<string, FailedQueue>();
  for (const { queue, failedAt } of jobs) {
    const group = groups.get(queue);
    if (!group) groups.set(queue, { queue, since: failedAt, count: 1 });
    else {
      group.count += 1;
      if (failedAt < group.since) group.since = failedAt;
    }
  }
  return [...groups.values()].toSorted((one, other) => one.queue.localeCompare(other.queue));
}
