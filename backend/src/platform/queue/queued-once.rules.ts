/** Behind every sync, which shares their queue: figures of a year's end are many, and nobody waits for one of them. */
const LAST_PRIORITY = 2_000_000;
const MINUTE_MS = 60_000;

/** Options of a job: one that waits already is not queued again, and one that was given up is tried again within `minutes`. */
export const queuedOnce = (name: string, now: Date, minutes = 60) => ({
  jobId: `${name}-${Math.floor(now.getTime() / (minutes * MINUTE_MS))}`,
  priority: LAST_PRIORITY,
});
