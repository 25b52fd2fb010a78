import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { screenChunk } from '../../components/layout/screen-chunk';
import { usePopup } from '../../components/layout/use-popup';
import { paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { PHONE, useNarrow } from '../../lib/use-narrow';
import styles from './notice-bell.module.css';
import { shownCount, unreadQuery } from './notices';

const panel = screenChunk(<div className={styles.waiting} aria-busy="true" />, async () => (await import('./notice-panel')).NoticePanel, {
  eachPath: false,
});

/** What is said to a reader when there is more than before; nothing when the page opens, and when some was read. */
function useAnnouncement(unread: number | undefined): string {
  const before = useRef<number>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread > before.current)
      setSaid(t('shell.notices.came', { count: shownCount(unread) }));
    before.current = unread;
  }, [unread]);
  return said;
}

/** The bell in the top bar: how much is unread, and the newest behind it. On a phone it leads to the page of them. */
export function NoticeBell() {
  const { userId } = useProfile();
  const { data } = useQuery(unreadQuery(userId));
  const unread = data?.unread ?? 0;
  const said = useAnnouncement(data?.unread);
  const isPhone = useNarrow(PHONE);
  const { pathname } = useLocation();
  /** The page on which the panel was opened: another page closes it, a window that is narrow for a moment does not. */
  const [openOn, setOpenOn] = useState<string | null>(null);
  if (openOn !== null && openOn !== pathname) setOpenOn(null);
  const label = unread === 0 ? t('shell.notices.none') : t('shell.notices.some', { count: shownCount(unread) });
  const inside = (
    <>
      <Bell size={18} aria-hidden="true" />
      {unread > 0 && <span className={styles.count}>{shownCount(unread)}</span>}
    </>
  );
  return (
    <>
      {isPhone ? (
        <Link to={paths.notifications} className={styles.bell} aria-label={label} title={label}>
          {inside}
        </Link>
      ) : (
        <BellButton label={label} isOpen={openOn === pathname} setOpen={(isOpen) => setOpenOn(isOpen ? pathname : null)}>
          {inside}
        </BellButton>
      )}
      <span className="visually-hidden" role="status" aria-live="polite">
        {said}
      </span>
    </>
  );
}

interface BellButtonProps {
  label: string;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  children: ReactNode;
}

function BellButton({ label, isOpen, setOpen, children }: BellButtonProps) {
  const { root, button, onBlur } = usePopup(isOpen, () => setOpen(false));
  const { Screen: Panel } = panel;

  return (
    <div ref={root} className={styles.root} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={styles.bell}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls="notice-panel"
        onPointerEnter={() => void panel.prefetch().catch(() => undefined)}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div id="notice-panel" className={styles.panel}>
          <Panel onClose={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}
