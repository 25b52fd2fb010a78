import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { plainDecimal as plain, scaled } from '../../platform/domain/scaled.js';
import { findDailyEquity, findExternalFlows, type DailyEquity, type ExternalFlow } from '../../trading/portfolio/index.js';
import { referenceOf } from '../invoices/index.js';
import { accounts, LedgerService } from '../ledger/index.js';
import { termsOf, type FeeTerms } from '../fund-fees/index.js';
import { MandateRepository, type RunningMandate, type StoredRedemption } from './mandate.repository.js';

const DAY_MS = 86_400_000;

/** A client's terms and history, as `fund fees --file` reads them (docs/fund-fees.md): amounts are decimals, times ISO 8601. */
export interface FundCaseFile {
  terms: FeeTerms;
  mandate: { countersignedAt: string; currency: 'USD' };
  valuations: { at: string; equity?: string; state?: 'estimated' }[];
  flows: { at: string; amount: string; equityBefore?: string }[];
  payments: { at: string; amount: string; from: 'outside' }[];
  redemptions: { id: string; requestedAt: string; amount: string; cancelledAt?: string }[];
  issued: { kind: 'management' | 'performance'; period: string; amount: string }[];
  until: string;
}

/** Reads what the fees of a mandate are computed from. */
@Injectable()
export class FundCaseReader {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly ledger: LedgerService,
  ) {}

  /** `until`: the last 00:00 UTC that counts. `asked`: a redemption that is not stored yet. */
  async read(em: EntityManager, mandate: RunningMandate, until: Date, asked?: StoredRedemption): Promise<FundCaseFile> {
    const [file] = await this.readAll(em, [{ mandate, until }]);
    return asked ? { ...file!, redemptions: [...file!.redemptions, redemptionOf(asked)] } : file!;
  }

  /** As `read`, of several mandates, in order. */
  async readAll(em: EntityManager, asked: readonly { mandate: RunningMandate; until: Date }[]): Promise<FundCaseFile[]> {
    const ids = asked.map(({ mandate }) => mandate.id);
    const issued = await this.mandates.findIssued(em, ids);
    const redemptions = await this.mandates.findRedemptions(em, ids);
    const references = issued.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [referenceOf(invoiceId)]));
    const receivables = asked.map(({ mandate }) => accounts.receivable(mandate.userId));
    const payments = await this.ledger.paymentsAbout(em, references, receivables, 'USD');
    const spans = asked.flatMap(({ mandate: { accountId, startsAt }, until }) =>
      accountId === null ? [] : [{ accountId, from: startsAt, before: until }],
    );
    const days = (await findDailyEquity(em, spans)).values();
    const flows = (await findExternalFlows(em, spans)).values();
    return asked.map(({ mandate, until }) => {
      const ofMandate = issued.filter(({ mandateId }) => mandateId === mandate.id);
      const invoices = new Set(ofMandate.map(({ invoiceId }) => invoiceId && referenceOf(invoiceId)));
      return {
        terms: termsOf(mandate.termsVersion).fees,
        mandate: { countersignedAt: mandate.decidedAt.toISOString(), currency: 'USD' },
        ...historyOf(mandate, mandate.accountId === null ? null : { days: days.next().value!, flows: flows.next().value! }),
        payments: payments
          .filter(({ reference, at }) => invoices.has(reference) && at >= mandate.startsAt)
          .map(({ at, amount }) => ({ at: at.toISOString(), amount, from: 'outside' })),
        redemptions: redemptions.filter(({ mandateId }) => mandateId === mandate.id).map(redemptionOf),
        issued: ofMandate.map(({ kind, period, amount }) => ({ kind, period, amount: plain(amount) })),
        until: until.toISOString(),
      };
    });
  }
}

/** `account`: what is stored about the account; null where it was deleted. */
function historyOf(
  { startsAt, openingEquity }: RunningMandate,
  account: { days: readonly DailyEquity[]; flows: readonly ExternalFlow[] } | null,
): Pick<FundCaseFile, 'valuations' | 'flows'> {
  const opening = { at: startsAt.toISOString(), equity: plain(openingEquity) };
  if (account === null) return { valuations: [opening], flows: [] };
  const { days, flows } = account;
  // Where the value of a flow is not known, no result from then on is.
  const unknownFrom = flows.find(({ value }) => value === null)?.at ?? null;
  return {
    valuations: [
      opening,
      // A day is closed by the midnight after it.
      ...days.map(({ day, equity, isCertain }): FundCaseFile['valuations'][number] => {
        const at = new Date(Date.parse(day) + DAY_MS);
        const isKnown = isCertain && (unknownFrom === null || at <= unknownFrom);
        return isKnown ? { at: at.toISOString(), equity: plain(equity!) } : { at: at.toISOString(), state: 'estimated' };
      }),
    ],
    flows: flows.flatMap(({ at, value, equityBefore }) =>
      value === null || scaled(value) === 0n
        ? []
        : [{ at: at.toISOString(), amount: plain(value), ...(equityBefore !== null && { equityBefore: plain(equityBefore) }) }],
    ),
  };
}

const redemptionOf = ({ id, requestedAt, amount, cancelledAt }: StoredRedemption): FundCaseFile['redemptions'][number] => ({
  id,
  requestedAt: requestedAt.toISOString(),
  amount: amount === null ? 'all' : plain(amount),
  ...(cancelledAt && { cancelledAt: cancelledAt.toISOString() }),
});
