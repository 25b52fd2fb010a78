import { unitsOf } from './plain-journal.js';

export interface CsvPosting {
  transaction_id: string;
  time_utc: string;
  kind: string;
  reference: string;
  account: string;
  currency: string;
  debit: string;
  credit: string;
  memo: string;
}

const HEADER = 'transaction_id,time_utc,kind,reference,account,currency,debit,credit,memo';

/** Parses the table of postings. None of its fields needs quotes, so a quote is a fault. */
export function parseLedgerCsv(text: string): CsvPosting[] {
  const [header, ...lines] = text.split('\r\n');
  if (header !== HEADER || lines.pop() !== '') throw new Error(`no table of postings: ${text.slice(0, 200)}`);
  const names = HEADER.split(',');
  return lines.map((line) => {
    const cells = line.includes('"') ? [] : line.split(',');
    if (cells.length !== names.length) throw new Error(`${cells.length} fields: ${line}`);
    return Object.fromEntries(names.map((name, index) => [name, cells[index]!])) as unknown as CsvPosting;
  });
}

/** Debits are positive; in units of 10^-18. Throws where a row has both or neither. */
export function amountOf({ debit, credit }: CsvPosting): bigint {
  if ((debit === '') === (credit === '')) throw new Error(`debit ${debit}, credit ${credit}`);
  return debit === '' ? -unitsOf(credit) : unitsOf(debit);
}

/** By account and currency, without zeros. */
export function csvBalances(rows: readonly CsvPosting[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const key = `${row.account} ${row.currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + amountOf(row));
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
