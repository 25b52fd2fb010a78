import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { plainDecimal as plain, scaled } from '../../platform/domain/scaled.js';
import { findDailyEquity, findExternalFlows } from '../../trading/portfolio/index.js';
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
  flows: { at: string; amount: string }[];
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
    const { startsAt, accountId, userId } = mandate;
    const issued = await this.mandates.findIssued(em, mandate.id);
    const redemptions = await this.mandates.findRedemptions(em, mandate.id);
    const references = issued.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [referenceOf(invoiceId)]));
    const payments = await this.ledger.paymentsAbout(em, references, accounts.receivable(userId), 'USD');
    return {
      terms: termsOf(mandate.termsVersion).fees,
      mandate: { countersignedAt: mandate.decidedAt.toISOString(), currency: 'USD' },
      ...(await this.account(em, accountId, mandate, until)),
      payments: payments.filter(({ at }) => at >= startsAt).map(({ at, amount }) => ({ at: at.toISOString(), amount, from: 'outside' })),
      redemptions: [...redemptions, ...(asked ? [asked] : [])].map(redemptionOf),
      issued: issued.map(({ kind, period, amount }) => ({ kind, period, amount: plain(amount) })),
      until: until.toISOString(),
    };
  }

  private async account(
    em: EntityManager,
    accountId: string | null,
    { startsAt, openingEquity }: RunningMandate,
    until: Date,
  ): Promise<Pick<FundCaseFile, 'valuations' | 'flows'>> {
    const opening = { at: startsAt.toISOString(), equity: plain(openingEquity) };
    if (accountId === null) return { valuations: [opening], flows: [] };
    // A day is closed by the midnight after it.
    const days = await findDailyEquity(em, accountId, startsAt, until);
    const flows = await findExternalFlows(em, accountId, startsAt, until);
    // Where the value of a flow is not known, no result from then on is.
    const unknownFrom = flows.find(({ value }) => value === null)?.at ?? null;
    return {
      valuations: [
        opening,
        ...days.map(({ day, equity, isCertain }): FundCaseFile['valuations'][number] => {
          const at = new Date(Date.parse(day) + DAY_MS);
          const isKnown = isCertain && (unknownFrom === null || at <= unknownFrom);
          return isKnown ? { at: at.toISOString(), equity: plain(equity!) } : { at: at.toISOString(), state: 'estimated' };
        }),
      ],
      flows: flows.flatMap(({ at, value }) =>
        value === null || scaled(value) === 0n ? [] : [{ at: at.toISOString(), amount: plain(value) }],
      ),
    };
  }
}

const redemptionOf = ({ id, requestedAt, amount, cancelledAt }: StoredRedemption): FundCaseFile['redemptions'][number] => ({
  id,
  requestedAt: requestedAt.toISOString(),
  amount: amount === null ? 'all' : plain(amount),
  ...(cancelledAt && { cancelledAt: cancelledAt.toISOString() }),
});
