import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { referenceRates } from '../src/fx/reference-rates.ts';
import { startSandbox, type Sandbox } from '../src/index.ts';

const at = (text: string) => Date.parse(text);
const days = (text: string) => [...text.matchAll(/time='([\d-]+)'/g)].map(([, day]) => day);
const read = (now: string, name = 'eurofxref-daily.xml') => referenceRates('seed', at(now), 'GET', `/fx/${name}`);

describe('reference rates', () => {
  it('has the newest working day, from the hour on at which the bank publishes', () => {
    // 25 November 2026 is a Wednesday.
    expect(days(read('2026-11-25T14:59:59Z').text)).toEqual(['2026-11-24']);
    expect(days(read('2026-11-25T15:00:00Z').text)).toEqual(['2026-11-25']);
    expect(days(read('2026-11-29T20:00:00Z').text)).toEqual(['2026-11-27']);
    expect(days(read('2026-11-30T10:00:00Z').text)).toEqual(['2026-11-27']);
  });

  it('has 90 days in the longer document, and the same rate of a day in both', () => {
    const long = read('2026-11-25T15:00:00Z', 'eurofxref-hist-90d.xml').text;
    expect(days(long)).toHaveLength(64);
    expect(days(long)[0]).toBe('2026-11-25');
    const dollar = /currency='USD' rate='([\d.]+)'/;
    expect(dollar.exec(long)![1]).toBe(dollar.exec(read('2026-11-25T15:00:00Z').text)![1]);
  });

  it('moves every rate by less than two per cent from one day to the next', () => {
    const long = read('2026-11-25T15:00:00Z', 'eurofxref-hist-90d.xml').text;
    const byCurrency = new Map<string, number[]>();
    for (const [, currency, rate] of long.matchAll(/currency='([A-Z]{3})' rate='([\d.]+)'/g))
      byCurrency.set(currency!, [...(byCurrency.get(currency!) ?? []), Number(rate)]);
    expect(byCurrency.size).toBe(29);
    for (const rates of byCurrency.values())
      for (const [n, rate] of rates.slice(1).entries()) expect(Math.abs(rate / rates[n]! - 1)).toBeLessThan(0.02);
  });

  it('has nothing else', () => {
    expect(read('2026-11-25T15:00:00Z', 'eurofxref.zip').status).toBe(404);
    expect(referenceRates('seed', 0, 'POST', '/fx/eurofxref-daily.xml').status).toBe(404);
  });

  describe('over HTTP', () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await startSandbox({ now: () => at('2026-11-25T16:00:00Z') });
    });
    afterAll(() => sandbox.close());

    it('follows the clock, the log and the faults of the exchange', async () => {
      const control = async (path: string, body?: unknown) =>
        (
          await fetch(`${sandbox.url}/__control/${path}`, {
            headers: { 'X-Control-Token': sandbox.controlToken },
            ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
          })
        ).json() as Promise<unknown>;
      const get = () => fetch(`${sandbox.url}/fx/eurofxref-daily.xml`);
      const first = await get();
      expect([first.headers.get('content-type'), days(await first.text())]).toEqual(['text/xml', ['2026-11-25']]);
      await control('clock', { advanceMs: 86_400_000 });
      expect(days(await (await get()).text())).toEqual(['2026-11-26']);
      await control('faults', [{ path: '/fx/*', times: 1, do: { status: 503 } }]);
      expect((await get()).status).toBe(503);
      expect(await control('log?path=/fx/')).toMatchObject([{ status: 200 }, { status: 200 }, { status: 503 }]);
    });
  });
});
