import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { noticeFrom } from '../fund-fees/index.js';
import type { FundCaseFile } from './fund-case.reader.js';
import { FundComputingService } from './fund-computing.service.js';
import { FundResultRepository, type StoredFundDay, type StoredResult } from './fund-result.repository.js';
import { termsOf } from '../fund-fees/index.js';
import { FundMandateReaderRepository, type ListedMandate } from './fund-mandate-reader.repository.js';
import { isRunning, MandateRepository, type Mandate, type RunningMandate } from './mandate.repository.js';
import { lifeOf, stateOf, type RedemptionLife, type RedemptionState } from './redemption-life.rules.js';
import { RedemptionRepository, type OpenRedemption } from './redemption.repository.js';
import type { FundStatement } from './statement-lines.rules.js';
import { FeeInvoiceRepository } from './fee-invoice.repository.js';
import { feesOf, type PeriodFee } from './period-fees.rules.js';
import { StatementViewsReader } from './statement-views.reader.js';

/** A mandate with its figures. */
export interface FundView {
  mandate: Mandate | null;
  result: StoredResult | null;
  /** Newest first. */
  statements: FundStatement[];
  /** From the start to the last known valuation; null without figures. */
  total: FundStatement | null;
  /** Fees of finished periods with their invoices, newest first. */
  fees: PeriodFee[];
  redemptions: RedemptionLife[];
  nextDealing: { dealingDay: string; lastNoticeDay: string } | null;
}

/** A mandate before the newest one. */
export interface EarlierMandate {
  mandate: RunningMandate;
  statements: FundStatement[];
  total: FundStatement;
}

/** Open redemptions that the console shows. The count is of all. */
const MAX_OPEN = 200;
const MAX_STATEMENTS = 60;
/** Two kinds a month. */
const MAX_FEES = 120;

const NO_FIGURES = { result: null, statements: [], total: null, fees: [], redemptions: [], nextDealing: null };

/** Reads the mandates of clients and what was computed of them. */
@Injectable()
export class FundReader {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly list: FundMandateReaderRepository,
    private readonly records: RedemptionRepository,
    private readonly computing: FundComputingService,
    private readonly views: StatementViewsReader,
    private readonly invoices: FeeInvoiceRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the newest mandate of a member, and the statements of earlier ones. */
  async ofClient(userId: string): Promise<FundView & { earlier: EarlierMandate[] }> {
    const [newest = null, ...others] = await this.views.mandatesOf(userId);
    const earlier: EarlierMandate[] = [];
    for (const mandate of others.filter(isRunning)) {
      const result = await this.results.find(this.em, mandate.id);
      if (result) earlier.push({ mandate, ...(await this.statementsOf(mandate, result)) });
    }
    return { ...(await this.view(newest)), earlier };
  }

  async view(mandate: Mandate | null): Promise<FundView> {
    if (!mandate || !isRunning(mandate)) return { mandate, ...NO_FIGURES };
    const result = await this.results.find(this.em, mandate.id);
    return {
      mandate,
      result,
      ...(result ? await this.statementsOf(mandate, result) : { statements: [], total: null }),
      fees: result ? feesOf(result.answer, await this.invoices.find(this.em, mandate.id), MAX_FEES) : [],
      redemptions: result ? await this.livesOf(mandate, result) : [],
      nextDealing: mandate.state === 'active' ? noticeFrom(this.clock.now(), termsOf(mandate.termsVersion).fees) : null,
    };
  }

  /** Returns a mandate for the console. Throws NotFound. */
  async detail(mandateId: string): Promise<FundView & { mandate: ListedMandate }> {
    const mandate = await this.list.find(mandateId);
    if (!mandate) throw new NotFound('mandate');
    return { ...(await this.view(mandate)), mandate };
  }

  /** Returns redemptions that are neither settled, cancelled nor refused, by dealing day, and the number of all. */
  async openRedemptions(): Promise<{ rows: (OpenRedemption & { state: RedemptionState })[]; total: number }> {
    const { rows, total } = await this.records.findOpen(this.em, MAX_OPEN);
    const now = this.clock.now();
    return { rows: rows.map((row) => ({ ...row, state: stateOf(row.view, { ...row, settled: null }, now) })), total };
  }

  /** Returns what the fees are computed from, for `fund fees --file`. Throws NotFound. */
  async caseOf(userId: string): Promise<FundCaseFile> {
    const mandate = await this.mandates.findOf(this.em, userId);
    if (!mandate || !isRunning(mandate)) throw new NotFound('mandate');
    return this.computing.caseOf(this.em, mandate);
  }

  /** What the fee of one of the client's invoices is computed from, of whichever mandate. */
  async caseOfInvoice(userId: string, invoiceId: string): Promise<FundCaseFile> {
    const mandateId = await this.invoices.findMandateId(this.em, userId, invoiceId);
    const mandate = mandateId === null ? null : await this.mandates.find(this.em, mandateId);
    if (!mandate || !isRunning(mandate)) throw new NotFound('invoice');
    return this.computing.caseOf(this.em, mandate);
  }

  async daysOf(userId: string, page: Page): Promise<PageOf<StoredFundDay>> {
    const mandate = await this.mandates.findOf(this.em, userId);
    return mandate ? this.results.findDays(this.em, mandate.id, page) : { rows: [], total: 0 };
  }

  private async statementsOf(mandate: RunningMandate, result: StoredResult) {
    const { total, statements } = result.answer;
    const newest = statements.toReversed().slice(0, MAX_STATEMENTS);
    const [whole, ...shown] = await this.views.statementsOf(mandate, result, [total, ...newest]);
    return { statements: shown, total: whole! };
  }

  private async livesOf(mandate: RunningMandate, { answer }: StoredResult): Promise<RedemptionLife[]> {
    if (answer.redemptions.length === 0) return [];
    const records = await this.records.findRecords(this.em, mandate.id);
    const access = await this.records.findAccess(this.em, mandate);
    const now = this.clock.now();
    return answer.redemptions.flatMap((view) => {
      const record = records.get(view.id);
      return record ? [lifeOf(view, record, answer, access, now)] : [];
    });
  }
}
