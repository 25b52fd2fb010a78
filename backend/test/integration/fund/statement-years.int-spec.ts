import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FundResultRepository } from '../../../src/money/fund/fund-result.repository.js';
import { StatementVerifierService } from '../../../src/money/fund/index.js';
import { InvoicesService, InvoiceVerifierService } from '../../../src/money/invoices/index.js';
import { accounts } from '../../../src/money/ledger/index.js';
import { centsToText, toCents } from '../../../src/platform/domain/cents.rules.js';
import { scaled, toDecimal } from '../../../src/platform/domain/scaled.js';
import type { FundBookWire } from '../../../src/platform/wire/index.js';
import { get, mustBe, post } from '../payments/paying.js';
import { AccountHistory, MONTHS, START } from './account-history.js';
import { FundWorld, type FundClient } from './fund-world.js';

type Started = FundClient & { mandateId: string };
interface Client extends Started {
  history: AccountHistory;
  /** What was paid towards each invoice, by its id. */
  paid: Map<string, bigint>;
}

const CLIENTS = 12;
const OPENING = 25_000;

let world: FundWorld;
let clients: Client[];
beforeAll(async () => {
  world = await FundWorld.start();
  clients = [];
  for (let n = 0; n < CLIENTS; n++) {
    const client = await world.started(`${START}T00:00:00Z`, String(OPENING));
    clients.push({ ...client, history: new AccountHistory(n + 1, OPENING), paid: new Map() });
  }
}, 120_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await world.stop();
});

const part = <T>(of: abstract new (...args: never[]) => T): T => world.api.app.get(of as never, { strict: false });
const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + scaled(amount), 0n);
const cents = (amount: bigint) => centsToText(toCents(amount));
const resultOf = async ({ mandateId }: Client) => (await part(FundResultRepository).find(world.api.em(), mandateId))!;

/** Stores what the worker knows of each account on the second of the month after `month`, and computes the fees. */
async function compute(month: number): Promise<void> {
  const now = AccountHistory.secondOf(month + 1);
  world.setTime(`${now}T09:00:00Z`);
  for (const client of clients) {
    const { days, doubtful, flows, isSynced } = client.history.knownAfter(month);
    await world.rows('delete from portfolio_flows where account_id = ?', [client.accountId]);
    for (const { at, value } of flows) await world.flow(client, at, value);
    if (!isSynced) continue;
    const computedAt = `${now}T08:00:00Z`;
    await world.days(client, days, { computedAt });
    await world.days(client, doubtful, { computedAt, flags: ['unreconciled'] });
  }
  await world.computing.compute(clients.map(({ mandateId }) => mandateId));
}

/** Issues what the dry run proposes, and pays a part of the open invoices: whole ones, and halves. */
async function invoiceAndPay(month: number): Promise<void> {
  const { count, total } = await world.dryRun();
  if (count > 0) {
    await mustBe(202, post(world.api, '/admin/fund-invoices', { count, total }, world.admin));
    const [run] = await world.rows<{ id: string }>(`select id from invoice_runs where kind = 'fund' and finished_at is null`);
    await world.invoicing.issue(
      run!.id,
      clients.map(({ mandateId }) => mandateId),
    );
    await world.invoicing.resume();
  }
  for (const client of clients) {
    const open = await world.rows<{ id: string; total: string }>(
      `select i.id, i.total::text as total from invoices i join fund_invoices f on f.invoice_id = i.id
       where f.mandate_id = ? and i.status in ('issued', 'partially_paid', 'overdue') order by i.number`,
      [client.mandateId],
    );
    for (const [n, { id, total }] of open.entries()) {
      const left = scaled(total) - (client.paid.get(id) ?? 0n);
      const amount = scaled(cents((client.history.share(month * 100 + n) * left) / 2n));
      if (amount > 0n) await pay(client, id, amount);
    }
  }
}
async function pay({ paid }: Client, invoiceId: string, amount: bigint): Promise<void> {
  const before = paid.get(invoiceId) ?? 0n;
  const key = `test:${invoiceId}:${before}`;
  const payment = { invoiceId, amount, from: accounts.manualClearing, key, by: { actorId: null, actorRole: null } };
  await world.api.em().transactional((tx) => part(InvoicesService).settle(tx as never, payment));
  paid.set(invoiceId, before + amount);
}
const paidBy = ({ paid }: Client) => [...paid.values()].reduce((all, amount) => all + amount, 0n);

/** Every statement of a client leads from its opening to its closing value, and from the statement before to the one after. */
async function expectIdentity(client: Client): Promise<void> {
  const { answer } = await resultOf(client);
  for (const one of [...answer.statements, answer.total]) {
    expect(sum([one.opening, one.deposits, one.tradingResult]) - sum([one.withdrawals, one.feesPaidFromAccount])).toBe(scaled(one.closing));
    expect(sum([one.owedOpening, one.managementFee, one.performanceFee]) - scaled(one.feesPaid)).toBe(scaled(one.owedClosing));
    expect(scaled(one.closing) - scaled(one.owedClosing)).toBe(scaled(one.netClosing));
  }
  for (const [n, { to, closing, owedClosing }] of answer.statements.slice(0, -1).entries())
    expect(answer.statements[n + 1]).toMatchObject({ from: to, opening: closing, owedOpening: owedClosing });
}

describe('statements of two years', () => {
  it('lead from month to month to the cent, whatever the accounts went through', async () => {
    for (let month = 0; month < MONTHS; month++) {
      await compute(month);
      for (const client of clients) await expectIdentity(client);
      expect((await part(StatementVerifierService).verify()).faults).toEqual([]);
      await invoiceAndPay(month);
    }
    const seen = clients.map(({ history }) => history.seen);
    for (const name of ['deposits', 'withdrawals', 'gaps', 'deadKeys', 'corrections', 'unknownFlows'] as const)
      expect([name, seen.reduce((all, one) => all + one[name], 0) >= 5]).toEqual([name, true]);
  }, 600_000);

  it('are, once everything is known, what the accounts were worth and what moved in and out', async () => {
    await compute(MONTHS);
    for (const client of clients) {
      const { history } = client;
      const { statements, total } = (await resultOf(client)).answer;
      const years = statements.slice(0, MONTHS);
      expect(years.map(({ from }) => from.slice(0, 7))).toEqual(Array.from({ length: MONTHS }, (_, month) => history.nameOf(month)));
      expect(years.map(({ closing, deposits, withdrawals }) => ({ closing, deposits, withdrawals }))).toEqual(
        years.map((_, month) => history.truthOf(month)),
      );
      expect([client.userId, total.feesPaid]).toEqual([client.userId, cents(paidBy(client))]);
    }
  });

  it('add up to the book of clients and to the ledger', async () => {
    const totals = await Promise.all(clients.map(resultOf));
    const book = (await get(world.api, '/admin/fund-book', world.admin)).json<{ data: FundBookWire }>().data;
    expect(book).toMatchObject({ clients: CLIENTS, withWaitingDays: 0 });
    expect(scaled(book.equity)).toBe(sum(totals.map(({ equity }) => equity)));
    expect(cents(scaled(book.equity))).toBe(cents(clients.reduce((all, { history }) => all + history.valueAt(MONTHS), 0n)));
    expect(scaled(book.owed)).toBe(sum(totals.map(({ answer }) => answer.now.owed)));
    const [ledger] = await world.rows<{ issued: string; owed: string }>(
      `select (select coalesce(sum(i.total), 0)::text from invoices i join fund_invoices f on f.invoice_id = i.id) as issued,
         (select sum(amount)::text from ledger_postings where account like 'receivable:%' and currency = 'USD') as owed`,
    );
    const paid = clients.reduce((all, client) => all + paidBy(client), 0n);
    expect(scaled(ledger!.issued)).toBeGreaterThan(0n);
    expect(toDecimal(scaled(ledger!.owed))).toBe(toDecimal(scaled(ledger!.issued) - paid));
    expect(await part(StatementVerifierService).verify()).toMatchObject({ mandates: CLIENTS, behind: 0, faults: [] });
    expect((await part(InvoiceVerifierService).verify()).faults).toEqual([]);
  });
});
