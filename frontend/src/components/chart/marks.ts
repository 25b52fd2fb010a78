import { signOf } from '../../lib/format/decimal';
import type { CsvCell } from '../../lib/csv';
import { t } from '../../lib/i18n/texts';
import type { PortfolioDay } from '../../lib/wire/portfolio';
import { inUnit, type Money } from '../money/money';
import type { Column } from '../table/data-table';

/** Money that came or left on a day. */
export interface ChartMark {
  /** Place of its day. */
  index: number;
  kind: 'deposit' | 'withdrawal';
  /** In USDT, positive. */
  value: string;
}

const kinds = ['deposit', 'withdrawal'] as const;

/** Returns the deposits and withdrawals of days. */
export const marksOf = (days: readonly Pick<PortfolioDay, 'inflow' | 'outflow'>[]): ChartMark[] =>
  days.flatMap(({ inflow, outflow }, index): ChartMark[] => [
    ...(signOf(inflow) > 0 ? [{ index, kind: 'deposit', value: inflow } as const] : []),
    ...(signOf(outflow) > 0 ? [{ index, kind: 'withdrawal', value: outflow } as const] : []),
  ]);

const find = (marks: readonly ChartMark[], at: number, kind: ChartMark['kind']) =>
  marks.find(({ index, kind: own }) => index === at && own === kind)?.value ?? null;

/** How the amounts of marks are written; `hide` replaces a formatted one. */
interface AmountFormat extends Pick<Money, 'text' | 'unit'> {
  hide: (figure: string) => string;
}

/** What moved on a day, in words. */
export const markTexts = (marks: readonly ChartMark[], at: number, { hide, text, unit }: AmountFormat): string[] =>
  marks.filter(({ index }) => index === at).map(({ kind, value }) => t(`chart.mark.on.${kind}`, { amount: hide(text(value)), unit }));

export const markHeaders = (marks: readonly ChartMark[]): string[] =>
  marks.length === 0 ? [] : kinds.map((kind) => inUnit(t(`chart.mark.column.${kind}`)));

export const markCells = (marks: readonly ChartMark[], at: number): CsvCell[] =>
  marks.length === 0 ? [] : kinds.map((kind) => ({ figure: find(marks, at, kind) ?? '0' }));

/** Columns of the table beside a chart; none where nothing moved. */
export const markColumns = <R extends { index: number }>(marks: readonly ChartMark[], { hide, text, unit }: AmountFormat): Column<R>[] =>
  marks.length === 0
    ? []
    : kinds.map((kind) => ({
        id: kind,
        header: inUnit(t(`chart.mark.column.${kind}`), unit),
        cell: ({ index }) => {
          const value = find(marks, index, kind);
          return value === null ? '' : hide(text(value));
        },
        align: 'end',
      }));
