import type { z } from 'zod';
import type { TaxRow } from './engine/index.js';
import { reportOfCase, type CaseReport } from './tax-case.mapper.js';
import type { taxCaseSchema } from './tax-case.schema.js';

export type CaseInput = z.output<ReturnType<typeof taxCaseSchema>>;

/** Computes the report of a parsed case file. */
export function reportOfFile({ year, method, prices, rows }: CaseInput): CaseReport {
  return reportOfCase({ year, method, prices, rows: rows.map(rowOf) });
}

function rowOf(row: CaseInput['rows'][number], index: number): TaxRow {
  const id = row.id === '' ? String(index + 1) : row.id;
  if (row.kind !== 'trade') return { ...row, id };
  const { side, feeAsset, ...trade } = row;
  return { ...trade, id, buyer: side === 'buy', feeAsset: feeAsset ?? trade.quote };
}
