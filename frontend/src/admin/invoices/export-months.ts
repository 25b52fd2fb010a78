import { monthName } from '../../lib/format/date';

/** Months to choose from: two years, and the present one. Longer periods are exported by the command. */
const COUNT = 25;

/** A month in UTC, with its first and last day. */
export interface ExportMonth {
  name: string;
  from: string;
  to: string;
}

/** The present month and those before it, newest first. */
export function recentMonths(now: Date): ExportMonth[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from({ length: COUNT }, (_, back) => {
    const first = new Date(Date.UTC(year, month - back, 1));
    const last = new Date(Date.UTC(year, month - back + 1, 0));
    return {
      name: `${monthName(first.getUTCMonth())} ${first.getUTCFullYear()}`,
      from: first.toISOString().slice(0, 10),
      to: last.toISOString().slice(0, 10),
    };
  });
}
