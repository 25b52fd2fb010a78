export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** No member has anything before this date. */
export const HISTORY_START = Date.UTC(2023, 10, 1);
/** Up to here ledgers are history made in one go; from here on they live, day by day, with the clock. */
export const LIFE_START = Date.UTC(2026, 10, 1);

/** Funding is paid at 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_INTERVAL = 8 * HOUR;

export function date(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

/** "2026-11-01 09:30:00", UTC, as the withdrawal history writes times. */
export function wireDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
