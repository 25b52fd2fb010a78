import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { Button } from '../feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import { SelectField } from '../form/inputs';
import { Card } from '../layout/screen';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import { type CommentOrder, type CommentSubject, commentsQuery, communityQuery } from './comments-api';
import { CommunityCard } from './community-card';
import { authorsOf, MentionNames } from './mention-text';
import styles from './comments.module.css';

/** Comments on an analysis or a signal, for a signed-in person who may read it. `span`: of a grid of twelve columns. */
export function Comments({ on, subject, span }: CommentSubject & { span?: 12 }) {
  const { userId } = useProfile();
  const [order, setOrder] = useState<CommentOrder>('newest');
  const community = useQuery(communityQuery(userId));
  const list = useInfiniteQuery(commentsQuery(userId, { on, subject }, order));
  const comments = list.data?.pages.flatMap((page) => page.comments);
  const mayWrite = community.data?.block === null;
  return (
    <Card title={t('comments.title')} {...(span && { span })}>
      <MentionNames value={authorsOf(comments ?? [])}>
        <div className={styles.stack}>
          {community.data ? (
            <CommunityCard profile={community.data}>
              <CommentForm address={{ on, subject }} parentId={null} />
            </CommunityCard>
          ) : community.error ? (
            <ErrorState title={t('comments.nameFailed')} error={community.error} onRetry={() => void community.refetch()} />
          ) : (
            <Skeleton height={120} />
          )}
          <div className={styles.bar}>
            <SelectField label={t('comments.order')} value={order} onChange={(event) => setOrder(event.target.value as CommentOrder)}>
              <option value="newest">{t('comments.newest')}</option>
              <option value="oldest">{t('comments.oldest')}</option>
            </SelectField>
            <Button icon={<RefreshCw size={16} aria-hidden="true" />} busy={list.isRefetching} onClick={() => void list.refetch()}>
              {t('comments.reload')}
            </Button>
          </div>
          {comments === undefined ? (
            list.error ? (
              <ErrorState title={t('comments.failed')} error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <Skeleton height={200} />
            )
          ) : comments.length === 0 ? (
            <EmptyState title={t('comments.empty')}>{t('comments.emptyText')}</EmptyState>
          ) : (
            <ol className={styles.list}>
              {comments.map((comment) => (
                <li key={comment.id}>
                  <CommentItem comment={comment} address={{ on, subject }} mayWrite={mayWrite} />
                </li>
              ))}
            </ol>
          )}
          {list.hasNextPage && (
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('comments.more')}
            </Button>
          )}
        </div>
      </MentionNames>
    </Card>
  );
}
