import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { TextAreaField, TextField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import { useAct } from '../use-act';
import { type CommentAct, actWords } from './comment-words';
import styles from './comments.module.css';

const MAX_REASON = 500;

/** Asks for the reason of a decision, and for how long a mute lasts. */
export function ModerationDialog({ commentId, act, onClose }: { commentId: string; act: CommentAct; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('7');
  const words = actWords[act];
  const decide = useAct({
    call: () =>
      request(`/admin/comments/${encodeURIComponent(commentId)}/${act}`, {
        method: 'POST',
        json: { reason: reason.trim(), ...(act === 'mute' && { days: Number(days) }) },
      }),
    done: () => words.done,
    lists: ['comments', 'inbox', 'audit-events'],
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={words.look} busy={decide.isPending} disabled={reason.trim() === ''} onClick={() => decide.mutate()}>
            {decide.isPending ? words.running : words.action}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{words.text}</p>
        {act === 'mute' && (
          <TextField label="Days" inputMode="numeric" maxLength={3} value={days} onChange={(event) => setDays(event.target.value)} />
        )}
        <TextAreaField label="Reason" maxLength={MAX_REASON} value={reason} onChange={(event) => setReason(event.target.value)} />
        {decide.error && <Notice kind="error" live title={messageOf(decide.error)} />}
      </div>
    </Dialog>
  );
}
