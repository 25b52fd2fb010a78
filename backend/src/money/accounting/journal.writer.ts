import { toDecimal } from '../../platform/domain/scaled.js';
import { topAccounts } from './chart-of-accounts.rules.js';
import type { EntryLine, JournalEntry } from './journal-entry.rules.js';
import type { LedgerPeriod } from './ledger-period.schema.js';

/** The plain-text journal format that hledger and Ledger read (https://hledger.org/hledger.html#journal). */

const commodities = { USD: '1000.00', BTC: '1000.00000000', USDT: '1000.000000' } as const;

/** Writes what a journal starts with: commodities with their decimal mark, and the types of accounts. */
export function journalHeader({ from, to }: LedgerPeriod): string {
  return [
    `; General journal from ${from} to ${to}`,
    '; Days are UTC, both included. Positive amounts are debits. Members appear as ids.',
    '',
    ...Object.entries(commodities).flatMap(([name, format]) => [`commodity ${name}`, `    format ${format} ${name}`]),
    '',
    ...topAccounts.flatMap(([name, type]) => [`account ${name}`, `    ; type: ${type}`]),
    '',
  ].join('\n');
}

/** Declares accounts, so that a strict check finds misspelt ones. */
export const accountDirectives = (accounts: readonly string[]): string => accounts.map((name) => `account ${name}\n`).join('');

export function entryText({ id, at, kind, reference, memo, lines }: JournalEntry): string {
  const time = at.toISOString();
  return [
    '',
    `${time.slice(0, 10)} * (${plain(reference)}) ${plain(memo)}`,
    `    ; id: ${id}`,
    `    ; time: ${time}`,
    `    ; kind: ${kind}`,
    ...lines.map(postingText),
    '',
  ].join('\n');
}

export const openingHeading = ({ from }: LedgerPeriod): string => `\n${from} * Opening balances\n    ; kind: opening\n`;

/** Its lines book nothing: each states the balance that its account must have, which is checked when the file is read. */
export const closingHeading = ({ to }: LedgerPeriod): string => `\n${to} * Closing balances\n    ; kind: closing\n`;

export const openingText = (lines: readonly EntryLine[]): string => lines.map((line) => `${postingText(line)}\n`).join('');

export const closingText = (lines: readonly EntryLine[]): string =>
  lines.map((line) => `${postingText({ ...line, amount: 0n })} = ${amountText(line)}\n`).join('');

const postingText = (line: EntryLine) => `    ${line.account}  ${amountText(line)}`;
const amountText = ({ amount, currency }: Pick<EntryLine, 'amount' | 'currency'>) => `${toDecimal(amount)} ${currency}`;

/** Returns a text without the characters that end a code, a description or a line. */
// oxlint-disable-next-line no-control-regex
const plain = (text: string) => text.replaceAll(/[\s\u0000-\u001f;|()]+/g, ' ').trim();
