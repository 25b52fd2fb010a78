import { Bell, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { t } from '../../lib/i18n/texts';
import type { NoticeWire } from '../../lib/wire/types';
import type { useReadNotices } from './notices';
import styles from './notices.module.css';

interface NoticeStatesProps {
  /** Undefined: not loaded. */
  items: readonly NoticeWire[] | undefined;
  error: unknown;
  onRetry: () => void;
  children: (items: readonly NoticeWire[]) => ReactNode;
}

/** Loading, failed, empty, or the list. What is known stays while it is asked for again. */
export function NoticeStates({ items, error, onRetry, children }: NoticeStatesProps) {
  if (items === undefined)
    return error ? (
      <ErrorState title={t('notices.failed')} error={error} onRetry={onRetry} />
    ) : (
      <div className={styles.loading} aria-busy="true">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height={40} />
        ))}
      </div>
    );
  if (items.length === 0)
    return (
      <EmptyState title={t('notices.empty')} mark={<Bell size={26} aria-hidden="true" />}>
        {t('notices.emptyText')}
      </EmptyState>
    );
  return children(items);
}

/** Marks what is shown as read: what comes meanwhile stays unread. */
export function ReadAllButton({ items, read }: { items: readonly NoticeWire[] | undefined; read: ReturnType<typeof useReadNotices> }) {
  const newest = items?.[0];
  if (!newest || items.every(({ isRead }) => isRead)) return null;
  return (
    <Button size="small" look="quiet" busy={read.isPending} onClick={() => read.mutate({ upTo: newest.position })}>
      <CheckCheck size={15} aria-hidden="true" />
      {t('notices.readAll')}
    </Button>
  );
}
