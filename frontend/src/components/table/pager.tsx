import { ChevronLeft, ChevronRight } from 'lucide-react';
import { page as pageSizes } from '../../config/constants';
import { count } from '../../lib/format/decimal';
import styles from './pager.module.css';

export interface PagerProps {
  page: number;
  perPage: number;
  /** Undefined while it is not known yet. */
  total: number | undefined;
  /** Rows of the present page. */
  shown: number | undefined;
  onPage: (page: number) => void;
  onPerPage?: (perPage: number) => void;
}

export function Pager({ page, perPage, total, shown, onPage, onPerPage }: PagerProps) {
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage));
  const from = (page - 1) * perPage + 1;
  const summary =
    total === undefined || shown === undefined
      ? 'Loading…'
      : shown === 0
        ? `No entries on this page of ${count(total)}`
        : `Showing ${count(from)} to ${count(from + shown - 1)} of ${count(total)} ${total === 1 ? 'entry' : 'entries'}`;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <p className={styles.summary}>{summary}</p>
      <div className={styles.controls}>
        {onPerPage && (total ?? 0) > (pageSizes.sizes[0] ?? 0) && (
          <label className={styles.size}>
            <span>Rows</span>
            <select value={perPage} onChange={(event) => onPerPage(Number.parseInt(event.target.value, 10))}>
              {pageSizes.sizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <span className={styles.page} aria-current="page">
          {count(page)}
          <span className={styles.of}> of {pages === undefined ? '–' : count(pages)}</span>
        </span>
        <button type="button" aria-label="Next page" disabled={pages === undefined || page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
}
