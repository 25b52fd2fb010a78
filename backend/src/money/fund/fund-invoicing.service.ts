import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, uuidv7 } from '../../platform/domain/index.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { Outbox } from '../../platform/outbox/index.js';
import { JobQueue } from '../../platform/queue/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { lastMidnight, type FundAnswer } from '../fund-fees/index.js';
import { InvoicesService } from '../invoices/index.js';
import { firstOpenPeriods } from './ended-periods.rules.js';
import { FundComputingService, isRunning } from './fund-computing.service.js';
import { FundResultRepository } from './fund-result.repository.js';
import { DryRunChanged, IssuingRuns } from './fund-admin.errors.js';
import { issueFund, queuedOnce } from './fund.jobs.js';
import { InvoiceRunRepository, type InvoiceRun } from './invoice-run.repository.js';
import { MandateRepository, type RunningMandate } from './mandate.repository.js';
import type { ActingAdmin } from './mandates.service.js';

/** What an admin saw before they ordered the invoices. */
export interface SeenDryRun {
  count: number;
  /** Dollars with two decimal places. */
  total: string;
}

/** The outbox message that starts an order. */
export const ISSUE_INVOICES = 'fund.issue-invoices';

type Proposal = FundAnswer['invoices'][number];

/** Mandates queued in one round trip. */
const BATCH = 1_000;

/**
 * Invoices the fees of finished periods. An admin sees a dry run and orders it; jobs then issue the invoices, one mandate at a time, each
 * once.
 */
@Injectable()
export class FundInvoicingService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly runs: InvoiceRunRepository,
    private readonly computing: FundComputingService,
    private readonly invoices: InvoicesService,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Orders every invoice of the dry run. Throws DryRunChanged where `seen` is no longer it, and IssuingRuns (409). */
  async order(seen: SeenDryRun, { adminId, role }: ActingAdmin): Promise<void> {
    await this.em.transactional(async (tx) => {
      await this.runs.lockOrders(tx);
      if (await this.runs.findOpen(tx)) throw new IssuingRuns();
      const { count, total } = await this.results.sumProposals(tx);
      if (count === 0 || count !== seen.count || scaled(total) !== scaled(seen.total)) throw new DryRunChanged();
      const at = this.clock.now();
      const run = { id: uuidv7(), requestedBy: adminId, requestedAt: at, throughAt: new Date(lastMidnight(at.getTime())) };
      await this.runs.insert(tx, { ...run, invoiceCount: count, total });
      await this.audit.record(tx, {
        action: 'fund.order-invoices',
        actorId: adminId,
        actorRole: role,
        targetType: 'fund invoice run',
        targetId: run.id,
        detail: { count, total, through: run.throughAt.toISOString() },
      });
      await this.outbox.add(tx, { kind: ISSUE_INVOICES, dedupeKey: `${ISSUE_INVOICES}:${run.id}`, payload: { v: 1 } });
    });
  }

  /** Queues what an order has not issued yet, or finishes the order. Safe to call at any time. */
  async resume(): Promise<void> {
    const em = this.em.fork();
    const run = await this.runs.findOpen(em);
    if (!run) return;
    let after: string | null = null;
    let isDone = true;
    for (;;) {
      const mandateIds = await this.results.findMandatesToInvoice(em, { after, through: run.throughAt, limit: BATCH });
      if (mandateIds.length === 0) break;
      isDone = false;
      await this.queue.enqueueAll(
        issueFund,
        mandateIds.map((mandateId) => ({
          payload: { v: 1 as const, runId: run.id, mandateId },
          options: queuedOnce(`fund-issue-${run.id}-${mandateId}`, this.clock.now()),
        })),
      );
      after = mandateIds.at(-1)!;
    }
    if (isDone) await this.runs.finish(em, run.id, this.clock.now());
  }

  /** Issues the invoices of one mandate that an order includes. A second call issues nothing. */
  async issueFor(runId: string, mandateId: string): Promise<void> {
    const isIssued = await this.em.fork().transactional(async (tx) => {
      const run = await this.runs.find(tx, runId);
      const mandate = run?.finishedAt === null ? await this.mandates.lock(tx, mandateId) : null;
      if (!run || !mandate || !isRunning(mandate)) return false;
      const { invoices } = await this.computing.answerIn(tx, mandate);
      const open = firstOpenPeriods(run.throughAt);
      const due = invoices.filter((one) => !one.issued && scaled(one.amount) > 0n && one.period < open[one.kind]);
      await this.issue(tx, mandate, invoices, due, run);
      return due.length > 0;
    });
    // Afterwards, because other mandates wait for the next number while the transaction is open.
    if (isIssued) await this.computing.compute(mandateId);
  }

  private async issue(tx: EntityManager, mandate: RunningMandate, all: readonly Proposal[], due: readonly Proposal[], run: InvoiceRun) {
    const by = { actorId: run.requestedBy, actorRole: run.requestedBy === null ? null : ('admin' as const) };
    const hasCredit = (await this.invoices.creditOf(tx, mandate.userId)) > 0n;
    const issued = await this.invoices.issueAll(
      tx,
      due.map((proposal) => ({
        userId: mandate.userId,
        kind: `${proposal.kind}_fee`,
        lines: [{ formula: `fund-${proposal.kind}`, version: 1, inputs: inputsOf(proposal, all, mandate) }],
        by,
        notify: true,
      })),
    );
    const fees = due.map(({ kind, period, amount }, index) => ({ kind, period, amount, invoiceId: issued[index]!.id }));
    await this.mandates.addIssued(tx, mandate.id, fees);
    if (hasCredit) for (const invoice of issued) await this.invoices.useCredit(tx, invoice, by);
  }
}

/** The inputs of a fee's line: what was accrued up to its period, less what was invoiced before. */
function inputsOf(proposal: Proposal, all: readonly Proposal[], { id, termsVersion }: RunningMandate) {
  const same = all.filter(({ kind }) => kind === proposal.kind);
  const before = same.slice(0, same.indexOf(proposal));
  return {
    period: proposal.period,
    accrued: sumOf([...before, proposal].map(({ exact }) => exact)),
    invoiced: sumOf(before.map(({ amount }) => amount)),
    mandate: id,
    terms: termsVersion,
  };
}

const sumOf = (amounts: readonly string[]): string => toDecimal(amounts.reduce((sum, amount) => sum + scaled(amount), 0n));
