import { describe, expect, it } from '@jest/globals';
import type { FundCaseText } from '../../../test/support/fund/independent-fees.js';
import { fundAnswer, fundCaseSchema } from './index.js';

const terms = { version: '1', managementRate: '0', performanceRate: '0.3' };
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
/** Values at the start, and at the close of each day from 1 January 2026 on; null is no valuation. */
const valued = (...equities: (string | null)[]) => equities.flatMap((equity, n) => (equity === null ? [] : [{ at: day(n), equity }]));
const answerOf = (changes: Partial<FundCaseText> & Pick<FundCaseText, 'valuations'>) =>
  fundAnswer(fundCaseSchema.parse({ terms, mandate: { countersignedAt: '2026-01-01' }, ...changes }));
/** A client from 1 June 2026 to 1 July, who can leave on 30 June without notice. */
const june = (close: string, changes: Partial<FundCaseText> = {}, opening = '50000') =>
  answerOf({
    mandate: { countersignedAt: '2026-06-01' },
    terms: { ...terms, noticeDays: 0, minimum: '10000' },
    valuations: [
      { at: '2026-06-01', equity: opening },
      { at: '2026-07-01', equity: close },
    ],
    ...changes,
  });
const leave = (id: string, amount: string, requestedAt = '2026-06-10', cancelledAt?: string) => ({
  id,
  amount,
  requestedAt,
  ...(cancelledAt && { cancelledAt }),
});
const statesOf = ({ redemptions }: ReturnType<typeof answerOf>) => redemptions.map(({ id, state, reason }) => [id, state, reason]);

describe('notice', () => {
  it.each([
    ['2026-05-31T23:59:59Z', '2026-06-30', '2026-05-31', '2026-06-01T00:00:00.000Z'],
    ['2026-06-01T00:00:00Z', '2026-12-31', '2026-12-01', '2026-12-02T00:00:00.000Z'],
    ['2026-12-01', '2026-12-31', '2026-12-01', '2026-12-02T00:00:00.000Z'],
    ['2026-12-02', '2027-06-30', '2027-05-31', '2027-06-01T00:00:00.000Z'],
    ['2026-06-01T01:00:00+02:00', '2026-06-30', '2026-05-31', '2026-06-01T00:00:00.000Z'],
  ])('of a request at %s ends on %s', (requestedAt, dealingDay, lastNoticeDay, lockedAt) => {
    const { redemptions } = answerOf({ valuations: valued('50000'), redemptions: [leave('r', '1', requestedAt)] });
    expect(redemptions).toEqual([{ id: 'r', state: 'pending', reason: null, dealingDay, lastNoticeDay, lockedAt, amount: null }]);
  });

  it('counts 29 February', () => {
    const [one] = answerOf({
      mandate: { countersignedAt: '2028-01-01' },
      terms: { ...terms, dealingDays: ['03-31'], noticeDays: 31 },
      valuations: [{ at: '2028-01-01', equity: '50000' }],
      redemptions: [leave('r', '1', '2028-02-29')],
    }).redemptions;
    expect([one!.dealingDay, one!.lastNoticeDay]).toEqual(['2028-03-31', '2028-02-29']);
  });
});

describe('a request', () => {
  it('is judged on the account less what earlier requests ask for', () => {
    const redemptions = [
      leave('too much', '50000.01', '2026-06-02'),
      leave('leaves too little', '40000.01', '2026-06-02'),
      leave('a part', '20000', '2026-06-03'),
      leave('too much again', '30000.01', '2026-06-04'),
      leave('too little again', '20000.01', '2026-06-04'),
      leave('enough stays', '20000', '2026-06-04'),
      leave('the rest', '10000', '2026-06-05'),
    ];
    expect(statesOf(june('50000', { redemptions, until: '2026-06-20' }))).toEqual([
      ['too much', 'refused', 'more_than_the_account'],
      ['leaves too little', 'refused', 'rest_below_minimum'],
      ['a part', 'pending', null],
      ['too much again', 'refused', 'more_than_the_account'],
      ['too little again', 'refused', 'rest_below_minimum'],
      ['enough stays', 'pending', null],
      ['the rest', 'pending', null],
    ]);
  });

  it('is judged in order of time, whatever the order of the list', () => {
    const redemptions = [leave('second', '10000', '2026-06-03T10:00:00Z'), leave('first', 'all', '2026-06-03T09:00:00Z')];
    expect(statesOf(june('50000', { redemptions }))).toEqual([
      ['second', 'refused', 'already_leaving'],
      ['first', 'priced', null],
    ]);
  });

  it('can be cancelled and made again within a day', () => {
    const redemptions = [
      leave('first', 'all', '2026-06-03T09:00:00Z', '2026-06-03T10:00:00Z'),
      leave('early', '5000', '2026-06-03T09:59:59Z'),
      leave('second', '5000', '2026-06-03T10:00:00Z'),
    ];
    expect(statesOf(june('50000', { redemptions }))).toEqual([
      ['first', 'cancelled', null],
      ['early', 'refused', 'already_leaving'],
      ['second', 'priced', null],
    ]);
  });

  it('of the day after the last one is judged, a later one is not', () => {
    const redemptions = [leave('today', '60000', '2026-07-01T15:00:00Z'), leave('tomorrow', '60000', '2026-07-02')];
    expect(statesOf(june('50000', { redemptions }))).toEqual([
      ['today', 'refused', 'more_than_the_account'],
      ['tomorrow', 'pending', null],
    ]);
  });
});

describe('redemptions of one day', () => {
  it('leave in the order of the list, each on what the one before left', () => {
    const redemptions = [leave('later', '20000', '2026-06-11'), leave('sooner', '10000', '2026-06-10')];
    const { crystallisations, now, invoices } = june('60000', { redemptions });
    expect(crystallisations).toEqual([
      expect.objectContaining({ redemption: 'later', fraction: '0.333333333333333333', chargeable: '3333.333333333333333333' }),
      // (10,000 - 3,333.33) x 10,000 / 40,000
      expect.objectContaining({
        redemption: 'sooner',
        fraction: '0.25',
        chargeable: '1666.666666666666666667',
        highWaterMarkAfter: '5000',
      }),
    ]);
    expect([now.redemptionPayable, now.performanceFees]).toEqual(['30000', '1500']);
    expect(invoices).toMatchObject([{ kind: 'management' }, { kind: 'performance', amount: '1500.00', period: '2026-06-30' }]);
  });

  it('end with the one that takes everything: what follows is refused, and nothing is charged any more', () => {
    const redemptions = [leave('part', '10000'), leave('whole', 'all'), leave('late', '5000', '2026-06-09')];
    const answer = june('60000', { redemptions, flows: [{ at: '2026-07-01', amount: '-50000' }], until: '2026-08-01' });
    expect(statesOf(answer)).toEqual([
      ['part', 'priced', null],
      ['whole', 'priced', null],
      ['late', 'refused', 'already_leaving'],
    ]);
    expect(answer.mandate.endedAt).toBe('2026-07-01T00:00:00.000Z');
    expect([answer.days.at(-1)!.day, answer.total.to, answer.total.withdrawals]).toEqual([
      '2026-06-30',
      '2026-07-01T00:00:00.000Z',
      '0.00',
    ]);
    expect(answer.now).toMatchObject({ redemptionPayable: '60000', performanceFees: '3000', carryForward: '0' });
    expect(answer.invoices.map(({ period }) => period)).toEqual(['2026-06', '2026-06-30']);
  });

  it('take everything where the account has fallen below what was asked for', () => {
    const { redemptions, mandate, now } = june('20000', { redemptions: [leave('r', '30000')] });
    expect(redemptions).toMatchObject([{ state: 'priced', amount: '20000' }]);
    expect([mandate.endedAt, now.highWaterMark, now.carryForward]).toEqual(['2026-07-01T00:00:00.000Z', '-30000', '0']);
  });

  it('set nothing free of an account below zero', () => {
    expect(june('-5', { redemptions: [leave('r', 'all')] })).toMatchObject({
      redemptions: [{ state: 'priced', amount: '0' }],
      crystallisations: [{ fraction: '1', chargeable: '0', fee: '0' }],
      now: { redemptionPayable: '0' },
    });
  });

  it('take their share of the loss along under water, fresh money first', () => {
    // 50,000 -> 40,000, +10,000 fresh: of 15,000 that leave, 5,000 are of the 40,000 that made the loss.
    const { crystallisations, now } = june('50000', {
      valuations: [
        { at: '2026-06-01', equity: '50000' },
        { at: '2026-06-02', equity: '40000' },
        { at: '2026-06-03', equity: '50000' },
        { at: '2026-07-01', equity: '50000' },
      ],
      flows: [{ at: '2026-06-02T12:00:00Z', amount: '10000' }],
      redemptions: [leave('r', '15000')],
    });
    expect(crystallisations).toEqual([
      {
        day: '2026-06-30',
        kind: 'redemption',
        redemption: 'r',
        state: 'done',
        fraction: '0.125',
        profit: '-10000',
        highWaterMarkBefore: '0',
        carryForwardBefore: '10000',
        chargeable: '0',
        fee: '0',
        highWaterMarkAfter: '-1250',
        carryForwardAfter: '8750',
      },
    ]);
    expect([now.freshMoney, now.redemptionPayable]).toEqual(['0', '15000']);
  });

  it('of fresh money alone change nothing', () => {
    const { crystallisations, now } = june('50000', {
      valuations: [
        { at: '2026-06-01', equity: '50000' },
        { at: '2026-06-02', equity: '40000' },
        { at: '2026-06-03', equity: '70000' },
        { at: '2026-07-01', equity: '70000' },
      ],
      flows: [{ at: '2026-06-02T12:00:00Z', amount: '30000' }],
      redemptions: [leave('r', '30000')],
    });
    expect(crystallisations).toMatchObject([{ fraction: '0', highWaterMarkAfter: '0', carryForwardAfter: '10000' }]);
    expect(now.freshMoney).toBe('0');
  });

  it('wait on a day without a valuation: the money is set free, the fee waits', () => {
    const redemptions = [leave('part', '10000'), leave('whole', 'all')];
    const answer = june('60000', { redemptions, valuations: [{ at: '2026-06-01', equity: '50000' }], until: '2026-08-01' });
    expect(answer.redemptions).toMatchObject([
      { state: 'waiting', amount: '10000' },
      { state: 'waiting', amount: '40000' },
    ]);
    expect(answer.crystallisations).toEqual([
      { day: '2026-06-30', kind: 'redemption', redemption: 'part', state: 'waiting' },
      { day: '2026-06-30', kind: 'redemption', redemption: 'whole', state: 'waiting' },
    ]);
    expect([answer.mandate.endedAt, answer.days.at(-1)!.day]).toEqual(['2026-07-01T00:00:00.000Z', '2026-06-30']);
    expect(answer.now).toMatchObject({ redemptionPayable: '50000', owed: '0', performanceFees: '0' });
    expect([answer.statements, answer.total.to]).toEqual([[], '2026-06-01T00:00:00.000Z']);
    expect(answer.invoices.map(({ kind, amount }) => [kind, amount])).toEqual([['management', '0.00']]);
  });

  it('that wait for their price bear no management fee', () => {
    const { days } = june('60000', {
      terms: { ...terms, managementRate: '0.365', noticeDays: 0 },
      redemptions: [leave('part', '30000')],
      valuations: [
        { at: '2026-06-01', equity: '50000' },
        { at: '2026-07-02', equity: '50000' },
      ],
    });
    expect(days.at(-1)).toMatchObject({ day: '2026-07-01', base: '20000', managementFee: '20' });
  });
});

describe('a high-water mark', () => {
  it('is the same after a deposit that is withdrawn again under water, in one day or two', () => {
    const fresh = answerOf({
      valuations: valued('20000', '15000', '18000', '15000'),
      flows: [
        { at: '2026-01-02', amount: '3000' },
        { at: '2026-01-03', amount: '-3000' },
      ],
    });
    expect(fresh.now).toMatchObject({ highWaterMark: '0', carryForward: '5000', freshMoney: '0' });
    const oneDay = answerOf({
      valuations: valued('20000', '15000', '15000'),
      flows: [
        { at: '2026-01-02T01:00:00Z', amount: '3000' },
        { at: '2026-01-02T02:00:00Z', amount: '-3000' },
      ],
    });
    expect(oneDay.now).toMatchObject({ highWaterMark: '0', carryForward: '5000' });
    expect(oneDay.total).toMatchObject({ deposits: '3000.00', withdrawals: '3000.00', tradingResult: '-5000.00' });
  });

  it('falls to the profit where everything is withdrawn under water', () => {
    const { now, days } = answerOf({
      valuations: valued('20000', '15000', '0', '10'),
      flows: [{ at: '2026-01-02', amount: '-15000' }],
    });
    expect(now).toMatchObject({ highWaterMark: '-5000', carryForward: '0' });
    expect(days[1]).toMatchObject({ result: '0', profit: '-5000', highWaterMark: '-5000' });
  });

  it('forgets that money was fresh once the loss is made good', () => {
    const { days, now } = answerOf({
      valuations: valued('20000', '15000', '18000', '23000', '19000', '9500'),
      flows: [
        { at: '2026-01-02', amount: '3000' },
        { at: '2026-01-05', amount: '-9500' },
      ],
    });
    // Back at the mark on the third day; the loss of 4,000 after that is halved by the half that leaves.
    expect(days.map(({ profit }) => profit)).toEqual(['-5000', '-5000', '0', '-4000', '-4000']);
    expect(now).toMatchObject({ highWaterMark: '-2000', carryForward: '2000', freshMoney: '0' });
  });

  it('of the gross method is not moved by withdrawals', () => {
    const { now } = answerOf({
      terms: { ...terms, method: 'gross-high-water-mark' },
      valuations: valued('20000', '15000', '7500'),
      flows: [{ at: '2026-01-02', amount: '-7500' }],
    });
    expect(now).toMatchObject({ profit: '-5000', highWaterMark: '0', carryForward: '5000' });
  });
});

describe('times', () => {
  it('at exactly 00:00 belong to the day that starts', () => {
    const { days } = answerOf({
      valuations: valued('10000', '10000', '10100', '10100'),
      flows: [{ at: '2026-01-02T00:00:00Z', amount: '100' }],
      payments: [{ at: '2026-01-02T23:59:59.999Z', amount: '1', from: 'outside' }],
    });
    expect(days.map(({ flow, paid, result }) => [flow, paid, result])).toEqual([
      ['0', '0', '0'],
      ['100', '1', '0'],
      ['0', '0', '0'],
    ]);
  });

  it('of other zones are read, and UTC where there is none', () => {
    const utc = answerOf({ valuations: valued('10000', '10100'), flows: [{ at: '2026-01-01T23:30:00Z', amount: '100' }] });
    const mixed = answerOf({
      mandate: { countersignedAt: '2026-01-01T05:30:00+05:30' },
      valuations: [
        { at: '2025-12-31T19:00:00-05:00', equity: '10000' },
        { at: '2026-01-02T00:00', equity: '10100' },
      ],
      flows: [{ at: '2026-01-02T00:30:00+01:00', amount: '100' }],
    });
    expect(mixed).toEqual(utc);
  });

  it('of a signature within a day start the mandate at the next midnight', () => {
    const { mandate } = answerOf({
      mandate: { countersignedAt: '2026-02-28T00:00:00.001Z' },
      valuations: [{ at: '2026-03-01', equity: '9999.99' }],
    });
    expect(mandate).toEqual({ startsAt: '2026-03-01T00:00:00.000Z', openingEquity: '9999.99', belowMinimum: true, endedAt: null });
  });

  it('after the end do not count, whether it is at midnight or later', () => {
    const changes = {
      valuations: valued('10000', '10000', '10000', '99999'),
      payments: [{ at: '2026-01-03', amount: '5', from: 'outside' }],
    };
    const atMidnight = answerOf({ ...changes, until: '2026-01-03' });
    expect(atMidnight.total).toMatchObject({ to: '2026-01-03T00:00:00.000Z', closing: '10000.00', feesPaid: '0.00' });
    expect(answerOf({ ...changes, until: '2026-01-03T18:00:00Z' })).toEqual(atMidnight);
  });

  it('before the first close are a statement of nothing', () => {
    const { days, statements, total, invoices } = answerOf({ valuations: valued('10000') });
    expect([days, statements, invoices]).toEqual([[], [], []]);
    expect(total).toMatchObject({ from: total.to, opening: '10000.00', closing: '10000.00', owedClosing: '0.00' });
  });
});

describe('fees owed', () => {
  const managed = { ...terms, managementRate: '0.365' };

  it('are negative where more was paid, and do not raise the base', () => {
    const { days, total } = answerOf({
      terms: managed,
      valuations: valued('10000', '10000', '10000'),
      payments: [{ at: '2026-01-02', amount: '25', from: 'outside' }],
    });
    expect(days.map(({ base, managementFee, owed }) => [base, managementFee, owed])).toEqual([
      ['10000', '10', '10'],
      ['10000', '10', '-5'],
    ]);
    expect(total).toMatchObject({ feesPaid: '25.00', feesPaidFromAccount: '0.00', owedClosing: '-5.00', netClosing: '10005.00' });
  });

  it('of an account at or below zero are none', () => {
    const { days } = answerOf({ terms: managed, valuations: valued('10000', '0', '-100') });
    expect(days.map(({ base, managementFee }) => [base, managementFee])).toEqual([
      ['0', '0'],
      ['0', '0'],
    ]);
  });
});

describe('statements and invoices', () => {
  const managed = { ...terms, managementRate: '0.365' };

  it('join a month whose last valuation is missing to the next', () => {
    const { statements, invoices, total } = answerOf({
      terms: managed,
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-01-31', equity: '10100' },
        { at: '2026-03-01', equity: '10200' },
        { at: '2026-04-01', state: 'missing' },
      ],
    });
    expect(statements.map(({ from, to, tradingResult }) => [from.slice(0, 10), to.slice(0, 10), tradingResult])).toEqual([
      ['2026-01-01', '2026-03-01', '200.00'],
    ]);
    expect(total.to).toBe('2026-03-01T00:00:00.000Z');
    expect(invoices.map(({ period, amount, waitingDays }) => [period, amount, waitingDays.length])).toEqual([
      ['2026-01', '10.10', 30],
      ['2026-02', '10.19', 27],
      ['2026-03', '0.00', 31],
    ]);
  });

  it('end within a month only where the valuation of that day is known', () => {
    const valuations = valued('10000', '10000', null, '10000');
    expect(answerOf({ valuations }).statements).toHaveLength(1);
    expect(answerOf({ valuations, until: day(2) }).statements).toEqual([]);
    expect(answerOf({ valuations, until: day(1) }).statements).toHaveLength(1);
  });

  it('give money back that was invoiced in excess', () => {
    const { invoices } = answerOf({
      terms: managed,
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-02-01', equity: '10000' },
        { at: '2026-03-01', equity: '10000' },
      ],
      issued: [{ kind: 'management', period: '2026-01', amount: '50' }],
    });
    expect(invoices.map(({ amount, computed, exact, issued }) => [amount, computed, exact, issued])).toEqual([
      ['50.00', '10.00', '10', true],
      ['-30.01', '-30.01', '9.99', false],
    ]);
  });

  it('count an issued amount for which there is no fee any more, and none that lies ahead', () => {
    const { invoices } = answerOf({
      valuations: [
        { at: '2026-01-01', equity: '10000' },
        { at: '2026-02-01', equity: '11000' },
      ],
      crystallisations: ['2026-01-31'],
      issued: [
        { kind: 'performance', period: '2026-01-30', amount: '100' },
        { kind: 'performance', period: '2026-02-01', amount: '7' },
      ],
    });
    expect(invoices.map(({ kind, period, amount, computed, exact }) => [kind, period, amount, computed, exact])).toEqual([
      ['performance', '2026-01-30', '100.00', '0.00', '0'],
      ['management', '2026-01', '0.00', '0.00', '0'],
      ['performance', '2026-01-31', '200.00', '200.00', '300'],
    ]);
  });
});
