import { toDecimal } from '../../platform/domain/scaled.js';
import type { CsvColumn } from '../../platform/http/index.js';
import type { TaxTotals } from './engine/index.js';
import type { TaxLine } from './tax-computation.service.js';
import { centsToText } from './tax-case.mapper.js';

/** A line of the CSV file: a line of the report, or one of its totals. */
export interface TaxCsvRow {
  section: string;
  time: string | null;
  kind: string | null;
  asset: string | null;
  quantity: string | null;
  acquired: string | null;
  daysHeld: string | null;
  proceeds: string | null;
  fees: string | null;
  cost: string | null;
  gain: string | null;
  note: string | null;
  id: string | null;
}

const text = (header: string, of: keyof TaxCsvRow): CsvColumn<TaxCsvRow> => ({ header, kind: 'text', of: (row) => row[of] });
const figure = (header: string, of: keyof TaxCsvRow): CsvColumn<TaxCsvRow> => ({ header, kind: 'figure', of: (row) => row[of] });

/** Columns of the file; docs/tax-report.md describes them. */
export const taxCsvColumns: readonly CsvColumn<TaxCsvRow>[] = [
  text('Section', 'section'),
  text('Time (UTC)', 'time'),
  text('Kind', 'kind'),
  text('Asset', 'asset'),
  figure('Quantity', 'quantity'),
  text('Acquired (UTC)', 'acquired'),
  figure('Days held', 'daysHeld'),
  figure('Proceeds (USDT)', 'proceeds'),
  figure('Fees (USDT)', 'fees'),
  figure('Cost (USDT)', 'cost'),
  figure('Gain (USDT)', 'gain'),
  text('Note', 'note'),
  text('Id', 'id'),
];

const empty: TaxCsvRow = {
  section: '',
  time: null,
  kind: null,
  asset: null,
  quantity: null,
  acquired: null,
  daysHeld: null,
  proceeds: null,
  fees: null,
  cost: null,
  gain: null,
  note: null,
  id: null,
};

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const money = (cents: bigint | null) => (cents === null ? null : centsToText(cents));

const causes = {
  deposit: 'unknown cost: deposit',
  history: 'unknown cost: no purchase in the history',
  price: 'unknown value: no price',
} as const;
const AFFECTED = 'history incomplete';

export function csvRowOf(line: TaxLine): TaxCsvRow {
  const { time, id, asset, qty } = line;
  const base = { ...empty, time: timeOf(time), id, asset, quantity: toDecimal(qty) };
  switch (line.list) {
    case 'disposal':
      return {
        ...base,
        section: 'disposal',
        kind: line.kind,
        acquired: timeOf(line.acquiredAt),
        daysHeld: line.daysHeld === null ? null : String(line.daysHeld),
        proceeds: money(line.proceeds),
        fees: money(line.fees),
        cost: money(line.cost),
        gain: money(line.gain),
        note: line.isAffected ? AFFECTED : null,
      };
    case 'unknown':
      return {
        ...base,
        section: 'unknown',
        kind: line.kind,
        acquired: timeOf(line.acquiredAt),
        proceeds: money(line.proceeds),
        fees: money(line.fees),
        cost: money(line.cost),
        note: line.isAffected ? `${causes[line.cause]}; ${AFFECTED}` : causes[line.cause],
      };
    case 'reward':
      return { ...base, section: 'reward', kind: 'reward', proceeds: money(line.value) };
    case 'unvalued':
      return { ...base, section: 'unvalued', kind: line.kind, note: causes.price };
  }
}

/** Returns the lines behind all others: results of futures, holdings, and the totals of each section. */
export function csvTotals({ disposals, unknown, rewards, futures, byContract, holdings }: TaxTotals): TaxCsvRow[] {
  const ofContract = (section: string, name: string, of: (typeof byContract)[number] | typeof futures): TaxCsvRow[] =>
    (['realised', 'fees', 'funding', 'other', 'result'] as const).map((kind) => ({
      ...empty,
      section,
      kind,
      asset: name,
      gain: money(kind === 'fees' ? -of.fees : of[kind]),
    }));
  return [
    ...byContract.flatMap((line) => ofContract('futures', line.side === 'BOTH' ? line.contract : `${line.contract} ${line.side}`, line)),
    ...holdings.map(({ asset, qty, cost, unknownQty }) => ({
      ...empty,
      section: 'holding',
      asset,
      quantity: toDecimal(qty),
      cost: money(cost),
      note: unknownQty === 0n ? null : `unknown cost of ${toDecimal(unknownQty)}`,
    })),
    {
      ...empty,
      section: 'total',
      kind: 'disposal',
      proceeds: money(disposals.proceeds),
      fees: money(disposals.fees),
      cost: money(disposals.cost),
      gain: money(disposals.gain),
    },
    { ...empty, section: 'total', kind: 'unknown', proceeds: money(unknown.proceeds), fees: money(unknown.fees) },
    { ...empty, section: 'total', kind: 'reward', proceeds: money(rewards.value) },
    // Without a row there is no figure: unknown is not zero.
    ...(byContract.length > 0 ? ofContract('total', 'futures', futures) : []),
  ];
}
