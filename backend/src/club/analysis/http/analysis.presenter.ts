import { positionText } from '../../../messaging/notices/index.js';
import type {
  AnalysisChartWire,
  AnalysisFeedWire,
  AnalysisItemWire,
  AnalysisPostWire,
  AnalysisRecordWire,
  AnalysisRevisionWire,
} from '../../../platform/wire/index.js';
import type { FeedPost } from '../analysis-feed.repository.js';
import type { PostRecord } from '../analysis-post.repository.js';
import type { ReadablePost } from '../analysis-reader.service.js';
import type { KeptRevision } from '../analysis-revision.repository.js';
import { movesFrom, saveIn } from '../analysis.types.js';
import type { ChartBlock } from '../chart-block.rules.js';
import { readingMinutes } from '../markdown-check.rules.js';

function presentItem({ slug, title, summary, pairs, tags, audience, language, words, publishedAt, editedAt }: FeedPost): AnalysisItemWire {
  return {
    slug,
    title,
    summary,
    pairs,
    tags,
    audience,
    language,
    readingMinutes: readingMinutes(words),
    publishedAt: publishedAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  };
}

export function presentFeed({ posts, hasMore }: { posts: FeedPost[]; hasMore: boolean }): AnalysisFeedWire {
  const last = hasMore ? posts.at(-1) : undefined;
  return { posts: posts.map(presentItem), next: last ? positionText(last.position) : null };
}

export const presentChart = ({ base, quote, ...same }: ChartBlock): AnalysisChartWire => ({ ...same, pair: `${base}/${quote}` });

export const presentPost = (post: ReadablePost): AnalysisPostWire => ({
  ...presentItem(post),
  body: post.body,
  pictures: post.pictures,
  charts: post.charts.map(presentChart),
});

/** A record of `analysis`. */
export function presentRecord({ words, publishAt, publishedAt, editedAt, createdAt, updatedAt, ...same }: PostRecord): AnalysisRecordWire {
  return {
    ...same,
    readingMinutes: readingMinutes(words),
    may: movesFrom(same.state),
    save: saveIn(same.state),
    publishAt: publishAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    editedAt: editedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A record of `analysis/{id}/revisions`. */
export const presentRevision = ({ replacedAt, ...same }: KeptRevision): AnalysisRevisionWire => ({
  ...same,
  replacedAt: replacedAt.toISOString(),
});
