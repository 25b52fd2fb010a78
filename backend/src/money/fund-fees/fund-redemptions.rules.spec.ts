import { describe, expect, it } from '@jest/globals';
import { answerOf, terms, valued } from '../../../test/support/fund/answers.js';
import type { FundCaseText } from '../../../test/support/fund/independent-fees.js';

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
