import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PostChart } from '../../components/analysis/post-chart';
import { PostPicture } from '../../components/analysis/post-picture';
import type { MarkdownMedia } from '../../components/markdown/markdown';
import type { AnalysisChartWire, AnalysisPostWire } from '../../lib/wire/types';
import { candlesQuery } from './api/get-analysis';

/** Pictures and charts of a published text. `onBroken` fetches the post again: links of members' pictures expire. */
export function useReaderMedia(post: AnalysisPostWire | undefined, userId: string | null, onBroken: () => void): MarkdownMedia {
  return useMemo(
    () => ({
      picture: (id, description) => (
        <PostPicture picture={post?.pictures.find((one) => one.id === id)} description={description} onBroken={onBroken} />
      ),
      chart: (source) => {
        const chart = post?.charts.find((one) => one.source === source);
        return post && chart ? <ReaderChart slug={post.slug} chart={chart} userId={userId} /> : null;
      },
    }),
    [post, userId, onBroken],
  );
}

function ReaderChart({ slug, chart, userId }: { slug: string; chart: AnalysisChartWire; userId: string | null }) {
  const { data, error, refetch } = useQuery(candlesQuery(slug, chart.id, userId));
  return <PostChart chart={chart} candles={data} error={error} onRetry={() => void refetch()} />;
}
