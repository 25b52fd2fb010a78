import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AlertEvaluationRepository, type EvaluatedAlert } from '../../../src/trading/alerts/alert-evaluation.repository.js';
import { random } from '../../support/candle-series.js';
import { casesOf } from '../../support/cases.js';
import { AlertStand, PAIR, type AlertFields } from './alert-stand.js';

const START = Date.parse('2026-11-28T00:00:00Z') / 1000;
const MINUTES = 1440;
const EVERY = 40;
const KILLS = 10;
const ALERTS = casesOf(10_000);
const MEMBERS = ALERTS / 50;

/** Whose transaction ends after everything was written, as that of a worker that is killed. */
class MortalRepository extends AlertEvaluationRepository {
  kills = 0;
  private calls = 0;

  override async save(tx: EntityManager, alerts: readonly EvaluatedAlert[]): Promise<void> {
    await super.save(tx, alerts);
    if (alerts.length === 0 || ++this.calls % 3 !== 0 || this.kills === KILLS) return;
    this.kills++;
    await tx.execute('select pg_terminate_backend(pg_backend_pid())');
  }
}

/** A price a second in whole dollars, and the candle of each minute. */
function day() {
  const next = random(44);
  let price = 60_000;
  const seconds = Array.from({ length: MINUTES * 60 }, () => (price += Math.floor(next() * 15) - 7));
  const candles = Array.from({ length: MINUTES }, (_, n) => {
    const of = seconds.slice(n * 60, (n + 1) * 60);
    return { open: of[0]!, high: Math.max(...of), low: Math.min(...of), close: of.at(-1)! };
  });
  return { seconds, candles };
}

describe('a day of alerts', () => {
  let stand: AlertStand;
  beforeAll(async () => (stand = await AlertStand.start()), 180_000);
  afterAll(() => stand.stop(), 180_000);

  it('fires each crossing once and misses none, with a worker that dies ten times', async () => {
    const { seconds, candles } = day();
    const { userId } = await stand.reader();
    const users = await copies(stand, userId, MEMBERS);
    const next = random(45);
    const [lowest, highest] = [Math.min(...seconds) - 50, Math.max(...seconds) + 50];
    const fields = Array.from({ length: ALERTS }, (_, n): AlertFields & { userId: string; from: number } => {
      const from = Math.floor(next() * MINUTES * 0.8);
      const last = from === 0 ? 60_000 : candles[from - 1]!.close;
      const level = lowest + Math.floor(next() * (highest - lowest));
      // An alert that is armed: the level is on the other side of the price.
      const way = level > last ? 'up' : 'down';
      return { userId: users[n % MEMBERS]!, level: level === last ? level - 1 : level, way, last, checkedTo: START + from * 60, from };
    });
    const ids = await stand.alerts(fields);
    stand.venue.reset(
      {
        BTCUSDT: (at) => {
          const candle = candles[(at - START) / 60];
          return candle ? mapped(candle) : null;
        },
      },
      () => stand.clock.at,
    );

    const mortal = new MortalRepository();
    let deaths = 0;
    for (let minute = EVERY; minute <= MINUTES; minute += EVERY)
      await stand.evaluateAt(START + minute * 60 + 10, PAIR, mortal).catch(() => deaths++);
    await stand.evaluateAt(START + MINUTES * 60 + 10);
    expect([deaths, mortal.kills]).toEqual([KILLS, KILLS]);

    // Second by second, from nothing but the prices: the minute of the first one at the level.
    const expected = fields.flatMap(({ level, way, from }, n) => {
      for (let second = from * 60; second < seconds.length; second++)
        if (way === 'up' ? seconds[second]! >= Number(level) : seconds[second]! <= Number(level))
          return [{ alertId: ids[n]!, minute: START + Math.floor(second / 60) * 60, way }];
      return [];
    });
    expect(expected.length).toBeGreaterThan(ALERTS / 4);
    expect(expected.length).toBeLessThan(ALERTS);
    const fired = await stand.rows<{ alertId: string; minute: number; way: string }>(
      `select alert_id as "alertId", extract(epoch from minute)::float8 as minute, way from alert_firings order by alert_id`,
    );
    expect(fired).toEqual(expected.toSorted((a, b) => (a.alertId < b.alertId ? -1 : 1)));
    expect(await stand.rows('select count(*)::int as n, count(distinct dedupe_key)::int as keys from notices')).toEqual([
      { n: expected.length, keys: expected.length },
    ]);
  }, 600_000);
});

const mapped = (candle: { open: number; high: number; low: number; close: number }) => ({
  open: String(candle.open),
  high: String(candle.high),
  low: String(candle.low),
  close: String(candle.close),
});

/** So many members like this one. Returns their ids. */
async function copies(stand: AlertStand, userId: string, count: number): Promise<string[]> {
  const columns = await stand.rows<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'users' and is_generated = 'NEVER' and column_name not in ('id', 'email', 'referral_code') order by 1`,
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const rows = await stand.rows<{ id: string }>(
    `insert into users (id, email, referral_code, ${names})
     select gen_random_uuid(), 'copy' || n || '@example.com', 'COPY' || n, ${names} from users, generate_series(1, ?::int) n
     where users.id = ? returning id`,
    [count, userId],
  );
  return rows.map(({ id }) => id);
}
