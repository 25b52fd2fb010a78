import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Toast, notify, useToasts } from '../../lib/notify';
import { t } from '../../lib/i18n/texts';
import styles from './toaster.module.css';

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;
/** Leads to the notices by keyboard, wherever one is; many programs use it for this. */
const SHORTCUT = 'F8';

function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(() => document.hasFocus());
  useEffect(() => {
    const onFocus = () => setFocused(true);
    const onBlur = () => setFocused(false);
    addEventListener('focus', onFocus);
    addEventListener('blur', onBlur);
    return () => {
      removeEventListener('focus', onFocus);
      removeEventListener('blur', onBlur);
    };
  }, []);
  return focused;
}

/** F8 gives focus to the newest notice. */
function useShortcut(list: RefObject<HTMLOListElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const newest = event.key === SHORTCUT ? list.current?.querySelector<HTMLElement>('li:last-child button') : null;
      if (!newest) return;
      event.preventDefault();
      newest.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [list]);
}

interface ToastCardProps {
  toast: Toast;
  paused: boolean;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
  onDismiss: () => void;
}

/** One notice. Its time stands still while it is pointed at, has focus, or the window is not in use. */
function ToastCard({ toast, paused, onFocus, onBlur, onDismiss }: ToastCardProps) {
  const [left, setLeft] = useState(toast.milliseconds);
  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(() => notify.dismiss(toast.id), left);
    return () => {
      clearTimeout(timer);
      setLeft((before) => Math.max(0, before - (performance.now() - started)));
    };
    // `left` is where the clock resumes after a pause; it must not restart a running one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [paused, toast.id]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onDismiss();
  };
  const Icon = icons[toast.kind];
  return (
    <li className={`${styles.toast} ${styles[toast.kind]}`}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <p role={toast.kind === 'error' ? 'alert' : 'status'} className={styles.text}>
        {toast.text}
      </p>
      {toast.action && (
        <button type="button" className={styles.action} onClick={toast.action.act} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        onClick={onDismiss}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        aria-label={t('common.notices.dismiss')}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Height of the notices as `--notice-room`: screens leave as much room below their content, so that its last controls stay in reach. */
function useRoom(list: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const height = list.current?.offsetHeight ?? 0;
    if (height > 0) style.setProperty('--notice-room', `${height}px`);
    return () => {
      style.removeProperty('--notice-room');
    };
  }, [list, toasts]);
}

/**
 * Short notices at the bottom left, of the site and the console alike. Escape or their button sends them away, and focus goes back to where
 * it came from.
 */
export function Toaster() {
  const toasts = useToasts();
  const inUse = useWindowFocus();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useShortcut(list);
  useRoom(list, toasts);

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (relatedTarget instanceof HTMLElement && !list.current?.contains(relatedTarget)) before.current = relatedTarget;
  };
  const dismiss = (toast: Toast) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('li > button:last-child') ?? [])];
    const at = toasts.indexOf(toast);
    if (buttons[at] === document.activeElement) (buttons[at + 1] ?? buttons[at - 1] ?? before.current)?.focus();
    if (toasts.length === 1) {
      // What goes away under the pointer or with focus on it does not say that it has lost them.
      setHovered(false);
      setFocused(false);
    }
    notify.dismiss(toast.id);
  };

  return (
    <section aria-label={t('common.notices.title')} aria-keyshortcuts={SHORTCUT} className={styles.toaster}>
      <ol ref={list} className={styles.list} onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)}>
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            paused={hovered || focused || !inUse}
            onFocus={onFocus}
            onBlur={() => setFocused(false)}
            onDismiss={() => dismiss(toast)}
          />
        ))}
      </ol>
    </section>
  );
}
