import { beforeEach, describe, expect, it } from '@jest/globals';
import { VenueRejected, WireShape, type TimeWindow } from '../../../../src/trading/venues/port/index.js';
import { OkxDouble, type OkxAccount } from './okx-double.js';
import { emptyAccount, fill, FIRST_BILL, INSTRUMENTS, KEY, swapFill } from './okx-world.js';
import { failure, VenueStand, whole } from './stand.js';

const stand = new VenueStand('okx', new OkxDouble(), KEY);
const { double } = stand;

const START = Date.UTC(2025, 2, 3);
const SECOND = 1000;
const month: TimeWindow = { from: new Date(START), to: new Date(START + 28 * 86_400_000) };

const account = (more: Partial<OkxAccount> = {}) => double.only(emptyAccount(more));

const FILLS = '/api/v5/trade/fills-history';
const spot = () => whole(month, (window, cursor) => stand.fills.spot(window, cursor));
const futures = () => whole(month, (window, cursor) => stand.fills.futures(window, cursor));

beforeEach(() => {
  double.instruments = INSTRUMENTS;
});

describe('fills', () => {
  it('are told with every digit, fees turned round, ids beyond 2^53 exact', async () => {
    account({ fills: { SPOT: [fill(1, START + 5, { side: 'buy', execType: 'M' })] } });
    expect((await spot()).rows).toEqual([
      {
        symbol: 'BTC-USDT',
        tradeId: `744876981:${FIRST_BILL + 1n}`,
        orderId: String(FIRST_BILL + 7n),
        buyer: true,
        maker: true,
        price: '51858',
        qty: '0.00192834',
        quoteQty: '99.99985572',
        fee: '0.00000192834',
        feeAsset: 'BTC',
        time: new Date(START + 5),
      },
    ]);
  });

  it.each([
    ['-0.0777', '0.0777'],
    ['0.0100', '-0.0100'],
    ['0', '0'],
    ['', '0'],
  ])('with the venue’s fee %j cost %s', async (fee, cost) => {
    account({ fills: { SPOT: [fill(1, START, { fee })] } });
    expect((await spot()).rows[0]?.fee).toBe(cost);
  });

  it('are all told where a window holds more than a page, with own and with borrowed money', async () => {
    const own = Array.from({ length: 250 }, (_, n) => fill(n, START + Math.floor(n / 30) * SECOND));
    const borrowed = Array.from({ length: 130 }, (_, n) => fill(1000 + n, START + n, { instType: 'MARGIN' }));
    account({ fills: { SPOT: own, MARGIN: borrowed } });
    const { rows, pages } = await spot();
    expect(pages).toBe(5);
    expect(new Set(rows.map(({ tradeId }) => tradeId.split(':')[1]))).toEqual(new Set([...own, ...borrowed].map((row) => row['billId'])));
    expect(rows).toHaveLength(380);
  });

  it('of one trade in several bills, and of liquidations numbered below zero, are told apart', async () => {
    account({
      fills: {
        SWAP: [swapFill(1, START, { tradeId: '-55', subType: '104', execType: '' }), swapFill(2, START, { tradeId: '-55', ordId: '' })],
      },
    });
    const { rows } = await futures();
    expect(new Set(rows.map(({ tradeId }) => tradeId))).toEqual(new Set([`-55:${FIRST_BILL + 1n}`, `-55:${FIRST_BILL + 2n}`]));
    expect(rows.map(({ orderId }) => orderId)).toContain('');
  });

  it('at the very ends of a window belong to it', async () => {
    account({
      fills: {
        SPOT: [
          fill(1, month.from.getTime(), { ts: String(month.from.getTime()) }),
          fill(2, month.to.getTime(), { ts: String(month.to.getTime()) }),
        ],
      },
    });
    expect((await spot()).rows).toHaveLength(2);
  });

  it('of contracts are told in coins, of perpetual ones and of those with an end', async () => {
    account({
      fills: {
        SWAP: [
          swapFill(1, START, { side: 'sell', posSide: 'short' }),
          swapFill(2, START, { instId: 'BTC-USD-SWAP', fillSz: '7', fillPx: '64000.5', feeCcy: 'BTC', posSide: 'net' }),
        ],
        FUTURES: [swapFill(3, START, { instType: 'FUTURES', instId: 'ETH-USDT-251226', fillSz: '10', fillPx: '2500.1' })],
      },
    });
    const { rows } = await futures();
    expect(rows.find(({ symbol }) => symbol === 'BTC-USDT-SWAP')).toMatchObject({
      buyer: false,
      positionSide: 'SHORT',
      qty: '0.03',
      quoteQty: '1555.74',
      realizedPnl: '1.2300',
      fee: '0.0777',
      feeAsset: 'USDT',
    });
    expect(rows.find(({ symbol }) => symbol === 'BTC-USD-SWAP')).toMatchObject({ positionSide: 'BOTH', qty: '700', quoteQty: '700' });
    expect(rows.find(({ symbol }) => symbol === 'ETH-USDT-251226')).toMatchObject({ qty: '1', quoteQty: '2500.1' });
  });

  it('of a contract that has ended are told by its family, of a family that is gone in contracts', async () => {
    account({
      fills: {
        FUTURES: [swapFill(1, START, { instType: 'FUTURES', instId: 'ETH-USDT-250328', fillSz: '3' })],
        SWAP: [swapFill(2, START, { instId: 'GONE-USDT-SWAP', fillSz: '3' })],
      },
    });
    const { rows } = await futures();
    expect(Object.fromEntries(rows.map(({ symbol, qty }) => [symbol, qty]))).toEqual({ 'ETH-USDT-250328': '0.3', 'GONE-USDT-SWAP': '3' });
  });

  it('of another kind than asked for are not believed', async () => {
    account({ fills: { SPOT: [swapFill(1, START)] } });
    expect(await failure(spot())).toBeInstanceOf(WireShape);
  });

  it('in pages that do not go on are not believed', async () => {
    account();
    const page = Array.from({ length: 100 }, (_, n) => fill(n, START + n));
    double.instead = (call) => (call.path === FILLS ? { body: { code: '0', data: page, msg: '' } } : null);
    expect(await failure(spot())).toBeInstanceOf(WireShape);
    expect(double.callsOf(FILLS)).toHaveLength(2);
  });

  it('are not asked for by a cursor that is none of ours', async () => {
    account();
    for (const cursor of ['', 'SPOT', 'OPTION:1', 'SPOT:x', 'SPOT:1&instType=SWAP'])
      expect(await failure(stand.fills.spot(month, cursor))).toBeInstanceOf(VenueRejected);
  });
});
