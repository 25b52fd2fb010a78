import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { answerOfCommand } from '../../support/fund/case-command.js';
// Loaded here, and not by the first test.
import '../../../src/operations/cli/commands/club-share.command.js';
import { ShareResultRepository } from '../../../src/money/profit-share/share-result.repository.js';
import { ShareRulesReader } from '../../../src/money/profit-share/share-rules.reader.js';
import type { ClubShareLineWire } from '../../../src/platform/wire/index.js';
import { signedInMember } from '../../support/people.js';
import { get, post } from '../payments/paying.js';
import { ShareWorld, type ClubMember } from './share-world.js';

let world: ShareWorld;
beforeAll(async () => {
  world = await ShareWorld.start();
});
afterAll(() => world.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await world.rows('truncate signal_scores, market_closes');
});

const entry = { id: '1', at: '2026-03-01T11:00:00Z', side: 'buy', price: '100.5', qty: '2', fee: '0.1' } as const;
const exit = { id: '2', at: '2026-04-01T00:00:00Z', side: 'sell', price: '110', qty: '3', fee: '0.15' } as const;

/** A member who followed a signal with 2 BTC and sold 3: the example of docs/club-share.md. */
async function follower(): Promise<ClubMember & { signal: string }> {
  const signal = await world.signal();
  const member = await world.member();
  await world.trades(member, [entry, exit]);
  return { ...member, signal };
}

describe("a member's share", () => {
  it('is of what followed a signal, line by line, with both trades', async () => {
    world.setTime('2026-11-27T12:00:00Z');
    const member = await follower();
    expect(await world.lines(member)).toEqual([
      {
        signalId: member.signal,
        symbol: 'BTC/USDT',
        market: 'futures',
        side: 'long',
        entry: expect.objectContaining({ tradeId: '1', venue: 'binance', symbol: 'BTCUSDT', side: 'buy', price: '100.5', qty: '2' }),
        exit: expect.objectContaining({ tradeId: '2', at: '2026-04-01T00:00:00.000Z', side: 'sell', price: '110', qty: '3' }),
        qty: '2',
        gross: '19',
        fees: '0.2',
        profit: '18.8',
        state: 'charged',
        dispute: null,
      },
    ]);
    expect(await world.mine(member)).toMatchObject({
      isMember: true,
      unknown: null,
      lastSyncedAt: '2026-11-01T00:00:00.000Z',
      figures: {
        rate: '0.15',
        lines: { charged: 1, frozen: 0, dropped: 0 },
        periods: [{ name: '2026', isRunning: true, profit: '18.8', cumulativeProfit: '18.8', highWaterMark: '18.8', share: '2.82' }],
      },
    });
  });

  it('is what the command says about the downloaded file', async () => {
    world.setTime('2027-02-01T00:00:00Z');
    const member = await follower();
    await world.trades(member, [
      { ...entry, id: '3', at: '2026-03-02T10:00:00Z', price: '101', qty: '1.25' },
      { ...exit, id: '4', at: '2027-01-05T00:00:00Z', price: '60.125', qty: '9' },
    ]);
    const { code, answer } = await answerOfCommand('club:share', await world.file(member));
    expect(code).toBe(0);
    const [told] = (answer as { members: Awaited<ReturnType<typeof world.answerToFile>>[] }).members;
    const shown = await world.lines(member);
    expect(
      shown.map((line) => [line.signalId, line.entry.id, line.exit.id, line.qty, line.gross, line.fees, line.profit, line.state]),
    ).toEqual(
      told!.lines
        .toReversed()
        .map((line) => [line.signal, line.entry, line.exit, line.qty, line.gross, line.fees, line.profit, line.state]),
    );
    expect(shown).toHaveLength(3);
    const { figures } = await world.mine(member);
    expect(
      figures!.periods.map(({ name, profit, highWaterMark, share, carryForward }) => [name, profit, highWaterMark, share, carryForward]),
    ).toEqual(told!.periods.toReversed().map((one) => [one.name, one.profit, one.highWaterMarkAfter, one.share, one.carryForward]));
    expect(figures!.periods.map(({ name, isRunning }) => [name, isRunning])).toEqual([
      ['2027', true],
      ['2026', false],
    ]);
  });

  it('counts a signal to its end only, and no signal whose model did not enter', async () => {
    await world.signal({}, { closed_at: '2026-03-01T10:59:59Z', status: 'closed' });
    await world.signal({ published_at: '2026-03-01T09:00:00Z' }, { entry_price: null, status: 'missed' });
    const member = await world.member();
    await world.trades(member, [entry, exit]);
    expect(await world.lines(member)).toEqual([]);
    expect(await world.answerToFile(member)).toMatchObject({ lines: [], own: [] });
  });

  it('keeps spot and perpetual apart, and each exchange by its own names', async () => {
    await world.signal({ market: 'spot', venue: 'okx' });
    const member = await world.member();
    await world.rows(`update exchange_accounts set venue = 'okx' where id = ?`, [member.accountId]);
    await world.trades(member, [
      { ...entry, symbol: 'BTC-USDT-SWAP' },
      { ...exit, symbol: 'BTC-USDT-SWAP' },
      { ...entry, id: '5', market: 'spot', symbol: 'BTC-USDT', fee: '0.002', feeAsset: 'BTC' },
      { ...exit, id: '6', market: 'spot', symbol: 'BTC-USDT', fee: '0.3' },
    ]);
    expect((await world.lines(member)).map((line) => [line.market, line.entry.symbol, line.entry.tradeId, line.fees])).toEqual([
      // 0.002 BTC at 100.5, and two thirds of 0.3.
      ['spot', 'BTC-USDT', '5', '0.401'],
    ]);
  });

  it('leaves out what is quoted in another currency than dollars', async () => {
    await world.signal({ asset: 'BTCEUR', quote: 'EUR' });
    const member = await world.member();
    await world.trades(
      member,
      [entry, exit].map((trade) => ({ ...trade, symbol: 'BTCEUR' })),
    );
    expect(await world.lines(member)).toEqual([]);
  });

  it('joins the accounts that a member had', async () => {
    const member = await follower();
    const before = await world.account(member, { isCurrent: false });
    await world.trades({ accountId: before }, [{ ...entry, at: '2026-03-01T10:30:00Z', qty: '0.5' }]);
    expect((await world.lines(member)).map(({ entry: { at }, qty }) => [at, qty])).toEqual([
      ['2026-03-01T11:00:00.000Z', '2'],
      ['2026-03-01T10:30:00.000Z', '0.5'],
    ]);
  });

  it('is found among thousands of trades of their own, which stay out of the file', async () => {
    const member = await follower();
    await world.rows(
      `insert into futures_trades (account_id, symbol, trade_id, buyer, order_id, maker, position_side, price, qty, quote_qty, realized_pnl,
        fee, fee_asset, time) select ?::uuid, 'BTCUSDT', 'own' || n, true, 'own', false, 'BOTH', 50, 1, 50, 0, 0, 'USDT',
        timestamptz '2026-03-01T10:00:00Z' + n / 2 * interval '1 minute' from generate_series(1, 12000) n`,
      [member.accountId],
    );
    expect((await world.lines(member)).map(({ entry: bought, exit: sold, qty }) => [bought.tradeId, sold.tradeId, qty])).toEqual([
      ['1', '2', '2'],
    ]);
    const { members } = (await world.file(member)) as { members: { fills: { id: string }[] }[] };
    expect(members[0]!.fills).toHaveLength(2);
  });

  it('is paged, the newest first', async () => {
    const member = await follower();
    await world.trades(member, [
      { ...entry, id: '7', at: '2026-03-01T12:00:00Z', qty: '1' },
      { ...exit, id: '8', at: '2026-05-01T00:00:00Z', qty: '1' },
    ]);
    await world.compute(member);
    const pages = await Promise.all([1, 2, 3].map((page) => get(world.api, `/me/club-share/lines?page=${page}&perPage=1`, member)));
    expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual(['2', '2', '2']);
    const tradesOf = (page: (typeof pages)[number]) =>
      page.json<{ data: ClubShareLineWire[] }>().data.map(({ entry: bought, exit: sold }) => [bought.tradeId, sold.tradeId]);
    // The third BTC of the first sale closed the later entry.
    expect(pages.map(tradesOf)).toEqual([[['7', '2']], [['1', '2']], []]);
  });
});

describe('a fee in another coin', () => {
  const inBnb = { ...entry, fee: '0.001', feeAsset: 'BNB' };

  it("counts at the exchange's price of its hour, else of its day", async () => {
    await world.signal();
    const member = await world.member();
    await world.close('BNBUSDT', '2026-03-01T00:00:00Z', '500');
    await world.trades(member, [inBnb, { ...exit, fee: '0' }]);
    expect((await world.lines(member)).map(({ fees, state }) => [fees, state])).toEqual([['0.5', 'charged']]);
    await world.close('BNBUSDT', '2026-03-01T11:00:00Z', '600');
    expect((await world.lines(member)).map(({ fees, state }) => [fees, state])).toEqual([['0.6', 'charged']]);
  });

  it('without a price freezes its line: nothing is charged of what is not known', async () => {
    await world.signal();
    const member = await world.member();
    await world.trades(member, [inBnb, exit]);
    expect(await world.lines(member)).toMatchObject([{ gross: '19', fees: null, profit: null, state: 'frozen' }]);
    expect((await world.mine(member)).figures).toMatchObject({ lines: { frozen: 1 }, periods: [{ share: '0.00' }] });
    expect((await world.answerToFile(member)).lines.map(({ state }) => state)).toEqual(['frozen']);
  });
});

describe('the figures', () => {
  /** Members whom the scheduled job would have computed again now. */
  const due = async () => {
    const { rules, results } = {
      rules: world.api.app.get(ShareRulesReader, { strict: false }),
      results: world.api.app.get(ShareResultRepository, { strict: false }),
    };
    const em = world.api.em();
    const midnight = new Date(world.now().setUTCHours(0, 0, 0, 0));
    return results.findDue(em, { rules: await rules.version(em), midnight, after: null, limit: 1_000 });
  };

  it('are being computed until a job has, and are then read as they are stored', async () => {
    const member = await follower();
    expect(await world.page(member)).toMatchObject({ unknown: 'computing', figures: null });
    const file = await get(world.api, '/me/club-share/case', member);
    expect([file.statusCode, file.json<{ message: string }>().message]).toEqual([
      409,
      'Your share is being calculated. Please try again in a minute',
    ]);
    expect(await due()).toContain(member.userId);
    await world.compute(member);
    expect((await world.page(member)).figures).toMatchObject({ isBehind: false, periods: [{ share: '2.82' }] });
    expect(await due()).not.toContain(member.userId);
  });

  it('are computed again after a trade, a signal, a dispute, and each day', async () => {
    const member = await follower();
    world.setTime('2026-11-27T12:00:00Z');
    const becomesDue = async (change: () => Promise<unknown>) => {
      await world.compute(member);
      expect(await due()).not.toContain(member.userId);
      await change();
      return (await due()).includes(member.userId);
    };
    expect(await becomesDue(() => world.synced(member))).toBe(true);
    expect((await world.page(member)).figures?.isBehind).toBe(true);
    expect(await becomesDue(() => world.signal({ asset: 'ETHUSDT', base: 'ETH' }))).toBe(true);
    const [line] = await world.lines(member);
    const body = { entry: line!.entry.id, exit: line!.exit.id, reason: 'I closed this by hand' };
    expect(await becomesDue(() => post(world.api, '/me/club-share/disputes', body, member))).toBe(true);
    expect((await world.page(member)).figures?.isBehind).toBe(true);
    expect(await becomesDue(() => Promise.resolve(world.setTime('2026-11-28T00:00:00Z')))).toBe(true);
    await world.compute(member);
    expect(await due()).not.toContain(member.userId);
  });

  it('stay those of the later one of two computations', async () => {
    const member = await follower();
    world.setTime('2026-11-27T12:00:00Z');
    await world.compute(member);
    world.setTime('2026-11-27T11:59:00Z');
    await world.trades(member, [{ ...entry, id: '9', at: '2026-03-01T12:00:00Z' }]);
    await world.compute(member);
    expect((await world.page(member)).figures?.computedAt).toBe('2026-11-27T12:00:00.000Z');
    await Promise.all([world.compute(member), world.compute(member), world.compute(member)]);
    world.setTime('2026-11-27T12:01:00Z');
    expect((await world.lines(member)).map(({ qty }) => qty)).toEqual(['1', '2']);
  });
});

describe('what is not known', () => {
  it('is said with its reason', async () => {
    const newcomer = await world.newcomer();
    expect(await world.mine(newcomer)).toEqual({ isMember: true, lastSyncedAt: null, unknown: 'no-account', figures: null });
    await world.account(newcomer, { syncedAt: null });
    expect(await world.mine(newcomer)).toEqual({ isMember: true, lastSyncedAt: null, unknown: 'not-synced', figures: null });
    expect(await world.lines(newcomer)).toEqual([]);
  });

  it('is nothing about signals for whoever may not see them', async () => {
    const member = await follower();
    await world.rows('update users set payment_status = null where id = ?', [member.userId]);
    for (const one of [member, await signedInMember(world.api, 'hedge fund')]) {
      expect(await world.mine(one)).toEqual({ isMember: false, lastSyncedAt: null, unknown: null, figures: null });
      expect(await world.lines(one)).toEqual([]);
      expect((await get(world.api, '/me/club-share/case', one)).statusCode).toBe(404);
    }
  });

  it("is never another member's", async () => {
    await follower();
    const other = await world.member();
    expect(await world.lines(other)).toEqual([]);
    expect((await world.mine(other)).figures).toMatchObject({ lines: { charged: 0 }, periods: [{ share: '0.00' }] });
  });
});
