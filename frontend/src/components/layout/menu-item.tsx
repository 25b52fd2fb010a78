import type { LucideIcon } from 'lucide-react';
import { Lock } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { notify } from '../../lib/notify';
import { t } from '../../lib/i18n/texts';
import styles from './menu-item.module.css';

export interface MenuItem {
  to: string;
  label: string;
  /** One word for the bar at the bottom of a phone. */
  short?: string;
  icon: LucideIcon;
  /** Things waiting for a decision, or to be seen. */
  waiting?: number | undefined;
  /** What they are: "3 waiting", "2 new". */
  waitingWord?: string;
  /** The heading it stands under. */
  group?: string;
  /** Stands in the bar of a phone; without any such item the first ones do. */
  primary?: boolean;
  /** An address below it that another item leads to. */
  except?: string;
  /** Why it leads nowhere for now: said when it is pressed. */
  locked?: string;
}

interface MenuEntryProps {
  item: MenuItem;
  home: string;
  /** `rail`: the icon alone. `bar`: the icon over one word. */
  look?: 'row' | 'rail' | 'bar';
  onFollow?: () => void;
}

export function MenuEntry({
  item: { to, except, label, short, icon: Icon, waiting, waitingWord = t('shell.menu.waiting'), locked },
  home,
  look = 'row',
  onFollow,
}: MenuEntryProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (to !== home && pathname !== except && pathname.startsWith(`${to}/`));
  const isShort = look === 'bar' && short !== undefined;
  const inner = (
    <>
      <Icon size={19} aria-hidden="true" />
      <span className={styles.label}>
        {isShort && <span aria-hidden="true">{short}</span>}
        <span className={isShort ? 'visually-hidden' : undefined}>{label}</span>
      </span>
      {locked && (
        <span className={styles.lock}>
          <Lock size={look === 'row' ? 15 : 12} aria-hidden="true" />
          <span className="visually-hidden"> {t('shell.menu.locked')}</span>
        </span>
      )}
      {!locked && waiting ? (
        <span className={styles.waiting}>
          {waiting}
          <span className="visually-hidden"> {waitingWord}</span>
        </span>
      ) : null}
    </>
  );
  const title = look === 'rail' ? label : undefined;
  if (locked) {
    return (
      <button
        type="button"
        className={`${styles.entry} ${styles[look]} ${styles.closed}`}
        title={title}
        onClick={() => notify.info(locked)}
      >
        {inner}
      </button>
    );
  }
  return (
    <Link
      to={to}
      className={`${styles.entry} ${styles[look]}`}
      aria-current={isCurrent ? 'page' : undefined}
      title={title}
      onClick={onFollow}
    >
      {inner}
    </Link>
  );
}
