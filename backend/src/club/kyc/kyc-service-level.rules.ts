/** How a waiting submission stands against the hours within which it should be decided. */
export const serviceStates = ['in-time', 'due-soon', 'overdue'] as const;
export type ServiceState = (typeof serviceStates)[number];

export interface ServiceLevel {
  state: ServiceState;
  dueAt: Date;
}

/** Submissions that began to wait up to `overdue` are overdue, those after it and up to `dueSoon` are due soon. */
export interface ServiceBounds {
  overdue: Date;
  dueSoon: Date;
}

const HOUR_MS = 3_600_000;
/** A submission is due soon once this share of the time is left. */
const SOON_SHARE = 0.25;

export function serviceBounds(now: Date, hours: number): ServiceBounds {
  const allowed = hours * HOUR_MS;
  return { overdue: new Date(now.getTime() - allowed), dueSoon: new Date(now.getTime() - allowed * (1 - SOON_SHARE)) };
}

/** `waitedSeconds`: the time in which the submission waited for its member, which does not count. */
export function serviceLevelOf(submittedAt: Date, now: Date, hours: number, waitedSeconds = 0): ServiceLevel {
  const { overdue, dueSoon } = serviceBounds(now, hours);
  const since = new Date(submittedAt.getTime() + waitedSeconds * 1000);
  const state = since <= overdue ? 'overdue' : since <= dueSoon ? 'due-soon' : 'in-time';
  return { state, dueAt: new Date(since.getTime() + hours * HOUR_MS) };
}
