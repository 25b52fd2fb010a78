import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobQueue } from '../../../../src/platform/queue/index.js';
import { ScoringDueHandler } from '../../../../src/trading/signals/scoring/jobs/scoring-due.handler.js';
import type { MinuteCandle } from '../../market/candle-double.js';
import { never, PAIR, ScoringStand } from './scoring-stand.js';

const BEGIN = Date.parse('2026-11-18T12:00:00Z') / 1000;
const HOUR = 3600;
const minute = (n: number) => BEGIN + n * 60;
const flat = (price: number): MinuteCandle => ({ open: String(price), high: String(price), low: String(price), close: String(price) });
const candle = (open: number, high: number, low: number, close: number): MinuteCandle => ({
  open: String(open),
  high: String(high),
  low: String(low),
  close: String(close),
});

let stand: ScoringStand;
beforeAll(async () => {
  stand = await ScoringStand.start();
});
afterAll(async () => stand.stop());
beforeEach(async () => {
  await stand.clear();
  stand.venue.reset({}, () => stand.clock.at);
});

/** Minutes that are named, and the same price in all others. */
function market(minutes: Record<number, MinuteCandle>, otherwise = 101): void {
  stand.venue.pairs = { BTCUSDT: (at) => minutes[(at - BEGIN) / 60] ?? flat(otherwise) };
}
/** Everything up to the end of minute `n` can be known. */
const upTo = (n: number) => (stand.clock.at = minute(n + 1) + 10);
const levels = { entry: 100, stop: 95, targets: [105, 110, 120], publishedAt: minute(0) + 30.5, closesAt: minute(0) + 24 * HOUR };

describe('a signal in the live minute', () => {
  it('goes from pending over open to closed, as its minutes come, and is told of each time', async () => {
    const fills = candle(101, 101, 99, 100);
    market({ 2: fills, 4: candle(100, 106, 100, 106), 5: candle(106, 111, 106, 111), 6: candle(111, 121, 111, 121) });
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    const seen: unknown[] = [];
    for (const n of [0, 1, 2, 3, 4, 5, 6, 7]) {
      upTo(n);
      await scorer.score(PAIR, never);
      const score = (await stand.scoreOf(id))!;
      seen.push([score.status, score.exits.length]);
    }
    expect(seen).toEqual([
      ['pending', 0],
      ['pending', 0],
      ['open', 0],
      ['open', 0],
      ['open', 1],
      ['open', 2],
      ['closed', 3],
      ['closed', 3],
    ]);
    expect(await stand.scoreOf(id)).toMatchObject({
      entryPrice: '100',
      entryAt: new Date(minute(2) * 1000),
      rGross: '2.333333333333333333',
      closedAt: new Date(minute(7) * 1000),
      scoredThrough: new Date(minute(7) * 1000),
      gapMinutes: 0,
      ambiguous: [],
      exits: [
        { reason: 'tp1', price: '105', weight: '0.333333333333333333', t: minute(4) },
        { reason: 'tp2', price: '110', weight: '0.333333333333333333', t: minute(5) },
        { reason: 'tp3', price: '120', weight: '0.333333333333333333', t: minute(6) },
      ],
      candlesDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    // Filled, and ended: what it says of each is behind the list.
    expect(await stand.heard()).toEqual([id, id]);
  });

  it('is scored from its candles where a minute touches it, and left alone otherwise', async () => {
    market({});
    await stand.publish(levels);
    const scorer = stand.scorer();
    upTo(1);
    expect(await scorer.score(PAIR, never)).toEqual({ scored: 1, written: 1 });
    upTo(2);
    expect(await scorer.score(PAIR, never)).toEqual({ scored: 0, written: 0 });
    upTo(9);
    expect(await scorer.score(PAIR, never)).toEqual({ scored: 0, written: 0 });
    market({ 10: candle(101, 101, 99, 100) });
    upTo(10);
    expect(await scorer.score(PAIR, never)).toEqual({ scored: 1, written: 1 });
  });

  it('is marked as looked at four times an hour', async () => {
    market({});
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    const marks = new Set<string>();
    for (let n = 1; n <= 60; n++) {
      upTo(n);
      await scorer.score(PAIR, never);
      marks.add(String((await stand.scoreOf(id))!.scoredThrough?.toISOString()));
    }
    expect(marks.size).toBeGreaterThanOrEqual(4);
    expect(marks.size).toBeLessThanOrEqual(6);
  });

  it('closes at its time, also where the venue tells no candles any more', async () => {
    market({ 2: candle(101, 101, 99, 100) }, 102);
    const [open, pending] = [
      await stand.publish({ ...levels, closesAt: minute(30) }),
      await stand.publish({ ...levels, entry: 90, stop: 85, closesAt: minute(30) }),
    ];
    const scorer = stand.scorer();
    upTo(10);
    await scorer.score(PAIR, never);
    stand.venue.pairs = {};
    stand.clock.at = minute(60);
    await scorer.score(PAIR, never);
    expect(await stand.scoreOf(open)).toMatchObject({
      status: 'closed',
      exits: [{ reason: 'expiry', price: '102' }],
      gapMinutes: 19,
      closedAt: new Date(minute(30) * 1000),
      scoredThrough: new Date(minute(30) * 1000),
    });
    expect(await stand.scoreOf(pending)).toMatchObject({ status: 'expired_unfilled', closedAt: new Date(minute(30) * 1000) });
  });

  it('is not scored beyond a minute that nobody could ask about', async () => {
    market({ 4: candle(101, 101, 99, 100) });
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    upTo(1);
    await scorer.score(PAIR, never);
    stand.venue.downFrom(1);
    upTo(5);
    await expect(scorer.score(PAIR, never)).rejects.toMatchObject({ name: 'VenueUnavailable' });
    expect((await stand.scoreOf(id))!.status).toBe('pending');
    stand.venue.downFrom(Infinity);
    await scorer.score(PAIR, never);
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'open', entryAt: new Date(minute(4) * 1000) });
  });

  it('on a market that the venue does not know is unscored, until it is listed', async () => {
    const id = await stand.publish(levels);
    upTo(5);
    await stand.scorer().score(PAIR, never);
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'unscored', scoredThrough: null });
    market({});
    await stand.scorer().score(PAIR, never);
    expect((await stand.scoreOf(id))!.status).toBe('pending');
  });

  it('takes a candle that came late for what it is', async () => {
    const whole: Record<number, MinuteCandle> = { 3: candle(101, 101, 99, 100) };
    stand.venue.pairs = { BTCUSDT: (at) => (at === minute(3) ? null : flat(101)) };
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    upTo(20);
    await scorer.score(PAIR, never);
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'pending', gapMinutes: 1 });
    market(whole);
    await stand.em().execute(`update candle_days set asked_at = now() - interval '2 hours'`);
    upTo(21);
    await scorer.score(PAIR, never);
    expect(await stand.scoreOf(id)).toMatchObject({ status: 'open', gapMinutes: 0, entryAt: new Date(minute(3) * 1000) });
  });
});

describe('a minute that does not tell what came first', () => {
  const doubtful = { 2: candle(101, 101, 99, 100), 4: candle(100, 106, 94, 104) };
  /** Up to 106 in its first half, then down to 94. */
  const seconds: Record<number, MinuteCandle> = {
    29: candle(103, 106, 103, 104),
    40: candle(104, 104, 94, 100),
    59: candle(100, 104, 100, 104),
  };
  const up = (at: number): MinuteCandle => seconds[at - minute(4)] ?? flat(at - minute(4) >= 30 && at - minute(4) < 40 ? 104 : 100);

  it('is told by its seconds where the venue has them, which are asked for once and kept', async () => {
    market(doubtful);
    stand.venue.seconds = { BTCUSDT: up };
    const id = await stand.publish({ ...levels, trail: 'breakeven' });
    upTo(5);
    await stand.scorer().score(PAIR, never);
    expect(await stand.scoreOf(id)).toMatchObject({
      status: 'closed',
      ambiguous: [],
      exits: [
        { reason: 'tp1', price: '105' },
        { reason: 'stop', price: '100' },
      ],
    });
    expect(stand.venue.asked.filter(({ length }) => length === '1s')).toHaveLength(1);
    // Scored anew, the stored seconds say the same.
    expect(await stand.rescoring().run()).toMatchObject({ signals: 1, differing: [], waiting: 0 });
    expect(stand.venue.asked.filter(({ length }) => length === '1s')).toHaveLength(1);
  });

  it.each([
    ['there are none', {}],
    ['they leave something out', { BTCUSDT: (at: number) => (at === minute(4) + 40 ? null : up(at)) }],
  ])('is taken for the worse where %s', async (_, told) => {
    market(doubtful);
    stand.venue.seconds = told;
    const id = await stand.publish({ ...levels, trail: 'breakeven' });
    upTo(5);
    await stand.scorer().score(PAIR, never);
    expect(await stand.scoreOf(id)).toMatchObject({
      status: 'closed',
      ambiguous: [minute(4)],
      exits: [{ reason: 'stop', price: '95' }],
      rGross: '-1',
    });
  });

  it('waits for the venue where it cannot be asked, and nothing is concluded meanwhile', async () => {
    market(doubtful);
    stand.venue.seconds = { BTCUSDT: up };
    const id = await stand.publish(levels);
    const scorer = stand.scorer();
    upTo(3);
    await scorer.score(PAIR, never);
    upTo(5);
    stand.venue.downFrom(2);
    await expect(scorer.score(PAIR, never)).rejects.toMatchObject({ name: 'VenueUnavailable' });
    expect((await stand.scoreOf(id))!.status).toBe('open');
    expect((await stand.rescoring().run()).waiting).toBe(1);
    expect((await stand.scoreOf(id))!.status).toBe('open');
    stand.venue.downFrom(Infinity);
    await scorer.score(PAIR, never);
    expect((await stand.scoreOf(id))!.ambiguous).toEqual([]);
  });
});

describe('what is said of a signal later', () => {
  it('counts in the next live minute', async () => {
    market({ 2: candle(101, 101, 99, 100) });
    const [closed, cancelled, moved] = [
      await stand.publish(levels),
      await stand.publish({ ...levels, entry: 90, stop: 85 }),
      await stand.publish(levels),
    ];
    const scorer = stand.scorer();
    upTo(9);
    await scorer.score(PAIR, never);
    await stand.amend(closed, 'close_now', minute(10) - 20, '103.5');
    await stand.amend(cancelled, 'cancel', minute(10) - 20);
    await stand.amend(moved, 'move_stop', minute(10) - 20, '101');
    await scorer.score(PAIR, never);
    expect(await stand.scoreOf(closed)).toMatchObject({
      status: 'closed',
      exits: [{ reason: 'closed', price: '103.5' }],
      closedAt: new Date(minute(10) * 1000),
    });
    expect(await stand.scoreOf(cancelled)).toMatchObject({ status: 'expired_unfilled', closedAt: new Date(minute(10) * 1000) });
    expect((await stand.scoreOf(moved))!.status).toBe('open');
    upTo(10);
    await scorer.score(PAIR, never);
    expect(await stand.scoreOf(moved)).toMatchObject({ status: 'closed', exits: [{ reason: 'stop', price: '101' }] });
  });
});

describe('work', () => {
  it('is found a pair and minute, as long as a signal of it has not ended', async () => {
    const queued: { base: string; market: string; jobId: string }[] = [];
    const queue = {
      enqueueAll: (_: unknown, jobs: { payload: { base: string; market: string }; options: { jobId: string } }[]) =>
        Promise.resolve(
          void queued.push(...jobs.map(({ payload, options }) => ({ base: payload.base, market: payload.market, jobId: options.jobId }))),
        ),
    };
    const due = new ScoringDueHandler(stand.em(), queue as unknown as JobQueue, stand.clock);
    const found = async () => {
      queued.length = 0;
      await due.handle();
      return queued.map(({ base, market: on }) => `${on} ${base}`).toSorted();
    };
    market({ 2: candle(101, 101, 99, 100), 3: candle(100, 100, 94, 94) });
    upTo(1);
    await stand.publish(levels);
    await stand.publish(levels);
    await stand.publish({ ...levels, leverage: 10, publishedAt: minute(1) });
    expect(await found()).toEqual(['futures BTC', 'spot BTC']);
    expect(new Set(queued.map(({ jobId }) => jobId)).size).toBe(2);
    upTo(5);
    await stand.scorer().score(PAIR, never);
    expect(await found()).toEqual(['futures BTC']);
    // A market that is not known is asked for now and then.
    stand.venue.pairs = {};
    await stand.em().execute('truncate candle_days');
    await stand.scorer().score({ ...PAIR, market: 'futures' }, never);
    expect(await found()).toEqual([]);
    await stand.em().execute(`update signal_scores set updated_at = now() - interval '2 hours' where status = 'unscored'`);
    await stand.em().execute(`alter table signals disable trigger user`);
    await stand.em().execute(`update signals set projected_closure_at = now() + interval '1 hour'`);
    await stand.em().execute(`alter table signals enable trigger user`);
    expect(await found()).toEqual(['futures BTC']);
  });
});
