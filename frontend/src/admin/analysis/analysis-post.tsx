import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { analysisPath } from '../../config/routes';
import type { AnalysisRecordWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { StateBadge } from '../state-badge';
import { AnalysisButtons } from './analysis-buttons';
import { AnalysisHistory } from './analysis-history';
import { AnalysisPreview } from './analysis-preview';
import { audienceWords, languageWords, stateWords } from './post-words';

/** One analysis: its state, what can be done with it, how members see it, and the texts it had. */
export function AnalysisPost() {
  const { postId = '' } = useParams();
  const { data: post, error, refetch } = useGetOne<AnalysisRecordWire>('analysis', { id: postId });
  return (
    <Screen
      title={post?.title ?? 'Analysis'}
      {...(post && { heading: <span dir="auto">{post.title}</span> })}
      actions={
        <>
          {post && (
            <Allowed to="analysis.publish">
              <Link to={`${consolePaths.newAnalysis}?edit=${encodeURIComponent(post.id)}`} className={buttonClass()}>
                Edit
              </Link>
              <AnalysisButtons post={post} />
            </Allowed>
          )}
          <Link to={consolePaths.analysis} className={buttonClass()}>
            All analyses
          </Link>
        </>
      }
    >
      {error && !post ? (
        <Card>
          <ErrorState title="The analysis could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card title="State" aside={post && <StateBadge of={stateWords[post.state]} />} busy={post === undefined} span={6}>
            {post ? <Standing post={post} /> : <Skeleton height={260} />}
          </Card>
          {post ? (
            <AnalysisPreview {...post} />
          ) : (
            <Card busy span={6}>
              <Skeleton height={260} />
            </Card>
          )}
          {post && post.publishedAt !== null && <AnalysisHistory post={post} />}
        </Grid>
      )}
    </Screen>
  );
}

function Standing({ post }: { post: AnalysisRecordWire }) {
  const { state, audience, language, pairs, tags, readingMinutes, author, publishAt, publishedAt, editedAt, updatedAt, slug } = post;
  return (
    <Facts>
      <Fact name="Who can read it" value={audienceWords[audience].label} />
      <Fact name="Reading time" value={`${readingMinutes} min`} />
      <Fact name="Language" value={language === null ? 'Not specified' : languageWords[language]} />
      <Fact name="Pairs" value={pairs.length === 0 ? null : <span translate="no">{pairs.join(', ')}</span>} />
      <Fact name="Tags" value={tags.join(', ')} />
      <Fact name="Author" value={author ?? 'Deleted account'} />
      {publishAt !== null && <Fact name="Scheduled for" value={<Moment at={publishAt} />} />}
      {publishedAt !== null && <Fact name="First published" value={<Moment at={publishedAt} />} />}
      {editedAt !== null && <Fact name="Text changed" value={<Moment at={editedAt} />} />}
      <Fact name="Last changed" value={<Moment at={updatedAt} />} />
      {state === 'published' && <Fact name="Page" value={<Link to={analysisPath(slug)}>Open as a visitor</Link>} />}
    </Facts>
  );
}
