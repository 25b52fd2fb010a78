import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { plainDecimal as plain, scaled, sumDecimals } from '../../platform/domain/scaled.js';
import { JobQueue, queuedOnce } from '../../platform/queue/index.js';
import { InvoiceOrders, InvoicesService, type DryRunSum, type InvoiceRun } from '../invoices/index.js';
import { SHARE_RATE } from './share-case.reader.js';
import { ShareComputingService } from './share-computing.service.js';
import type { ActingAdmin } from './share-cycles.service.js';
import { ShareInvoiceRepository } from './share-invoice.repository.js';
import { SharePeriodRepository, type StoredPeriod } from './share-period.repository.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareRunRepository } from './share-run.repository.js';
import { issueShare } from './share.jobs.js';

/** The outbox message that starts an order. */
export const ISSUE_SHARES = 'club-share.issue-invoices';

/** Members queued in one round trip. */
const BATCH = 1_000;

/** Invoices the shares of closed periods. An admin sees a dry run and orders it; jobs then issue the invoices of each member once. */
@Injectable()
export class ShareInvoicingService {
  constructor(
    private readonly em: EntityManager,
    private readonly rows: ShareInvoiceRepository,
    private readonly periods: SharePeriodRepository,
    private readonly results: ShareResultRepository,
    private readonly runs: ShareRunRepository,
    private readonly computing: ShareComputingService,
    private readonly invoices: InvoicesService,
    private readonly orders: InvoiceOrders,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Orders every invoice of the dry run. Throws DryRunChanged where `seen` is no longer it, and IssuingRuns (409). */
  order(seen: DryRunSum, by: ActingAdmin): Promise<void> {
    const sum = (tx: EntityManager, through: Date) => this.rows.sumProposals(tx, through);
    const names = { action: 'club-share.order-invoices', targetType: 'club share invoice run', message: ISSUE_SHARES };
    return this.orders.place({ runs: this.runs, ...names, sum }, seen, by);
  }

  /** Queues what an order has not issued yet, or finishes the order. Safe to call at any time. */
  async resume(): Promise<void> {
    const em = this.em.fork();
    const run = await this.runs.findOpen(em);
    if (!run) return;
    const now = this.clock.now();
    let after: string | null = null;
    let isDone = true;
    do {
      const userIds: string[] = await this.rows.findMembersToInvoice(em, { after, through: run.throughAt, limit: BATCH });
      if (userIds.length > 0) isDone = false;
      await this.queue.enqueueAll(
        issueShare,
        userIds.map((userId) => ({
          payload: { v: 1 as const, runId: run.id, userId },
          options: queuedOnce(`share-issue-${run.id}-${userId}`, now),
        })),
      );
      after = userIds.length === BATCH ? userIds.at(-1)! : null;
    } while (after !== null);
    if (isDone) await this.runs.finish(em, run.id, now);
  }

  /**
   * Issues the invoices of one member that an order includes, of figures that are computed anew. A second call issues nothing. Throws where
   * a dispute changes them at that moment: the job tries again.
   */
  async issueFor(runId: string, userId: string): Promise<void> {
    await this.computing.compute(userId);
    const isIssued = await this.em.fork().transactional(async (tx) => {
      // Disputes and invoices of the member wait until this has ended.
      await this.results.lockMember(tx, userId);
      const run = await this.runs.find(tx, runId);
      if (run?.finishedAt !== null) return false;
      const all = await this.periods.findOf(tx, userId);
      const invoiced = (await this.rows.findIssued(tx, userId)).at(-1)?.endsAt;
      const due = all.filter(
        ({ share, endsAt }) => scaled(share) > 0n && endsAt <= run.throughAt && (invoiced === undefined || endsAt > invoiced),
      );
      if (due.length === 0) return false;
      const caseFile = await this.results.findCurrentCase(tx, userId);
      if (caseFile === null) throw new Error('the share has changed while it was being invoiced');
      await this.issue(tx, userId, { all, due, caseFile, run });
      return true;
    });
    // Afterwards, because other members wait for the next number while the transaction is open.
    if (isIssued) await this.computing.compute(userId);
  }

  private async issue(
    tx: EntityManager,
    userId: string,
    { all, due, caseFile, run }: { all: readonly StoredPeriod[]; due: readonly StoredPeriod[]; caseFile: string; run: InvoiceRun },
  ): Promise<void> {
    const by = { actorId: run.requestedBy, actorRole: run.requestedBy === null ? null : ('admin' as const) };
    const hasCredit = (await this.invoices.creditOf(tx, userId)) > 0n;
    const issued = await this.invoices.issueAll(
      tx,
      due.map((period) => ({
        userId,
        kind: 'club_share' as const,
        lines: [{ formula: 'club-share' as const, version: 1, inputs: inputsOf(period, all) }],
        by,
        notify: true,
      })),
    );
    for (const [n, { name, startsAt, endsAt, share }] of due.entries()) {
      const { id: invoiceId } = issued[n]!;
      await this.rows.insert(tx, userId, { period: name, startsAt, endsAt, amount: share, invoiceId }, caseFile);
    }
    if (hasCredit) for (const invoice of issued) await this.invoices.useCredit(tx, invoice, by);
  }
}

/** The inputs of a share's line: the exact shares up to its period, less what was invoiced before. */
function inputsOf(period: StoredPeriod, all: readonly StoredPeriod[]) {
  const before = all.slice(0, all.indexOf(period));
  return {
    period: period.name,
    from: period.startsAt.toISOString(),
    to: period.endsAt.toISOString(),
    rate: SHARE_RATE,
    profit: plain(period.profit),
    cumulativeProfit: plain(period.cumulativeProfit),
    highWaterMarkBefore: plain(period.highWaterMarkBefore),
    chargeable: plain(period.chargeable),
    accrued: sumDecimals([...before, period].map(({ exactShare }) => exactShare)),
    invoiced: sumDecimals(before.map(({ share }) => share)),
  };
}
