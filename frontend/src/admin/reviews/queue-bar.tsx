import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import type { ReviewCaseWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';
import { useShortcuts } from './use-shortcuts';
import styles from './workbench.module.css';

type Queue = ReviewCaseWire['queue'];

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;

/** The way through what waits, the oldest first: by buttons, or by K and J as in a mailbox, which can be turned off. */
export function QueueBar({ kind, queue }: { kind: ReviewType; queue: Queue }) {
  const navigate = useNavigate();
  const [shortcuts, setShortcuts] = useShortcuts();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const to = event.key === 'j' ? queue.after : event.key === 'k' ? queue.before : null;
    if (to !== null) void navigate(kind.path(to));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <nav className={styles.queue} aria-label="Queue">
      <Link to={kind.list}>{queue.waiting === 0 ? kind.listTitle : `${queue.waiting} waiting`}</Link>
      <Step
        to={queue.before && kind.path(queue.before)}
        label="Previous"
        shortcut={shortcuts ? 'K' : undefined}
        icon={<ChevronLeft size={16} aria-hidden="true" />}
      />
      <Step
        to={queue.after && kind.path(queue.after)}
        label="Next"
        shortcut={shortcuts ? 'J' : undefined}
        icon={<ChevronRight size={16} aria-hidden="true" />}
      />
      <label className={styles.keys}>
        <input type="checkbox" checked={shortcuts} onChange={(event) => setShortcuts(event.target.checked)} />
        Keyboard shortcuts <kbd aria-hidden="true">K</kbd> <kbd aria-hidden="true">J</kbd>
      </label>
    </nav>
  );
}

function Step({ to, label, shortcut, icon }: { to: string | null; label: string; shortcut: string | undefined; icon: ReactNode }) {
  if (to === null) {
    return (
      <Button size="small" icon={icon} disabled>
        {label}
      </Button>
    );
  }
  return (
    <Link
      to={to}
      className={buttonClass({ size: 'small' })}
      aria-keyshortcuts={shortcut}
      title={shortcut && `${label} in the queue (${shortcut})`}
    >
      {icon}
      {label}
    </Link>
  );
}
