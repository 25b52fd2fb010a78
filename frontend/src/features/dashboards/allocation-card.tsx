import { useState } from 'react';
import { Usdt } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { exact, money } from '../../lib/format/decimal';
import type { Allocation } from '../../lib/wire/portfolio';
import styles from './allocation-card.module.css';

const FIRST = 6;

const nameOf = ({ coin, wallet }: Allocation) => coin ?? `${wallet ?? ''} wallet`;
const percent = (share: string | null) => (share === null ? '–' : `${money(`${share}e2`)}%`);
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
    <Card title="What you hold">
      {allocation === undefined ? (
        error == null ? (
          <Skeleton height={480} />
        ) : (
          <ErrorState title="What you hold could not be loaded" error={error} onRetry={onRetry} />
        )
      ) : allocation.length === 0 ? (
        <EmptyState title="No wallet fund">{empty}</EmptyState>
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
                        ? 'With open profit'
                        : 'Valued by the exchange'
                      : `${exact(part.quantity)} ${part.coin ?? ''}`}
                  </span>
                  <span title={part.share === null ? 'Without a price it has no share' : undefined}>{percent(part.share)}</span>
                </div>
              </li>
            ))}
          </ul>
          {allocation.length > FIRST && (
            <div className={styles.more}>
              <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show the largest' : `Show all ${allocation.length}`}
              </Button>
            </div>
          )}
          <p className={styles.note}>Value in USDT at the last sync.</p>
        </>
      )}
    </Card>
  );
}
