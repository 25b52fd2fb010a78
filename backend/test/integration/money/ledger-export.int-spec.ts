import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { chartAccount, isNominal, RETAINED_EARNINGS } from '../../../src/money/accounting/chart-of-accounts.rules.js';
import { LedgerExportService } from '../../../src/money/accounting/index.js';
import { accounts } from '../../../src/money/ledger/index.js';
import { scaled, toDecimal } from '../../../src/platform/domain/scaled.js';
import { amountOf, csvBalances, parseLedgerCsv, type CsvPosting } from '../../support/accounting/ledger-csv.js';
import { parseJournal, unitsOf } from '../../support/accounting/plain-journal.js';
import { call, signedInMember, signedInTeam } from '../../support/people.js';
import { until } from '../../support/until.js';
import { type as typed, variablesOf } from '../cli/command-line.js';
import { get } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';

const system = { actorId: null, actorRole: null };
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

let world: InvoiceWorld;
beforeAll(async () => {
  world = await InvoiceWorld.start();
  await fill();
});
afterAll(() => world.stop());

/** Moves everything that was posted so far to a day, as if it had happened then. */
async function on(day: string): Promise<void> {
  await world.rows('alter table ledger_transactions disable trigger user');
  await world.rows(`update ledger_transactions set at = ?::date + (at - date_trunc('day', at)) where at > now() - interval '1 day'`, [day]);
  await world.rows('alter table ledger_transactions enable trigger user');
}

async function issued(userId: string) {
  return world.inTransaction((tx) =>
    world.invoices.issue(tx, {
      userId,
      kind: 'subscription',
      lines: [{ formula: 'subscription', version: 1, inputs: { fee: '50', membership: 'trade club' } }],
      by: system,
      notify: false,
    }),
  );
}

const paid = (invoiceId: string, usd: string, coins?: string) =>
  world.inTransaction((tx) =>
    world.invoices.settle(tx, {
      invoiceId,
      amount: scaled(usd),
      from: coins === undefined ? accounts.manualClearing : accounts.conversion,
      key: coins === undefined ? `payment:${randomUUID()}` : `chain-transfer:bitcoin:${randomUUID()}:0:0`,
      by: system,
      ...(coins !== undefined && { coins: { account: accounts.bitcoin(BITCOIN), currency: 'BTC', amount: scaled(coins) } }),
    }),
  );

/** Payments by hand, in coins and in part, credit, a reversal, a void invoice, and one that is open over the turn of a month. */
async function fill(): Promise<void> {
  const [ann, ben] = [await signedInMember(world.api), await signedInMember(world.api)];
  const [first, open] = [await issued(ann.userId), await issued(ben.userId)];
  await paid(first.id, '50.000000000000000001', '0.0007786');
  await paid(open.id, '20');
  await on('2026-01-31');
  await paid(open.id, '30.5');
  const second = await issued(ann.userId);
  await paid(second.id, '10');
  await world.inTransaction((tx) => world.invoices.void(tx, second.id, 'A mistake', system));
  const third = await issued(ann.userId);
  await paid(third.id, '50', '0.00077');
  const [booking] = await world.rows<{ id: string }>(`select id from ledger_transactions where reference = ? and kind = 'payment'`, [
    `invoice:${third.id}`,
  ]);
  await world.inTransaction((tx) => world.invoices.unsettle(tx, { invoiceId: third.id, bookingId: booking!.id, by: system }));
  await on('2026-02-14');
  await paid(third.id, '50');
  await on('2026-02-28');
}

const fileOf = async (format: 'csv' | 'journal', from: string, to: string) => {
  const answer = await get(world.api, `/admin/ledger.${format}?from=${from}&to=${to}`, world.admin);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.body;
};
const rowsOf = async (from: string, to: string) => parseLedgerCsv(await fileOf('csv', from, to));
const journalOf = async (from: string, to: string) => parseJournal(await fileOf('journal', from, to));

/** Balances before a day by place in the chart, without zeros: from the ledger itself. */
async function balancesBefore(day: string): Promise<Map<string, bigint>> {
  const rows = await world.rows<{ account: string; currency: string; sum: string }>(
    `select p.account, p.currency, sum(p.amount)::text as sum from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where t.at < ?::date at time zone 'UTC' group by 1, 2 having sum(p.amount) <> 0`,
    [day],
  );
  return new Map(rows.map(({ account, currency, sum }) => [`${chartAccount(account)} ${currency}`, scaled(sum)]));
}

const sorted = (balances: Iterable<[string, bigint]>) =>
  [...balances].filter(([, sum]) => sum !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));

function sums(rows: readonly CsvPosting[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const row of rows) found.set(row.currency, (found.get(row.currency) ?? 0n) + amountOf(row));
  return found;
}

describe('the journal of a period', () => {
  it.each([
    ['everything', '2026-01-01', '2026-12-31', '2027-01-01'],
    ['a month in the middle', '2026-02-01', '2026-02-28', '2026-03-01'],
    ['a day', '2026-02-14', '2026-02-14', '2026-02-15'],
    ['a period without postings', '2026-03-01', '2026-03-31', '2026-04-01'],
    ['the time before all', '2025-01-01', '2025-12-31', '2026-01-01'],
  ])('of %s: opening and movements make the closing of the ledger, in both formats', async (_, from, to, after) => {
    const [rows, journal] = [await rowsOf(from, to), await journalOf(from, to)];
    const [opening, closing] = [await balancesBefore(from), await balancesBefore(after)];
    for (const sum of sums(rows).values()) expect(sum).toBe(0n);
    const retained = new Map<string, bigint>();
    const real: [string, bigint][] = [];
    for (const [key, sum] of opening) {
      const currency = key.split(' ').at(-1)!;
      if (isNominal(key)) retained.set(`${RETAINED_EARNINGS} ${currency}`, (retained.get(`${RETAINED_EARNINGS} ${currency}`) ?? 0n) + sum);
      else real.push([key, sum]);
    }
    expect(sorted(csvBalances(rows.filter(({ kind }) => kind === 'opening')))).toEqual(sorted([...real, ...retained]));
    const expected = sorted([
      ...[...closing].map(([key, sum]): [string, bigint] => [key, isNominal(key) ? sum - (opening.get(key) ?? 0n) : sum]),
      ...[...opening].flatMap(([key, sum]): [string, bigint][] => (isNominal(key) && !closing.has(key) ? [[key, -sum]] : [])),
      ...retained,
    ]);
    expect(sorted(csvBalances(rows))).toEqual(expected);
    expect(sorted(journal.balances)).toEqual(expected);
    const inJournal = journal.transactions
      .filter(({ tags }) => tags['kind'] !== 'closing')
      .flatMap(({ tags, code, description, postings }) =>
        postings.map(({ account, commodity, amount }) => [
          tags['kind'] === 'opening' ? '' : tags['id'],
          tags['kind'],
          code ?? '',
          tags['kind'] === 'opening' ? '' : description,
          account,
          commodity,
          unitsOf(amount),
        ]),
      );
    expect(
      rows.map((row) => [
        row.transaction_id,
        row.kind,
        row.reference,
        row.kind === 'opening' ? '' : row.memo,
        row.account,
        row.currency,
        amountOf(row),
      ]),
    ).toEqual(inJournal);
  });

  it('states the balance of every account that can have one at the end', async () => {
    const { transactions } = await journalOf('2026-02-01', '2026-02-28');
    const closing = transactions.at(-1)!;
    expect([closing.date, closing.description]).toEqual(['2026-02-28', 'Closing balances']);
    const stated = closing.postings.map(({ account, commodity, asserted }): [string, bigint] => [
      `${account} ${commodity}`,
      unitsOf(asserted!),
    ]);
    expect(sorted(stated)).toEqual(sorted([...(await balancesBefore('2026-03-01'))].filter(([key]) => !isNominal(key))));
    expect(stated.some(([, sum]) => sum === 0n)).toBe(true);
  });

  it('has invoices by number, credit notes, reversals with what they reverse, and exact amounts', async () => {
    const rows = await rowsOf('2026-01-01', '2026-02-28');
    const numbers = await world.rows<{ number: string }>('select number from invoices order by number');
    expect([...new Set(rows.map(({ reference }) => reference))].toSorted()).toEqual(numbers.map(({ number }) => number));
    const [note] = await world.rows<{ number: string }>('select number from credit_notes');
    const voided = rows.filter(({ memo }) => memo.startsWith(`Invoice voided by credit note ${note!.number}: reversal of `));
    expect(voided.map(({ account, debit, credit }) => [account.split(':')[0], debit, credit]).toSorted()).toEqual([
      ['assets', '', '50'],
      ['income', '50', ''],
    ]);
    const reversals = rows.filter(({ kind }) => kind === 'reversal');
    for (const { memo } of reversals) expect(rows.some(({ transaction_id: id }) => memo.endsWith(`of ${id}`))).toBe(true);
    expect(
      rows.filter(({ account }) => account === `assets:chain:btc:${BITCOIN}`).map(({ debit, credit }) => debit || `-${credit}`),
    ).toEqual(['0.0007786', '0.00077', '-0.00077']);
    expect(rows.find(({ account, credit }) => account.startsWith('liabilities:credit:') && credit === toDecimal(1n))).toBeDefined();
    const names = await world.rows<{ name: string }>('select name from invoice_recipients');
    for (const format of ['csv', 'journal'] as const)
      for (const { name } of names) expect(await fileOf(format, '2026-01-01', '2026-02-28')).not.toContain(name);
  });

  it('is cut at midnight UTC: each transaction is in one day', async () => {
    await world.rows('alter table ledger_transactions disable trigger user');
    const [last] = await world.rows<{ id: string }>(
      `update ledger_transactions set at = '2026-02-28T23:59:59.999Z'
        where id = (select max(id::text)::uuid from ledger_transactions) returning id`,
    );
    await world.rows('alter table ledger_transactions enable trigger user');
    const days = [await rowsOf('2026-02-28', '2026-02-28'), await rowsOf('2026-03-01', '2026-03-01')];
    expect(days.map((rows) => rows.some(({ transaction_id: id }) => id === last!.id))).toEqual([true, false]);
    expect(days[0]!.find(({ transaction_id: id }) => id === last!.id)!.time_utc).toBe('2026-02-28T23:59:59.999Z');
  });
});

describe('the files', () => {
  it('are named by the period, recorded, and refused without the permission', async () => {
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8; header=present'],
      ['journal', 'text/plain; charset=utf-8'],
    ] as const) {
      const path = `/admin/ledger.${format}?from=2026-02-01&to=2026-02-28`;
      const answer = await get(world.api, path, world.admin);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="tidemark-ledger-2026-02-01-to-2026-02-28-\\d{8}T\\d{6}Z\\.${format}"$`),
      );
      for (const [role, status] of [
        ['auditor', 200],
        ['reviewer', 403],
      ] as const) {
        const { token } = await signedInTeam(world.api, role);
        expect((await call(world.api, 'GET', path, undefined, { token })).statusCode).toBe(status);
      }
      const events = await world.rows<{ detail: object }>(
        `select detail from audit_events where action = 'ledger.export' and actor_id = ? order by at desc, id desc limit 1`,
        [world.admin.userId],
      );
      expect(events).toEqual([{ detail: { from: '2026-02-01', to: '2026-02-28', format } }]);
    }
  });

  it.each([
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-02-01', 'to'],
    ['from=2026-02-01&to=2026-01-31', 'to'],
    ['from=2025-01-01&to=2026-12-31', 'to'],
    ['from=2026-02-01&to=2026-02-01&to=2026-02-02', 'to'],
  ])('are refused for %s, with the field named', async (query, field) => {
    for (const format of ['csv', 'journal']) {
      const answer = await get(world.api, `/admin/ledger.${format}?${query}`, world.admin);
      expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors.map((one) => one.field)]).toEqual([400, [field]]);
    }
  });

  it('are of one moment: what is posted meanwhile is in neither part, and a file that is given up frees its connection', async () => {
    const pool = (await world.api.em().getConnection().getNativeClient()) as unknown as Pool;
    const inUse = () => pool.totalCount - pool.idleCount;
    const before = inUse();
    const exports = world.api.app.get(LedgerExportService, { strict: false });
    const period = { from: '2026-01-01', to: '2026-12-31' };
    const { content } = await exports.forOperator('journal', period);
    const late = await issued((await signedInMember(world.api)).userId);
    await on('2026-02-28');
    let text = '';
    for await (const chunk of content) text += String(chunk);
    expect(parseJournal(text).transactions.some(({ code }) => code === late.number)).toBe(false);
    expect((await journalOf(period.from, period.to)).transactions.some(({ code }) => code === late.number)).toBe(true);
    const unread = await exports.forOperator('csv', period);
    unread.content.destroy();
    await until('the connections', () => Promise.resolve(inUse() === before ? true : null));
  });

  it('are written by the command too, into a new file that nobody else reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-ledger-'));
    try {
      const environment = variablesOf(world.api.config);
      const write = (format: string, file: string, to = '2026-02-28') =>
        typed(['ledger', 'export', '--from', '2026-02-01', '--to', to, '--format', format, '--out', file], { environment });
      for (const format of ['csv', 'journal'] as const) {
        const file = join(folder, `february.${format}`);
        expect(await write(format, file)).toMatchObject({ code: 0, err: '' });
        expect(readFileSync(file, 'utf8')).toBe(await fileOf(format, '2026-02-01', '2026-02-28'));
        expect(statSync(file).mode & 0o777).toBe(0o600);
      }
      const kept = join(folder, 'kept');
      writeFileSync(kept, 'mine');
      expect(await write('csv', kept)).toMatchObject({ code: 1, err: expect.stringContaining('cannot be made: EEXIST') });
      expect(readFileSync(kept, 'utf8')).toBe('mine');
      expect(await write('pdf', join(folder, 'x'))).toMatchObject({ code: 2, err: expect.stringContaining('--format is csv or journal') });
      expect(await write('csv', join(folder, 'x'), '2026-02-30')).toMatchObject({
        code: 1,
        err: expect.stringContaining('to must be a day'),
      });
      expect(
        await world.rows(
          `select actor_id, detail->>'format' as format from audit_events
            where action = 'ledger.export' and actor_id is null and detail->>'from' = '2026-02-01' order by at, id limit 2`,
        ),
      ).toEqual([
        { actor_id: null, format: 'csv' },
        { actor_id: null, format: 'journal' },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
