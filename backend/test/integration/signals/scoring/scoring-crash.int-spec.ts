import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pairName } from '../../../../src/trading/signals/scoring/jobs/scored-signal.mapper.js';
import { isFinal } from '../../../../src/trading/signals/scoring/jobs/signal-score.entity.js';
import { removeDataFolders, testConfig } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';
import { ExchangeDouble } from '../../exchange/exchange-double.js';
import { PAIR, ScoringStand } from './scoring-stand.js';
import { signalsOn, wanderingMarket, type WanderingMarket } from './wandering-market.js';

const MORTAL = fileURLToPath(new URL('./mortal-scorer.mjs', import.meta.url));
const MINUTES = 2500;
const WIDE = 40;
/** So narrow that a minute does not tell what came first. */
const NARROW = 8;
const SIGNALS = WIDE + NARROW;

let stand: ScoringStand;
let double: ExchangeDouble;
let market: WanderingMarket;
let ids: string[];
/** The minute at which the market ends; nothing is told behind it. */
let end: number;

beforeAll(async () => {
  [stand, double] = await Promise.all([ScoringStand.start(), ExchangeDouble.start()]);
  // A worker process reads the time itself: the market has ended a while ago, so that every life of it sees the same.
  end = Math.floor(Date.now() / 60_000) * 60 - 600;
  market = wanderingMarket(7, end - MINUTES * 60, MINUTES);
  ids = await signalsOn(market, stand, WIDE);
  for (let n = 0; n < NARROW; n++) {
    const publishedAt = market.begin + (100 + n * 200) * 60 - 1;
    const entry = market.priceAt(publishedAt);
    ids.push(
      await stand.publish({
        entry,
        stop: entry - 1,
        targets: [entry + 1, entry + 2, entry + 3],
        trail: 'breakeven',
        publishedAt,
        closesAt: publishedAt + 7200,
      }),
    );
  }
});
afterAll(async () => {
  await double.stop();
  await stand.stop();
  removeDataFolders();
});

/** What the venue says; after its end, nothing. */
function klines(params: URLSearchParams): unknown[] {
  const [from, to] = [Number(params.get('startTime')) / 1000, Number(params.get('endTime')) / 1000];
  const [step, of] = params.get('interval') === '1s' ? [1, market.second] : [60, market.minute];
  const rows: unknown[] = [];
  for (let at = from; at <= to && at < end && rows.length < 1000; at += step) {
    const candle = of(at);
    if (candle) rows.push([at * 1000, candle.open, candle.high, candle.low, candle.close, '1']);
  }
  return rows;
}

describe('a worker that is killed while it scores', () => {
  let child: ChildProcess | null = null;
  afterEach(() => void child?.kill('SIGKILL'));

  const environment = () => {
    const { databaseUrl, dataDir, exchange } = testConfig(stand.databaseUrl, { EXCHANGE_URL: double.url });
    const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
    return {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      EXCHANGE_URL: exchange.url!,
      FX_URL: 'off',
      ENCRYPTION_KEYS: JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) }, index: key(3) }),
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'false',
      PAIR: JSON.stringify(PAIR),
    };
  };

  /**
   * Starts a worker process on the pair; it dies with the question of the venue that `isDeath` names. Answers what it reported, or null.
   */
  async function live(isDeath: (interval: string, asked: number) => boolean): Promise<unknown> {
    const mortal = fork(MORTAL, [], { env: environment(), execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child = mortal;
    let asked = 0;
    const gone = new Promise((resolve) => mortal.once('exit', resolve));
    const reported = new Promise<unknown>((resolve) => {
      mortal.once('message', resolve);
      mortal.once('exit', () => resolve(null));
    });
    double.instead = async ({ path, params }) => {
      if (!path.endsWith('/klines')) return null;
      if (!isDeath(params.get('interval')!, ++asked)) return { body: klines(params) };
      mortal.kill('SIGKILL');
      await gone;
      return { reset: true };
    };
    const report = await reported;
    await gone;
    return report;
  }

  it('loses no minute and scores nothing twice, wherever it dies', async () => {
    const minutes = async () =>
      (await stand.em().execute<{ n: number }[]>('select coalesce(sum(known_minutes), 0)::int as n from candle_days'))[0]!.n;
    // Before anything is known, in the second page of minutes, and while it asks for the seconds of a minute.
    expect(await live((_, asked) => asked === 1)).toBeNull();
    expect(await live((_, asked) => asked === 2)).toBeNull();
    expect(await minutes()).toBe(0);
    expect(await live((interval) => interval === '1s')).toBeNull();
    // All pages: nobody needs what lies before the first signal.
    expect(await minutes()).toBeGreaterThan(2000);
    expect((await stand.versions()).size).toBe(0);

    // In its transaction: it waits there for somebody who writes the same pair.
    const blocker = new pg.Client({ connectionString: stand.databaseUrl });
    await blocker.connect();
    await blocker.query(`select pg_advisory_lock(hashtextextended('scores ' || $1, 0))`, [pairName(PAIR)]);
    const dying = live(() => false);
    await until(
      'writer that waits',
      async () =>
        (
          await blocker.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
          )
        ).rows[0] ?? null,
    );
    child!.kill('SIGKILL');
    expect(await dying).toBeNull();
    await blocker.end();
    expect((await stand.versions()).size).toBe(0);
    expect(await stand.heard()).toEqual([]);

    const before = double.calls.length;
    expect(await live(() => false)).toEqual({ scored: SIGNALS, written: SIGNALS });
    // It goes on where the others ended: what was told once is not asked for again.
    const spans = double.calls
      .slice(before)
      .flatMap(({ path, params }) =>
        path.endsWith('/klines') && params.get('interval') === '1m' ? [Number(params.get('startTime')) / 1000] : [],
      );
    expect(Math.min(...spans, Infinity)).toBeGreaterThanOrEqual(end - 60);
    const scores = await stand.reader().findBySignals(ids);
    expect(scores.size).toBe(SIGNALS);
    const changed = [...scores.values()].filter(({ status }) => status !== 'pending').map(({ signalId }) => signalId);
    expect((await stand.heard()).toSorted()).toEqual(changed.toSorted());
    expect([...scores.values()].filter(({ status }) => isFinal(status)).length).toBeGreaterThan(SIGNALS / 2);
    expect(await stand.rescoring().run()).toEqual({ signals: SIGNALS, fresh: 0, changed: 0, differing: [], waiting: 0 });
    const versions = await stand.versions();
    expect(await live(() => false)).toMatchObject({ written: 0 });
    expect([...(await stand.versions())].filter(([id]) => isFinal(scores.get(id)!.status))).toEqual(
      [...versions].filter(([id]) => isFinal(scores.get(id)!.status)),
    );
  }, 480_000);
});
