import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignalScore } from '../../../../src/trading/signals/index.js';
import { isFinal } from '../../../../src/trading/signals/scoring/jobs/signal-score.entity.js';
import type { MinuteCandle } from '../../market/candle-double.js';
import { never, PAIR, ScoringStand } from './scoring-stand.js';
import { signalsOn, wanderingMarket } from './wandering-market.js';

const PERPETUAL = { ...PAIR, market: 'futures' as const };
const HOUR = 3600;
/** Ten minutes before a settlement. */
const BEGIN = Date.parse('2026-11-18T07:50:00Z') / 1000;
const SETTLEMENT = BEGIN + 600;
const minute = (n: number) => BEGIN + n * 60;
const candle = (open: number, high: number, low: number, close: number): MinuteCandle => ({
  open: String(open),
  high: String(high),
  low: String(low),
  close: String(close),
});
const eightHours = (at: number) => (at % (8 * HOUR) === 0 ? { rate: '0.0001', mark: '100' } : null);
const levels = {
  entry: 100,
  stop: 95,
  targets: [105, 110, 120],
  publishedAt: minute(0) + 30.5,
  closesAt: minute(0) + 24 * HOUR,
  leverage: 10,
};

let stand: ScoringStand;
beforeAll(async () => {
  // Here a venue is out of reach on purpose.
  Logger.overrideLogger(false);
  stand = await ScoringStand.start();
});
afterAll(async () => stand.stop());
beforeEach(async () => {
  await stand.clear();
  stand.venue.reset({}, () => stand.clock.at);
  stand.venue.funding = { BTCUSDT: eightHours };
});

/** Minutes that are named, and the same price in all others. */
function market(minutes: Record<number, MinuteCandle>, otherwise = 101): void {
  stand.venue.pairs = { BTCUSDT: (at) => minutes[(at - BEGIN) / 60] ?? candle(otherwise, otherwise, otherwise, otherwise) };
}
const upTo = (n: number) => (stand.clock.at = minute(n + 1) + 10);
const filled = { 2: candle(101, 101, 99, 100) };
const stopped = { ...filled, 15: candle(99, 99, 94, 94) };

describe('a perpetual signal that is open as funding is settled', () => {
  it('pays it, and its market is asked once an hour', async () => {
    market(stopped);
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    for (let n = 0; n <= 75; n++) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
    }
    expect(await stand.scoreOf(id)).toMatchObject({
      status: 'closed',
      rGross: '-1',
      rNet: '-1.0215',
      rFunding: '0.002',
      rOptimistic: '-1.0215',
    });
    // As it began and as the hour was over; what has ended asks no more.
    expect(stand.venue.askedFunding.map(({ symbol, to }) => [symbol, to.getTime() / 1000])).toEqual([
      ['BTCUSDT', SETTLEMENT - HOUR + 60],
      ['BTCUSDT', SETTLEMENT + 60],
    ]);
    expect(await stand.rescoring().run()).toMatchObject({ signals: 1, fresh: 0, changed: 0, differing: [], waiting: 0 });
  });

  it('receives it as a short, and pays nothing as a spot signal, of which nobody asks', async () => {
    market({ 2: candle(99, 101, 99, 100), 15: candle(101, 106, 101, 106) }, 99);
    const [short, spot] = [
      await stand.publish({ ...levels, side: 'short', stop: 105, targets: [95, 90, 80] }),
      await stand.publish({ ...levels, side: 'short', stop: 105, targets: [95, 90, 80], leverage: 1 }),
    ];
    upTo(70);
    await stand.scorer().score(PAIR, never);
    expect(stand.venue.askedFunding).toEqual([]);
    await stand.scorer().score(PERPETUAL, never);
    expect(await stand.scoreOf(short)).toMatchObject({ status: 'closed', rNet: '-1.0185', rFunding: '-0.002' });
    expect(await stand.scoreOf(spot)).toMatchObject({ status: 'closed', rFunding: null });
    const digests = [await stand.scoreOf(short), await stand.scoreOf(spot)].map((score) => score!.candlesDigest);
    expect(digests[0]).not.toBe(digests[1]);
  });

  it('pays the close of the minute before where the venue tells no price', async () => {
    market({ ...stopped, 9: candle(101, 103, 101, 102.5) });
    stand.venue.funding = { BTCUSDT: (at) => eightHours(at) && { rate: '0.0002', mark: null } };
    const id = await stand.publish(levels);
    upTo(70);
    await stand.scorer().score(PERPETUAL, never);
    expect(await stand.scoreOf(id)).toMatchObject({ rFunding: String((0.0002 * 102.5) / 5) });
    expect(await stand.rescoring().run()).toMatchObject({ changed: 0, differing: [], waiting: 0 });
  });
});

describe('a rate that is not told yet', () => {
  it('is waited for and requested again, whatever the candles say; then the score is the same as with the rate in time', async () => {
    market(stopped);
    stand.venue.funding = { BTCUSDT: (at) => (at === SETTLEMENT ? null : eightHours(at)) };
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    const other = stand.scorer();
    for (let n = 0; n <= 40; n++) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
      if (n % 7 === 0) await other.score(PERPETUAL, never);
    }
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'open', exits: [], rNet: null });
    expect((await stand.scoreOf(id))!.scoredThrough!.getTime() / 1000).toBeLessThanOrEqual(SETTLEMENT);
    expect(await stand.rescoring().run()).toMatchObject({ changed: 0, differing: [], waiting: 0 });
    // Thirty minutes of waiting, a question every five.
    expect(stand.venue.askedFunding.length).toBeGreaterThan(4);
    expect(stand.venue.askedFunding.length).toBeLessThanOrEqual(8);
    stand.venue.funding = { BTCUSDT: eightHours };
    await stand.heard();
    stand.told.length = 0;
    for (let n = 41; n <= 50; n++) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
      await other.score(PERPETUAL, never);
    }
    expect(await stand.scoreOf(id)).toMatchObject({
      status: 'closed',
      rNet: '-1.0215',
      rFunding: '0.002',
      closedAt: new Date(minute(16) * 1000),
    });
    expect(await stand.heard()).toEqual([id]);
  });

  it('hinders nothing that ended before, nor that a venue out of reach does', async () => {
    market({ ...filled, 5: candle(99, 99, 94, 94) });
    const [early, late] = [await stand.publish(levels), await stand.publish({ ...levels, entry: 90, stop: 85, targets: [125, 130, 140] })];
    const scorer = stand.scorer();
    upTo(0);
    await scorer.score(PERPETUAL, never);
    stand.venue.fundingIsDown = true;
    for (let n = 1; n <= 20; n++) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
    }
    expect(await stand.scoreOf(early)).toMatchObject({ status: 'closed', rFunding: '0' });
    expect(await stand.scoreOf(late)).toMatchObject({ status: 'pending' });
    expect((await stand.scoreOf(late))!.scoredThrough!.getTime() / 1000).toBeLessThanOrEqual(SETTLEMENT);
    stand.venue.fundingIsDown = false;
    upTo(40);
    await scorer.score(PERPETUAL, never);
    expect((await stand.scoreOf(late))!.scoredThrough!.getTime() / 1000).toBeGreaterThan(SETTLEMENT + 600);
  });

  it('leaves a market without a score of which nothing was ever told', async () => {
    market(stopped);
    stand.venue.fundingIsDown = true;
    const id = await stand.publish(levels);
    upTo(20);
    await expect(stand.scorer().score(PERPETUAL, never)).rejects.toMatchObject({ name: 'VenueUnavailable' });
    expect(await stand.scoreOf(id)).toBeUndefined();
    expect(await stand.rescoring().run()).toMatchObject({ signals: 1, fresh: 0, waiting: 1 });
  });

  it('does not stop a signal for ever that was published behind it', async () => {
    market({ 14: candle(101, 101, 99, 100), 15: candle(99, 99, 94, 94) });
    const before = await stand.publish({ ...levels, closesAt: minute(5) });
    const scorer = stand.scorer();
    upTo(8);
    await scorer.score(PERPETUAL, never);
    expect(await stand.scoreOf(before)).toMatchObject({ status: 'expired_unfilled' });
    // Nobody has been asked about the hour that has just begun.
    stand.clock.at = SETTLEMENT + 20;
    const id = await stand.publish({ ...levels, publishedAt: SETTLEMENT + 10 });
    await scorer.score(PERPETUAL, never);
    for (let n = 11; n <= 16; n++) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
    }
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'closed', rFunding: '0' });
  });

  it('is not waited for of a contract that is listed no more', async () => {
    market(filled);
    const id = await stand.publish({ ...levels, closesAt: minute(30) });
    const scorer = stand.scorer();
    upTo(5);
    await scorer.score(PERPETUAL, never);
    stand.venue.pairs = {};
    stand.venue.funding = {};
    stand.clock.at = minute(60);
    await scorer.score(PERPETUAL, never);
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'closed', rFunding: '0', exits: [{ reason: 'expiry' }] });
  });

  it('that nobody expected is counted as soon as it is told, in what has not ended', async () => {
    market({ ...filled, 200: candle(99, 99, 94, 94) });
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    for (let n = 0; n <= 140; n += 10) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
    }
    stand.venue.funding = { BTCUSDT: (at) => eightHours(at) ?? (at === SETTLEMENT + HOUR ? { rate: '0.0003', mark: '100' } : null) };
    // Settled at another hour for once, it is due every hour, and waited for a while.
    for (let n = 150; n <= 300; n += 10) {
      upTo(n);
      await scorer.score(PERPETUAL, never);
    }
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'closed', rFunding: '0.008' });
    expect(await stand.rescoring().run()).toMatchObject({ changed: 0, differing: [], waiting: 0 });
  });
});

describe('the scores of many perpetual signals', () => {
  const SIGNALS = 40;
  const MINUTES = 400;
  const START = Date.parse('2026-11-18T20:00:00Z') / 1000;
  const outcome = ({ scoredThrough, gapMinutes, ...score }: SignalScore) => ({
    ...score,
    ...(isFinal(score.status) && { scoredThrough, gapMinutes }),
  });
  const outcomes = async (ids: readonly string[]) => {
    const scores = await stand.reader().findBySignals(ids);
    return ids.map((id) => outcome(scores.get(id)!));
  };

  it('are the same minute by minute with late rates by two workers, one of them dying, as in one run at the end', async () => {
    const world = wanderingMarket(5, START, MINUTES);
    const { minute: candleAt, second, next } = world;
    stand.venue.pairs = { BTCUSDT: candleAt };
    stand.venue.seconds = { BTCUSDT: second };
    const hourly = (at: number) => ({ rate: ((((at / HOUR) % 7) - 3) / 10_000).toFixed(4), mark: (at / HOUR) % 2 === 0 ? '1000' : null });
    stand.venue.funding = { BTCUSDT: hourly };
    const ids = await signalsOn(world, stand, SIGNALS, 5);
    stand.clock.at = START + MINUTES * 60 + 10;
    await stand.scorer().score(PERPETUAL, never);
    const whole = await outcomes(ids);
    expect(whole.filter(({ rFunding }) => rFunding !== null && Number(rFunding) !== 0).length).toBeGreaterThan(5);

    await stand.em().execute('truncate signal_scores, candle_days, candle_minutes, funding_rates, funding_spans');
    const lateness = new Map<number, number>();
    stand.venue.funding = {
      BTCUSDT: (at) => {
        if (!lateness.has(at)) lateness.set(at, at > START ? Math.floor(next() * 1500) : 0);
        return stand.clock.at >= at + lateness.get(at)! ? hourly(at) : null;
      },
    };
    const steady = stand.scorer();
    let mortal = stand.scorer();
    let deaths = 0;
    const final = new Map<string, string>();
    for (let n = 0; n < MINUTES - 40; n += 1 + Math.floor(next() * 4)) {
      stand.clock.at = START + (n + 1) * 60 + 10;
      const dies = next() < 0.3;
      stand.venue.before = () => (dies ? Promise.reject(new Error('killed')) : Promise.resolve());
      stand.venue.fundingIsDown = next() < 0.2;
      const runs = await Promise.allSettled(
        next() < 0.5 ? [mortal.score(PERPETUAL, never), steady.score(PERPETUAL, never)] : [mortal.score(PERPETUAL, never)],
      );
      if (runs.some(({ status }) => status === 'rejected')) {
        deaths++;
        mortal = stand.scorer();
      }
      const versions = await stand.versions();
      for (const [id, { status }] of await stand.reader().findBySignals(ids)) {
        if (!isFinal(status)) continue;
        // Written once, and not again.
        expect([id, final.get(id) ?? versions.get(id)]).toEqual([id, versions.get(id)]);
        final.set(id, versions.get(id)!);
      }
    }
    stand.venue.before = () => Promise.resolve();
    stand.venue.fundingIsDown = false;
    stand.clock.at = START + MINUTES * 60 + 10;
    await steady.score(PERPETUAL, never);
    expect(deaths).toBeGreaterThan(10);
    expect(await outcomes(ids)).toEqual(whole);
    expect(await stand.rescoring().run()).toMatchObject({ signals: SIGNALS, fresh: 0, changed: 0, differing: [], waiting: 0 });
  }, 300_000);
});
