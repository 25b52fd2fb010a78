import { centsToText } from '../../platform/domain/cents.rules.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import type { CsvColumn } from '../../platform/http/index.js';
import type { TaxTotals } from './engine/index.js';
import type { TaxLine } from './tax-computation.service.js';
import { amountsOf, centsOrNull, timeOrNull } from './tax-text.mapper.js';

/** Columns of the file; docs/tax-report.md describes them. */
const columns = {
  section: ['Section', 'text'],
  time: ['Time (UTC)', 'text'],
  kind: ['Kind', 'text'],
  asset: ['Asset', 'text'],
  quantity: ['Quantity', 'figure'],
  acquired: ['Acquired (UTC)', 'text'],
  daysHeld: ['Days held', 'figure'],
  proceeds: ['Proceeds (USDT)', 'figure'],
  fees: ['Fees (USDT)', 'figure'],
  cost: ['Cost (USDT)', 'figure'],
  gain: ['Gain (USDT)', 'figure'],
  note: ['Note', 'text'],
  id: ['Id', 'text'],
} as const;
type Column = keyof typeof columns;

/** A line of the CSV file: a line of the report, or one of its totals. Columns without a value are left out. */
export type TaxCsvRow = { section: string } & Partial<Record<Column, string | null>>;

export const taxCsvColumns: readonly CsvColumn<TaxCsvRow>[] = (Object.keys(columns) as Column[]).map((column) => {
  const [header, kind] = columns[column];
  return { header, kind, of: (row) => row[column] ?? null };
});

const causes = {
  deposit: 'unknown cost: deposit',
  history: 'unknown cost: no purchase in the history',
  price: 'unknown value: no price',
} as const;
const AFFECTED = 'history incomplete';

export function csvRowOf(line: TaxLine): TaxCsvRow {
  const { time, id, asset, qty } = line;
  const base = { time: timeOrNull(time), id, asset, quantity: toDecimal(qty) };
  switch (line.list) {
    case 'disposal':
      return {
        ...base,
        section: 'disposal',
        kind: line.kind,
        acquired: timeOrNull(line.acquiredAt),
        daysHeld: line.daysHeld === null ? null : String(line.daysHeld),
        ...amountsOf(line, 'proceeds', 'fees', 'cost', 'gain'),
        note: line.isAffected ? AFFECTED : null,
      };
    case 'unknown':
      return {
        ...base,
        section: 'unknown',
        kind: line.kind,
        acquired: timeOrNull(line.acquiredAt),
        ...amountsOf(line, 'proceeds', 'fees', 'cost'),
        note: line.isAffected ? `${causes[line.cause]}; ${AFFECTED}` : causes[line.cause],
      };
    case 'reward':
      return { ...base, section: 'reward', kind: 'reward', proceeds: centsToText(line.value) };
    case 'unvalued':
      return { ...base, section: 'unvalued', kind: line.kind, note: causes.price };
  }
}

/** Returns the lines behind all others: results of futures, holdings, and the totals of each section. */
export function csvTotals({ disposals, unknown, rewards, futures, byContract, holdings }: TaxTotals): TaxCsvRow[] {
  const ofContract = (section: string, name: string, of: (typeof byContract)[number] | typeof futures): TaxCsvRow[] =>
    (['realised', 'fees', 'funding', 'other', 'result'] as const).map((kind) => ({
      section,
      kind,
      asset: name,
      gain: centsToText(kind === 'fees' ? -of.fees : of[kind]),
    }));
  return [
    ...byContract.flatMap((line) => ofContract('futures', line.side === 'BOTH' ? line.contract : `${line.contract} ${line.side}`, line)),
    ...holdings.map(({ asset, qty, cost, unknownQty }) => ({
      section: 'holding',
      asset,
      quantity: toDecimal(qty),
      cost: centsOrNull(cost),
      note: unknownQty === 0n ? null : `unknown cost of ${toDecimal(unknownQty)}`,
    })),
    { section: 'total', kind: 'disposal', ...amountsOf(disposals, 'proceeds', 'fees', 'cost', 'gain') },
    { section: 'total', kind: 'unknown', ...amountsOf(unknown, 'proceeds', 'fees') },
    { section: 'total', kind: 'reward', proceeds: centsToText(rewards.value) },
    // Without a row there is no figure: unknown is not zero.
    ...(byContract.length > 0 ? ofContract('total', 'futures', futures) : []),
  ];
}
