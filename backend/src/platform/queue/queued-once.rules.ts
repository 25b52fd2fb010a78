/** Behind every sync, which shares their queue: figures of a year's end are many, and nobody waits for one of them. */
const LAST_PRIORITY = 2_000_000;
const HOUR_MS = 3_600_000;

/** Options of a job: one that waits already is not queued again, and one that was given up is tried again within the hour. */
export const queuedOnce = (name: string, now: Date) => ({
  jobId: `${name}-${Math.floor(now.getTime() / HOUR_MS)}`,
  priority: LAST_PRIORITY,
});
