import type { ReactNode } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf } from '../../lib/api';

interface PublishDialogProps {
  title: string;
  /** What changes for visitors. */
  children: ReactNode;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows what changes before it is published. */
export function PublishDialog({ title, children, busy, error, onConfirm, onClose }: PublishDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} onClick={onConfirm}>
            {busy ? 'Publishing…' : 'Publish'}
          </Button>
        </>
      }
    >
      {children}
      {error != null && <Notice kind="error" live title={messageOf(error)} />}
    </Dialog>
  );
}
