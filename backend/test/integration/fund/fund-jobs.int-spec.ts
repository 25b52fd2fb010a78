import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../../src/platform/domain/index.js';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { ComputeDueFundsHandler } from '../../../src/money/fund/compute-due-funds.handler.js';
import { ComputeFundHandler } from '../../../src/money/fund/compute-fund.handler.js';
import { computeDueFunds, computeFund, issueDueFunds, issueFund } from '../../../src/money/fund/fund.jobs.js';
import { FundDueHandler } from '../../../src/money/fund/fund-due.handler.js';
import { FeeProposalRepository } from '../../../src/money/fund/fee-proposal.repository.js';
import { InvoiceRunRepository } from '../../../src/money/fund/invoice-run.repository.js';
import { IssueDueFundsHandler } from '../../../src/money/fund/issue-due-funds.handler.js';
import { IssueFundHandler } from '../../../src/money/fund/issue-fund.handler.js';
import { eventually } from '../../e2e/support/eventually.js';
import { mustBe, post } from '../payments/paying.js';
import { FundWorld, type FundClient } from './fund-world.js';

type Started = FundClient & { mandateId: string };

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());
/** Earlier clients are out of the way: nothing of theirs is due. */
beforeEach(async () => {
  await world.rows('delete from fund_redemptions');
  await world.rows('delete from fund_mandates where opening_equity is null');
  await world.rows(`update fund_mandates set state = 'ended', ended_at = starts_at`);
});

const part = <T>(of: abstract new (...args: never[]) => T): T => world.api.app.get(of as never, { strict: false });
const LOCK_WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const working = { attempt: 1, signal: new AbortController().signal };

/** What is queued from now on, instead of in the queue. */
function queued() {
  const jobs = jest.spyOn(part(JobQueue), 'enqueueAll').mockResolvedValue(undefined);
  return (job: { name: string }) => jobs.mock.calls.filter(([of]) => of.name === job.name).flatMap(([, entries]) => entries as unknown[]);
}
const computeDue = (signal = working.signal) =>
  new ComputeDueFundsHandler(world.api.em() as never, world.mandates, world.computing, part(JobQueue), part(Clock)).handle(
    { v: 1 },
    { attempt: 1, signal },
  );
const issueDue = (runId: string) =>
  new IssueDueFundsHandler(
    world.api.em() as never,
    part(InvoiceRunRepository),
    part(FeeProposalRepository),
    world.invoicing,
    part(JobQueue),
    part(Clock),
  ).handle({ runId }, working);
const issueAlone = (runId: string, { mandateId }: Started) => new IssueFundHandler(world.invoicing).handle({ runId, mandateId });
const due = () => new FundDueHandler(world.api.em() as never, world.mandates, world.invoicing, part(JobQueue), part(Clock)).handle();

/** Clients who start with the year, whose January is stored, on 1 February. */
async function januaries(count: number): Promise<Started[]> {
  const clients: Started[] = [];
  for (let n = 0; n < count; n++) {
    const client = await world.started('2026-01-01T00:00:00Z', '36500');
    await world.days(client, FundWorld.values('2026-01-01', Array<string>(31).fill('36500')), { computedAt: '2026-02-01T08:00:00Z' });
    clients.push(client);
  }
  world.setTime('2026-02-01T09:00:00Z');
  return clients;
}
const computed = async (clients: readonly Started[]) =>
  (
    await world.rows<{ id: string }>(
      `select mandate_id as id from fund_results where until_at = '2026-02-01' and mandate_id = any(?::uuid[])`,
      [`{${clients.map(({ mandateId }) => mandateId).join(',')}}`],
    )
  ).map(({ id }) => id);
const idsOf = (clients: readonly Started[]) => clients.map(({ mandateId }) => mandateId).toSorted();

/** A request to leave before the mandate began, which the engine of fees refuses. */
const spoil = ({ mandateId }: Started) =>
  world.rows(`insert into fund_redemptions (id, mandate_id, requested_at) values (gen_random_uuid(), ?, '2025-06-01')`, [mandateId]);

describe('mandates that are due', () => {
  it('are computed together, by as many jobs as have enough to do', async () => {
    const clients = await januaries(3);
    const jobs = queued();
    await due();
    expect(jobs(computeDueFunds)).toMatchObject([{ payload: { v: 1 } }]);
    await Promise.all([computeDue(), computeDue()]);
    expect((await computed(clients)).toSorted()).toEqual(idsOf(clients));
    expect(jobs(computeFund)).toEqual([]);
    const starts = await world.rows(`select 1 from audit_events where action = 'fund.start' and target_id = any(?::text[])`, [
      `{${idsOf(clients).join(',')}}`,
    ]);
    expect(starts).toHaveLength(3);
    await due();
    expect(jobs(computeDueFunds)).toHaveLength(1);
  });

  it('hold no other up if one cannot be computed', async () => {
    const [broken, ...others] = await januaries(3);
    await spoil(broken!);
    const jobs = queued();
    await computeDue();
    const alone = jobs(computeFund) as { payload: { mandateId: string } }[];
    expect(
      alone
        .map(({ payload }) => payload.mandateId)
        .slice(0, 3)
        .toSorted(),
    ).toEqual(idsOf([broken!, ...others]));
    const handler = new ComputeFundHandler(world.computing);
    for (const { mandateId } of others) await handler.handle({ mandateId });
    await expect(handler.handle(broken!)).rejects.toThrow();
    expect((await computed([broken!, ...others])).toSorted()).toEqual(idsOf(others));
  });

  it('are left for later while another transaction holds their member', async () => {
    const [held, free] = await januaries(2);
    queued();
    await world.api.em().transactional(async (tx) => {
      await tx.execute('select 1 from users where id = ? for update', [held!.userId]);
      await computeDue();
      expect(await computed([held!, free!])).toEqual([free!.mandateId]);
    });
    await computeDue();
    expect(await computed([held!])).toEqual([held!.mandateId]);
  });

  it('wait when the worker shuts down', async () => {
    const clients = await januaries(1);
    await expect(computeDue(AbortSignal.abort())).rejects.toThrow();
    expect(await computed(clients)).toEqual([]);
  });
});

describe('an order', () => {
  const issuedOf = async (clients: readonly Started[]) =>
    (
      await world.rows<{ id: string }>('select mandate_id as id from fund_invoices where mandate_id = any(?::uuid[])', [
        `{${idsOf(clients).join(',')}}`,
      ])
    ).map(({ id }) => id);

  async function ordered(): Promise<string> {
    const { count, total } = await world.dryRun();
    await mustBe(202, post(world.api, '/admin/fund-invoices', { count, total }, world.admin));
    return (await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'fund' and finished_at is null`))[0]!.id;
  }
  const runIsOpen = async (id: string) =>
    (await world.rows('select 1 from invoice_runs where id = ? and finished_at is null', [id])).length === 1;

  it('is issued by several jobs, each invoice once with a number of its own, and finishes', async () => {
    const clients = await januaries(4);
    const jobs = queued();
    await computeDue();
    const runId = await ordered();
    await world.invoicing.resume();
    expect(jobs(issueDueFunds)).toMatchObject([{ payload: { v: 1, runId } }]);
    await Promise.all([issueDue(runId), issueDue(runId), issueDue(runId)]);
    await issueDue(runId);
    expect((await issuedOf(clients)).toSorted()).toEqual(idsOf(clients));
    expect(await runIsOpen(runId)).toBe(false);
    // A job passes on what another one holds at that moment: nothing is left to issue.
    for (const client of clients) await issueAlone(runId, client);
    expect(await issuedOf(clients)).toHaveLength(clients.length);
    const gaps = await world.rows(
      `select number from (select number, right(number, 6)::int - row_number() over (order by number) as apart from invoices
         where issued_at >= '2026-01-01') n group by number, apart having apart <> 0`,
    );
    expect(gaps).toEqual([]);
  });

  it('waits for a member whom another transaction holds, and finishes without the job of the next minute', async () => {
    const [held, free] = await januaries(2);
    const jobs = queued();
    await computeDue();
    const runId = await ordered();
    let waiting!: Promise<void>;
    await world.api.em().transactional(async (tx) => {
      await tx.execute('select 1 from users where id = ? for update', [held!.userId]);
      await issueDue(runId);
      expect(await issuedOf([held!, free!])).toEqual([free!.mandateId]);
      expect(jobs(issueFund)).toMatchObject([{ payload: { v: 1, runId, mandateId: held!.mandateId } }]);
      waiting = issueAlone(runId, held!);
      await eventually(async () => expect(await world.rows(LOCK_WAITS)).not.toEqual([]));
    });
    await waiting;
    expect((await issuedOf([held!, free!])).toSorted()).toEqual(idsOf([held!, free!]));
    expect(await runIsOpen(runId)).toBe(false);
    await issueAlone(runId, held!);
    expect(await issuedOf([held!])).toHaveLength(1);
  });

  it('stores the figures that follow from its invoices with them', async () => {
    const [client] = await januaries(1);
    queued();
    await computeDue();
    const runId = await ordered();
    await issueDue(runId);
    const [{ invoices } = { invoices: [] }] = await world.rows<{ invoices: { period: string; issued: boolean }[] }>(
      `select answer -> 'invoices' as invoices from fund_results where mandate_id = ?`,
      [client!.mandateId],
    );
    expect(invoices.filter(({ issued }) => issued).map(({ period }) => period)).toEqual(['2026-01']);
    expect(await world.rows('select 1 from fund_proposals where mandate_id = ?', [client!.mandateId])).toEqual([]);
    const stored = (await world.mine(client!)).figures!;
    await world.computing.compute([client!.mandateId]);
    expect((await world.mine(client!)).figures).toEqual({ ...stored, computedAt: expect.anything() });
    expect((await world.dryRun()).count).toBe(0);
  });

  it('goes on to the others where one mandate cannot be computed any more', async () => {
    const [broken, other] = await januaries(2);
    const jobs = queued();
    await computeDue();
    const runId = await ordered();
    await spoil(broken!);
    await issueDue(runId);
    const alone = jobs(issueFund) as { payload: { mandateId: string } }[];
    expect(new Set(alone.map(({ payload }) => payload.mandateId))).toEqual(new Set(idsOf([broken!, other!])));
    await issueAlone(runId, other!);
    await expect(issueAlone(runId, broken!)).rejects.toThrow();
    expect(await issuedOf([broken!, other!])).toEqual([other!.mandateId]);
    expect(await runIsOpen(runId)).toBe(true);
    await world.rows('update invoice_runs set finished_at = now() where id = ?', [runId]);
  });
});
