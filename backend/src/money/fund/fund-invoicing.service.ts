import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { scaled, sumDecimals } from '../../platform/domain/scaled.js';
import { JobQueue } from '../../platform/queue/index.js';
import type { FundAnswer } from '../fund-fees/index.js';
import { InvoiceOrders, InvoicesService, type DryRunSum } from '../invoices/index.js';
import { firstOpenPeriods } from './ended-periods.rules.js';
import { answerTo, withIssued } from './carried-credits.rules.js';
import { FeeProposalRepository } from './fee-proposal.repository.js';
import { FundComputingService, type ComputedMandate } from './fund-computing.service.js';
import { issueDueFunds, MANY, sharedJobs } from './fund.jobs.js';
import { InvoiceRunRepository, type InvoiceRun } from './invoice-run.repository.js';
import { isRunning, MandateRepository, type Mandate, type RunningMandate } from './mandate.repository.js';
import type { ActingAdmin } from './mandates.service.js';

/** The outbox message that starts an order. */
export const ISSUE_INVOICES = 'fund.issue-invoices';

type Proposal = FundAnswer['invoices'][number];

/** Invoices the fees of finished periods. An admin sees a dry run and orders it; jobs then issue the invoices, each once. */
@Injectable()
export class FundInvoicingService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly proposals: FeeProposalRepository,
    private readonly runs: InvoiceRunRepository,
    private readonly computing: FundComputingService,
    private readonly invoices: InvoicesService,
    private readonly orders: InvoiceOrders,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Orders every invoice of the dry run. Throws DryRunChanged where `seen` is no longer it, and IssuingRuns (409). */
  order(seen: DryRunSum, by: ActingAdmin): Promise<void> {
    const sum = (tx: EntityManager) => this.proposals.sum(tx);
    const names = { action: 'fund.order-invoices', targetType: 'fund invoice run', message: ISSUE_INVOICES };
    return this.orders.place({ runs: this.runs, ...names, sum }, seen, by);
  }

  /** Queues what an order has not issued yet, or finishes the order. Safe to call at any time. */
  async resume(): Promise<void> {
    const em = this.em.fork();
    const run = await this.runs.findOpen(em);
    if (!run) return;
    const due = await this.proposals.findMandatesToInvoice(em, { after: null, through: run.throughAt, limit: MANY });
    if (due.length === 0) return this.runs.finish(em, run.id, this.clock.now());
    await this.queue.enqueueAll(
      issueDueFunds,
      sharedJobs(`fund-issue-${run.id}`, due.length, this.clock.now()).map((options) => ({ payload: { v: 1, runId: run.id }, options })),
    );
  }

  /**
   * Issues the invoices of mandates that an order includes, in one transaction. A second call issues nothing. Mandates of members whom
   * another transaction has locked are left out: they stay due.
   */
  issue(runId: string, mandateIds: readonly string[]): Promise<void> {
    return this.em.fork().transactional(async (tx) => {
      const run = await this.openRun(tx, runId);
      if (run) await this.issueLocked(tx, run, await this.mandates.lockFree(tx, mandateIds));
    });
  }

  /** As `issue`, for one mandate. Waits for a transaction that has locked its member. */
  issueOne(runId: string, mandateId: string): Promise<void> {
    return this.em.fork().transactional(async (tx) => {
      const mandate = await this.mandates.lock(tx, mandateId);
      const run = await this.openRun(tx, runId);
      if (!mandate || !run) return;
      const due = await this.proposals.findMandatesToInvoice(tx, { after: null, ids: [mandateId], through: run.throughAt, limit: 1 });
      if (due.length > 0) await this.issueLocked(tx, run, [mandate]);
    });
  }

  private async openRun(tx: EntityManager, runId: string): Promise<InvoiceRun | null> {
    const run = await this.runs.find(tx, runId);
    return run?.finishedAt === null ? run : null;
  }

  private async issueLocked(tx: EntityManager, run: InvoiceRun, mandates: readonly Mandate[]): Promise<void> {
    const running = mandates.filter(isRunning);
    if (running.length === 0) return;
    const charged = (await this.computing.answers(tx, running)).map((computed) => ({ ...computed, due: dueIn(computed, run) }));
    await this.charge(
      tx,
      run,
      charged.filter(({ due }) => due.length > 0),
    );
  }

  private async charge(tx: EntityManager, run: InvoiceRun, charged: readonly Charged[]): Promise<void> {
    const by = { actorId: run.requestedBy, actorRole: run.requestedBy === null ? null : ('admin' as const) };
    const credits = await this.invoices.creditsOf(
      tx,
      charged.map(({ mandate }) => mandate.userId),
    );
    const hasCredit = ({ mandate }: Charged) => credits.has(mandate.userId);
    // Before the invoices are issued: others wait for the next number from then on.
    await this.computing.store(tx, charged.filter((one) => !hasCredit(one)).map(onceIssued));
    const fees = charged.flatMap(({ mandate, answer, due }) => due.map((proposal) => ({ mandate, answer, proposal })));
    const issued = await this.invoices.issueAll(
      tx,
      fees.map(({ mandate, answer, proposal }) => ({
        userId: mandate.userId,
        kind: `${proposal.kind}_fee`,
        lines: [{ formula: `fund-${proposal.kind}`, version: 1, inputs: inputsOf(proposal, answer.invoices, mandate) }],
        by,
        notify: true,
      })),
    );
    await this.mandates.addIssued(
      tx,
      fees.map(({ mandate, proposal: { kind, period, amount } }, index) => {
        return { mandateId: mandate.id, kind, period, amount, invoiceId: issued[index]!.id };
      }),
    );
    for (const invoice of issued) if (credits.has(invoice.userId)) await this.invoices.useCredit(tx, invoice, by);
    for (const { mandate } of charged.filter(hasCredit)) await this.computing.computeIn(tx, mandate);
  }
}

type Charged = ComputedMandate & { due: readonly Proposal[] };

/** Returns the fees that an order invoices: above zero, of periods that had ended. */
function dueIn({ answer }: ComputedMandate, { throughAt }: InvoiceRun): Proposal[] {
  const open = firstOpenPeriods(throughAt);
  return answer.invoices.filter((one) => !one.issued && scaled(one.amount) > 0n && one.period < open[one.kind]);
}

/** The figures of a mandate after its fees were invoiced. */
function onceIssued({ due, file: before, ...computed }: Charged): ComputedMandate {
  const file = withIssued(
    before,
    due.map(({ kind, period, amount }) => ({ kind, period, amount })),
  );
  return { ...computed, file, answer: answerTo(file) };
}

/** The inputs of a fee's line: what was accrued up to its period, less what was invoiced before. */
function inputsOf(proposal: Proposal, all: readonly Proposal[], { id, termsVersion }: RunningMandate) {
  const same = all.filter(({ kind }) => kind === proposal.kind);
  const before = same.slice(0, same.indexOf(proposal));
  return {
    period: proposal.period,
    accrued: sumDecimals([...before, proposal].map(({ exact }) => exact)),
    invoiced: sumDecimals(before.map(({ amount }) => amount)),
    mandate: id,
    terms: termsVersion,
  };
}
