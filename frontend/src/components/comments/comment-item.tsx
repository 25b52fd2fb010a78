import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { CommentWire, ReactionWire } from '../../lib/wire/types';
import { Moment } from '../exchange/moment';
import { Badge } from '../feedback/badge';
import { Button } from '../feedback/button';
import { ConfirmDialog } from '../feedback/confirm-dialog';
import { Notice } from '../feedback/notice';
import { CommentForm, MAX_COMMENT } from './comment-form';
import { CommentText } from './comment-text';
import { type CommentSubject, editComment, repliesQuery, useDeleteComment, useReact, useRefreshComments } from './comments-api';
import { MentionField } from './mention-field';
import { ReportDialog } from './report-dialog';
import styles from './comments.module.css';

interface CommentItemProps {
  comment: CommentWire;
  address: CommentSubject;
  /** The reader has a name and is neither muted nor banned. */
  mayWrite: boolean;
  /** Of a reply: the comment that it answers is not visible, so nobody can reply. */
  isClosed?: boolean;
}

const reactions: readonly ReactionWire[] = ['agree', 'thanks', 'insightful'];

const nameOf = ({ author, state }: CommentWire): string =>
  author.name ?? t(state === 'visible' ? 'comments.deletedMember' : 'comments.nobody');

/** A comment with its replies, or a reply. */
export function CommentItem({ comment, address, mayWrite, isClosed = false }: CommentItemProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'reply'>('read');
  const read = () => setMode('read');
  return (
    <article className={styles.comment} aria-label={t('comments.by', { name: nameOf(comment) })}>
      <Head comment={comment} />
      {mode === 'edit' ? <EditForm comment={comment} onDone={read} /> : <Body comment={comment} />}
      {mode === 'read' && comment.state === 'visible' && (
        <Actions
          comment={comment}
          mayWrite={mayWrite}
          mayReply={mayWrite && !isClosed}
          onEdit={() => setMode('edit')}
          onReply={() => setMode('reply')}
        />
      )}
      {mode === 'reply' && (
        <CommentForm
          address={address}
          parentId={comment.parentId ?? comment.id}
          to={comment.parentId === null || comment.author.isOwn ? null : comment.author.name}
          onDone={read}
        />
      )}
      {comment.replies.length > 0 && (
        <ol className={styles.replies}>
          {comment.replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem comment={reply} address={address} mayWrite={mayWrite} isClosed={comment.state !== 'visible'} />
            </li>
          ))}
          {comment.moreReplies !== null && (
            <MoreReplies comment={comment} after={comment.moreReplies} address={address} mayWrite={mayWrite} />
          )}
        </ol>
      )}
    </article>
  );
}

function Head({ comment }: { comment: CommentWire }) {
  const { author, createdAt, editedAt, state } = comment;
  if (state !== 'visible' && !author.isOwn) return null;
  return (
    <p className={styles.head}>
      <b translate="no" dir="auto">
        {nameOf(comment)}
      </b>
      {author.isTeam && <Badge tone="info">{t('comments.team')}</Badge>}
      {author.isOwn && <Badge>{t('comments.you')}</Badge>}
      <span className={styles.faint}>
        <Moment at={createdAt} relative />
        {editedAt !== null && ` · ${t('comments.edited')}`}
      </span>
    </p>
  );
}

const gone = { hidden: 'comments.gone.hidden', removed: 'comments.gone.removed', deleted: 'comments.gone.deleted' } as const;
const ownGone = { hidden: 'comments.own.hidden', removed: 'comments.own.removed', deleted: 'comments.gone.deleted' } as const;

function Body({ comment: { text, mentions, state, reason, author } }: { comment: CommentWire }) {
  return (
    <>
      {state !== 'visible' &&
        (author.isOwn ? (
          <Notice kind="warn" title={t(ownGone[state])}>
            {reason !== null && <p dir="auto">{t('comments.reason', { reason })}</p>}
          </Notice>
        ) : (
          <p className={styles.faint}>{t(gone[state])}</p>
        ))}
      {text !== null && <CommentText text={text} mentions={mentions} />}
    </>
  );
}

interface ActionsProps {
  comment: CommentWire;
  mayWrite: boolean;
  mayReply: boolean;
  onEdit: () => void;
  onReply: () => void;
}

function Actions({ comment, mayWrite, mayReply, onEdit, onReply }: ActionsProps) {
  const [asks, setAsks] = useState<'delete' | 'report' | null>(null);
  const close = () => setAsks(null);
  const remove = useDeleteComment(close);
  const name = nameOf(comment);
  const { isOwn } = comment.author;
  return (
    <div className={styles.actions}>
      <Reactions comment={comment} mayWrite={mayWrite && !isOwn} />
      {mayReply && comment.author.name !== null && (
        <Button size="small" look="quiet" aria-label={t('comments.replyTo', { name })} onClick={onReply}>
          {t('comments.reply')}
        </Button>
      )}
      {isOwn && isEditable(comment) && mayWrite && (
        <Button size="small" look="quiet" onClick={onEdit}>
          {t('comments.edit')}
        </Button>
      )}
      {isOwn ? (
        <Button size="small" look="quiet" onClick={() => setAsks('delete')}>
          {t('comments.delete.action')}
        </Button>
      ) : comment.isReported ? (
        <span className={styles.faint}>{t('comments.report.done')}</span>
      ) : (
        <Button size="small" look="quiet" aria-label={t('comments.report.of', { name })} onClick={() => setAsks('report')}>
          {t('comments.report.action')}
        </Button>
      )}
      {asks === 'report' && <ReportDialog commentId={comment.id} onClose={close} />}
      {asks === 'delete' && (
        <ConfirmDialog
          title={t('comments.delete.title')}
          action={t('comments.delete.action')}
          running={t('comments.delete.running')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(comment.id)}
          onClose={() => {
            close();
            remove.reset();
          }}
        >
          {t('comments.delete.text')}
        </ConfirmDialog>
      )}
    </div>
  );
}

const isEditable = ({ editableUntil }: CommentWire): boolean => editableUntil !== null && Date.parse(editableUntil) > Date.now();

function Reactions({ comment: { id, counts, mine }, mayWrite }: { comment: CommentWire; mayWrite: boolean }) {
  const react = useReact(id);
  return (
    <>
      {reactions.map((reaction) =>
        mayWrite ? (
          <Button
            key={reaction}
            size="small"
            aria-pressed={mine.includes(reaction)}
            disabled={react.isPending}
            onClick={() => react.mutate({ reaction, on: !mine.includes(reaction) })}
          >
            {t(`comments.reaction.${reaction}`, { count: counts[reaction] })}
          </Button>
        ) : (
          counts[reaction] > 0 && (
            <span key={reaction} className={styles.faint}>
              {t(`comments.reaction.${reaction}`, { count: counts[reaction] })}
            </span>
          )
        ),
      )}
    </>
  );
}

function EditForm({ comment, onDone }: { comment: CommentWire; onDone: () => void }) {
  const [text, setText] = useState(comment.text ?? '');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const refresh = useRefreshComments();
  const save = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      notify.success((await editComment(comment.id, text.trim())).message);
      await refresh();
      onDone();
    } catch (failure) {
      setError(messageOf(failure));
      setIsBusy(false);
    }
  };
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
      noValidate
    >
      <MentionField label={t('comments.form.comment')} error={error} maxLength={MAX_COMMENT} value={text} onType={setText} />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={isBusy}>
          {t(isBusy ? 'comments.form.saving' : 'comments.form.save')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}

/** Replies after the first ones, on demand. */
function MoreReplies({ comment, after, address, mayWrite }: CommentItemProps & { after: string }) {
  const { userId } = useProfile();
  const [isOpen, setIsOpen] = useState(false);
  const more = useInfiniteQuery({ ...repliesQuery(userId, comment.id, after), enabled: isOpen });
  const shown = more.data?.pages.flatMap(({ comments }) => comments) ?? [];
  return (
    <>
      {shown.map((reply) => (
        <li key={reply.id}>
          <CommentItem comment={reply} address={address} mayWrite={mayWrite} isClosed={comment.state !== 'visible'} />
        </li>
      ))}
      {(!isOpen || more.error || more.hasNextPage || more.isPending) && (
        <li>
          <Button
            size="small"
            busy={more.isFetching}
            onClick={() => {
              if (!isOpen) setIsOpen(true);
              else void (more.error && shown.length === 0 ? more.refetch() : more.fetchNextPage());
            }}
          >
            {t('comments.moreReplies')}
          </Button>
          {more.error && <p role="alert">{messageOf(more.error)}</p>}
        </li>
      )}
    </>
  );
}
