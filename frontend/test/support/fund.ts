import type {
  FundDayWire,
  FundFeeWire,
  FundFiguresWire,
  FundRedemptionDetailWire,
  FundRedemptionWire,
  FundStatementWire,
  FundTermsWire,
  MandateWire,
  MyFundWire,
} from '../../src/lib/wire/types';

export const terms: FundTermsWire = {
  version: '2026-12',
  sha256: 'ab'.repeat(32),
  clauses: ['Your exchange account stays in your name.', 'The management fee is 2.5% a year.'],
  managementRate: '0.025',
  performanceRate: '0.3',
  minimum: '10000',
  noticeDays: 30,
  dealingDays: ['06-30', '12-31'],
};

export const mandate: MandateWire = {
  id: 'm-1',
  state: 'active',
  termsVersion: terms.version,
  sha256: terms.sha256,
  signedName: 'Jonas Weber',
  signedAt: '2026-11-20T10:00:00.000Z',
  countersignedAt: '2026-11-21T09:00:00.000Z',
  declineReason: null,
  startsAt: '2026-11-22T00:00:00.000Z',
  openingEquity: '20000',
  endedAt: null,
};

/** One that a client has signed just now. */
export const signed: MandateWire = { ...mandate, state: 'signed', countersignedAt: null, startsAt: null, openingEquity: null };

export const statement: FundStatementWire = {
  from: '2026-11-22T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  opening: '20000.00',
  deposits: '1000.00',
  withdrawals: '250.00',
  tradingResult: '-300.50',
  feesPaidFromAccount: '5.00',
  closing: '20444.50',
  owedOpening: '0.00',
  managementFee: '12.33',
  performanceFee: '0.00',
  feesPaid: '5.00',
  owedClosing: '7.33',
  netOpening: '20000.00',
  netClosing: '20437.17',
  profit: '-312.83',
  highWaterMark: '0.00',
  carryForward: '312.83',
  returns: {
    period: { before: { value: '-0.0145', reason: null, day: null }, after: { value: '-0.0151', reason: null, day: null } },
    sinceStart: { before: { value: '-0.0145', reason: null, day: null }, after: { value: null, reason: 'waiting', day: '2026-11-25' } },
  },
};

export const managementFee: FundFeeWire = {
  kind: 'management',
  period: '2026-11',
  exact: '12.3349',
  computed: '12.33',
  amount: '12.33',
  isClosed: true,
  waitingDays: 0,
  invoice: { id: 'i 1', number: 'TM-2026-000007', status: 'paid', paidAt: '2026-12-02T10:00:00.000Z' },
  crystallisations: [],
};

export const performanceFee: FundFeeWire = {
  kind: 'performance',
  period: '2026-12-31',
  exact: '450',
  computed: '450.00',
  amount: '450.00',
  isClosed: false,
  waitingDays: 0,
  invoice: null,
  crystallisations: [
    {
      kind: 'scheduled',
      fraction: '1',
      profit: '1500',
      highWaterMarkBefore: '0',
      carryForwardBefore: '0',
      chargeable: '1500',
      fee: '450',
      highWaterMarkAfter: '1500',
      carryForwardAfter: '0',
    },
  ],
};

const year = new Date().getUTCFullYear() + 1;
/** A request that can be cancelled as long as this year lasts. */
export const redemption: FundRedemptionWire = {
  id: 'r 1',
  state: 'requested',
  reason: null,
  dealingDay: `${year}-06-30`,
  lastNoticeDay: `${year}-05-31`,
  lockedAt: `${year}-06-01T00:00:00.000Z`,
  requested: '5000',
  amount: null,
  isFull: false,
  acknowledgedAt: null,
  settledAt: null,
  checklist: [],
};

/** One whose dealing day is over, with a checklist that is open but for one item. */
export const priced: FundRedemptionDetailWire = {
  ...redemption,
  id: 'r 2',
  state: 'priced',
  dealingDay: '2026-06-30',
  lastNoticeDay: '2026-05-31',
  lockedAt: '2026-06-01T00:00:00.000Z',
  amount: '5000',
  acknowledgedAt: '2026-05-20T08:00:00.000Z',
  acknowledgedBy: 'Amara Okafor',
  settledBy: null,
  checklist: [
    { item: 'positions_closed', isDone: true, isChecked: false, doneAt: '2026-07-01T08:00:00.000Z', doneBy: 'Amara Okafor' },
    { item: 'fees_invoiced', isDone: true, isChecked: true, doneAt: null, doneBy: null },
    { item: 'money_free', isDone: false, isChecked: false, doneAt: null, doneBy: null },
  ],
  may: ['tick'],
};

export const figures: FundFiguresWire = {
  computedAt: '2026-12-03T00:10:00.000Z',
  untilAt: '2026-12-03T00:00:00.000Z',
  waitingDays: 0,
  profit: '-312.83',
  highWaterMark: '0',
  carryForward: '312.83',
  managementFees: '12.33',
  performanceFees: '0',
  owed: '7.33',
  redemptionPayable: '0',
  total: { ...statement, to: '2026-12-03T00:00:00.000Z' },
  statements: [statement],
  fees: [managementFee],
  redemptions: [],
};

export const nextDealing = { dealingDay: '2026-12-31', lastNoticeDay: '2026-12-01' };
export const none: MyFundWire = { isClient: true, mandate: null, figures: null, nextDealing: null, earlier: [] };
export const running: MyFundWire = { isClient: true, mandate, figures, nextDealing, earlier: [] };

export const day: FundDayWire = {
  day: '2026-12-01',
  waiting: null,
  equity: '20444.5',
  flow: '0',
  paid: '0',
  result: '-100',
  base: '20437.17',
  managementFee: '1.4',
  profit: '-311.43',
  highWaterMark: '0',
  owed: '5.93',
};
export const waitingDay: FundDayWire = {
  ...day,
  day: '2026-12-02',
  waiting: 'estimated',
  equity: null,
  result: null,
  base: null,
  managementFee: '0',
  profit: null,
  owed: null,
};
