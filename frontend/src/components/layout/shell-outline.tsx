import type { ReactNode } from 'react';
import { PHONE, useNarrow } from '../../lib/use-narrow';
import { Logo } from '../brand/logo';
import { Skeleton } from '../feedback/states';
import shell from './app-shell.module.css';
import styles from './shell-outline.module.css';
import { startsCollapsed } from './starts-collapsed';

const ROWS = Array.from({ length: 9 }, (_, index) => 60 + ((index * 37) % 60));

/** Navigation and top bar without their content. */
export function ShellOutline({ children }: { children: ReactNode }) {
  const isPhone = useNarrow(PHONE);
  const collapsed = startsCollapsed();
  return (
    <div className={shell.shell} data-collapsed={collapsed || undefined}>
      {isPhone ? (
        <div className={styles.bottom} />
      ) : (
        <div className={shell.side}>
          <span className={shell.brand}>
            <Logo compact={collapsed} />
          </span>
          {!collapsed && (
            <div className={styles.rows}>
              {ROWS.map((width, index) => (
                <Skeleton key={index} width={width} />
              ))}
            </div>
          )}
        </div>
      )}
      <div className={shell.body}>
        <div className={styles.bar} />
        {children}
      </div>
    </div>
  );
}
