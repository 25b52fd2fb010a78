import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../lib/i18n/texts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** `wide` for pictures, `narrow` for a question, `tall` for a long list: as high as the window, and all of it on a phone. */
  width?: 'narrow' | 'wide' | 'tall';
  /** False: only its own buttons close it, because what it shows can't be shown again. */
  dismissible?: boolean;
  children: ReactNode;
  actions?: ReactNode;
}

/** The browser's own modal dialog: it traps focus, closes on Escape or a press beside it, and gives focus back. Mounted means open. */
export function Dialog({ title, onClose, width = 'narrow', dismissible = true, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element leaves the page: only then does closing it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={`${styles.dialog} ${styles[width]}`}
      closedby={dismissible ? 'any' : 'none'}
      onCancel={(event) => {
        // Of a dialog within this one, or of a file chooser, the cancel arrives here as well.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onClose();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          {dismissible && (
            <button type="button" className={styles.close} aria-label={t('common.close')} onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </button>
          )}
        </header>
        {/* A long list of texts has nothing else that takes the focus, and scrolls by keyboard. */}
        <div className={styles.body} {...(width === 'tall' && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}>
          {children}
        </div>
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
