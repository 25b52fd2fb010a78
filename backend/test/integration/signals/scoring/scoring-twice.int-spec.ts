import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignalScore } from '../../../../src/trading/signals/index.js';
import { isFinal } from '../../../../src/trading/signals/scoring/jobs/signal-score.entity.js';
import { never, PAIR, ScoringStand } from './scoring-stand.js';
import { signalsOn, wanderingMarket } from './wandering-market.js';

const BEGIN = Date.parse('2026-11-18T20:00:00Z') / 1000;
const MINUTES = 420;

let stand: ScoringStand;
beforeAll(async () => {
  stand = await ScoringStand.start();
});
afterAll(async () => stand.stop());

const SIGNALS = 60;
const outcome = ({ scoredThrough, gapMinutes, ...score }: SignalScore) => ({
  ...score,
  ...(isFinal(score.status) && { scoredThrough, gapMinutes }),
});
const outcomes = async (ids: readonly string[]) => {
  const scores = await stand.reader().findBySignals(ids);
  return ids.map((id) => outcome(scores.get(id)!));
};
async function forget(): Promise<void> {
  await stand.em().execute('truncate signal_scores, candle_days, candle_minutes');
}

describe('the scores of many signals', () => {
  it.each([1, 2, 3])(
    'are the same, minute by minute by two workers of which one keeps dying, as by one at the end (market %i)',
    async (seed) => {
      await stand.clear();
      const market = wanderingMarket(seed, BEGIN, MINUTES);
      const { minute, second, next } = market;
      stand.venue.reset({ BTCUSDT: minute }, () => stand.clock.at);
      stand.venue.seconds = { BTCUSDT: second };
      const ids = await signalsOn(market, stand, SIGNALS);

      // At once, when all is over.
      stand.clock.at = BEGIN + MINUTES * 60 + 10;
      await stand.scorer().score(PAIR, never);
      const whole = await outcomes(ids);
      const statuses = new Set(whole.map(({ status }) => status));
      expect(statuses.size).toBeGreaterThanOrEqual(3);
      expect(whole.filter(({ status }) => isFinal(status)).length).toBeGreaterThan(SIGNALS / 2);

      // As time goes by. A new scorer is a worker that has just been started.
      await forget();
      const steady = stand.scorer();
      let mortal = stand.scorer();
      let [deaths, changes] = [0, 0];
      const final = new Map<string, string>();
      const before = new Map<string, string>();
      await stand.heard();
      stand.told.length = 0;
      for (let n = 0; n < MINUTES; n += 1 + Math.floor(next() * 4)) {
        stand.clock.at = BEGIN + (n + 1) * 60 + 10;
        const dies = next() < 0.3;
        let questions = 0;
        stand.venue.before = () => (dies && ++questions === 1 + (n % 2) ? Promise.reject(new Error('killed')) : Promise.resolve());
        const runs = await Promise.allSettled(
          next() < 0.5 ? [mortal.score(PAIR, never), steady.score(PAIR, never)] : [mortal.score(PAIR, never)],
        );
        if (runs.some(({ status }) => status === 'rejected')) {
          deaths++;
          mortal = stand.scorer();
        }
        const scores = await stand.reader().findBySignals(ids);
        const versions = await stand.versions();
        for (const [id, { status }] of scores) {
          const was = before.get(id);
          if (was !== status && (was !== undefined || status !== 'pending')) changes++;
          before.set(id, status);
          if (!isFinal(status)) continue;
          // Written once, and not again.
          expect([id, final.get(id) ?? versions.get(id)]).toEqual([id, versions.get(id)]);
          final.set(id, versions.get(id)!);
        }
      }
      stand.venue.before = () => Promise.resolve();
      stand.clock.at = BEGIN + MINUTES * 60 + 10;
      const last = await stand.reader().findBySignals(ids);
      await steady.score(PAIR, never);
      await mortal.score(PAIR, never);
      for (const [id, { status }] of await stand.reader().findBySignals(ids)) if (last.get(id)?.status !== status) changes++;
      expect(deaths).toBeGreaterThan(10);
      expect(await outcomes(ids)).toEqual(whole);
      // Every change was told of once: one that came and went within a step is told of as well.
      const told = await stand.heard();
      expect(told.length).toBeGreaterThanOrEqual(changes);
      expect(Math.max(...ids.map((id) => told.filter((one) => one === id).length))).toBeLessThanOrEqual(2);

      // Scored anew from what is stored, nothing differs.
      expect(await stand.rescoring().run()).toEqual({ signals: SIGNALS, fresh: 0, changed: 0, differing: [], waiting: 0 });
    },
    300_000,
  );

  it('that are stored differ from what the candles say where somebody has changed a row, and stand', async () => {
    const { id } = (
      await stand.em().execute<{ id: string }[]>(`select signal_id as id from signal_scores where status = 'closed' order by 1 limit 1`)
    )[0]!;
    await stand.em().execute(`update signal_scores set r_net = 99 where signal_id = ?`, [id]);
    const { differing } = await stand.rescoring().run();
    expect(differing).toEqual([
      { id, pair: 'binance spot BTC/USDT', was: expect.stringContaining('99 R'), would: expect.stringMatching(/^closed, /) },
    ]);
    expect(await stand.scoreOf(id)).toMatchObject({ rNet: '99' });
  });

  it('are made where they are missing, but not by a dry run', async () => {
    await stand.em().execute('truncate signal_scores');
    const rescoring = stand.rescoring();
    const lines: string[] = [];
    expect(await rescoring.run({ dry: true, progress: (line) => lines.push(line) })).toMatchObject({
      signals: SIGNALS,
      fresh: SIGNALS,
      changed: 0,
      differing: [],
    });
    expect(lines).toEqual([`1 of 1: binance spot BTC/USDT, ${SIGNALS} signals`]);
    expect((await stand.versions()).size).toBe(0);
    await rescoring.run();
    expect(await rescoring.run()).toMatchObject({ signals: SIGNALS, fresh: 0, changed: 0, differing: [], waiting: 0 });
    expect((await rescoring.run({ from: '2026-11-20' })).signals).toBe(0);
  });
});
