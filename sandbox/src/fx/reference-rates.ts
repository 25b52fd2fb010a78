import { fraction, hashText, mix } from '../world/random.ts';

/** Where the documents are: `/fx/eurofxref-daily.xml` and `/fx/eurofxref-hist-90d.xml`, as at the European Central Bank. */
export const FX_PATH = '/fx/';

export interface FxAnswer {
  status: number;
  type: string;
  text: string;
}

const DAY_MS = 86_400_000;
/** The bank publishes at about 16:00 in Frankfurt. */
const PUBLISHED_HOUR_UTC = 15;
const HISTORY_DAYS = 90;

/** Units of each currency for one euro around which the invented rates move, with the bank's number of decimals. */
const AROUND: readonly (readonly [currency: string, rate: number, decimals: number])[] = [
  ['USD', 1.0855, 4],
  ['JPY', 162.4, 2],
  ['CZK', 25.21, 3],
  ['DKK', 7.459, 4],
  ['GBP', 0.8431, 5],
  ['HUF', 395.6, 2],
  ['PLN', 4.302, 4],
  ['RON', 4.976, 4],
  ['SEK', 11.38, 4],
  ['CHF', 0.9402, 4],
  ['ISK', 149.1, 1],
  ['NOK', 11.72, 4],
  ['TRY', 37.15, 4],
  ['AUD', 1.646, 4],
  ['BRL', 6.104, 4],
  ['CAD', 1.503, 4],
  ['CNY', 7.832, 4],
  ['HKD', 8.446, 4],
  ['IDR', 17_216, 2],
  ['ILS', 4.027, 4],
  ['INR', 91.43, 4],
  ['KRW', 1_512, 2],
  ['MXN', 21.48, 4],
  ['MYR', 4.822, 4],
  ['NZD', 1.811, 4],
  ['PHP', 63.2, 3],
  ['SGD', 1.442, 4],
  ['THB', 37.64, 3],
  ['ZAR', 19.62, 4],
];

/** Answers one request as the bank does; `now` decides which day is the newest. */
export function referenceRates(seed: string, now: number, method: string, path: string): FxAnswer {
  const days = { '/fx/eurofxref-daily.xml': 1, '/fx/eurofxref-hist-90d.xml': HISTORY_DAYS }[path];
  if (method !== 'GET' || days === undefined) return { status: 404, type: 'text/plain', text: 'Not Found' };
  return { status: 200, type: 'text/xml', text: envelope(seed, publishedDays(now, days)) };
}

/** Numbers of the newest days with rates, newest first: working days whose hour has come, `count` calendar days back at most. */
function publishedDays(now: number, count: number): number[] {
  const newest = Math.floor((now - PUBLISHED_HOUR_UTC * 3_600_000) / DAY_MS);
  const working = (day: number) => ![0, 6].includes(new Date(day * DAY_MS).getUTCDay());
  const calendar = Array.from({ length: Math.max(count, 3) }, (_, back) => newest - back).filter(working);
  return count === 1 ? calendar.slice(0, 1) : calendar;
}

function envelope(seed: string, days: readonly number[]): string {
  const cubes = days.map((day) => {
    const rates = AROUND.map(([currency, around, decimals]) => {
      const rate = (around * movement(seed, currency, day)).toFixed(decimals);
      return `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`;
    });
    return [`\t\t<Cube time='${new Date(day * DAY_MS).toISOString().slice(0, 10)}'>`, ...rates, '\t\t</Cube>'].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join('\n')}
\t</Cube>
</gesmes:Envelope>
`;
}

/** A factor around 1: some per cent over months, some tenths from one day to the next. */
function movement(seed: string, currency: string, day: number): number {
  const hash = hashText(`${seed}|fx|${currency}`);
  const wave = Math.sin((day / 180 + fraction(hash)) * 2 * Math.PI);
  return 1 + 0.03 * wave + 0.006 * (fraction(mix(hash, day)) - 0.5);
}
