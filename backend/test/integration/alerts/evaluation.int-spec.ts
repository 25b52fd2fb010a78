import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExchangeError } from '../../../src/trading/venues/index.js';
import { call, signedInAdmin } from '../../support/people.js';
import { aSignal } from '../signals/a-signal.js';
import { endSignals } from '../signals/end-signals.js';
import { AlertStand, moving, PAIR } from './alert-stand.js';

/** 10:40 UTC, a whole minute. */
const START = Date.parse('2026-11-29T10:40:00Z') / 1000;
const MINUTE = 60;
/** When a minute's candle is there. */
const after = (minutes: number) => START + minutes * MINUTE + 10;

let stand: AlertStand;
beforeAll(async () => (stand = await AlertStand.start()), 180_000);
afterAll(() => stand.stop(), 180_000);

/** Candles from START on; before and after them the price stands still. */
const candles = (...all: ReturnType<typeof moving>[]) =>
  stand.venue.reset({ BTCUSDT: (at) => all[(at - START) / MINUTE] ?? moving(59_000, 59_000) }, () => stand.clock.at);
beforeEach(async () => {
  candles();
  await stand.rows('truncate candle_days');
  await stand.rows('delete from alerts');
});
const upwards = { level: 60_000, way: 'up', last: 59_000, checkedTo: START } as const;

describe('an alert at a price', () => {
  it('fires for a wick between two prices, and says which candle it was', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, upwards);
    candles(moving(59_000, 59_100), moving(59_100, 59_200, 60_012));
    expect(await stand.evaluateAt(after(1))).toBe(0);
    expect(await stand.evaluateAt(after(2))).toBe(1);
    expect(await stand.firings([id])).toEqual([{ alertId: id, minute: START + MINUTE, way: 'up', high: '60012', low: '59100' }]);
    expect(await stand.notices(userId)).toEqual([
      { kind: 'alert-rose', facts: { symbol: 'BTC/USDT', level: '60000', price: '60012', at: '2026-11-29T10:41:00.000Z' } },
    ]);
    expect(await stand.rows('select state, fired_at is not null as told from alerts where id = ?', [id])).toEqual([
      { state: 'fired', told: true },
    ]);
    // It is done.
    candles(moving(59_000, 59_100), moving(59_100, 59_200, 60_012), moving(59_000, 59_000), moving(59_000, 61_000));
    expect(await stand.evaluateAt(after(4))).toBe(0);
  });

  it('fires once for evaluations at the same time', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, { ...upwards, repeats: true });
    candles(moving(59_000, 60_500));
    stand.clock.at = after(1);
    await Promise.all(Array.from({ length: 4 }, () => stand.evaluateAt(after(1))));
    await stand.evaluateAt(after(1));
    expect(await stand.firings([id])).toHaveLength(1);
    expect(await stand.notices(userId)).toHaveLength(1);
  });

  it('repeats after the price has left the band, where that is wanted', async () => {
    const { userId } = await stand.reader();
    const [repeated, once] = [await stand.alert(userId, { ...upwards, repeats: true }), await stand.alert(userId, upwards)];
    candles(moving(59_000, 60_100), moving(60_100, 59_950), moving(59_950, 60_050), moving(60_050, 59_000), moving(59_000, 60_001));
    await stand.evaluateAt(after(5));
    expect((await stand.firings([repeated])).map(({ minute }) => (minute - START) / MINUTE)).toEqual([0, 4]);
    expect((await stand.firings([once])).map(({ minute }) => (minute - START) / MINUTE)).toEqual([0]);
  });

  it('finds what happened while no worker ran', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, upwards);
    candles(moving(59_000, 59_100), moving(59_100, 60_200), moving(60_200, 58_000));
    expect(await stand.evaluateAt(after(6 * 60))).toBe(1);
    expect(await stand.firings([id])).toMatchObject([{ minute: START + MINUTE }]);
  });

  it('skips and names what is more than three days old', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, upwards);
    candles(moving(59_000, 61_000));
    expect(await stand.evaluateAt(START + 4 * 86_400 + 10)).toBe(0);
    const [row] = await stand.rows('select unchecked_from as "from", unchecked_to as "to", state from alerts where id = ?', [id]);
    expect(row).toMatchObject({ state: 'active' });
    const { from, to } = row as { from: string; to: string };
    expect([Date.parse(from) / 1000, Date.parse(to) / 1000]).toEqual([START, START + 86_400 + MINUTE]);
  });

  it('waits while the exchange does not answer', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, upwards);
    candles(moving(59_000, 60_500));
    stand.venue.downFrom(1);
    await expect(stand.evaluateAt(after(1))).rejects.toThrow(ExchangeError);
    candles(moving(59_000, 60_500));
    expect(await stand.evaluateAt(after(3))).toBe(1);
    expect(await stand.firings([id])).toHaveLength(1);
  });

  it('ends with its market', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, upwards);
    stand.venue.reset({}, () => stand.clock.at);
    expect(await stand.evaluateAt(after(1))).toBe(0);
    expect(await stand.rows('select state, end_reason from alerts where id = ?', [id])).toEqual([
      { state: 'ended', end_reason: 'not-traded' },
    ]);
  });

  it('tells nothing to a member who may not see signals, and nothing of that time later', async () => {
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, { ...upwards, repeats: true });
    candles(moving(59_000, 60_500), moving(60_500, 60_500), moving(60_500, 60_600));
    await stand.rows('update users set payment_status = null where id = ?', [userId]);
    expect(await stand.evaluateAt(after(1))).toBe(0);
    await stand.rows(`update users set payment_status = 'approved' where id = ?`, [userId]);
    expect(await stand.evaluateAt(after(3))).toBe(0);
    expect([await stand.firings([id]), await stand.notices(userId)]).toEqual([[], []]);
  });
});

describe('an alert near a signal', () => {
  const FUTURES = { ...PAIR, market: 'futures' as const };
  const publish = async (changes: Record<string, unknown> = {}) => {
    const admin = await signedInAdmin(stand.api);
    const response = await call(stand.api, 'POST', '/createsignal', aSignal({ trailingStopLoss: 'none', ...changes }), {
      token: admin.token,
    });
    return { admin, signalId: response.json<{ data: { id: string } }>().data.id };
  };
  const nearStop = (signalId: string) => ({
    kind: 'signal-stop' as const,
    market: 'futures' as const,
    signalId,
    level: '62500',
    percent: '1',
    last: 64_000,
    checkedTo: START,
  });

  it('fires within its distance, from above', async () => {
    const { signalId } = await publish();
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, nearStop(signalId));
    candles(moving(64_000, 63_126), moving(63_126, 63_200, 63_300, 63_125));
    expect(await stand.evaluateAt(after(1), FUTURES)).toBe(0);
    expect(await stand.evaluateAt(after(2), FUTURES)).toBe(1);
    expect(await stand.firings([id])).toMatchObject([{ way: 'down', low: '63125' }]);
    expect(await stand.notices(userId)).toEqual([
      { kind: 'alert-near-stop', facts: { symbol: 'BTC/USDT', percent: '1', price: '63125', at: '2026-11-29T10:41:00.000Z' } },
    ]);
  });

  it('follows a stop that the team moves', async () => {
    const { admin, signalId } = await publish();
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, nearStop(signalId));
    const moved = await call(
      stand.api,
      'POST',
      `/admin/signals/${signalId}/amendments`,
      { kind: 'move_stop', stop: '63000' },
      { token: admin.token },
    );
    expect(moved.statusCode).toBe(201);
    candles(moving(64_000, 63_700), moving(63_700, 63_600));
    expect(await stand.evaluateAt(after(1), FUTURES)).toBe(0);
    expect(await stand.evaluateAt(after(2), FUTURES)).toBe(1);
    expect(await stand.rows('select trim_scale(level)::text as level from alerts where id = ?', [id])).toEqual([{ level: '63000' }]);
  });

  it('ends with the signal', async () => {
    const { signalId } = await publish();
    const { userId } = await stand.reader();
    const id = await stand.alert(userId, nearStop(signalId));
    await endSignals(stand);
    candles(moving(64_000, 62_500));
    expect(await stand.evaluateAt(after(1), FUTURES)).toBe(0);
    expect(await stand.rows('select state, end_reason from alerts where id = ?', [id])).toEqual([
      { state: 'ended', end_reason: 'signal-ended' },
    ]);
  });
});
