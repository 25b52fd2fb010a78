const DAY_MS = 86_400_000;

/** Returns the last 00:00 UTC at or before a time. */
export const lastMidnight = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
