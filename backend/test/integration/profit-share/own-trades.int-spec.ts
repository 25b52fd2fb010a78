import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OwnTradesWire } from '../../../src/platform/wire/index.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import { get } from '../payments/paying.js';
import { ShareWorld, type TradeFields } from './share-world.js';

let world: ShareWorld;
beforeAll(async () => {
  world = await ShareWorld.start();
});
afterAll(() => world.stop());

const ask = (who: SignedIn, signal: string) => get(world.api, `/me/signals/${signal}/trades`, who);
const trades = async (who: SignedIn, signal: string) => (await ask(who, signal)).json<{ data: OwnTradesWire }>().data;

let pairs = 0;
/** A signal on a pair of its own. */
async function signalOnPair(changes: Record<string, unknown> = {}, score: Record<string, unknown> = {}) {
  const base = `OWN${++pairs}`;
  const id = await world.signal({ asset: `${base}USDT`, base, ...changes }, score);
  const trade = (name: string, side: 'buy' | 'sell', at: string, price: string, qty: string, more: Partial<TradeFields> = {}) => ({
    id: `${base}-${name}`,
    symbol: `${base}USDT`,
    side,
    at: `2026-03-01T${at}:00Z`,
    price,
    qty,
    ...more,
  });
  return { id, base, trade };
}

describe('GET /me/signals/:id/trades', () => {
  it('compares the average entry with that of the signal, and tells what was closed', async () => {
    const member = await world.member();
    const { id, base, trade } = await signalOnPair();
    await world.trades(member, [
      trade('1', 'buy', '10:05', '100.4', '1'),
      trade('2', 'buy', '10:06', '100.8', '3', { fee: '0.5' }),
      trade('3', 'sell', '11:00', '110', '2', { fee: '1' }),
    ]);
    await world.compute(member);

    // Fees: 1 of the exit, 0.5 for the second entry's part: first in, first out closes all of 1 and a third of 2.
    expect(await trades(member, id)).toEqual({
      symbol: `${base}/USDT`,
      lastSyncedAt: '2026-11-01T00:00:00.000Z',
      computedAt: expect.any(String),
      isBehind: false,
      unknown: null,
      entry: { price: '100.7', quantity: '4', modelPrice: '100', slippage: '0.007' },
      exit: { price: '110', quantity: '2', profit: expect.stringMatching(/^17\.6333/), lastAt: '2026-03-01T11:00:00.000Z' },
    });
  });

  it('has no exit before one, and no result where a fee is in a coin without a price', async () => {
    const [holder, payer] = [await world.member(), await world.member()];
    const { id, trade } = await signalOnPair({ side: 'short', trade_type: 'Sell' });
    const opened = trade('1', 'sell', '10:05', '99.5', '1');
    await world.trades(holder, [opened]);
    await world.trades(payer, [opened, trade('2', 'buy', '12:00', '90', '1', { fee: '3', feeAsset: 'NOPRICE' })]);
    await world.compute(holder);
    await world.compute(payer);

    expect(await trades(holder, id)).toMatchObject({ entry: { price: '99.5', slippage: '0.005' }, exit: null });
    expect((await trades(payer, id)).exit).toEqual({ price: '90', quantity: '1', profit: null, lastAt: '2026-03-01T12:00:00.000Z' });
  });

  it('says why there are no trades', async () => {
    const newcomer = await world.newcomer();
    const unread = await world.newcomer();
    await world.account(unread, { syncedAt: null });
    const early = await world.newcomer();
    await world.account(early, { syncedAt: '2026-03-01T09:59:00Z' });
    const [waiting, idle] = [await world.member(), await world.member()];
    await world.compute(idle);
    const { id } = await signalOnPair();

    const reasons = [];
    for (const who of [newcomer, unread, early, waiting, idle]) reasons.push((await trades(who, id)).unknown);
    expect(reasons).toEqual(['no-account', 'not-synced', 'synced-before', 'computing', 'no-fills']);

    const pending = await signalOnPair({}, { status: 'pending', entry_price: null });
    const euros = await signalOnPair({ quote: 'EUR' });
    expect([(await trades(idle, pending.id)).unknown, (await trades(idle, euros.id)).unknown]).toEqual(['not-filled', 'other-currency']);
  });

  it('is behind once newer trades were read', async () => {
    const member = await world.member();
    const { id, trade } = await signalOnPair();
    await world.trades(member, [trade('1', 'buy', '10:05', '100', '1')]);
    await world.compute(member);
    await world.synced(member);
    expect(await trades(member, id)).toMatchObject({ isBehind: true, unknown: null, entry: { price: '100' } });
    await world.compute(member);
    expect(await trades(member, id)).toMatchObject({ isBehind: false });
  });

  it('has the reader’s own trades alone, for whoever may read the signal', async () => {
    const [member, other] = [await world.member(), await world.member()];
    const { id, trade } = await signalOnPair();
    await world.trades(member, [trade('1', 'buy', '10:05', '100', '1')]);
    for (const one of [member, other]) await world.compute(one);
    expect([(await trades(member, id)).unknown, (await trades(other, id)).unknown]).toEqual([null, 'no-fills']);
    expect((await ask(await signedInMember(world.api), id)).statusCode).toBe(403);
    expect((await ask(member, '0190a1f0-0000-7000-8000-000000000001')).statusCode).toBe(404);
  });
});
