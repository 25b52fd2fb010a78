import type {
  FundDayWire,
  FundDryRunWire,
  FundFeeWire,
  FundFiguresWire,
  FundMandateDetailWire,
  FundMandateWire,
  FundRedemptionDetailWire,
  FundRedemptionWire,
  FundTermsWire,
  InvoiceStatusWire,
  MandateWire,
  MyFundWire,
} from '../../../platform/wire/index.js';
import { plainDecimal as plain } from '../../../platform/domain/scaled.js';
import type { ListedMandate } from '../fund-mandate-reader.repository.js';
import type { ProposedInvoice } from '../fee-proposals.rules.js';
import type { StoredFundDay } from '../fund-result.repository.js';
import { textSha256, type FundTermsVersion } from '../../fund-fees/index.js';
import type { EarlierMandate, FundView } from '../fund.reader.js';
import type { InvoiceRun } from '../invoice-run.repository.js';
import type { Mandate } from '../mandate.repository.js';
import type { PeriodFee } from '../period-fees.rules.js';
import { presentRedemption, presentRedemptionDetail } from './redemption.presenter.js';

const timeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
const plainOrNull = (amount: string | null): string | null => (amount === null ? null : plain(amount));

export function presentTerms(terms: FundTermsVersion): FundTermsWire {
  const { version, managementRate, performanceRate, minimum, noticeDays, dealingDays } = terms.fees;
  return {
    version,
    sha256: textSha256(terms),
    clauses: [...terms.clauses],
    managementRate,
    performanceRate,
    minimum,
    noticeDays,
    dealingDays: [...dealingDays],
  };
}

export function presentMandate(mandate: Mandate): MandateWire {
  const { id, state, termsVersion, textSha256: sha256, signedName, declineReason } = mandate;
  return {
    id,
    state,
    termsVersion,
    sha256,
    signedName,
    signedAt: mandate.signedAt.toISOString(),
    countersignedAt: state === 'declined' ? null : timeOrNull(mandate.decidedAt),
    declineReason,
    startsAt: timeOrNull(mandate.startsAt),
    openingEquity: plainOrNull(mandate.openingEquity),
    endedAt: timeOrNull(mandate.endedAt),
  };
}

type Shown = Pick<FundView, 'result' | 'statements' | 'total' | 'fees'>;

function presentFiguresWith<R extends FundRedemptionWire>(
  { result, statements, total, fees }: Shown,
  redemptions: R[],
): FundFiguresWire<R> | null {
  if (!result || !total) return null;
  const { computedAt, untilAt, waitingDays, answer } = result;
  const { profit, highWaterMark, carryForward, managementFees, performanceFees, owed, redemptionPayable } = answer.now;
  return {
    computedAt: computedAt.toISOString(),
    untilAt: untilAt.toISOString(),
    waitingDays,
    profit,
    highWaterMark,
    carryForward,
    managementFees,
    performanceFees,
    owed,
    redemptionPayable,
    total,
    statements,
    fees: fees.map(presentFee),
    redemptions,
  };
}

/** For the client: without the names of the team. */
export const presentFund = (isClient: boolean, view: FundView & { earlier: readonly EarlierMandate[] }): MyFundWire => ({
  isClient,
  mandate: view.mandate && presentMandate(view.mandate),
  figures: presentFiguresWith(view, view.redemptions.map(presentRedemption)),
  nextDealing: view.nextDealing,
  earlier: view.earlier.map(({ mandate, ...figures }) => ({ mandate: presentMandate(mandate), ...figures })),
});

const presentFee = ({ invoice, ...fee }: PeriodFee): FundFeeWire => ({
  ...fee,
  invoice: invoice && { ...invoice, status: invoice.status as InvoiceStatusWire, paidAt: timeOrNull(invoice.paidAt) },
});

export const presentDay = (day: StoredFundDay): FundDayWire => ({
  day: day.day,
  waiting: day.waiting,
  equity: plainOrNull(day.equity),
  flow: plain(day.flow),
  paid: plain(day.paid),
  result: plainOrNull(day.result),
  base: plainOrNull(day.base),
  managementFee: plain(day.managementFee),
  profit: plainOrNull(day.profit),
  highWaterMark: plain(day.highWaterMark),
  owed: plainOrNull(day.owed),
});

export const presentListed = (mandate: ListedMandate): FundMandateWire => ({
  ...presentMandate(mandate),
  userId: mandate.userId,
  fullName: mandate.fullName,
  equity: plainOrNull(mandate.equity),
  owed: plainOrNull(mandate.owed),
  waitingDays: mandate.waitingDays,
  may: mandate.state === 'signed' ? ['countersign', 'decline'] : [],
});

export const presentDetail = ({ mandate, ...view }: FundView & { mandate: ListedMandate }): FundMandateDetailWire => ({
  ...presentListed(mandate),
  figures: presentFiguresWith<FundRedemptionDetailWire>(view, view.redemptions.map(presentRedemptionDetail)),
});

export function presentDryRun(
  sums: { count: number; total: string; clients: number },
  rows: readonly ProposedInvoice[],
  names: ReadonlyMap<string, string>,
  lastOrder: InvoiceRun | null,
): FundDryRunWire {
  return {
    ...sums,
    rows: rows.map(({ mandateId, kind, period, amount, waitingDays }) => ({
      id: `${mandateId}:${kind}:${period}`,
      mandateId,
      fullName: names.get(mandateId) ?? '',
      kind,
      period,
      amount,
      waitingDays,
    })),
    lastOrder: lastOrder && {
      requestedAt: lastOrder.requestedAt.toISOString(),
      count: lastOrder.invoiceCount,
      total: lastOrder.total,
      finishedAt: timeOrNull(lastOrder.finishedAt),
    },
  };
}
