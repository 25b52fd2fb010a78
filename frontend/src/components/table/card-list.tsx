import { Skeleton } from '../feedback/states';
import styles from './card-list.module.css';
import type { Column, DataTableProps } from './data-table';

type CardListProps<R> = DataTableProps<R> & { position: (index: number) => number };

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
