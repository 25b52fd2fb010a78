import { useState } from 'react';
import { Usdt } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { exact, money } from '../../lib/format/decimal';
import type { Allocation } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './allocation-card.module.css';

const FIRST = 6;

const nameOf = ({ coin, wallet }: Allocation) => coin ?? t('dashboards.allocation.wallet', { wallet: wallet ?? '' });
const percent = (share: string | null) => (share === null ? '–' : t('common.format.percent', { figure: money(`${share}e2`) }));
const width = (share: string | null) => `${Math.max(0, Math.min(100, Number(share ?? 0) * 100))}%`;

/** What the account consists of, the largest part first. */
export function AllocationCard({
  allocation,
  error,
  onRetry,
  empty,
}: {
  allocation: readonly Allocation[] | undefined;
  error: unknown;
  onRetry: () => void;
  empty: string;
}) {
  const [all, setAll] = useState(false);
  return (
    <Card title={t('dashboards.allocation.title')}>
      {allocation === undefined ? (
        error == null ? (
          <Skeleton height={480} />
        ) : (
          <ErrorState title={t('dashboards.allocation.failed')} error={error} onRetry={onRetry} />
        )
      ) : allocation.length === 0 ? (
        <EmptyState title={t('dashboards.allocation.none')}>{empty}</EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {(all ? allocation : allocation.slice(0, FIRST)).map((part) => (
              <li key={nameOf(part)}>
                <div className={styles.row}>
                  <strong>{nameOf(part)}</strong>
                  <Usdt value={part.value} />
                </div>
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: width(part.share) }} />
                </span>
                <div className={styles.detail}>
                  <span>
                    {part.quantity === null
                      ? part.wallet === 'Futures'
                        ? t('dashboards.allocation.withProfit')
                        : t('dashboards.allocation.byExchange')
                      : `${exact(part.quantity)} ${part.coin ?? ''}`}
                  </span>
                  <span title={part.share === null ? t('dashboards.allocation.noShare') : undefined}>{percent(part.share)}</span>
                </div>
              </li>
            ))}
          </ul>
          {allocation.length > FIRST && (
            <div className={styles.more}>
              <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? t('dashboards.showLargest') : t('dashboards.showAll', { count: allocation.length })}
              </Button>
            </div>
          )}
          <p className={styles.note}>{t('dashboards.allocation.note')}</p>
        </>
      )}
    </Card>
  );
}
