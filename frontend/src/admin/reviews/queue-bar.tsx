import { ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import type { ReviewCaseWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';
import styles from './workbench.module.css';

type Queue = ReviewCaseWire['queue'];

interface QueueBarProps {
  kind: ReviewType;
  queue: Queue;
  /** Whether single keys act. */
  shortcuts: boolean;
  onShortcuts: (on: boolean) => void;
  onHelp: () => void;
}

/** The way through what waits, the oldest first: by buttons, or by K and J as in a mailbox, which can be turned off. */
export function QueueBar({ kind, queue, shortcuts, onShortcuts, onHelp }: QueueBarProps) {
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
        <input type="checkbox" checked={shortcuts} onChange={(event) => onShortcuts(event.target.checked)} />
        Keyboard shortcuts
      </label>
      <Button
        size="small"
        look="quiet"
        icon={<Keyboard size={15} aria-hidden="true" />}
        title="Show keyboard shortcuts (?)"
        onClick={onHelp}
      >
        Keys
      </Button>
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
