import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { screenChunk } from '../../components/layout/screen-chunk';
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
        // Another page closes the panel.
        <BellButton key={pathname} label={label}>
          {inside}
        </BellButton>
      )}
      <span className="visually-hidden" role="status" aria-live="polite">
        {said}
      </span>
    </>
  );
}

function BellButton({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { Screen: Panel } = panel;

  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  return (
    <div
      ref={root}
      className={styles.root}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
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
