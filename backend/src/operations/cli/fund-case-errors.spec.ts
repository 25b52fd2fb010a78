import { describe, expect, it } from '@jest/globals';
import { answerOfCommand } from '../../../test/support/fund/case-command.js';
// Loaded here, and not by the first test.
import './commands/club-share.command.js';
import './commands/fund-fees.command.js';

type Changes = Record<string, unknown>;

const terms = { version: '1', managementRate: '0.025', performanceRate: '0.3' };
const client = {
  terms,
  mandate: { countersignedAt: '2026-01-01T00:00:00Z' },
  valuations: [
    { at: '2026-01-01', equity: '36500' },
    { at: '2026-01-02', equity: '36500' },
  ],
};
const withTerms = (changes: Changes) => ({ terms: { ...terms, ...changes } });
const request = { id: 'r1', requestedAt: '2026-05-31T23:59:59Z', amount: '100' };

describe('fund:fees names the field of', () => {
  it.each<[what: string, message: string, changes: Changes]>([
    ['an unknown field', 'fee: There is no such field', { fee: '1' }],
    ['an unknown field of the terms', 'terms.rate: There is no such field', withTerms({ rate: '0.02' })],
    [
      'an unknown field of a list',
      'flows[1].valueBefore: There is no such field',
      { flows: [flow('1'), { ...flow('2'), valueBefore: '1' }] },
    ],
    ['missing terms', 'terms: ', { terms: undefined }],
    ['a missing version', 'terms.version: Give a text', withTerms({ version: undefined })],
    ['a rate of one', 'terms.managementRate: Give a share of one', withTerms({ managementRate: '1' })],
    ['a negative rate', 'terms.performanceRate: Give a share of one', withTerms({ performanceRate: '-0.000000000000000001' })],
    ['a missing rate', 'terms.performanceRate: Give a decimal string', withTerms({ performanceRate: undefined })],
    ['another day count', 'terms.dayCount: Give "ACT/365F"', withTerms({ dayCount: 'ACT/360' })],
    ['another method', 'terms.method: Give "cumulative-profit"', withTerms({ method: 'series' })],
    ['a negative minimum', 'terms.minimum: Give 0 or more', withTerms({ minimum: '-1' })],
    ['half a day of notice', 'terms.noticeDays: Give a whole number', withTerms({ noticeDays: 0.5 })],
    ['a negative notice', 'terms.noticeDays: Give a whole number', withTerms({ noticeDays: -1 })],
    ['a dealing day within a quarter', 'terms.dealingDays[1]: Give the end of a quarter', withTerms({ dealingDays: ['06-30', '11-30'] })],
    ['no dealing day', 'terms.dealingDays: Give one dealing day at least', withTerms({ dealingDays: [] })],
    ['a signature at no time', 'mandate.countersignedAt: Give a time', { mandate: { countersignedAt: '2026-02-30' } }],
    ['an amount with an exponent', 'flows[0].amount: Give a decimal string', { flows: [flow('1e3')] }],
    ['19 places', 'flows[0].amount: Give a decimal string of at most 18', { flows: [flow('0.0000000000000000001')] }],
    ['a number of many digits', 'flows[0].amount: Give it as a decimal string', { flows: [flow(1.234567890123456)] }],
    ['a flow of zero', 'flows[0].amount: Give an amount other than 0', { flows: [flow('0.00')] }],
    ['a flow before the start', 'flows[0].at: This is before the start', { flows: [{ at: '2025-12-31T23:59:59.999Z', amount: '1' }] }],
    ['a payment of zero', 'payments[0].amount: Give more than 0', { payments: [payment('0')] }],
    ['a negative payment', 'payments[1].amount: Give more than 0', { payments: [payment('1'), payment('-1')] }],
    ['a payment from elsewhere', 'payments[0].from: Give "account" or "outside"', { payments: [{ ...payment('1'), from: 'bank' }] }],
    ['a payment before the start', 'payments[0].at: This is before', { payments: [{ ...payment('1'), at: '2025-12-31' }] }],
    ['valuations missing', 'valuations: ', { valuations: undefined }],
    ['no valuation', 'valuations: The mandate needs a known equity above 0', { valuations: [] }],
    ['no opening valuation', 'valuations: The mandate needs', { valuations: client.valuations.slice(1) }],
    ['an opening of zero', 'valuations: The mandate needs', { valuations: [{ at: '2026-01-01', equity: '0' }] }],
    ['an estimated opening', 'valuations: The mandate needs', { valuations: [{ at: '2026-01-01', equity: '5', state: 'estimated' }] }],
    ['two valuations at one time', 'valuations[2].at: This is the same', withValuation({ at: '2026-01-02T01:00:00+01:00', equity: '1' })],
    ['a valuation within a day', 'valuations[2].at: Give a valuation at 00:00', withValuation({ at: '2026-01-03T00:00:01Z', equity: '1' })],
    ['a valuation before the start', 'valuations[2].at: This is before', withValuation({ at: '2025-12-31', equity: '1' })],
    ['a known valuation without equity', 'valuations[2].equity: Give the equity', withValuation({ at: '2026-01-03' })],
    ['an unknown state', 'valuations[2].state: Give "known"', withValuation({ at: '2026-01-03', equity: '1', state: 'guessed' })],
    ['a valuation in another age', 'valuations: Give at most', withValuation({ at: '2226-01-03', equity: '1' })],
    ['an end in another age', 'until: Give at most', { until: '2226-01-01' }],
    ['an end before the start', 'until: This is before', { until: '2025-12-31' }],
    ['a redemption of zero', 'redemptions[0].amount: Give more than 0', { redemptions: [{ ...request, amount: '0' }] }],
    ['a redemption of some', 'redemptions[0].amount: Give a decimal string', { redemptions: [{ ...request, amount: 'some' }] }],
    ['a redemption before the start', 'redemptions[0].requestedAt: This is', { redemptions: [{ ...request, requestedAt: '2025-12-31' }] }],
    ['a cancellation before its request', 'redemptions[0].cancelledAt: Give a time from', cancelled('2026-05-31T23:59:58Z')],
    ['a cancellation at the lock', 'redemptions[0].cancelledAt: Give a time from', cancelled('2026-06-01')],
    ['a double id', 'redemptions[2].id: This is the same as number 1', { redemptions: [request, { ...request, id: 'r2' }, request] }],
    [
      'redemptions of the gross method',
      'redemptions: The method',
      { ...withTerms({ method: 'gross-high-water-mark' }), redemptions: [request] },
    ],
    ['a crystallisation before the start', 'crystallisations[1]: The mandate starts', { crystallisations: ['2026-01-01', '2025-12-31'] }],
    ['a crystallisation on no day', 'crystallisations[0]: Give a day', { crystallisations: ['2026-02-29'] }],
    ['a crystallisation at a time', 'crystallisations[0]: Give a day', { crystallisations: ['2026-12-31T00:00:00Z'] }],
    ['an issued amount with a fraction of a cent', 'issued[0].amount: Give whole cents', issued({ amount: '21.205' })],
    ['an issued month of a performance fee', 'issued[0].period: Give a day', issued({ kind: 'performance' })],
    ['an issued day of a management fee', 'issued[0].period: Give a month', issued({ period: '2026-01-31' })],
    ['an issued month that there is not', 'issued[0].period: Give a month', issued({ period: '2026-13' })],
    ['an issued month before the start', 'issued[0].period: This is before', issued({ period: '2025-12' })],
    ['an issued kind', 'issued[0].kind: Give "management" or "performance"', issued({ kind: 'entry' })],
    ['an amount issued twice', 'issued[1].period: This is the same as number 1', issued({}, {})],
  ])('%s', async (_, message, changes) => {
    const { code, err, out } = await answerOfCommand('fund:fees', { ...client, ...changes });
    expect([code, out]).toEqual([1, '']);
    expect(err.startsWith(`fund:fees: ${message}`) ? message : err).toBe(message);
  });

  it('a number with an exponent, as portfolio:returns does', async () => {
    const content = JSON.stringify({ ...client, flows: [flow(0)] }).replace('"amount":0', '"amount":1e-7');
    const { code, err } = await answerOfCommand('fund:fees', content);
    expect([code, err]).toEqual([1, 'fund:fees: flows[0].amount: Give a decimal string of at most 18 places, like "100.5"\n']);
  });

  it('all of them at once', async () => {
    const { err } = await answerOfCommand('fund:fees', { ...client, flows: [flow('0'), flow('x')], payments: [payment('0')] });
    expect(err.split('\n').map((line) => line.split(': ').at(-2))).toEqual([
      'flows[0].amount',
      'flows[1].amount',
      'payments[0].amount',
      undefined,
    ]);
  });

  function flow(amount: unknown) {
    return { at: '2026-01-01T12:00:00Z', amount };
  }
  function payment(amount: string) {
    return { at: '2026-01-01T12:00:00Z', amount, from: 'account' };
  }
  function withValuation(valuation: object) {
    return { valuations: [...client.valuations, valuation] };
  }
  function cancelled(cancelledAt: string) {
    return { redemptions: [{ ...request, cancelledAt }] };
  }
  function issued(...changes: Changes[]) {
    return { issued: changes.map((change) => ({ kind: 'management', period: '2026-01', amount: '21.21', ...change })) };
  }
});

const signal = {
  id: 's1',
  symbol: 'BTC/USDT',
  marketType: 'perpetual',
  side: 'long',
  publishedAt: '2026-03-01T10:00:00Z',
  entryUntil: '2026-03-02',
  modelEntry: '100',
};
const buy = { id: 't1', at: '2026-03-01T11:00:00Z', symbol: 'BTC/USDT', marketType: 'perpetual', side: 'buy', price: '100', qty: '2' };
const sell = { ...buy, id: 't2', at: '2026-03-03', side: 'sell' };
const dispute = { entry: 't1', exit: 't2', state: 'open' };
const member = { id: 'm1', fills: [buy, sell] };
const club = { signals: [signal], members: [member] };
const period = (name: string, from: string, to: string) => ({ name, from, to });
const withFill = (changes: Changes) => ({ members: [{ id: 'm1', fills: [buy, { ...sell, ...changes }] }] });
const withSignal = (changes: Changes) => ({ signals: [{ ...signal, ...changes }] });
const withConfig = (config: Changes) => ({ config });
const disputed = (...disputes: Changes[]) => ({
  members: [
    { id: 'm0', fills: [] },
    { ...member, disputes },
  ],
});

describe('club:share names the field of', () => {
  it.each<[what: string, message: string, changes: Changes]>([
    ['an unknown field', 'rate: There is no such field', { rate: '1' }],
    ['an unknown field of the configuration', 'config.rate: There is no such field', withConfig({ rate: '1' })],
    ['an unknown field of a fill', 'members[0].fills[1].feeAsset: There is no such field', withFill({ feeAsset: 'BNB' })],
    ['a share of everything', 'config.shareRate: Give a share of one', withConfig({ shareRate: '1' })],
    ['a negative band', 'config.entryBand: Give 0 or more', withConfig({ entryBand: '-0.01' })],
    ['a negative size', 'config.followSize: Give 0 or more', withConfig({ followSize: '-1' })],
    [
      'a period that ends before it starts',
      'config.periods[0].to: Give a time after',
      withConfig({ periods: [period('a', '2026-01-02', '2026-01-02')] }),
    ],
    [
      'periods out of order',
      'config.periods[1].from: Give periods in order',
      withConfig({ periods: [period('a', '2027-01-01', '2028-01-01'), period('b', '2026-01-01', '2027-01-01')] }),
    ],
    [
      'periods that overlap',
      'config.periods[1].from: Give periods in order',
      withConfig({ periods: [period('a', '2026-01-01', '2027-01-02'), period('b', '2027-01-01', '2028-01-01')] }),
    ],
    [
      'periods of one name',
      'config.periods[1].name: This is the same',
      withConfig({ periods: [period('a', '2026-01-01', '2027-01-01'), period('a', '2027-01-01', '2028-01-01')] }),
    ],
    ['signals missing', 'signals: ', { signals: undefined }],
    ['another side', 'signals[0].side: Give "long" or "short"', withSignal({ side: 'buy' })],
    ['another market', 'signals[0].marketType: Give "spot" or "perpetual"', withSignal({ marketType: 'futures' })],
    ['an entry at zero', 'signals[0].modelEntry: Give more than 0', withSignal({ modelEntry: '0' })],
    ['an entry that ends before it starts', 'signals[0].entryUntil: Give a time after', withSignal({ entryUntil: '2026-03-01' })],
    ['two signals of one id', 'signals[1].id: This is the same as number 1', { signals: [signal, signal] }],
    ['a model entry without a quantity', 'signals[0].recommendedQty: Give the quantity', { manager: { fills: [] } }],
    ['members missing', 'members: ', { members: undefined }],
    ['two members of one id', 'members[1].id: This is the same as number 1', { members: [member, member] }],
    ['two fills of one id', 'members[0].fills[1].id: This is the same', withFill({ id: 't1' })],
    [
      'two fills of the manager',
      'manager.fills[1].id: This is the same',
      { ...withSignal({ recommendedQty: '1' }), manager: { fills: [buy, buy] } },
    ],
    ['another side of a fill', 'members[0].fills[1].side: Give "buy" or "sell"', withFill({ side: 'long' })],
    ['a price of zero', 'members[0].fills[1].price: Give more than 0', withFill({ price: '0' })],
    ['a quantity of zero', 'members[0].fills[1].qty: Give more than 0', withFill({ qty: '0' })],
    ['a fee of none', 'members[0].fills[1].fee: Give a decimal string', withFill({ fee: 'none' })],
    ['a time of a fill', 'members[0].fills[1].at: Give a time', withFill({ at: 'soon' })],
    ['another state', 'members[1].disputes[0].state: Give "open"', disputed({ ...dispute, state: 'lost' })],
    ['a dispute that names no line', 'members[1].disputes[0].entry: There is no line', disputed({ ...dispute, exit: 't1' })],
    [
      'a dispute of two names that are swapped',
      'members[1].disputes[1].entry: There is no line',
      disputed(dispute, { ...dispute, entry: 't2', exit: 't1' }),
    ],
    ['an open dispute that is decided', 'members[1].disputes[0].resolvedAt: An open', disputed({ ...dispute, resolvedAt: '2026-04-01' })],
    ['an upheld dispute without its time', 'members[1].disputes[0].resolvedAt: Give', disputed({ ...dispute, state: 'upheld' })],
    ['a line disputed twice', 'members[1].disputes[1]: This is the same', disputed(dispute, dispute)],
  ])('%s', async (_, message, changes) => {
    const { code, err, out } = await answerOfCommand('club:share', { ...club, ...changes });
    expect([code, out]).toEqual([1, '']);
    expect(err.startsWith(`club:share: ${message}`) ? message : err).toBe(message);
  });

  it('none in what is right', async () => {
    expect(await answerOfCommand('club:share', { ...club, ...disputed(dispute) })).toMatchObject({ code: 0, err: '' });
    expect(await answerOfCommand('fund:fees', client)).toMatchObject({ code: 0, err: '' });
  });
});
