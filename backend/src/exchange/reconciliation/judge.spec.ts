import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../../common/domain/index.js';
import type { CoverageFacts } from './coverage-facts.js';
import type { FuturesLine } from './futures-lines.js';
import { gapText, judge, notYetTold, type Evidence } from './judge.js';
import type { AssetLine } from './reconciliation.js';
import type { SpotLine } from './spot-lines.js';

const AT = new Date('2026-11-20T12:00:00Z');
const facts: CoverageFacts = {
  deposits: [],
  withdrawals: [],
  gone: [],
  unfinished: [],
  late: [],
  journal: { from: null, until: AT },
  futures: new Map(),
  firstFuturesFill: null,
};

function evidence(changes: Partial<Evidence> = {}, known: Partial<CoverageFacts> = {}): Evidence {
  return {
    readAt: AT,
    facts: { ...facts, ...known },
    otherMovements: {},
    unknownSymbols: [],
    withoutMarket: new Set(),
    quotes: new Set(),
    unsearched: new Map(),
    untold: null,
    priceOf: () => null,
    previous: new Map(),
    ...changes,
  };
}

const line = (kind: 'spot' | 'futures', asset: string, residual: string | null): AssetLine => ({
  kind,
  asset,
  opening: '0',
  buys: '0',
  sells: '0',
  fees: '0',
  deposits: '0',
  withdrawals: '0',
  transfers: '0',
  converts: null,
  earn: '0',
  realizedPnl: '0',
  funding: '0',
  other: '0',
  expected: '0',
  reported: residual ?? '0',
  residual,
  fundingWallet: '0',
  income: {},
  openingAt: null,
  checkedSince: null,
});
const spot = (asset: string, residual: string | null, changes: Partial<SpotLine> = {}): SpotLine => ({
  ...line('spot', asset, residual),
  kind: 'spot',
  moving: false,
  price: null,
  ...changes,
});
const futures = (asset: string, residual: string, changes: Partial<FuturesLine> = {}): FuturesLine => ({
  ...line('futures', asset, residual),
  kind: 'futures',
  moving: false,
  derived: false,
  ofFills: { realizedPnl: '0', fees: '0' },
  ...changes,
});
const told = (lines: SpotLine[], known: Evidence, wallets: FuturesLine[] = []) =>
  judge(lines, wallets, known).map(({ asset, status, reasons, hints }) => [
    asset,
    status,
    reasons.map(({ code }) => code).join(' '),
    hints.map(({ code }) => code).join(' '),
  ]);

describe('the verdict on a residual', () => {
  it('changes no figure', () => {
    const given = spot('BTC', '-3.000000000000000001', { buys: '7', income: { A: '1' } });
    const [judged] = judge([given], [], evidence());
    const { moving: _moving, price: _price, ...figures } = given;
    expect(judged).toMatchObject(figures);
  });

  it('is by worth where there is a price, and by amount where there is none', () => {
    const priced = evidence({ priceOf: (asset) => (asset === 'BTC' ? new Decimal(40_000) : null) });
    expect(
      told(
        [
          spot('BTC', '0.000000249'),
          spot('BTC', '-0.00000025'),
          spot('X', '0.00000001'),
          spot('X', '-0.000000011'),
          spot('Y', '5', { price: '0.0019' }),
          spot('Y', '5', { price: '0.002' }),
        ],
        priced,
      ).map(([, status]) => status),
    ).toEqual(['balanced', 'open', 'balanced', 'open', 'balanced', 'open']);
  });

  it('says when rows moved around the reading, of the coin that moved alone', () => {
    expect(told([spot('BTC', '1', { moving: true }), spot('ETH', '1')], evidence())).toEqual([
      ['BTC', 'explained', 'moving', 'lists-not-read'],
      ['ETH', 'open', '', 'lists-not-read'],
    ]);
  });

  it('does not explain what comes out', () => {
    expect(
      told([spot('BTC', '0', { moving: true, fundingWallet: '5', earn: '-1' })], evidence({}, { deposits: null, withdrawals: null })),
    ).toEqual([['BTC', 'balanced', '', 'earn-inferred']]);
  });

  it('takes the other leg of trades without a market to have gone the other way, in assets that others are quoted in', () => {
    const gone = evidence({ withoutMarket: new Set(['ANC', 'SRM']), quotes: new Set(['USDT', 'BTC']) });
    expect(
      told([spot('ANC', '4'), spot('USDT', '-9'), spot('BTC', '1'), spot('ETH', '-1')], gone).map(
        ([asset, status]) => `${asset} ${status}`,
      ),
    ).toEqual(['ANC explained', 'USDT explained', 'BTC open', 'ETH open']);
    // A trace of dust of a coin that is gone explains nothing.
    expect(told([spot('ANC', '0.00000001'), spot('USDT', '-9')], gone).map(([asset, status]) => `${asset} ${status}`)).toEqual([
      'ANC balanced',
      'USDT open',
    ]);
  });

  it('knows what the futures wallet cannot tell', () => {
    const wallet = futures('USDT', '0', { opening: '3' });
    expect(told([spot('USDT', '1'), spot('BTC', '1')], evidence(), [wallet]).slice(0, 2)).toEqual([
      ['USDT', 'explained', 'transfers-untold', 'lists-not-read'],
      ['BTC', 'open', '', 'lists-not-read'],
    ]);
    const before = {
      journal: { from: new Date('2026-08-20'), until: AT },
      firstFuturesFill: new Date('2026-08-01'),
      futures: new Map([['USDT', new Date('2026-11-01')]]),
    };
    expect(told([spot('USDT', '1'), spot('BTC', '1')], evidence({}, before)).map(([, , reasons]) => reasons)).toEqual([
      'transfers-untold',
      '',
    ]);
    expect(told([spot('USDT', '1')], evidence({}, { ...before, firstFuturesFill: new Date('2026-09-01') }))[0]![1]).toBe('open');
  });

  it('of an opening that was just derived is never "balanced"', () => {
    expect(told([], evidence(), [futures('USDT', '0', { derived: true })])).toEqual([['USDT', 'explained', 'opening-derived', '']]);
    expect(told([], evidence(), [futures('USDT', '2'), futures('BNB', '2', { moving: true })])).toEqual([
      ['USDT', 'open', '', ''],
      ['BNB', 'explained', 'moving', ''],
    ]);
  });

  it('is none where the venue tells too little', () => {
    const [judged] = judge(
      [spot('BTC', null, { expected: null, opening: null, moving: true })],
      [],
      evidence({ untold: 'Too little is told' }),
    );
    expect(judged).toMatchObject({
      status: 'unavailable',
      residual: null,
      residualWorth: null,
      residualSince: null,
      reasons: [{ code: 'venue-window', text: 'Too little is told' }],
    });
    expect(notYetTold('USDT', '5', AT)).toMatchObject({
      kind: 'futures',
      reported: '5',
      expected: null,
      residual: null,
      status: 'unavailable',
    });
  });

  it('keeps since when a residual is what it is', () => {
    const earlier = new Date('2026-10-01');
    const previous = new Map([
      ['spot BTC', { residual: '1', residualSince: earlier }],
      ['spot ETH', { residual: '2', residualSince: earlier }],
      ['futures BTC', { residual: '5', residualSince: null }],
    ]);
    expect(
      judge([spot('BTC', '1'), spot('ETH', '3'), spot('JUP', '0')], [futures('BTC', '5')], evidence({ previous })).map(
        ({ residualSince }) => residualSince,
      ),
    ).toEqual([earlier, AT, null, AT]);
  });

  it('names gaps in words', () => {
    const gap = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
    expect(gapText('deposits', null)).toBe('The list of deposits was never read');
    expect(gapText('withdrawals', [gap('2019-01-01', '2020-02-03T10:00:00Z'), gap('2021-01-01', '2021-02-01')])).toBe(
      'Withdrawals from 2019-01-01 to 2020-02-03 and 1 more are not read yet',
    );
  });
});
