import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { page as pageSizes } from '../../config/constants';
import { UNKNOWN, count } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import styles from './pager.module.css';

export interface PagerProps {
  page: number;
  perPage: number;
  /** Undefined while it is not known yet. */
  total: number | undefined;
  /** There are more rows than `total`. */
  capped?: boolean | undefined;
  /** Rows of the present page. */
  shown: number | undefined;
  onPage: (page: number) => void;
  onPerPage?: (perPage: number) => void;
}

/** From so many pages on one may go to a page by its number. */
const MANY_PAGES = 5;

function summaryOf({ page, perPage, total, capped = false, shown }: PagerProps): string {
  if (total === undefined || shown === undefined) return t('common.loading');
  const all = `${count(total)}${capped ? '+' : ''}`;
  if (shown === 0) return t('table.pager.none', { total: all });
  const from = (page - 1) * perPage + 1;
  return t('table.pager.summary', { from, to: from + shown - 1, total, more: capped ? 'yes' : 'no' });
}

/** The number of the page, which can be typed over. */
function PageNumber({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Number(new FormData(event.currentTarget).get('page'));
    if (Number.isInteger(typed) && typed >= 1) onPage(Math.min(typed, pages));
  };
  return (
    <form onSubmit={go} className={styles.jump}>
      <input
        key={page}
        name="page"
        defaultValue={page}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('table.pager.page')}
        title={t('table.pager.pageHelp')}
        style={{ width: `${String(pages).length + 3}ch` }}
      />
    </form>
  );
}

export function Pager(props: PagerProps) {
  const { page, perPage, total, capped = false, shown, onPage, onPerPage } = props;
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage));
  const isLast = pages === undefined || (capped ? shown !== perPage : page >= pages);
  const isLong = pages !== undefined && pages > MANY_PAGES;
  return (
    <nav className={styles.pager} aria-label={t('table.pager.pages')}>
      <p className={styles.summary}>{summaryOf(props)}</p>
      <div className={styles.controls}>
        {onPerPage && (total ?? 0) > (pageSizes.sizes[0] ?? 0) && (
          <label className={styles.size}>
            <span>{t('table.pager.rows')}</span>
            <select value={perPage} onChange={(event) => onPerPage(Number.parseInt(event.target.value, 10))}>
              {pageSizes.sizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
        )}
        {isLong && (
          <button type="button" aria-label={t('table.pager.first')} disabled={page <= 1} onClick={() => onPage(1)}>
            <ChevronFirst className="mirrored" size={18} aria-hidden="true" />
          </button>
        )}
        <button type="button" aria-label={t('table.pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft className="mirrored" size={18} aria-hidden="true" />
        </button>
        <span className={styles.page} aria-current="page">
          {isLong ? <PageNumber page={page} pages={pages} onPage={onPage} /> : count(page)}
          <span className={styles.of}>
            {' '}
            {t('table.pager.of', { pages: pages === undefined ? UNKNOWN : `${count(pages)}${capped ? '+' : ''}` })}
          </span>
        </span>
        <button type="button" aria-label={t('table.pager.next')} disabled={isLast} onClick={() => onPage(page + 1)}>
          <ChevronRight className="mirrored" size={18} aria-hidden="true" />
        </button>
        {isLong && (
          <button type="button" aria-label={t('table.pager.last')} disabled={isLast || capped} onClick={() => onPage(pages)}>
            <ChevronLast className="mirrored" size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </nav>
  );
}
