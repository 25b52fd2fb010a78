import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accounts, LedgerService } from '../../../src/money/ledger/index.js';
import { InvoicesService, InvoiceVerifierService } from '../../../src/money/invoices/index.js';
import type { FundDryRunWire, MyInvoiceDetailWire } from '../../../src/platform/wire/index.js';
import { scaled } from '../../../src/platform/domain/scaled.js';
import { askAtOnce } from '../../support/crowd.js';
import { pdfTexts } from '../../support/pdf-text.js';
import { signedInTeam } from '../../support/people.js';
import { get, lettersTo, mustBe, post } from '../payments/paying.js';
import { FundWorld, type FundClient } from './fund-world.js';

let world: FundWorld;
beforeAll(async () => {
  world = await FundWorld.start();
});
afterAll(() => world.stop());
afterEach(() => void jest.restoreAllMocks());
/** Earlier clients are out of the way: nothing of theirs is proposed. */
beforeEach(() => world.rows(`with gone as (delete from fund_proposals) delete from fund_results`));

type Started = FundClient & { mandateId: string };

/** A client who starts with the year, flat, computed on 1 February. */
async function january(equity = '36500'): Promise<Started> {
  const client = await world.started('2026-01-01T00:00:00Z', equity);
  await world.days(client, FundWorld.values('2026-01-01', Array<string>(31).fill(equity)), { computedAt: '2026-02-01T08:00:00Z' });
  world.setTime('2026-02-01T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  return client;
}
const order = (body: object, who = world.admin) => post(world.api, '/admin/fund-invoices', body, who);
const seen = ({ count, total }: FundDryRunWire) => ({ count, total });
/** Carries out what is ordered, as the jobs do. */
async function issueAll(): Promise<void> {
  const [run] = await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'fund' and finished_at is null`);
  const mandates = await world.rows<{ id: string }>(`select id from fund_mandates where state in ('active', 'ended')`);
  await world.invoicing.issue(
    run!.id,
    mandates.map(({ id }) => id),
  );
  await world.invoicing.resume();
}
const issued = async (client: Started) =>
  world.rows<{ kind: string; period: string; amount: string; invoice_id: string | null; total: string | null }>(
    `select f.kind, f.period, trim_scale(f.amount)::text as amount, f.invoice_id, trim_scale(i.total)::text as total
     from fund_invoices f left join invoices i on i.id = f.invoice_id where f.mandate_id = ? order by f.period, f.kind`,
    [client.mandateId],
  );

describe('a dry run', () => {
  it('shows the fees of finished months, and is ordered as it was seen', async () => {
    const client = await january();
    const dry = await world.dryRun();
    expect(dry).toMatchObject({
      count: 1,
      total: '77.42',
      clients: 1,
      rows: [{ mandateId: client.mandateId, kind: 'management', period: '2026-01', amount: '77.42', waitingDays: 0 }],
    });
    const other = await january();
    expect((await order(seen(dry))).statusCode).toBe(409);
    expect((await order({ count: 2, total: '154.85' })).statusCode).toBe(409);
    expect((await order({ count: 0, total: '0.00' })).statusCode).toBe(400);
    await mustBe(202, order(seen(await world.dryRun())));
    const again = await order(seen(await world.dryRun()));
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      'Invoices are being issued at the moment. Wait until that is done',
    ]);
    await issueAll();
    for (const one of [client, other])
      expect(await issued(one)).toMatchObject([{ kind: 'management', period: '2026-01', amount: '77.42', total: '77.42' }]);
    expect(await world.dryRun()).toMatchObject({
      count: 0,
      total: '0.00',
      rows: [],
      lastOrder: { count: 2, total: '154.84', finishedAt: expect.any(String) },
    });
  });

  it('follows corrections of days: a fee changes, and is gone while its days are in doubt', async () => {
    const client = await january();
    const correct = async (equity: string, flags: string[] = []) => {
      const days = FundWorld.values('2026-01-01', Array<string>(31).fill(equity));
      await world.days(client, days, { computedAt: '2026-02-01T08:30:00Z', flags });
      await world.computing.compute([client.mandateId]);
      return world.dryRun();
    };
    const higher = await correct('40000');
    expect(higher).toMatchObject({ count: 1, rows: [{ kind: 'management', amount: higher.total }] });
    expect(Number(higher.total)).toBeGreaterThan(77.42);
    expect(await correct('40000', ['estimated'])).toMatchObject({ count: 0, total: '0.00', rows: [] });
    expect(await correct('36500')).toMatchObject({ count: 1, total: '77.42' });
  });

  it('is ordered by people who may', async () => {
    await january();
    const dry = seen(await world.dryRun());
    const auditor = await signedInTeam(world.api, 'auditor');
    expect((await get(world.api, '/admin/fund-invoices', auditor)).statusCode).toBe(200);
    expect((await order(dry, auditor)).statusCode).toBe(403);
    await mustBe(202, order(dry));
    await issueAll();
  });

  it('is ordered once, of a crowd too', async () => {
    await january();
    const dry = seen(await world.dryRun());
    const answers = await askAtOnce(Array.from({ length: 5 }, () => () => order(dry)));
    expect(answers.map((all) => all.at(-1)!.statusCode).toSorted()).toEqual([202, 409, 409, 409, 409]);
    const [run] = await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'fund' and finished_at is null`);
    const messages = await world.rows(`select 1 from outbox where kind = 'fund.issue-invoices' and dedupe_key like ?`, [`%${run!.id}`]);
    expect(messages).toHaveLength(1);
    await issueAll();
  });
});

describe('an invoice', () => {
  it('is issued once, however often and from however many workers its job runs', async () => {
    const client = await january();
    await mustBe(202, order(seen(await world.dryRun())));
    const [run] = await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'fund' and finished_at is null`);
    await Promise.all(Array.from({ length: 8 }, () => world.invoicing.issue(run!.id, [client.mandateId])));
    await world.invoicing.issue(run!.id, [client.mandateId]);
    await world.invoicing.resume();
    expect(await issued(client)).toHaveLength(1);
    expect(await world.rows('select 1 from invoices where user_id = ?', [client.userId])).toHaveLength(1);
  });

  it('carries its calculation, which the verifier makes anew', async () => {
    const client = await january();
    await mustBe(202, order(seen(await world.dryRun())));
    await issueAll();
    const id = (await issued(client))[0]!.invoice_id!;
    const detail = (await get(world.api, `/me/invoices/${id}`, client)).json<{ data: MyInvoiceDetailWire }>().data;
    const { managementFees } = (await world.mine(client)).figures!;
    expect(detail).toMatchObject({
      kind: 'management_fee',
      period: '2026-01',
      total: '77.42',
      lines: [
        {
          calculation: {
            formula: 'fund-management',
            version: 1,
            inputs: { period: '2026-01', accrued: managementFees, invoiced: '0', mandate: client.mandateId, terms: '2026-12' },
            result: '77.42',
          },
        },
      ],
    });
    const pdf = await get(world.api, `/me/invoices/${id}/pdf`, client);
    expect(pdfTexts(pdf.rawPayload)).toContain('Management fee of the fund, 2026-01');
    expect((await world.api.app.get(InvoiceVerifierService, { strict: false }).verify()).faults).toEqual([]);
    for (const file of ['/me/fund/case', `/me/fund/invoices/${id}/case`])
      expect((await world.answerToFile(client, file)).invoices).toMatchObject([{ period: '2026-01', amount: '77.42', issued: true }]);
    expect((await get(world.api, `/me/fund/invoices/${id}/case`, await january())).statusCode).toBe(404);
  });

  it('that was issued is not voided', async () => {
    const client = await january();
    await mustBe(202, order(seen(await world.dryRun())));
    await issueAll();
    const id = (await issued(client))[0]!.invoice_id!;
    const refused = await post(world.api, `/admin/invoices/${id}/void`, { reason: 'A mistake' }, world.admin);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'An invoice of fund fees or of the club’s share is not voided. If it turns out to be wrong, the next invoice corrects it',
    ]);
    expect((await get(world.api, `/admin/invoices/${id}`, world.admin)).json()).toMatchObject({ status: 'issued', may: [] });
  });

  it('that is paid lowers what is owed', async () => {
    const client = await january();
    await mustBe(202, order(seen(await world.dryRun())));
    await issueAll();
    const invoiceId = (await issued(client))[0]!.invoice_id!;
    const before = (await world.mine(client)).figures!;
    const payment = {
      invoiceId,
      amount: scaled('77.42'),
      from: accounts.manualClearing,
      key: `test:${invoiceId}`,
      by: { actorId: null, actorRole: null },
    };
    await world.api.em().transactional((tx) => world.api.app.get(InvoicesService, { strict: false }).settle(tx as never, payment));
    world.setTime('2026-02-02T09:00:00Z');
    await world.days(client, { '2026-02-01': '36500' }, { computedAt: '2026-02-02T08:00:00Z' });
    expect(await world.mandates.findDue(world.api.em(), { before: new Date('2026-02-02T00:00:00Z'), after: null, limit: 100 })).toContain(
      client.mandateId,
    );
    await world.computing.compute([client.mandateId]);
    const after = (await world.mine(client)).figures!;
    expect(after.total).toMatchObject({ feesPaid: '77.42' });
    expect(scaled(after.owed)).toBe(scaled(before.owed) + scaled(after.managementFees) - scaled(before.managementFees) - scaled('77.42'));
  });

  it('of too much is not changed: the next is lower, and a month that would be a credit charges nothing', async () => {
    const client = await january();
    await mustBe(202, order(seen(await world.dryRun())));
    await issueAll();
    // The account turns out to have been worth a tenth of it, for which no day's value was certain at the time.
    const tenth = Array<string>(31).fill('3650');
    await world.days(client, FundWorld.values('2026-01-01', tenth), { computedAt: '2026-02-20T08:00:00Z' });
    await world.days(client, FundWorld.values('2026-02-01', tenth.slice(3)), { computedAt: '2026-03-01T08:00:00Z' });
    await world.days(client, FundWorld.values('2026-03-01', Array<string>(31).fill('365000')), { computedAt: '2026-04-01T08:00:00Z' });
    world.setTime('2026-04-01T09:00:00Z');
    await world.computing.compute([client.mandateId]);
    expect(await issued(client)).toMatchObject([
      { period: '2026-01', amount: '77.42' },
      { period: '2026-02', amount: '0', invoice_id: null },
    ]);
    const { managementFees } = (await world.mine(client)).figures!;
    const dry = await world.dryRun();
    expect(dry.rows.filter(({ kind }) => kind === 'management')).toMatchObject([{ period: '2026-03' }]);
    await mustBe(202, order(seen(dry)));
    await issueAll();
    const all = (await issued(client)).filter(({ kind }) => kind === 'management');
    const sum = all.reduce((total, { amount }) => total + Number(amount), 0);
    expect(sum.toFixed(2)).toBe(Number(managementFees).toFixed(2));
  });
});

it('a year crystallises on 31 December: the profit above the mark, once', async () => {
  const client = await world.started('2025-01-01T00:00:00Z', '10000');
  const path = Array.from({ length: 366 }, (_, n) => String(10_000 + Math.min(n, 364) * 10));
  await world.days(client, FundWorld.values('2025-01-01', path), { computedAt: '2026-01-02T08:00:00Z' });
  world.setTime('2026-01-02T09:00:00Z');
  await world.computing.compute([client.mandateId]);
  const dry = await world.dryRun();
  expect(dry.rows.map(({ kind }) => kind)).toEqual([...Array<string>(12).fill('management'), 'performance']);
  await mustBe(202, order(seen(dry)));
  await issueAll();
  const { invoices, crystallisations, now } = await world.answerToFile(client);
  expect(crystallisations).toMatchObject([{ day: '2025-12-31', kind: 'scheduled', state: 'done' }]);
  expect(invoices.every((one) => one.issued || Number(one.amount) === 0)).toBe(true);
  const rows = await issued(client);
  expect(rows.map(({ amount }) => Number(amount)).reduce((a, b) => a + b, 0)).toBeCloseTo(
    Number(now.performanceFees) +
      Number(invoices.filter(({ kind }) => kind === 'management').reduce((sum, { exact }) => sum + Number(exact), 0)),
    1,
  );
  // Thirteen invoices, one letter about them.
  expect([rows.length, await lettersTo(world.api, client, '%-issued')]).toEqual([13, ['fees-issued']]);
  const owed = await world.api.app
    .get(LedgerService, { strict: false })
    .balanceOf(world.api.em(), accounts.receivable(client.userId), 'USD');
  expect(owed).toBe(rows.reduce((sum, { amount }) => sum + scaled(amount), 0n));
});
