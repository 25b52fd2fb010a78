import type { MonthParts, Performance, Portfolio, PortfolioDay } from '../../src/lib/wire/portfolio';

const known = (value: string) => ({ value, reason: null });
const standing = {
  state: 'ready',
  failure: null,
  venue: 'binance',
  firstDay: '2026-10-30',
  lastDay: '2026-11-02',
  readAt: '2026-11-02T14:00:00.000Z',
  computedAt: '2026-11-02T14:01:00.000Z',
  methodologyVersion: 1,
} as const;

export const portfolio: Portfolio = {
  ...standing,
  equity: '48213.774512340000000000',
  reported: '48213.77',
  spot: '31204.11',
  futures: '17009.66451234',
  unrealised: '120.5',
  flags: [],
  changes: [
    { span: 'today', since: '2026-11-02T00:00:00.000Z', profit: known('-120.5'), change: known('-0.0025') },
    { span: '7d', since: '2026-10-26T00:00:00.000Z', profit: known('1204.11'), change: known('0.0256') },
    {
      span: '30d',
      since: null,
      profit: { value: null, reason: 'The first day that is known is 30 Oct 2026.' },
      change: { value: null, reason: 'The first day that is known is 30 Oct 2026.' },
    },
  ],
  allocation: [
    { coin: 'BTC', wallet: null, quantity: '0.3512', value: '31900.12', share: '0.652243' },
    { coin: null, wallet: 'Futures', quantity: null, value: '17009.66451234', share: '0.347757' },
    { coin: 'LUNC', wallet: null, quantity: '1200000.00000001', value: null, share: null },
  ],
};

/** Nothing is read or computed yet. */
export const noPortfolio: Portfolio = {
  ...portfolio,
  ...standing,
  state: 'none',
  venue: null,
  firstDay: null,
  lastDay: null,
  readAt: null,
  computedAt: null,
  methodologyVersion: null,
  equity: null,
  reported: null,
  spot: null,
  futures: null,
  unrealised: null,
  allocation: [],
  changes: portfolio.changes.map(({ span }) => ({
    span,
    since: null,
    profit: { value: null, reason: 'Nothing is computed yet.' },
    change: { value: null, reason: 'Nothing is computed yet.' },
  })),
};

const day = (at: string, given: Partial<PortfolioDay>): PortfolioDay => ({
  day: at,
  equity: '10000',
  spot: '10000',
  futures: '0',
  unrealised: '0',
  inflow: '0',
  outflow: '0',
  realised: '0',
  fees: '0',
  funding: '0',
  change: '0',
  index: '1',
  drawdown: '0',
  segment: 1,
  btcPrice: '60000',
  flags: [],
  ...given,
});

export const days: PortfolioDay[] = [
  day('2026-10-30', { inflow: '10000', flags: ['partial'] }),
  day('2026-10-31', { equity: '10500', index: '1.05', btcPrice: '61200' }),
  day('2026-11-01', { equity: '9450', index: '0.945', btcPrice: '54000', flags: ['estimated'] }),
  day('2026-11-02', { equity: '11340', index: '1.134', btcPrice: '66000', flags: ['partial'] }),
];

export const performance: Performance = {
  ...standing,
  from: '2026-10-30',
  to: '2026-11-02',
  days: 4,
  startedAt: '2026-10-30T06:00:00.000Z',
  endedAt: '2026-11-02T14:00:00.000Z',
  equityStart: null,
  equityEnd: '11340',
  profit: known('1340'),
  inflow: '10000',
  outflow: '0',
  realised: '1200',
  fees: '12.5',
  funding: '-3.25',
  twr: known('0.134'),
  mwr: known('0.121'),
  maxDrawdown: known('-0.1'),
  sharpe: { value: null, reason: 'It takes 30 whole days with a known return; this period has 2.' },
  sortino: { value: null, reason: 'It takes 30 whole days with a known return; this period has 2.' },
  cagr: { value: null, reason: 'A period under a year is not told as a rate a year.' },
  calmar: { value: null, reason: 'A period under a year is not told as a rate a year.' },
  bitcoin: { from: '2026-10-30', change: known('0.1'), own: known('0.134') },
  bestMonth: { month: '2026-11', change: '0.08' },
  worstMonth: { month: '2026-10', change: '0.05' },
  months: [
    {
      month: '2026-10',
      change: known('0.05'),
      profit: known('500'),
      inflow: '10000',
      outflow: '0',
      equity: '10500',
      whole: false,
      flags: ['partial'],
    },
    {
      month: '2026-11',
      change: known('0.08'),
      profit: known('840'),
      inflow: '0',
      outflow: '0',
      equity: '11340',
      whole: false,
      flags: ['estimated', 'partial'],
    },
  ],
  years: [{ year: '2026', change: known('0.134') }],
  segments: [{ segment: 1, from: '2026-10-30', to: '2026-11-02', days: 4, change: known('0.134'), maxDrawdown: known('-0.1') }],
  marks: { unpriced: 0, estimated: 1, unreconciled: 0, partial: 2 },
};

export const november: MonthParts = {
  month: '2026-11',
  change: known('0.08'),
  periods: [
    {
      startedAt: '2026-11-01T00:00:00.000Z',
      endedAt: '2026-11-01T18:00:00.000Z',
      valueStart: '10500',
      valueEnd: '9450',
      flow: '-2000',
      method: 'estimated',
      change: '-0.1',
      segment: 1,
    },
    {
      startedAt: '2026-11-01T18:00:00.000Z',
      endedAt: '2026-11-02T00:00:00.000Z',
      valueStart: null,
      valueEnd: null,
      flow: '0',
      method: 'exact',
      change: null,
      segment: 1,
    },
  ],
  flows: [{ id: 'w1', kind: 'withdrawal', at: '2026-11-01T18:00:00.000Z', asset: 'USDT', quantity: '-2000', price: '1', value: '-2000' }],
  cut: false,
  days: [
    { day: '2026-11-01', flags: ['estimated'] },
    { day: '2026-11-02', flags: ['partial'] },
  ],
};
