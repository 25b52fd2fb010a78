import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { useRepeatKey } from '../../lib/use-repeat-key';
import { Button } from '../feedback/button';
import { type CommentSubject, postComment, useRefreshComments } from './comments-api';
import { MentionField } from './mention-field';
import styles from './comments.module.css';

export const MAX_COMMENT = 2000;

// In memory alone, and gone with the page. Under the name of whoever typed it: another member may sign in at the same place.
const drafts = new Map<string, string>();

interface CommentFormProps {
  address: CommentSubject;
  /** Null: not a reply. */
  parentId: string | null;
  /** Whom it answers, where that is the author of a reply: mentioned at its beginning. */
  to?: string | null;
  /** Of a reply, which is written in a form of its own. */
  onDone?: () => void;
}

/** Writes a comment or a reply. What was typed stays while the page is open. */
export function CommentForm({ address, parentId, to = null, onDone }: CommentFormProps) {
  const { userId } = useProfile();
  const name = [userId, address.on, address.subject, parentId ?? '', to ?? ''].join(' ');
  const [text, setText] = useState(drafts.get(name) ?? (to === null ? '' : `@${to} `));
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const repeatKey = useRepeatKey();
  const refresh = useRefreshComments();
  const field = useRef<HTMLTextAreaElement>(null);
  const isReply = parentId !== null;
  useEffect(() => {
    if (isReply) field.current?.focus();
  }, [isReply]);
  const type = (typed: string) => {
    setText(typed);
    if (typed.trim() === '') drafts.delete(name);
    else drafts.set(name, typed);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '') {
      setError(t('comments.form.missing'));
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    setError(undefined);
    const comment = { ...address, parentId, text: text.trim() };
    try {
      const { message } = await postComment(comment, repeatKey.headersFor(comment));
      repeatKey.forget();
      type('');
      notify.success(message);
      await refresh();
      onDone?.();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <MentionField
        ref={field}
        label={t(isReply ? 'comments.form.reply' : 'comments.form.comment')}
        help={t('comments.form.help', { count: Array.from(text).length, max: MAX_COMMENT })}
        error={error}
        maxLength={MAX_COMMENT}
        value={text}
        onType={type}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={isBusy}>
          {t(isBusy ? 'comments.form.sending' : isReply ? 'comments.form.sendReply' : 'comments.form.send')}
        </Button>
        {onDone && <Button onClick={onDone}>{t('common.cancel')}</Button>}
      </div>
    </form>
  );
}
