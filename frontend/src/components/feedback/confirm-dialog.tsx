import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { Button } from './button';
import { Dialog } from './dialog';
import styles from './dialog.module.css';
import { Notice } from './notice';

interface ConfirmDialogProps {
  /** A question that names the thing. */
  title: string;
  children: ReactNode;
  /** What happens, as the button says it. */
  action: string;
  /** The same while it runs. */
  running: string;
  /** `danger` unless nothing is lost. */
  look?: 'danger' | 'primary';
  /** Closes the dialog; by itself “Cancel”. */
  keep?: string;
  busy: boolean;
  /** Why it did not work; shown in the dialog, which covers the notices of the page. */
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that can't be taken back by the same button. */
export function ConfirmDialog({
  title,
  children,
  action,
  running,
  look = 'danger',
  keep,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep ?? t('common.cancel')}</Button>
          <Button look={look} busy={busy} onClick={onConfirm}>
            {busy ? running : action}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {error != null && (
        <div className={styles.problem}>
          <Notice kind="error" live title={messageOf(error)} />
        </div>
      )}
    </Dialog>
  );
}
