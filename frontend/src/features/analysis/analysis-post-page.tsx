import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { Comments } from '../../components/comments/comments';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { MarkdownText } from '../../components/markdown/markdown-text';
import { paths } from '../../config/routes';
import { ApiError } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { useSession } from '../../lib/session';
import { AnalysisFrame } from './analysis-frame';
import { postQuery } from './api/get-analysis';
import { Locked } from './locked';
import { useReaderMedia } from './reader-media';
import { PostFacts, PostLabels } from './post-facts';
import styles from './analysis.module.css';

/** Links to pictures of members’ texts live five minutes. */
const LINKS_LIVE_MS = 240_000;

/** One analysis. Who may not read its text reads its summary, and how to get the text. */
export function AnalysisPostPage() {
  const { slug = '' } = useParams();
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.profile.userId : null;
  const { data: post, error, refetch } = useQuery({ ...postQuery(slug, userId), enabled: session.status !== 'loading' });
  const lastRefetch = useRef(0);
  const onBroken = useCallback(() => {
    // One fetch renews the links of all pictures, and one that is gone is not asked for again and again.
    if (Date.now() - lastRefetch.current < LINKS_LIVE_MS) return;
    lastRefetch.current = Date.now();
    void refetch();
  }, [refetch]);
  const media = useReaderMedia(post, userId, onBroken);
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <AnalysisFrame title={post?.title ?? t('analysis.title')} intro={post && <span dir="auto">{post.summary}</span>}>
      {post ? (
        <>
          <div className={styles.head}>
            <PostFacts post={post} />
            <PostLabels post={post} />
          </div>
          {post.body === null ? (
            <Locked isVisitor={userId === null} />
          ) : (
            <Card>
              <article aria-label={post.title}>
                <MarkdownText text={post.body} language={post.language} media={media} />
              </article>
            </Card>
          )}
          <p className={styles.risk}>{t('analysis.risk')}</p>
          {post.body !== null && userId !== null && <Comments key={slug} on="analysis" subject={slug} />}
        </>
      ) : (
        <Card busy={!error}>
          {isMissing ? (
            <EmptyState title={t('analysis.missing')}>{t('analysis.missingText')}</EmptyState>
          ) : error ? (
            <ErrorState title={t('analysis.postFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={420} />
          )}
        </Card>
      )}
      <p className={styles.after}>
        <Link to={paths.analysis}>{t('analysis.all')}</Link>
      </p>
    </AnalysisFrame>
  );
}
