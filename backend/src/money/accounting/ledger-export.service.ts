import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { csvFile, textFile, type Actor, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import type { Currency } from '../ledger/index.js';
import { chartAccount, isNominal, isTop, RETAINED_EARNINGS } from './chart-of-accounts.rules.js';
import { journalEntry, type EntryLine, type JournalEntry } from './journal-entry.rules.js';
import * as journal from './journal.writer.js';
import { LedgerExportRepository, type PeriodBalance, type Range } from './ledger-export.repository.js';
import { endOf, startOf, type LedgerPeriod } from './ledger-period.schema.js';

export const ledgerFormats = ['csv', 'journal'] as const;
export type LedgerFormat = (typeof ledgerFormats)[number];

/** Transactions, or accounts, in memory at once. */
const BATCH = 500;

interface CsvRow extends EntryLine {
  entry: Pick<JournalEntry, 'at' | 'memo'> & { id: string | null; kind: JournalEntry['kind'] | 'opening'; reference: string | null };
}

const columns: readonly CsvColumn<CsvRow>[] = [
  { header: 'transaction_id', kind: 'text', of: ({ entry }) => entry.id },
  { header: 'time_utc', kind: 'time', of: ({ entry }) => entry.at },
  { header: 'kind', kind: 'text', of: ({ entry }) => entry.kind },
  { header: 'reference', kind: 'text', of: ({ entry }) => entry.reference },
  { header: 'account', kind: 'text', of: ({ account }) => account },
  { header: 'currency', kind: 'text', of: ({ currency }) => currency },
  { header: 'debit', kind: 'figure', of: ({ amount }) => (amount > 0n ? toDecimal(amount) : null) },
  { header: 'credit', kind: 'figure', of: ({ amount }) => (amount < 0n ? toDecimal(-amount) : null) },
  { header: 'memo', kind: 'text', of: ({ entry }) => entry.memo },
];

/**
 * The general journal of a period for accountants: opening balances, then every transaction. Income and expenses from before the period are
 * one opening balance, retained earnings, so that an income statement of the file is that of the period.
 */
@Injectable()
export class LedgerExportService {
  constructor(
    private readonly em: EntityManager,
    private readonly rows: LedgerExportRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Streams the journal to an admin. Throws TooMany. */
  async download({ userId, role }: Actor, format: LedgerFormat, period: LedgerPeriod): Promise<MadeFile> {
    await this.limits.consume('ledgerFileAdmin', userId);
    return this.file(format, period, { actorId: userId, actorRole: role });
  }

  /** Streams the journal to an operator. */
  forOperator(format: LedgerFormat, period: LedgerPeriod): Promise<MadeFile> {
    return this.file(format, period, { actorId: null, actorRole: null });
  }

  private async file(
    format: LedgerFormat,
    period: LedgerPeriod,
    by: { actorId: string | null; actorRole: Actor['role'] | null },
  ): Promise<MadeFile> {
    const subject = `ledger-${period.from}-to-${period.to}`;
    const at = this.clock.now();
    const file =
      format === 'csv'
        ? await csvFile(
            subject,
            at,
            columns,
            this.rows.onSnapshot((tx) => this.csvRows(tx, period)),
          )
        : await textFile(
            subject,
            at,
            'journal',
            this.rows.onSnapshot((tx) => this.journalTexts(tx, period)),
          );
    try {
      await this.audit.record(this.em, { action: 'ledger.export', ...by, detail: { ...period, format } });
      return file;
    } catch (error) {
      file.content.destroy();
      throw error;
    }
  }

  private async *csvRows(tx: EntityManager, period: LedgerPeriod): AsyncGenerator<CsvRow[]> {
    const range = rangeOf(period);
    const memo = `Balance at the start of ${period.from}`;
    const opening = { id: null, at: range.start, kind: 'opening', reference: null, memo } as const;
    for await (const lines of this.opening(tx, range)) yield lines.map((line) => ({ ...line, entry: opening }));
    for await (const entries of this.entries(tx, range)) yield entries.flatMap((entry) => entry.lines.map((line) => ({ ...line, entry })));
  }

  private async *journalTexts(tx: EntityManager, period: LedgerPeriod): AsyncGenerator<string> {
    const range = rangeOf(period);
    yield* headed(journal.journalHeader(period), this.accounts(tx, range), journal.accountDirectives, 'always');
    yield* headed(journal.openingHeading(period), this.opening(tx, range), journal.openingText);
    for await (const entries of this.entries(tx, range)) yield entries.map(journal.entryText).join('');
    yield* headed(journal.closingHeading(period), this.closing(tx, range), journal.closingText);
  }

  /** The accounts of the period that the header does not name. */
  private async *accounts(tx: EntityManager, range: Range): AsyncGenerator<string[]> {
    let last = '';
    for await (const balances of this.balances(tx, range)) {
      // An account has a balance in each of its currencies.
      const accounts = [...new Set(balances.map(({ account }) => account))].filter((account) => account !== last && !isTop(account));
      last = balances.at(-1)!.account;
      yield accounts;
    }
  }

  private async *opening(tx: EntityManager, range: Range): AsyncGenerator<EntryLine[]> {
    const retained = new Map<Currency, bigint>();
    for await (const balances of this.balances(tx, range)) {
      const open = balances.filter(({ opening }) => opening !== 0n);
      for (const { currency, opening } of open.filter(({ account }) => isNominal(account)))
        retained.set(currency, (retained.get(currency) ?? 0n) + opening);
      yield open
        .filter(({ account }) => !isNominal(account))
        .map(({ account, currency, opening }) => ({ account, currency, amount: opening }));
    }
    yield [...retained]
      .filter(([, amount]) => amount !== 0n)
      .map(([currency, amount]) => ({ account: RETAINED_EARNINGS, currency, amount }));
  }

  private async *entries(tx: EntityManager, range: Range): AsyncGenerator<JournalEntry[]> {
    for await (const transactions of this.rows.transactions(tx, range, BATCH)) {
      const numbers = await this.rows.numbers(
        tx,
        transactions.map(({ reference }) => reference),
      );
      yield transactions.map((one) => journalEntry(one, numbers.get(one.reference) ?? { invoice: null, creditNote: null }));
    }
  }

  /** Income and expenses are left out, so that the files of consecutive months can be read as one, the later openings left out. */
  private async *closing(tx: EntityManager, range: Range): AsyncGenerator<EntryLine[]> {
    for await (const balances of this.balances(tx, range))
      yield balances
        .filter(({ account }) => !isNominal(account))
        .map(({ account, currency, closing }) => ({ account, currency, amount: closing }));
  }

  private async *balances(tx: EntityManager, range: Range): AsyncGenerator<PeriodBalance[]> {
    for await (const balances of this.rows.balances(tx, range, BATCH))
      yield balances.map((balance) => ({ ...balance, account: chartAccount(balance.account) }));
  }
}

const rangeOf = (period: LedgerPeriod): Range => ({ start: startOf(period), end: endOf(period) });

/** Yields the texts of pieces, with a heading before the first. `always`: the heading also where there is none. */
async function* headed<T>(
  heading: string,
  pieces: AsyncGenerator<T[]>,
  text: (piece: readonly T[]) => string,
  when: 'always' | 'with-lines' = 'with-lines',
): AsyncGenerator<string> {
  let before = heading;
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield before + text(piece);
    before = '';
  }
  if (before !== '' && when === 'always') yield before;
}
