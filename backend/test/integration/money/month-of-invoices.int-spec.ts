import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { chartAccount, isNominal, RETAINED_EARNINGS } from '../../../src/money/accounting/chart-of-accounts.rules.js';
import { calculate, parseCalculation, seal } from '../../../src/money/invoices/calculation.rules.js';
import { creditNotePdf } from '../../../src/money/invoices/credit-note-pdf.writer.js';
import { InvoiceReaderRepository } from '../../../src/money/invoices/index.js';
import { invoicePdf } from '../../../src/money/invoices/invoice-pdf.writer.js';
import type { InvoiceState } from '../../../src/money/invoices/invoice.repository.js';
import { accounts, incomeKinds, sumsOf } from '../../../src/money/ledger/index.js';
import { scaled } from '../../../src/platform/domain/scaled.js';
import { amountOf, csvBalances, parseLedgerCsv } from '../../support/accounting/ledger-csv.js';
import { parseJournal, unitsOf, type ParsedJournal } from '../../support/accounting/plain-journal.js';
import { get } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';

const [INVOICES, MEMBERS, VOIDED, A_TRANSACTION] = [2000, 400, 400, 50];
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const system = { actorId: null, actorRole: null };
const DAY_MS = 86_400_000;

let world: InvoiceWorld;
const issued: InvoiceState[] = [];
/** SHA-256 of each invoice's PDF as it was when the invoice was issued. */
const pdfs = new Map<string, string>();
/** The same of credit notes, by their invoice's id. */
const notes = new Map<string, string>();

beforeAll(async () => {
  world = await InvoiceWorld.start({ SELLER_ADDRESS: '1 Harbour Street, Valletta', SELLER_TAX_NUMBER: 'MT 1234-5678' });
  const members = await createMembers();
  await inBatches(INVOICES, async (tx, n) => {
    if (n === INVOICES - 1) await world.rows(`update users set language = 'ar' where id = ?`, [memberOf(members, n)]);
    issued.push(await world.invoices.issue(tx, newInvoice(memberOf(members, n), n)));
  });
  for (const { id } of issued) pdfs.set(id, await pdfOf(id));
  await inBatches(INVOICES, (tx, n) => fate(tx, issued[n]!, n));
  for (const { id } of issued.filter((_, n) => isVoided(n))) notes.set(id, await creditNoteOf(id));
  await world.rows(`update users set surname = 'Renamed', language = 'es'`);
  await moveAPartToEarlierMonths();
}, 900_000);
afterAll(() => world.stop());

/** Of both memberships and in two languages. */
async function createMembers(): Promise<string[]> {
  const rows = await world.rows<{ id: string }>(
    `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code, status,
        language)
      select gen_random_uuid(), 'crowd' || n || '@example.com', 'Member ' || n, 'Ann', '+44' || (7000000000 + n), 'Malta', '1990-01-01',
        case when n % 2 = 0 then 'hedge fund' else 'trade club' end, 'x', lpad(n::text, 12, '0'), 'active',
        case when n % 3 = 0 then 'es' else 'en' end from generate_series(1, ?) as n returning id`,
    [MEMBERS + VOIDED],
  );
  return rows.map(({ id }) => id);
}

/** Each invoice that is voided has a member of its own. */
const memberOf = (members: readonly string[], n: number): string =>
  members[isVoided(n) ? MEMBERS + Math.floor(n / 10) * 2 + (n % 10) - 7 : n % MEMBERS]!;

async function inBatches(count: number, work: (tx: EntityManager, n: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += A_TRANSACTION)
    await world.inTransaction(async (tx) => {
      for (let n = first; n < Math.min(count, first + A_TRANSACTION); n++) await work(tx, n);
    });
}

/**
 * Every kind, some with four lines, fees with up to 18 places. A member has one open subscription: their first invoice. Only subscriptions
 * are voided.
 */
function newInvoice(userId: string, n: number) {
  const fee = (line: number) => `${(n * 37 + line * 11) % 900}.${String(n * 1_000_003 + line + 1).padStart(7, '0')}${'7'.repeat(n % 8)}`;
  return {
    userId,
    kind: n < MEMBERS || isVoided(n) ? ('subscription' as const) : incomeKinds[1 + (n % 3)]!,
    lines: Array.from({ length: n % 10 === 9 ? 4 : 1 }, (_, line) => ({
      formula: 'subscription' as const,
      version: 1,
      inputs: { fee: line === 0 && n % 100 === 0 ? '50' : fee(line), membership: n % 2 === 0 ? 'trade club' : 'hedge fund' },
    })),
    by: system,
    notify: n % 10 === 0,
  };
}

/** Paid by hand or in coins, in part, in two parts, beyond the amount; lost again; void before or after a payment. */
async function fate(tx: EntityManager, { id: invoiceId, total }: InvoiceState, n: number): Promise<void> {
  const cents = total / 10n ** 16n;
  const usd = (of: bigint) => of * 10n ** 16n;
  const byHand = (amount: bigint, part = 0) =>
    world.invoices.settle(tx, { invoiceId, amount, from: accounts.manualClearing, key: `payment:${invoiceId}:${part}`, by: system });
  const inCoins = (amount: bigint, part = 0) =>
    world.invoices.settle(tx, {
      invoiceId,
      amount,
      from: accounts.conversion,
      key: `chain-transfer:bitcoin:${createHash('sha256').update(invoiceId).digest('hex')}:${part}:0`,
      by: system,
      coins: { account: accounts.bitcoin(BITCOIN), currency: 'BTC', amount: (amount / 64_218n / 10n ** 10n + 1n) * 10n ** 10n },
    });
  switch (n % 10) {
    case 0:
    case 1:
      return void (await byHand(total));
    case 2:
      return void (await inCoins(total + 1_234_567n));
    case 3:
      return void (await byHand(usd(cents / 2n + 1n)));
    case 4:
      await inCoins(usd(cents / 3n + 1n));
      return void (await byHand(total - usd(cents / 3n + 1n), 1));
    case 5:
      return void (await byHand(total + usd(500n)));
    case 6: {
      await inCoins(total);
      const bookings = await world.ledger.about(tx, `invoice:${invoiceId}`);
      return world.invoices.unsettle(tx, { invoiceId, bookingId: bookings.find(({ kind }) => kind === 'payment')!.id, by: system });
    }
    case 7:
      return void (await world.invoices.void(tx, invoiceId, 'Issued by mistake', system));
    case 8:
      await byHand(usd(cents / 4n + 1n));
      return void (await world.invoices.void(tx, invoiceId, 'Issued by mistake', system));
    default:
      return;
  }
}

/** Returns whether invoice number `n` is voided in the end. */
const isVoided = (n: number) => n % 10 === 7 || n % 10 === 8;

/** A third of the invoices, with everything about them, is from before the period that is exported. */
async function moveAPartToEarlierMonths(): Promise<void> {
  await world.rows('alter table ledger_transactions disable trigger user');
  await world.rows(`update ledger_transactions set at = at - interval '40 days' where hashtext(reference) % 3 = 0`);
  await world.rows('alter table ledger_transactions enable trigger user');
}

const invoiceOf = (id: string) => world.api.app.get(InvoiceReaderRepository, { strict: false }).findDetail(id);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function pdfOf(id: string): Promise<string> {
  return sha256(await invoicePdf((await invoiceOf(id))!));
}

async function creditNoteOf(id: string): Promise<string> {
  const invoice = (await invoiceOf(id))!;
  return sha256(await creditNotePdf(invoice, invoice.creditNote!));
}

const dayOf = (offset: number) => new Date(world.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
/** Across midnight too. */
const period = () => ({ from: dayOf(-2), to: dayOf(1) });
const sorted = (balances: Iterable<readonly [string, bigint]>) =>
  [...balances].filter(([, sum]) => sum !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('a month of 2,000 invoices', () => {
  it('is what its inputs give: every line byte for byte, every number, every posting', async () => {
    expect(issued).toHaveLength(INVOICES);
    const voided = issued.filter((_, n) => isVoided(n)).length;
    const { faults, ...counts } = await world.verify();
    expect(faults).toEqual([]);
    expect(counts).toEqual({ invoices: INVOICES, lines: INVOICES * 1.3, numbers: INVOICES + voided });
    const lines = await world.rows<{ text: string; sha256: string }>('select calculation as text, sha256 from invoice_lines');
    const wrong = lines.filter(({ text, sha256 }) => {
      const { formula, version, inputs } = parseCalculation(text);
      const again = seal(calculate(formula, version, inputs));
      return again.text !== text || again.sha256 !== sha256;
    });
    expect(wrong).toEqual([]);
    const statuses = await world.rows<{ status: string; n: number }>(
      'select status, count(*)::int as n from invoices group by 1 order by 1',
    );
    expect(statuses).toEqual([
      { status: 'issued', n: 400 },
      { status: 'paid', n: 1000 },
      { status: 'partially_paid', n: 200 },
      { status: 'void', n: 400 },
    ]);
  });

  it('has numbers without a gap, in the order of issue', () => {
    const years = [...new Set(issued.map(({ number }) => number.slice(0, 8)))];
    const expected = years.flatMap((year) => {
      const { length } = issued.filter(({ number }) => number.startsWith(year));
      return Array.from({ length }, (_, n) => `${year}${String(n + 1).padStart(6, '0')}`);
    });
    expect(issued.map(({ number }) => number)).toEqual(expected);
  });

  it('has PDFs of the same bytes, whatever was paid, voided and renamed since', async () => {
    expect(pdfs.size).toBe(INVOICES);
    const changed = [];
    for (const [id, first] of pdfs) if ((await pdfOf(id)) !== first) changed.push(id);
    expect(changed).toEqual([]);
  }, 300_000);

  it('has credit notes of the same bytes, whatever was renamed since', async () => {
    expect(notes.size).toBe(INVOICES / 5);
    expect(new Set(notes.values()).size).toBe(notes.size);
    const changed = [];
    for (const [id, first] of notes) if ((await creditNoteOf(id)) !== first) changed.push(id);
    expect(changed).toEqual([]);
  }, 300_000);
});

describe('the export for accountants of that month', () => {
  let rows: ReturnType<typeof parseLedgerCsv>;
  let journal: ParsedJournal;
  beforeAll(async () => {
    const { from, to } = period();
    const file = async (format: string) => (await get(world.api, `/admin/ledger.${format}?from=${from}&to=${to}`, world.admin)).body;
    rows = parseLedgerCsv(await file('csv'));
    journal = parseJournal(await file('journal'));
  }, 60_000);

  it('adds up to the ledger, account by account', async () => {
    const ledger = await world.ledger.balances(world.api.em());
    for (const sum of sumsOf(ledger).values()) expect(sum).toBe(0n);
    const before = await world.rows<{ account: string; currency: string; sum: string }>(
      `select p.account, p.currency, sum(p.amount)::text as sum from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where t.at < ?::date group by 1, 2`,
      [period().from],
    );
    expect(before.length).toBeGreaterThan(MEMBERS / 2);
    const earned = before.filter(({ account }) => isNominal(chartAccount(account)));
    const moved = (account: string, currency: string, amount: bigint) =>
      amount - scaled(earned.find((one) => one.account === account && one.currency === currency)?.sum ?? '0');
    const expected = sorted([
      ...ledger.map(({ account, currency, amount }) => [`${chartAccount(account)} ${currency}`, moved(account, currency, amount)] as const),
      [`${RETAINED_EARNINGS} USD`, earned.reduce((sum, one) => sum + scaled(one.sum), 0n)],
    ]);
    expect(expected.length).toBeGreaterThan(200);
    expect(sorted(csvBalances(rows))).toEqual(expected);
    expect(sorted(journal.balances)).toEqual(expected);
  });

  it('has the same postings in both formats, in the same order', () => {
    const inJournal = journal.transactions
      .filter(({ tags }) => tags['kind'] !== 'closing')
      .flatMap(({ tags, postings }) =>
        postings.map(({ account, commodity, amount }) => `${tags['id'] ?? ''} ${account} ${commodity} ${unitsOf(amount)}`),
      );
    expect(rows.map((row) => `${row.transaction_id} ${row.account} ${row.currency} ${amountOf(row)}`)).toEqual(inJournal);
    expect(inJournal.length).toBeGreaterThan(2 * INVOICES);
  });

  it('has every transaction of the period once, and debits are credits', async () => {
    const [{ n }] = (await world.rows<{ n: number }>(`select count(*)::int as n from ledger_transactions where at >= ?::date`, [
      period().from,
    ])) as [{ n: number }];
    const ids = rows.filter(({ kind }) => kind !== 'opening').map(({ transaction_id: id }) => id);
    expect(new Set(ids).size).toBe(n);
    for (const currency of ['USD', 'BTC']) {
      const of = rows.filter((row) => row.currency === currency);
      const sum = (side: 'debit' | 'credit') => of.reduce((total, row) => total + (row[side] === '' ? 0n : unitsOf(row[side])), 0n);
      expect(sum('debit')).toBe(sum('credit'));
      expect(sum('debit')).toBeGreaterThan(0n);
    }
  });
});
