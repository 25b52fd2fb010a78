import { describe, expect, it } from '@jest/globals';
import { lifeOf, type RedemptionRecord, type RedemptionView, type SettlementItem } from './redemption-life.rules.js';

const view = (change: Partial<RedemptionView> = {}): RedemptionView => ({
  id: 'r1',
  state: 'pending',
  reason: null,
  dealingDay: '2026-06-30',
  lastNoticeDay: '2026-05-31',
  lockedAt: '2026-06-01T00:00:00.000Z',
  amount: null,
  ...change,
});
const by = { at: new Date('2026-05-10T08:00:00Z'), by: 'Amara Okafor' };
const record = (change: Partial<RedemptionRecord> = {}, ticked: readonly SettlementItem[] = []): RedemptionRecord => ({
  id: 'r1',
  amount: '5000',
  acknowledged: null,
  settled: null,
  ticks: new Map(ticked.map((item) => [item, by])),
  ...change,
});
type Figures = Parameters<typeof lifeOf>[2];
const invoice = (change: Partial<Figures['invoices'][number]>): Figures['invoices'][number] => ({
  kind: 'management',
  period: '2026-06',
  amount: '10.00',
  computed: '10.00',
  exact: '10',
  issued: true,
  waitingDays: [],
  ...change,
});
const figures = (change: Partial<Figures> = {}): Figures => ({ crystallisations: [], invoices: [], ...change });
const noAccess = { isOpen: false, hasOtherMandate: false };
const openAccess = { isOpen: true, hasOtherMandate: false };
const BEFORE = new Date('2026-05-31T23:59:59.999Z');
const AFTER = new Date('2026-07-02T00:00:00Z');
const priced = view({ state: 'priced', amount: '5000' });
const itemsOf = (life: ReturnType<typeof lifeOf>) => life.checklist.map(({ item, isDone }) => [item, isDone]);

describe('the state of a redemption', () => {
  it.each([
    [view(), record(), BEFORE, 'requested'],
    [view(), record({ acknowledged: by }), BEFORE, 'acknowledged'],
    [view(), record({ acknowledged: by }), new Date('2026-06-01T00:00:00Z'), 'locked'],
    [view(), record(), AFTER, 'locked'],
    [view({ state: 'waiting' }), record({ acknowledged: by }), AFTER, 'waiting'],
    [priced, record(), AFTER, 'priced'],
    [priced, record({ settled: by }), AFTER, 'settled'],
    [view({ state: 'waiting' }), record({ settled: by }), AFTER, 'settled'],
    [view({ state: 'cancelled' }), record({ acknowledged: by }), AFTER, 'cancelled'],
    [view({ state: 'refused' }), record(), AFTER, 'refused'],
  ])('lays what was recorded over what follows from the terms (%#)', (of, stored, now, state) => {
    expect(lifeOf(of, stored, figures(), noAccess, now).state).toBe(state);
  });

  it('is acknowledged once, until the dealing day', () => {
    const may = (of: RedemptionView, stored: RedemptionRecord, now: Date) => lifeOf(of, stored, figures(), noAccess, now).may;
    expect(may(view(), record(), BEFORE)).toEqual(['acknowledge']);
    expect(may(view(), record(), AFTER)).toEqual(['acknowledge', 'tick']);
    expect(may(view(), record({ acknowledged: by }), BEFORE)).toEqual([]);
    expect(may(priced, record(), AFTER)).not.toContain('acknowledge');
    expect(may(view({ state: 'cancelled' }), record(), BEFORE)).toEqual([]);
  });
});

describe('the checklist', () => {
  it('opens when the notice has ended', () => {
    expect(lifeOf(view(), record(), figures(), noAccess, BEFORE).checklist).toEqual([]);
    expect(itemsOf(lifeOf(view(), record(), figures(), noAccess, AFTER))).toEqual([
      ['positions_closed', false],
      ['fees_invoiced', false],
      ['money_free', false],
    ]);
  });

  it.each([
    ['an open fee of the month', [invoice({ issued: false })], false],
    ['an open fee of the dealing day', [invoice({ kind: 'performance', period: '2026-06-30', issued: false })], false],
    ['an open fee of an earlier month', [invoice({ period: '2026-01', issued: false }), invoice({})], false],
    ['all of them', [invoice({}), invoice({ kind: 'performance', period: '2026-06-30' })], true],
    ['fees of nothing', [invoice({ amount: '0.00', issued: false })], true],
    [
      'an open fee of a later period',
      [invoice({ period: '2026-07', issued: false }), invoice({ kind: 'performance', period: '2026-12-31', issued: false })],
      true,
    ],
  ])('finds out whether the fees are invoiced: %s', (_, invoices, isDone) => {
    const life = lifeOf(priced, record({}, ['positions_closed', 'money_free']), figures({ invoices }), noAccess, AFTER);
    expect(life.checklist.find(({ item }) => item === 'fees_invoiced')).toMatchObject({ isDone, isChecked: true, ticked: null });
    expect(life.may.includes('settle')).toBe(isDone);
  });

  it('does not take a fee that waits for an invoiced one', () => {
    const life = lifeOf(view({ state: 'waiting' }), record({}, ['positions_closed', 'money_free']), figures(), noAccess, AFTER);
    expect(itemsOf(life)).toContainEqual(['fees_invoiced', false]);
    expect(life.may).toEqual(['tick']);
  });

  it.each([
    ['everything was asked for', record({ amount: null }), figures()],
    [
      'the part was everything on the dealing day',
      record(),
      figures({ crystallisations: [{ day: '2026-06-30', kind: 'redemption', redemption: 'r1', state: 'done', fraction: '1' }] as never }),
    ],
  ])('asks for the end of our access where the client leaves with everything: %s', (_, stored, all) => {
    const ticked: SettlementItem[] = ['positions_closed', 'money_free'];
    const life = lifeOf(priced, { ...stored, ticks: new Map(ticked.map((item) => [item, by])) }, all, openAccess, AFTER);
    expect(life.isFull).toBe(true);
    expect(itemsOf(life)).toContainEqual(['access_ended', false]);
    expect(life.may).toEqual(['tick', 'end-access']);
  });

  it('takes access as ended where an admin ended it and none came back', () => {
    const all = record({ amount: null }, ['positions_closed', 'money_free', 'access_ended']);
    expect(lifeOf(priced, all, figures(), noAccess, AFTER).may).toEqual(['tick', 'settle']);
    expect(lifeOf(priced, all, figures(), openAccess, AFTER).may).toEqual(['tick', 'end-access']);
  });

  it('leaves access alone that another mandate of the client needs', () => {
    const all = record({ amount: null }, ['positions_closed', 'money_free']);
    const life = lifeOf(priced, all, figures(), { isOpen: true, hasOtherMandate: true }, AFTER);
    expect(itemsOf(life).map(([item]) => item)).not.toContain('access_ended');
    expect(life.may).toEqual(['tick', 'settle']);
  });

  it('stays as it was when the redemption was settled', () => {
    const settled = record({ settled: by }, ['money_free', 'positions_closed', 'fees_invoiced']);
    const life = lifeOf(priced, settled, figures({ invoices: [invoice({ issued: false })] }), openAccess, AFTER);
    expect(itemsOf(life)).toEqual([
      ['positions_closed', true],
      ['fees_invoiced', true],
      ['money_free', true],
    ]);
    expect(life.may).toEqual([]);
  });
});
