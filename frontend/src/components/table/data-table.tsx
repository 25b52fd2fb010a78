import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SortParam } from '../../lib/use-page-params';
import { PHONE, useNarrow } from '../../lib/use-narrow';
import type { CsvCell } from '../../lib/csv';
import { ExportButton } from '../export/export-button';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import { t } from '../../lib/i18n/texts';
import { CardList, CardSorting } from './card-list';
import styles from './data-table.module.css';
import { Pager, type PagerProps } from './pager';
import { SidewaysScroller } from './sideways-scroller';

export interface Column<R> {
  id: string;
  header: string;
  /** The head in a file, where it differs: amounts in files are in the unit that the server sent. */
  csvHeader?: string;
  /** `position` counts from 1 over all pages. */
  cell: (row: R, position: number) => ReactNode;
  align?: 'start' | 'end';
  /** Text that may take several lines; everything else stays on one. */
  wrap?: boolean;
  /** Says whose row it is, and stays in sight however far the rest is scrolled. */
  pin?: boolean;
  /** Its place on a phone's card: the heading, one of the two figures that matter first, a detail, or nothing. */
  phone?: 'title' | 'figure' | 'detail' | 'actions' | 'hidden';
  /** The cell in a file: what the server sent, unrounded. A column without it is in no file. */
  csv?: (row: R) => CsvCell;
  /** What the server calls this column when a list is sorted by it; without it there is no sorting by this column. */
  sort?: string;
}

export interface Sorting extends SortParam {
  /** The same column again turns the order around. */
  onSort: (by: string) => void;
}

export interface DataTableProps<R> {
  /** Names the table to a reader; shown on the page by the heading around it. */
  caption: string;
  columns: readonly Column<R>[];
  /** Undefined while they are not known yet. */
  rows: readonly R[] | undefined;
  rowKey: (row: R, index: number) => string;
  error?: unknown;
  onRetry?: () => void;
  /** True while another page is on its way and the present one is still shown. */
  refreshing?: boolean;
  empty: { title: string; text?: ReactNode; action?: ReactNode };
  pager?: Omit<PagerProps, 'shown'>;
  skeletonRows?: number;
  /** How the rows are sorted; without it no column offers to. */
  sorting?: Sorting | undefined;
  /** A table too wide for a tablet becomes cards earlier than on a phone. */
  cardsBelow?: number;
  /** More columns than fit at the usual size: smaller print, and cells of two lines. */
  dense?: boolean;
  /** Offers the table as a CSV file of this name, with all `rows`, those included that are not shown yet. */
  file?: { name: string; rows: readonly R[] } | undefined;
}

export const tableClass = styles.table;

/** The position of a row over all pages, from 1. */
export const numbered = (pager: { page: number; perPage: number } | undefined, index: number): number =>
  (pager ? (pager.page - 1) * pager.perPage : 0) + index + 1;

/** Every table of the product: loading in its final shape, empty, error, filled; cards on a phone; real paging. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { caption, rows, error, onRetry, refreshing = false, empty, pager, sorting, cardsBelow = PHONE, file } = props;
  const isCards = useNarrow(cardsBelow);
  if (error != null && rows === undefined)
    return <ErrorState title={t('table.failed', { table: caption })} error={error} onRetry={onRetry} />;
  if (rows?.length === 0 && (pager?.page ?? 1) === 1) {
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <div className={styles.frame}>
      {isCards && sorting && <CardSorting columns={props.columns} sorting={sorting} />}
      <div className={refreshing ? styles.refreshing : undefined} aria-busy={rows === undefined || refreshing}>
        {isCards ? <CardList {...props} position={(index) => numbered(pager, index)} /> : <Table {...props} />}
      </div>
      {file && <FileButton caption={caption} columns={props.columns} file={file} />}
      {pager && <Pager {...pager} shown={rows?.length} />}
      <span role="status" className="visually-hidden">
        {rows === undefined ? t('table.loading', { table: caption }) : ''}
      </span>
    </div>
  );
}

function FileButton<R>({
  caption,
  columns,
  file,
}: {
  caption: string;
  columns: readonly Column<R>[];
  file: { name: string; rows: readonly R[] };
}) {
  const written = columns.flatMap(({ header, csvHeader = header, csv }) => (csv ? [{ header: csvHeader, csv }] : []));
  return (
    <div className={styles.file}>
      <ExportButton
        content={{
          kind: 'csv',
          headers: written.map(({ header }) => header),
          rows: () => file.rows.map((row) => written.map(({ csv }) => csv(row))),
        }}
        name={file.name}
        label={caption}
      />
    </div>
  );
}

/** The classes of a cell, in a table of the product or in one of react-admin within `tableClass`. */
export function cellClass<R>({ align, wrap = false, pin = false, phone }: Column<R>): string {
  return [align === 'end' && styles.end, wrap && styles.wrap, pin && styles.pinned, phone === 'actions' && styles.actions]
    .filter(Boolean)
    .join(' ');
}

function Heading<R>({ column, sorting }: { column: Column<R>; sorting: Sorting | undefined }) {
  const { sort, header } = column;
  if (!sorting || sort === undefined) {
    return (
      <th scope="col" className={cellClass(column)}>
        {header}
      </th>
    );
  }
  const current = sorting.by === sort;
  const Arrow = !current ? ChevronsUpDown : sorting.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={current ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={current ? `${styles.sort} ${styles.sorted}` : styles.sort} onClick={() => sorting.onSort(sort)}>
        {header}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}

function Table<R>({ caption, columns, rows, rowKey, pager, sorting, skeletonRows = 6, dense = false }: DataTableProps<R>) {
  const id = useId();
  return (
    <SidewaysScroller labelledBy={id}>
      <table className={styles.table} data-dense={dense || undefined}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <tr key={index}>
                  {columns.map((column, at) => (
                    <td key={column.id} className={cellClass(column)}>
                      <Skeleton width={at === 0 ? 96 : 64 + ((index + at) % 3) * 16} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <tr key={rowKey(row, index)}>
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column)}>
                      {column.cell(row, numbered(pager, index))}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </SidewaysScroller>
  );
}
