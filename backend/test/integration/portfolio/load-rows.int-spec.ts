import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { spotTrades } from '../../../src/trading/history/tables.js';
import { Ledger, NotExact, type LedgerRows } from '../../../src/trading/portfolio/engine/index.js';
import { loadRows, NO_JOURNAL } from '../../../src/trading/portfolio/ledger/index.js';
import { fill, LedgerStand, move, START } from '../exchange/ledger-stand.js';

let stand: LedgerStand;
let client: pg.Client;
beforeAll(async () => {
  stand = await LedgerStand.start();
  client = await stand.connect();
  await stand.rows(
    `insert into venue_pairs (venue, symbol, base, quote, source, listed) values ('binance', 'AAABBB', 'AAA', 'BBB', 'listed', true)`,
  );
});
afterAll(async () => {
  await client.end();
  await stand.stop();
});

/** What of each fill reaches a ledger: its time, and its quantity as a name. */
async function loaded(account: string): Promise<[number, string][]> {
  const told: [number, string][] = [];
  const names: string[] = [];
  const handle = (name: string) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1);
  const ledger: Partial<LedgerRows> = {
    asset: handle,
    pair: (base, quote) => handle(`${base} ${quote}`),
    spotFillOf: (time, _pair, _buyer, row, qty) =>
      void told.push([time, Buffer.from(row.bytes).toString('ascii', row.start(qty), row.end(qty))]),
  };
  await loadRows(
    client as unknown as pg.PoolClient,
    { id: account, venue: 'binance' },
    { from: null, to: START + 1_000_000 },
    NO_JOURNAL,
    ledger as LedgerRows,
  );
  return told;
}

it('hands fills over in order of time, and those of one millisecond in the order in which the venue numbered them', async () => {
  const account = await stand.account();
  const at = (n: number) => new Date(START + n);
  const rows = [
    fill(1, { tradeId: '101', qty: '5', time: at(9) }),
    fill(2, { tradeId: '9', qty: '1', time: at(5) }),
    fill(3, { tradeId: '10', qty: '2', time: at(5) }),
    fill(4, { tradeId: '100', qty: '4', time: at(5) }),
    fill(5, { tradeId: '11', qty: '3', time: at(5) }),
    // An id longer than any number, as other venues have them.
    fill(6, { tradeId: `2f6f${'0'.repeat(120)}`, qty: '6', time: at(9) }),
    fill(7, { tradeId: '7', qty: '0', time: at(4) }),
  ];
  await stand.writer(account).add(spotTrades, rows, move());
  expect(await loaded(account)).toEqual([
    [START + 4, '0'],
    [START + 5, '1'],
    [START + 5, '2'],
    [START + 5, '3'],
    [START + 5, '4'],
    [START + 9, '5'],
    [START + 9, '6'],
  ]);
});

it('refuses an amount that cannot be kept exactly, and the connection is of use again', async () => {
  const account = await stand.account();
  await stand.writer(account).add(spotTrades, [fill(1), fill(2, { qty: '0.1234567890123456789' }), fill(3)], move());
  const loading = loadRows(
    client as unknown as pg.PoolClient,
    { id: account, venue: 'binance' },
    { from: null, to: START + 1_000_000 },
    NO_JOURNAL,
    new Ledger(),
  );
  await expect(loading).rejects.toThrow(new NotExact('0.1234567890123456789'));
  expect(await loaded(account)).toHaveLength(3);
});

it('reads what lies in the span, with both its ends', async () => {
  const account = await stand.account();
  await stand.writer(account).add(
    spotTrades,
    [1, 2, 3, 4].map((n) => fill(n)),
    move(),
  );
  const ledger = new Ledger();
  await loadRows(
    client as unknown as pg.PoolClient,
    { id: account, venue: 'binance' },
    { from: START + 2, to: START + 3 },
    NO_JOURNAL,
    ledger,
  );
  expect([...ledger.spot.time.subarray(0, ledger.spot.size)]).toEqual([START + 2, START + 3]);
  expect(ledger.spot.amounts[0]!.exact(0)).toBe(123_456_789_123_456_789_012_345_678n);
});
