import { describe, expect, it } from '@jest/globals';
import type { ShareCaseText } from '../../../test/support/fund/independent-share.js';
import { clubShareAnswer, clubShareSchema } from './index.js';

const answerOf = (club: ShareCaseText) => clubShareAnswer(clubShareSchema.parse(club));

const signal = {
  id: 's1',
  symbol: 'BTC/USDT',
  marketType: 'perpetual',
  side: 'long',
  publishedAt: '2026-03-01T10:00:00Z',
  entryUntil: '2026-03-02T10:00:00Z',
  modelEntry: '100',
  recommendedQty: '4',
};
const fill = { symbol: 'BTC/USDT', marketType: 'perpetual', side: 'buy', price: '100', qty: '1', at: '2026-03-01T12:00:00Z' };
const memberOf = (fills: ShareCaseText['members'][number]['fills'], changes: Partial<ShareCaseText> = {}) =>
  answerOf({ signals: [signal], members: [{ id: 'm', fills }], ...changes }).members[0]!;

describe('an entry', () => {
  it.each([
    ['at the publication', { at: signal.publishedAt }, true],
    ['just before it', { at: '2026-03-01T09:59:59.999Z' }, false],
    ['at the end', { at: signal.entryUntil }, true],
    ['just after it', { at: '2026-03-02T10:00:00.001Z' }, false],
    ['at the upper bound of the band', { price: '101' }, true],
    ['just above it', { price: '101.000000000000000001' }, false],
    ['at the lower bound of the band', { price: '99.000' }, true],
    ['just below it', { price: '98.999999999999999999' }, false],
    ['of another side', { side: 'sell' }, false],
    ['of another market', { marketType: 'spot' }, false],
    ['of another symbol', { symbol: 'ETH/USDT' }, false],
  ])('%s', (_, changes, isEntry) => {
    const { signals, own } = memberOf([{ id: 't', ...fill, ...changes }]);
    expect([signals.length, own.length]).toEqual(isEntry ? [1, 0] : [0, 1]);
  });

  it('is none of a signal without a model entry, nor a sale on the spot market', () => {
    const { modelEntry: _, ...silent } = signal;
    expect(memberOf([{ id: 't', ...fill }], { signals: [silent] }).own).toEqual([{ trade: 't', qty: '1' }]);
    const spot = { ...signal, side: 'short', marketType: 'spot' };
    expect(memberOf([{ id: 't', ...fill, marketType: 'spot', side: 'sell' }], { signals: [spot] }).own).toHaveLength(1);
  });

  it('belongs to the oldest signal, of two of one time to the lower id', () => {
    const signals = [
      { ...signal, id: 's3', publishedAt: '2026-03-01T09:00:00Z' },
      { ...signal, id: 's2', publishedAt: '2026-03-01T08:00:00Z' },
      { ...signal, id: 's1', publishedAt: '2026-03-01T08:00:00Z' },
    ];
    expect(memberOf([{ id: 't', ...fill }], { signals }).signals.map((one) => one.signal)).toEqual(['s1']);
  });
});

describe('an exit', () => {
  it('closes the oldest lots first, across signals, and the rest of it may be an entry', () => {
    const short = { ...signal, id: 's3', side: 'short', publishedAt: '2026-03-01T11:00:00Z' };
    const newer = { ...signal, id: 's2', publishedAt: '2026-03-01T10:30:00Z', modelEntry: '110' };
    const { lines, signals, own } = memberOf(
      [
        { id: 't3', ...fill, at: '2026-03-01T13:00:00Z', price: '110', qty: '2' },
        { id: 't1', ...fill, at: '2026-03-01T12:00:00Z', price: '100', qty: '1', fee: '0.3' },
        { id: 't2', ...fill, at: '2026-03-01T12:00:00Z', price: '101', qty: '1' },
        { id: 't4', ...fill, at: '2026-03-01T14:00:00Z', side: 'sell', price: '99', qty: '7', fee: '0.7' },
      ],
      { signals: [short, newer, signal] },
    );
    expect(lines.map(({ signal: of, entry, exit, qty, profit }) => [of, entry, exit, qty, profit])).toEqual([
      // -1 less its own fee of 0.3 and a seventh of the exit's
      ['s1', 't1', 't4', '1', '-1.4'],
      ['s1', 't2', 't4', '1', '-2.1'],
      ['s2', 't3', 't4', '2', '-22.2'],
    ]);
    expect(signals.map(({ signal: of, entryTrades, entryQty, openQty }) => [of, entryTrades, entryQty, openQty])).toEqual([
      ['s1', ['t1', 't2'], '2', '0'],
      ['s2', ['t3'], '2', '0'],
      ['s3', ['t4'], '3', '3'],
    ]);
    expect(own).toEqual([]);
  });

  it('of a lot that was the rest of an exit pays its part of the whole fee', () => {
    const short = { ...signal, id: 's2', side: 'short' };
    const { lines } = memberOf(
      [
        { id: 't1', ...fill },
        { id: 't2', ...fill, at: '2026-03-01T13:00:00Z', side: 'sell', qty: '4', fee: '0.4' },
        { id: 't3', ...fill, at: '2026-03-01T14:00:00Z', qty: '3', price: '90' },
      ],
      { signals: [signal, short] },
    );
    expect(lines.map(({ qty, gross, fees, profit }) => [qty, gross, fees, profit])).toEqual([
      ['1', '0', '0.1', '-0.1'],
      ['3', '30', '0.3', '29.7'],
    ]);
  });

  it('is none on another market', () => {
    const { lines, own } = memberOf([
      { id: 't1', ...fill },
      { id: 't2', ...fill, at: '2026-03-03', side: 'sell', marketType: 'spot' },
    ]);
    expect([lines, own]).toEqual([[], [{ trade: 't2', qty: '1' }]]);
  });
});

describe('a period', () => {
  const trades = [
    { id: 't1', ...fill, qty: '10' },
    { id: 't2', ...fill, at: '2027-01-01', side: 'sell', price: '110', qty: '10' },
  ];
  const periods = [
    { name: 'a', from: '2026-01-01', to: '2027-01-01' },
    { name: 'b', from: '2027-01-01', to: '2028-01-01' },
    { name: 'c', from: '2028-01-01', to: '2029-01-01' },
  ];
  const profits = (disputes: ShareCaseText['members'][number]['disputes'] = []) =>
    answerOf({ config: { periods }, signals: [signal], members: [{ id: 'm', fills: trades, disputes }] }).members[0]!;

  it('begins with its first moment and ends before its last', () =>
    expect(profits().periods.map(({ profit, share }) => [profit, share])).toEqual([
      ['0', '0.00'],
      ['100', '15.00'],
      ['0', '0.00'],
    ]));

  it.each([
    ['frozen', { state: 'open' }, ['0', '0', '0']],
    ['dropped', { state: 'dropped', resolvedAt: '2027-02-01' }, ['0', '0', '0']],
    ['charged', { state: 'upheld', resolvedAt: '2026-06-01' }, ['0', '100', '0']],
    ['charged', { state: 'upheld', resolvedAt: '2028-01-01' }, ['0', '0', '100']],
  ])('counts a disputed line that is %s', (state, dispute, expected) => {
    const { lines, periods: of, signals } = profits([{ entry: 't1', exit: 't2', ...dispute }]);
    expect([lines[0]!.state, of.map(({ profit }) => profit)]).toEqual([state, expected]);
    expect(signals[0]!.realisedProfit).toBe('100');
  });

  it('is not charged where there is none', () =>
    expect(answerOf({ signals: [signal], members: [{ id: 'm', fills: trades }] }).members[0]!.periods).toEqual([]));

  it('adds up to cents of the whole share', () => {
    // 0.03 each: 0.0045, 0.009 and 0.0135 are 0.00, 0.01 and 0.01 in cents.
    const parts = [1, 2, 3].flatMap((year) => [
      { id: `b${year}`, ...fill, at: '2026-03-01T12:00:00Z', qty: '1' },
      { id: `s${year}`, ...fill, at: `${2025 + year}-06-01`, side: 'sell', price: '100.03', qty: '1' },
    ]);
    const { periods: of } = answerOf({ config: { periods }, signals: [signal], members: [{ id: 'm', fills: parts }] }).members[0]!;
    expect(of.map(({ exactShare, share }) => [exactShare, share])).toEqual([
      ['0.0045', '0.00'],
      ['0.0045', '0.01'],
      ['0.0045', '0.00'],
    ]);
  });
});

describe('an invoiced period', () => {
  const periods = ['2026', '2027', '2028'].map((name) => ({ name, from: `${name}-01-01`, to: `${Number(name) + 1}-01-01` }));
  /** Profit of each year in dollars, of one coin bought at 100. */
  const sharesOf = (profits: readonly number[], issued: { period: string; amount: string }[] = []) => {
    const fills = profits.flatMap((profit, n) => [
      { id: `b${n}`, ...fill },
      { id: `s${n}`, ...fill, at: `${2026 + n}-06-01`, side: 'sell', price: String(100 + profit) },
    ]);
    return answerOf({ config: { periods }, signals: [signal], members: [{ id: 'm', fills, issued }] }).members[0]!.periods.map(
      ({ share }) => share,
    );
  };

  it('keeps its amount, and what it should have been counts in the next one', () => {
    expect(sharesOf([20, 10, 10])).toEqual(['3.00', '1.50', '1.50']);
    expect(sharesOf([20, 10, 10], [{ period: '2026', amount: '2.99' }])).toEqual(['2.99', '1.51', '1.50']);
    expect(sharesOf([20, 10, 10], [{ period: '2026', amount: '5.00' }])).toEqual(['5.00', '0.00', '1.00']);
  });

  it('closes all before it', () => {
    expect(sharesOf([20, 10, 10], [{ period: '2027', amount: '1.50' }])).toEqual(['0.00', '1.50', '4.50']);
  });

  it('never makes a share negative, however much was charged', () => {
    expect(sharesOf([-50, 10, 10], [{ period: '2026', amount: '7.00' }])).toEqual(['7.00', '0.00', '0.00']);
  });

  it.each([
    ['of no period', [{ period: '2030', amount: '1.00' }], 'members.0.issued.0.period'],
    [
      'twice',
      [
        { period: '2026', amount: '1.00' },
        { period: '2026', amount: '2.00' },
      ],
      'members.0.issued.1.period',
    ],
    ['not in cents', [{ period: '2026', amount: '1.001' }], 'members.0.issued.0.amount'],
  ])('is refused where it is %s', (_, issued, field) => {
    const { error } = clubShareSchema.safeParse({ config: { periods }, signals: [signal], members: [{ id: 'm', fills: [], issued }] });
    expect(error!.issues[0]!.path.join('.')).toBe(field);
  });
});

describe('slippage', () => {
  const club = (count: number) =>
    answerOf({
      signals: [signal],
      members: [
        ...Array.from({ length: count }, (_, n) => ({ id: `m${n}`, fills: [{ id: 't', ...fill, price: `${99 + n / 10}` }] })),
        { id: 'idle', fills: [] },
      ],
    });

  it('is averaged by quantity, and positive where the entry was worse', () => {
    const fills = [
      { id: 't1', ...fill, price: '101', qty: '3' },
      { id: 't2', ...fill, price: '99', qty: '1' },
    ];
    expect(memberOf(fills).signals[0]!.slippage).toBe('0.005');
    const sold = fills.map((one) => ({ ...one, side: 'sell' }));
    expect(memberOf(sold, { signals: [{ ...signal, side: 'short' }] }).signals[0]!.slippage).toBe('-0.005');
  });

  it('is shown for ten members with entries, and for no fewer', () => {
    expect(club(9).slippage).toEqual({ members: null, observations: null, median: null, p10: null, p90: null });
    // -1 % to -0.1 %: between the fifth and the sixth, nine tenths from the first to the second, and so on.
    expect(club(10).slippage).toEqual({ members: 10, observations: 10, median: '-0.0055', p10: '-0.0091', p90: '-0.0019' });
    expect(club(11).slippage).toEqual({ members: 11, observations: 11, median: '-0.005', p10: '-0.009', p90: '-0.001' });
  });
});

describe('the follow rate', () => {
  const bought = (qty: string) => ({ fills: [{ id: 'g', ...fill, qty }] });

  it('counts signals with a quarter of the recommended quantity, of those with a model entry', () => {
    const signals = [signal, { ...signal, id: 's2', symbol: 'ETH/USDT' }, { ...signal, id: 's3', symbol: 'SOL/USDT' }];
    const rateOf = (qty: string) => answerOf({ signals, members: [], manager: bought(qty) }).followRate;
    expect(rateOf('1')).toEqual({ filled: 3, followed: ['s1'], rate: '0.333333333333333333' });
    expect(rateOf('0.999999999999999999')).toEqual({ filled: 3, followed: [], rate: '0' });
  });

  it('is unknown without a manager, and without signals', () => {
    expect(answerOf({ signals: [signal], members: [] }).followRate).toBeNull();
    expect(answerOf({ signals: [], members: [], manager: bought('1') }).followRate).toEqual({ filled: 0, followed: [], rate: null });
  });
});
