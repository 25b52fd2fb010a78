import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJournal, unitsOf } from '../../../test/support/accounting/plain-journal.js';
import { accountOf, accounts, currencies, incomeKinds, sumsOf, type Account, type Posting } from '../ledger/index.js';
import { chartAccount, isNominal, isTop } from './chart-of-accounts.rules.js';
import { journalEntry } from './journal-entry.rules.js';
import * as journal from './journal.writer.js';
import { endOf, ledgerPeriod, startOf } from './ledger-period.schema.js';

const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TRON = 'TTbi4P7HzfNQYPT5rgbF4Xw8nSf3vMpjgN';
const MEMBERS = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'];
const all: Account[] = [
  ...MEMBERS.flatMap((id) => [accounts.receivable(id), accounts.credit(id)]),
  ...incomeKinds.map(accounts.income),
  accounts.bitcoin(BITCOIN),
  accounts.tron(TRON),
  accounts.writtenOff,
  accounts.manualClearing,
  accounts.conversion,
];
const period = { from: '2026-11-01', to: '2026-11-30' };

const posting: fc.Arbitrary<Posting> = fc.record({
  account: fc.constantFrom(...all),
  currency: fc.constantFrom(...currencies),
  amount: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }).filter((value) => value !== 0n),
});
/** Any lines, and for each currency that they leave open the line that closes it. */
const postings = fc
  .tuple(fc.array(posting, { minLength: 1, maxLength: 6 }), fc.constantFrom(...all))
  .map(([lines, account]) => [
    ...lines,
    ...[...sumsOf(lines)].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => ({ account, currency, amount: -sum })),
  ])
  .filter((lines) => lines.length > 1);
const anyText = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 40 }));
const transaction = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('invoice' as const, 'payment' as const),
  reference: anyText,
  idempotencyKey: anyText,
  at: fc.date({ min: startOf(period), max: new Date(endOf(period).getTime() - 1), noInvalidDate: true }),
  reverses: fc.constant(null),
  postings,
});
const history = fc
  .array(transaction, { minLength: 1, maxLength: 12 })
  .map((list) => list.toSorted((a, b) => a.at.getTime() - b.at.getTime()));

const declared = journal.accountDirectives([...new Set(all.map(chartAccount))].filter((account) => !isTop(account)));
const without = { invoice: null, creditNote: null };

describe('the journal', () => {
  it('of any history is read back by another program: every posting, exact, and balances of zero in each currency', () => {
    fc.assert(
      fc.property(history, (transactions) => {
        const entries = transactions.map((one) => journalEntry(one, without));
        const text = journal.journalHeader(period) + declared + entries.map(journal.entryText).join('');
        const parsed = parseJournal(text);
        expect(parsed.transactions.map(({ date, tags }) => [date, tags['id'], tags['time'], tags['kind']])).toEqual(
          transactions.map(({ id, at, kind }) => [at.toISOString().slice(0, 10), id, at.toISOString(), kind]),
        );
        expect(
          parsed.transactions.map((one) =>
            one.postings.map(({ account, commodity, amount }) => [account, commodity, unitsOf(amount)] as const),
          ),
        ).toEqual(transactions.map((one) => one.postings.map((line) => [chartAccount(line.account), line.currency, line.amount])));
      }),
    );
  });

  it('states balances that hold, and any other balance is found', () => {
    fc.assert(
      fc.property(history, fc.bigInt({ min: 1n, max: 10n ** 20n }), (transactions, off) => {
        const lines = transactions.flatMap((one) => journalEntry(one, without).lines);
        const sums = new Map<string, (typeof lines)[number]>();
        for (const line of lines) {
          const key = `${line.account} ${line.currency}`;
          sums.set(key, { ...line, amount: line.amount + (sums.get(key)?.amount ?? 0n) });
        }
        const closing = [...sums.values()];
        const text =
          journal.journalHeader(period) +
          declared +
          transactions.map((one) => journal.entryText(journalEntry(one, without))).join('') +
          journal.closingHeading(period);
        expect(() => parseJournal(text + journal.closingText(closing))).not.toThrow();
        const wrong = closing.map((line, index) => (index === closing.length - 1 ? { ...line, amount: line.amount + off } : line));
        expect(() => parseJournal(text + journal.closingText(wrong))).toThrow('the balance is');
      }),
    );
  });
});

describe('the chart of accounts', () => {
  it('has a place for every account of the ledger, each its own', () => {
    // A factory of an account that is new takes whatever owner fits it.
    const made = Object.values(accounts).flatMap((account) =>
      typeof account === 'string'
        ? [account]
        : [...MEMBERS, BITCOIN, ...incomeKinds].flatMap((owner) => {
            try {
              return [accountOf((account as (name: string) => Account)(owner))];
            } catch {
              return [];
            }
          }),
    );
    const places = made.map(chartAccount);
    expect(new Set(places).size).toBe(new Set(made).size);
    expect(places).toEqual(expect.arrayContaining(['assets:clearing:manual', `assets:chain:btc:${BITCOIN}`, 'income:management fee']));
    for (const place of places) expect(place).toMatch(/^(assets|liabilities|income|expenses|equity):[\w:-]+( [\w-]+)*$/);
    expect(places.filter(isNominal).toSorted()).toEqual(
      ['expenses:written off', ...incomeKinds.map((kind) => `income:${kind.replace('_', ' ')}`)].toSorted(),
    );
    expect(() => chartAccount('suspense:me')).toThrow('no place in the chart of accounts');
  });
});

describe('a memo', () => {
  const entryOf = (
    idempotencyKey: string,
    reverses: string | null = null,
    numbers = { invoice: 'TM-2026-000001', creditNote: null as string | null },
  ) =>
    journalEntry(
      {
        id: MEMBERS[0]!,
        kind: reverses === null ? 'payment' : 'reversal',
        reference: 'invoice:1',
        idempotencyKey,
        at: startOf(period),
        reverses,
        postings: [],
      },
      numbers,
    );

  it('says what a transaction is', () => {
    expect(
      ['invoice-issue:1', 'payment:p-1', 'chain-transfer:bitcoin:ab:0:2', 'chain-write-off:1:0', 'invoice-void-credit:1', 'other:1'].map(
        (key) => entryOf(key).memo,
      ),
    ).toEqual([
      'Invoice issued',
      'Payment p-1 compared by a person',
      'Payment on chain bitcoin:ab:0',
      'Small difference written off',
      'Payments of the voided invoice become credit',
      'other:1',
    ]);
    expect(entryOf('unsettle:t-1', 't-1').memo).toBe('Reversal of t-1');
    expect(entryOf('invoice-void:1', 't-1', { invoice: 'TM-2026-000001', creditNote: 'TM-CN-2026-000001' })).toMatchObject({
      reference: 'TM-2026-000001',
      memo: 'Invoice voided by credit note TM-CN-2026-000001: reversal of t-1',
    });
    expect(entryOf('other:1', null, { invoice: null as never, creditNote: null }).reference).toBe('invoice:1');
  });

  it('opens nothing and ends nothing in the journal', () => {
    const { entryText } = journal;
    const entry = { ...entryOf('payment:1'), memo: 'a;b | c\n2026-11-01 * (x) y\r\tz', reference: 'r)(;\n' };
    expect(entryText(entry).split('\n')[1]).toBe('2026-11-01 * (r) a b c 2026-11-01 * x y z');
  });
});

describe('a period', () => {
  const problem = (from: string, to: string) => ledgerPeriod.safeParse({ from, to }).error?.issues.map(({ path }) => path.join('.'));

  it('is of whole UTC days, both included, 400 at most', () => {
    expect([startOf(period).toISOString(), endOf(period).toISOString()]).toEqual(['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']);
    expect(problem('2026-11-01', '2026-11-01')).toBeUndefined();
    expect(problem('2026-01-01', '2027-02-04')).toBeUndefined();
    expect(problem('2026-01-01', '2027-02-05')).toEqual(['to']);
    expect(problem('2026-11-02', '2026-11-01')).toEqual(['to']);
    expect(problem('2026-02-29', '2026-03-01')).toEqual(['from']);
    expect(problem('2026-02-01', '2026-3-1')).toEqual(['to']);
    for (const day of ['0000-01-01', '9999-12-31', '2026-11-01T00:00:00Z', '']) expect(problem(day, day)).toEqual(['from', 'to']);
  });
});
