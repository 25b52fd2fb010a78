const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
/** A name of the IANA database. Offsets such as +02:00 have no changes of clock, so nobody lives in them. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*){0,2}$/;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for an unknown zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Whether this runtime knows a zone of that name. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The clock of a zone, as milliseconds of a UTC date with the same figures. */
function clockAt(timeZone: string, ms: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const offsetAt = (timeZone: string, ms: number): number => clockAt(timeZone, ms) - Math.floor(ms / SECOND_MS) * SECOND_MS;

/** Midnight of the day on a zone's clock, as a UTC date with the same figures. */
export function localDay(timeZone: string, at: Date): number {
  const clock = clockAt(timeZone, at.getTime());
  return clock - (((clock % DAY_MS) + DAY_MS) % DAY_MS);
}

/**
 * Returns when a zone's clock shows a minute of a day. Where it shows it twice, because the clock is put back, `which` decides. Where it
 * never does, because the clock is put forward, that is the moment of the change.
 */
export function instantOf(timeZone: string, day: number, minute: number, which: 'first' | 'last'): Date {
  const clock = day + minute * MINUTE_MS;
  const candidates = [offsetAt(timeZone, clock - DAY_MS), offsetAt(timeZone, clock + DAY_MS)].map((offset) => clock - offset);
  const shown = candidates.filter((ms) => clockAt(timeZone, ms) === clock);
  if (shown.length > 0) return new Date(which === 'first' ? Math.min(...shown) : Math.max(...shown));
  let [before, after] = [Math.min(...candidates), Math.max(...candidates)];
  while (after - before > SECOND_MS) {
    const middle = Math.floor((before + after) / 2 / SECOND_MS) * SECOND_MS;
    if (clockAt(timeZone, middle) < clock) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** The day after, in the figures of `localDay`. */
export const nextDay = (day: number): number => day + DAY_MS;
export const previousDay = (day: number): number => day - DAY_MS;
