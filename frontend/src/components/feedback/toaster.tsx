import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TOAST_MILLISECONDS } from '../../config/constants';
import { type Toast, notify, useToasts } from '../../lib/notify';
import styles from './toaster.module.css';

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;

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

/** One notice. Its time stands still while it is pointed at or the window is not in use. */
function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const [left, setLeft] = useState(TOAST_MILLISECONDS);
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
  const Icon = icons[toast.kind];
  return (
    <li className={`${styles.toast} ${styles[toast.kind]}`}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <p role={toast.kind === 'error' ? 'alert' : 'status'} className={styles.text}>
        {toast.text}
      </p>
      <button type="button" className={styles.close} onClick={() => notify.dismiss(toast.id)} aria-label="Dismiss">
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  );
}

export function Toaster() {
  const toasts = useToasts();
  const focused = useWindowFocus();
  const [hovered, setHovered] = useState(false);
  return (
    <section aria-label="Notices" className={styles.toaster}>
      <ol className={styles.list} onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} paused={hovered || !focused} />
        ))}
      </ol>
    </section>
  );
}
