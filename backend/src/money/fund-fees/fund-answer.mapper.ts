import { centsToText } from '../../platform/domain/cents.rules.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { closeOf, dayText } from './fund-calendar.rules.js';
import { carryForwardOf, measuredProfit } from './fee-state.rules.js';
import { feeHistory } from './fee-history.rules.js';
import {
  crystallisationFigures,
  type Crystallisation,
  type DayRecord,
  type FundCase,
  type FundInvoice,
  type Redemption,
  type Return,
  type ReturnLink,
  type Returns,
  type Statement,
} from './fund-fees.types.js';
import { fundInvoices } from './fund-invoices.rules.js';
import { FundReturns } from './fund-returns.rules.js';
import { fundStatements } from './fund-statements.rules.js';

/** Computes a client's fees and returns them as plain JSON: amounts as decimal strings, times in ISO 8601. */
export function fundAnswer(fundCase: FundCase) {
  const { terms, currency, startsAt, untilAt, issued } = fundCase;
  const history = feeHistory(fundCase);
  const { now } = history;
  const { statements, total } = fundStatements(history, untilAt);
  const returns = new FundReturns(history, fundCase.flows);
  return {
    methodologyVersion: 'fund-fees-1',
    termsVersion: terms.version,
    currency,
    mandate: {
      startsAt: timeText(startsAt),
      openingEquity: toDecimal(history.openingEquity),
      belowMinimum: history.openingEquity < terms.minimum,
      endedAt: history.endedAt === null ? null : timeText(history.endedAt),
    },
    days: history.days.map(plainDay),
    crystallisations: history.crystallisations.map(plainCrystallisation),
    redemptions: history.redemptions.map(plainRedemption),
    invoices: fundInvoices(history, issued, untilAt).map(plainInvoice),
    statements: statements.map(plainStatement),
    total: plainStatement(total),
    returns: { statements: statements.map((one) => plainReturns(returns.of(one))), total: plainReturns(returns.of(total)) },
    now: {
      profit: toDecimal(measuredProfit(now, terms)),
      highWaterMark: toDecimal(now.highWaterMark),
      carryForward: toDecimal(carryForwardOf(now, terms)),
      freshMoney: toDecimal(now.freshMoney),
      managementFees: toDecimal(now.managementFees),
      performanceFees: toDecimal(now.performanceFees),
      owed: toDecimal(now.owed),
      redemptionPayable: toDecimal(now.payable),
    },
  };
}

export type FundAnswer = ReturnType<typeof fundAnswer>;

/** Returns what the returns of a statement are chained from, as plain JSON. `from`, `to`: the statement's. */
export function fundReturnLinks(fundCase: FundCase, { from, to }: { from: string; to: string }) {
  const returns = new FundReturns(feeHistory(fundCase), fundCase.flows);
  return returns.links({ from: Date.parse(from), to: Date.parse(to) }).map(plainLink);
}

export type FundReturnLink = ReturnType<typeof plainLink>;

const timeText = (at: number) => new Date(at).toISOString();
const decimalOrNull = (value: bigint | undefined | null) => (value == null ? null : toDecimal(value));

/** Returns the named amounts as decimals with `text`. */
function amountsOf<Name extends string>(of: Record<Name, bigint>, text: (amount: bigint) => string, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, text(of[name])])) as Record<Name, string>;
}

const plainReturn = ({ value, reason, day }: Return) => ({
  value: decimalOrNull(value),
  reason,
  day: day === null ? null : dayText(day),
});
const plainPair = ({ before, after }: Returns) => ({ before: plainReturn(before), after: plainReturn(after) });
const plainReturns = ({ period, sinceStart }: ReturnType<FundReturns['of']>) => ({
  period: plainPair(period),
  sinceStart: plainPair(sinceStart),
});

const plainLink = ({ from, to, method, flow, ...amounts }: ReturnLink) => ({
  from: timeText(from),
  to: timeText(to),
  method,
  opening: decimalOrNull(amounts.opening),
  closing: decimalOrNull(amounts.closing),
  flow: toDecimal(flow),
  before: decimalOrNull(amounts.before),
  netOpening: decimalOrNull(amounts.netOpening),
  netClosing: decimalOrNull(amounts.netClosing),
  after: decimalOrNull(amounts.after),
});

const plainDay = ({ day, flow, paid, highWaterMark, managementFee, accrued, reason }: DayRecord) => ({
  day: dayText(day),
  at: timeText(closeOf(day)),
  state: accrued ? 'accrued' : 'waiting',
  reason,
  equity: decimalOrNull(accrued?.equity),
  flow: toDecimal(flow),
  paid: toDecimal(paid),
  result: decimalOrNull(accrued?.result),
  base: decimalOrNull(accrued?.base),
  managementFee: toDecimal(managementFee),
  profit: decimalOrNull(accrued?.profit),
  highWaterMark: toDecimal(highWaterMark),
  owed: decimalOrNull(accrued?.owed),
});

const plainCrystallisation = ({ day, redemption, figures }: Crystallisation) => ({
  day: dayText(day),
  kind: redemption === null ? 'scheduled' : 'redemption',
  ...(redemption === null ? {} : { redemption }),
  state: figures ? 'done' : 'waiting',
  ...(figures ? amountsOf(figures, toDecimal, ...crystallisationFigures) : {}),
});

const plainRedemption = ({ request, state, reason, dealingDay, lastNoticeDay, lockedAt, amount }: Redemption) => ({
  id: request.id,
  state,
  reason,
  dealingDay: dayText(dealingDay),
  lastNoticeDay: dayText(lastNoticeDay),
  lockedAt: timeText(lockedAt),
  amount: decimalOrNull(amount),
});

const plainInvoice = ({ kind, period, amount, computed, exact, issued, waitingDays }: FundInvoice) => ({
  kind,
  period,
  amount: centsToText(amount),
  computed: centsToText(computed),
  exact: toDecimal(exact),
  issued,
  waitingDays: waitingDays.map(dayText),
});

const plainStatement = (statement: Statement) => ({
  from: timeText(statement.from),
  to: timeText(statement.to),
  ...amountsOf(
    statement,
    centsToText,
    'opening',
    'deposits',
    'withdrawals',
    'feesPaidFromAccount',
    'closing',
    'tradingResult',
    'owedOpening',
    'managementFee',
    'performanceFee',
    'feesPaid',
    'owedClosing',
    'netOpening',
    'netClosing',
  ),
});
