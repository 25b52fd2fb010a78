import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../feedback/button';
import { Skeleton } from '../feedback/states';
import { t } from '../../lib/i18n/texts';
import styles from './card-list.module.css';
import type { Column, DataTableProps, Sorting } from './data-table';

type CardListProps<R> = Pick<DataTableProps<R>, 'caption' | 'columns' | 'rows' | 'rowKey' | 'skeletonRows'> & {
  position: (index: number) => number;
};

/** What the headings of a table offer, where there are none. */
export function CardSorting<R>({ columns, sorting }: { columns: readonly Column<R>[]; sorting: Sorting }) {
  const field = useId();
  const ascending = sorting.order === 'asc';
  return (
    <div className={styles.sorting}>
      <label htmlFor={field}>{t('table.sortBy')}</label>
      <select id={field} value={sorting.by} onChange={(event) => sorting.onSort(event.target.value)}>
        {columns.map(({ id, header, sort }) =>
          sort === undefined ? null : (
            <option key={id} value={sort}>
              {header}
            </option>
          ),
        )}
      </select>
      <Button
        onClick={() => sorting.onSort(sorting.by)}
        icon={ascending ? <ArrowUp size={16} aria-hidden="true" /> : <ArrowDown size={16} aria-hidden="true" />}
      >
        {t(ascending ? 'table.ascending' : 'table.descending')}
      </Button>
    </div>
  );
}

/** The same rows on a phone: heading, the two figures that matter first, the rest below. */
export function CardList<R>({ caption, columns, rows, rowKey, skeletonRows = 6, position }: CardListProps<R>) {
  const of = (place: NonNullable<Column<R>['phone']>) => columns.filter((column) => (column.phone ?? 'detail') === place);
  const [titles, figures, details, actions] = [of('title'), of('figure'), of('detail'), of('actions')];
  if (rows === undefined) {
    return (
      <ul className={styles.list} aria-hidden="true">
        {Array.from({ length: Math.min(skeletonRows, 4) }, (_, index) => (
          <li key={index} className={styles.card}>
            <Skeleton width={120} height={16} />
            <div className={styles.figures}>
              <Skeleton width={96} height={32} />
              <Skeleton width={96} height={32} />
            </div>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className={styles.list} aria-label={caption}>
      {rows.map((row, index) => (
        <li key={rowKey(row, index)} className={styles.card}>
          <div className={styles.title}>
            {titles.map((column) => (
              <div key={column.id}>{column.cell(row, position(index))}</div>
            ))}
          </div>
          {figures.length > 0 && (
            <dl className={styles.figures}>
              {figures.map((column) => (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row, position(index))}</dd>
                </div>
              ))}
            </dl>
          )}
          {details.length > 0 && (
            <dl className={styles.details}>
              {details.map((column) => (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row, position(index))}</dd>
                </div>
              ))}
            </dl>
          )}
          {actions.map((column) => (
            <div key={column.id} className={styles.actions}>
              {column.cell(row, position(index))}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
