import { describe, expect, it } from '@jest/globals';
import type { TimeWindow } from '../../../../src/trading/venues/port/index.js';
import { BybitDouble, type BybitAccount } from './bybit-double.js';
import { emptyAccount, execution, journalEntry, KEY, uuid } from './bybit-world.js';
import { VenueStand, whole } from './stand.js';

const stand = new VenueStand('bybit', new BybitDouble(), KEY);
const { double } = stand;

const START = Date.UTC(2025, 2, 3);
const SECOND = 1000;
const week: TimeWindow = { from: new Date(START), to: new Date(START + 6 * 86_400_000) };

const account = (more: Partial<BybitAccount> = {}) => double.only(emptyAccount(more));

const EXECUTIONS = '/v5/execution/list';
const JOURNAL = '/v5/account/transaction-log';

describe('fills', () => {
  it('are told with every digit, ids as text', async () => {
    account({ executions: { spot: [execution(7, START + 5, { side: 'Buy', isMaker: true, execFee: '-0.000000001' })], linear: [] } });
    const { rows } = await whole(week, (window, cursor) => stand.fills.spot(window, cursor));
    expect(rows).toEqual([
      {
        symbol: 'ETHUSDT',
        tradeId: uuid(7),
        orderId: uuid(1_000_007),
        buyer: true,
        maker: true,
        price: '1190.15',
        qty: '0.1000',
        quoteQty: '119.0150',
        fee: '-0.000000001',
        feeAsset: 'ETH',
        time: new Date(START + 5),
      },
    ]);
  });

  it('are all told where a window holds more than a page, fills of one millisecond at the edges of pages among them', async () => {
    const spot = Array.from({ length: 250 }, (_, n) => execution(n, START + Math.floor(n / 30) * SECOND));
    account({ executions: { spot, linear: [] } });
    const { rows, pages } = await whole(week, (window, cursor) => stand.fills.spot(window, cursor));
    expect(pages).toBe(4);
    expect(new Set(rows.map(({ tradeId }) => tradeId))).toEqual(new Set(spot.map((row) => row['execId'])));
    expect(rows).toHaveLength(250);
    for (const call of double.callsOf(EXECUTIONS)) expect(call.params.get('limit')).toBe('100');
  });

  it('are all told where the venue cuts its pages short', async () => {
    double.mostRows = 7;
    account({ executions: { spot: Array.from({ length: 30 }, (_, n) => execution(n, START + n)), linear: [] } });
    expect((await whole(week, (window, cursor) => stand.fills.spot(window, cursor))).rows).toHaveLength(30);
  });

  it('at the very ends of a window belong to it', async () => {
    account({ executions: { spot: [execution(1, week.from.getTime()), execution(2, week.to.getTime())], linear: [] } });
    expect((await whole(week, (window, cursor) => stand.fills.spot(window, cursor))).rows).toHaveLength(2);
  });

  it('may be asked for in windows of the length that is announced', async () => {
    account();
    const window = { from: new Date(START), to: new Date(START + stand.fills.windowMs) };
    await expect(stand.fills.futures(window, null)).resolves.toEqual({ rows: [], next: null });
  });

  it('of contracts hold liquidations, auto-deleveraging, deliveries and kinds yet unknown, and no funding fees', async () => {
    const kinds = [
      'Trade',
      'Funding',
      'BustTrade',
      'AdlTrade',
      'Delivery',
      'Settle',
      'BlockTrade',
      'MovePosition',
      'SomethingNew',
      'Funding',
    ];
    const linear = kinds.map((execType, n) =>
      execution(n, START + n, { execType, feeCurrency: '', ...(execType === 'Delivery' && { orderId: '', execFee: '', execValue: '' }) }),
    );
    account({ executions: { spot: [], linear } });
    const { rows } = await whole(week, (window, cursor) => stand.fills.futures(window, cursor));
    expect(new Set(rows.map(({ tradeId }) => tradeId))).toEqual(new Set([0, 2, 3, 4, 5, 6, 7, 8].map(uuid)));
    expect(rows.find(({ tradeId }) => tradeId === uuid(4))).toMatchObject({ orderId: '', fee: '0', quoteQty: '119.015', feeAsset: 'USDT' });
    expect(double.callsOf(EXECUTIONS).some(({ params }) => params.has('execType'))).toBe(false);
  });

  it('of a page of funding fees alone do not end the window', async () => {
    const linear = [
      ...Array.from({ length: 100 }, (_, n) => execution(n, START + 1000 + n, { execType: 'Funding' })),
      execution(500, START),
    ];
    account({ executions: { spot: [], linear } });
    const { rows, pages } = await whole(week, (window, cursor) => stand.fills.futures(window, cursor));
    expect(rows.map(({ tradeId }) => tradeId)).toEqual([uuid(500)]);
    // Nobody is handed a page without a row but the last one.
    expect(pages).toBe(2);
    expect(double.callsOf(EXECUTIONS)).toHaveLength(3);
  });

  it.each([
    ['BTCUSDT', 'USDT'],
    ['BTCUSDT-26SEP25', 'USDT'],
    ['ETHPERP', 'USDC'],
    ['BTC-26SEP25', 'USDC'],
  ])('of %s pay their fees in %s where the venue does not say so', async (symbol, feeAsset) => {
    account({ executions: { spot: [], linear: [execution(1, START, { symbol, feeCurrency: '' })] } });
    expect((await stand.fills.futures(week, null)).rows[0]).toMatchObject({ symbol, feeAsset });
  });
});

describe('realised profit', () => {
  it('is the journal’s cash flow of each fill that closed something, and nothing is asked for others', async () => {
    const opened = execution(1, START, { closedSize: '0' });
    const closed = execution(2, START + SECOND, { closedSize: '0.1000' });
    const liquidated = execution(3, START + 2 * SECOND, { closedSize: '0.05', execType: 'BustTrade' });
    account({
      executions: { spot: [], linear: [opened, closed, liquidated] },
      journal: [journalEntry(closed, '12.34000000'), journalEntry(liquidated, '-0.5', { type: 'LIQUIDATION' }), journalEntry(opened, '99')],
    });
    const { rows } = await stand.fills.futures(week, null);
    const profits = Object.fromEntries(rows.map((row) => [row.tradeId, row.realizedPnl]));
    expect(profits).toEqual({ [uuid(1)]: '0', [uuid(2)]: '12.34000000', [uuid(3)]: '-0.5' });
    expect(
      double
        .callsOf(JOURNAL)
        .map(({ params }) => params.get('type'))
        .sort(),
    ).toEqual(['LIQUIDATION', 'LIQUIDATION', 'TRADE', 'TRADE']);
  });

  it('is read through all pages of the journal', async () => {
    const linear = Array.from({ length: 90 }, (_, n) => execution(n, START + n, { closedSize: '0.1' }));
    account({ executions: { spot: [], linear }, journal: linear.map((fill, n) => journalEntry(fill, `${n}.5`)) });
    const { rows } = await stand.fills.futures(week, null);
    expect(rows.find(({ tradeId }) => tradeId === uuid(0))?.realizedPnl).toBe('0.5');
    expect(rows.find(({ tradeId }) => tradeId === uuid(89))?.realizedPnl).toBe('89.5');
  });

  it('that comes with the fill is believed without a further question', async () => {
    account({ executions: { spot: [], linear: [execution(1, START, { closedSize: '0.1', execPnl: '-3.20' })] } });
    expect((await stand.fills.futures(week, null)).rows[0]?.realizedPnl).toBe('-3.20');
    expect(double.callsOf(JOURNAL)).toHaveLength(0);
  });
});
