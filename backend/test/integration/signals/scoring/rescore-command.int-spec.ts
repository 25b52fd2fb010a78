import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../../../../src/operations/cli/run.js';
import { removeDataFolders, testConfig } from '../../../support/test-config.js';
import { never, PAIR, ScoringStand } from './scoring-stand.js';
import { signalsOn, wanderingMarket } from './wandering-market.js';

const BEGIN = Date.parse('2026-11-18T20:00:00Z') / 1000;
const MINUTES = 240;
const SIGNALS = 12;

let stand: ScoringStand;
beforeAll(async () => {
  stand = await ScoringStand.start();
  const market = wanderingMarket(11, BEGIN, MINUTES);
  stand.venue.reset({ BTCUSDT: market.minute }, () => stand.clock.at);
  await signalsOn(market, stand, SIGNALS);
  stand.clock.at = BEGIN + MINUTES * 60 + 10;
  await stand.scorer().score(PAIR, never);
});
afterAll(async () => {
  await stand.stop();
  removeDataFolders();
});

async function rescore(...options: string[]) {
  let [out, err] = ['', ''];
  const { dataDir } = testConfig(stand.databaseUrl);
  const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: stand.databaseUrl,
    DATA_DIR: dataDir,
    EXCHANGE_URL: 'http://127.0.0.1:9',
    ENCRYPTION_KEYS: JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) }, index: key(3) }),
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'false',
  };
  const code = await run(['signals:rescore', ...options], {
    environment: () => environment,
    input: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

describe('signals:rescore', () => {
  it('says how far it is on the error output, and that nothing differs, without the exchange', async () => {
    expect(await rescore()).toEqual({
      code: 0,
      err: `1 of 1: binance spot BTC/USDT, ${SIGNALS} signals\n`,
      out:
        `${SIGNALS} signals scored by rules 1\n0 new scores and 0 changed ones of signals that have not ended stored\n0 signals ` +
        `wait for candles that are not stored\n0 signals that have ended would have another score\n`,
    });
  });

  it('ends with 1 where a score that is final differs, which is named and left alone', async () => {
    const [row] = await stand.em().execute<{ id: string }[]>(
      `update signal_scores set r_net = r_net + 1 where signal_id = (select signal_id from signal_scores where status = 'closed' order
          by 1 limit 1) returning signal_id as id`,
    );
    const { code, out } = await rescore('--json');
    const told = JSON.parse(out) as { differing: { id: string; was: string; would: string }[] };
    expect([code, told.differing.map(({ id }) => id)]).toEqual([1, [row!.id]]);
    expect((await rescore('--dry-run')).code).toBe(1);
    await stand.em().execute('update signal_scores set r_net = r_net - 1 where signal_id = ?', [row!.id]);
    expect((await rescore('--methodology', '1')).code).toBe(0);
  });

  it('finds a candle that was changed in the database', async () => {
    const [day] = await stand
      .em()
      .execute<{ block: Buffer; day: string }[]>('select block, day::text as day from candle_days order by day limit 1');
    const changed = Buffer.from(day!.block);
    // The lowest digit of every price of that day: its base.
    const base = 4 + 2 * 180;
    changed.writeDoubleLE(changed.readDoubleLE(base) + 1, base);
    await stand.em().execute('update candle_days set block = ? where day = ?::date', [changed, day!.day]);
    const { code, out } = await rescore('--dry-run');
    expect(code).toBe(1);
    expect(out).toContain('would be closed');
    await stand.em().execute('update candle_days set block = ? where day = ?::date', [day!.block, day!.day]);
    expect((await rescore()).code).toBe(0);
  });

  it.each([
    [['--from', 'yesterday'], 'yesterday is no day'],
    [['--from', '2026-02-30'], '2026-02-30 is no day'],
    [['--methodology', '2'], 'There are no rules 2'],
  ])('refuses %p', async (options, message) => {
    const { code, err } = await rescore(...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
