import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api';
import { TideMark } from '../brand/logo';
import { t } from '../../lib/i18n/texts';
import { Button } from './button';
import styles from './states.module.css';

/** What will be here, why it isn't, and the one next step. */
export function EmptyState({
  title,
  children,
  action,
  mark,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  mark?: ReactNode;
}) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>{mark ?? <TideMark size={28} />}</span>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

/** What happened, and the way to try again. Nothing that was shown before is lost by pressing it. */
export function ErrorState({ title, error, onRetry }: { title: string; error: unknown; onRetry?: (() => void) | undefined }) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.broken}>
        <CloudOff size={26} aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{messageOf(error)}</p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}

/** A grey bar of the size that the real thing will have. */
export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number | '100%' }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}
