import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../../platform/domain/index.js';
import type { CoverageFacts } from './coverage-facts.sql.js';
import type { FuturesLine } from './futures-lines.sql.js';
import { judge, unreadWallet, type Evidence } from './judge.rules.js';
import type { AssetLine } from './reconciliation.types.js';
import { gapText } from './remark.messages.js';
import type { SpotLine } from './spot-lines.sql.js';

const AT = new Date('2026-11-20T12:00:00Z');
const facts: CoverageFacts = {
  deposits: [],
  withdrawals: [],
  movements: { transfer: { gaps: [], from: null }, dust: null, convert: null, dividend: null },
  gone: [],
  unfinished: [],
  late: [],
  journal: { from: null, until: AT },
  futures: new Map(),
  firstRow: null,
  firstFuturesFill: null,
};

function evidence(changes: Partial<Evidence> = {}, known: Partial<CoverageFacts> = {}): Evidence {
  return {
    readAt: AT,
    facts: { ...facts, ...known },
    transferWindow: 'Transfers are provided for six months only',
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
  dust: null,
  dividends: null,
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
  transfersBefore: '0',
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
      ['BTC', 'explained', 'moving', ''],
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

  it('is matched by the futures wallet where the exchange no longer provides the transfer', () => {
    const wallet = futures('USDT', '0', { opening: '29620.5' });
    const late = {
      movements: { ...facts.movements, transfer: { gaps: [], from: new Date('2026-05-24') } },
      journal: { from: new Date('2026-08-22'), until: AT },
      firstRow: new Date('2026-03-12'),
      futures: new Map([['USDT', { changedAt: new Date('2026-11-01'), balance: '31000' }]]),
    };
    const [usdt, btc] = judge([spot('USDT', '-29500'), spot('BTC', '-1')], [wallet], evidence({}, late));
    expect(usdt).toMatchObject({
      status: 'explained',
      reasons: [
        {
          code: 'transfers-untold',
          text:
            'Transfers are provided for six months only (here from 2026-05-24 on). The missing 29500 USDT is matched by the ' +
            'futures wallet, which held 29620.5 USDT when its journal begins on 2026-08-22',
        },
      ],
      hints: [],
    });
    expect(btc).toMatchObject({ status: 'open', reasons: [], hints: [{ code: 'lists-not-read' }] });
    // Before its journal is read, by what it holds.
    const unread = judge([spot('USDT', '-29500')], [], evidence({}, { ...late, journal: null }))[0]!;
    expect(unread.reasons.map(({ text }) => text)).toEqual([
      expect.stringContaining('is matched by the futures wallet, which holds 31000 USDT'),
    ]);
    // What came back is no match, and may have come from there.
    const [more] = judge([spot('USDT', '5')], [wallet], evidence({}, late));
    expect(more!.reasons[0]!.text).toContain('A transfer from the futures wallet before that day can account for the difference');
    // An account that began while transfers are listed has no such excuse.
    expect(told([spot('USDT', '-29500')], evidence({}, { ...late, firstRow: new Date('2026-06-01') }), [wallet])[0]![1]).toBe('open');
  });

  it('is a futures journal that lags, only where transfers are not listed', () => {
    const changed = {
      futures: new Map([['USDT', { changedAt: AT, balance: '5' }]]),
      journal: { from: null, until: new Date('2026-11-19') },
    };
    expect(told([spot('USDT', '1')], evidence({}, changed))[0]![1]).toBe('open');
    const unlisted = { ...changed, movements: { ...facts.movements, transfer: null } };
    expect(told([spot('USDT', '1')], evidence({}, unlisted))[0]!.slice(1, 3)).toEqual(['explained', 'journal-behind']);
  });

  it('is a list of wallet movements that is not read to its end, in the direction it can explain', () => {
    const gap = { from: new Date('2024-01-01'), to: new Date('2024-02-01') };
    const unread = { gaps: [gap], from: null };
    const all = { movements: { transfer: unread, dust: unread, convert: unread, dividend: unread } };
    expect(
      told([spot('BNB', '1'), spot('BNB', '-1'), spot('GRT', '-1'), spot('GRT', '1')], evidence({}, all)).map(([, , codes]) => codes),
    ).toEqual([
      'transfers-incomplete conversions-incomplete dust-incomplete dividends-incomplete',
      'transfers-incomplete conversions-incomplete',
      'transfers-incomplete conversions-incomplete dust-incomplete',
      'transfers-incomplete conversions-incomplete dividends-incomplete',
    ]);
    // Before the account had anything, nothing is missing.
    expect(told([spot('GRT', '-1')], evidence({}, { ...all, firstRow: new Date('2024-03-01') }))[0]![1]).toBe('open');
  });

  it('names the next step where nothing explains it, with the lists that were not read', () => {
    const [judged] = judge([spot('GRT', '-1')], [], evidence());
    expect(judged!.hints[0]!.text).toBe(
      'Unexplained. Not read: conversions, converted small balances, dividends, fiat purchases, margin, Earn products, sub-accounts. ' +
        'Next step: look for GRT there, or add a symbol that was traded and is missing',
    );
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
    expect(unreadWallet('USDT', '5', AT)).toMatchObject({
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
    expect(gapText('deposits', null)).toBe('The list of deposits has not been read yet');
    expect(gapText('withdrawals', [gap('2019-01-01', '2020-02-03T10:00:00Z'), gap('2021-01-01', '2021-02-01')])).toBe(
      'Withdrawals from 2019-01-01 to 2020-02-03 and 1 more period are not read yet',
    );
  });
});
