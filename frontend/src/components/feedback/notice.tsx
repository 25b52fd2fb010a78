import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const icons = { info: Info, success: CircleCheck, warn: TriangleAlert, error: CircleAlert } as const;

interface NoticeProps {
  kind?: keyof typeof icons;
  title?: string;
  children?: ReactNode;
  /** Read out at once when it appears after something the person did. */
  live?: boolean;
}

/** A message that stays in the page, beside what it is about. */
export function Notice({ kind = 'info', title, children, live = false }: NoticeProps) {
  if (!title && !children) return null;
  const Icon = icons[kind];
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={live ? (kind === 'error' ? 'alert' : 'status') : undefined}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div className={styles.text}>{children}</div>}
      </div>
    </div>
  );
}
