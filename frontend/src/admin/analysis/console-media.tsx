import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PostChart } from '../../components/analysis/post-chart';
import { PostPicture } from '../../components/analysis/post-picture';
import { Notice } from '../../components/feedback/notice';
import { Skeleton } from '../../components/feedback/states';
import type { MarkdownMedia } from '../../components/markdown/markdown';
import { fetchData, messageOf, request } from '../../lib/api';
import { usePaused } from '../../lib/use-paused';
import type { AnalysisChartPreviewWire, AnalysisPictureWire, Answer } from '../../lib/wire/types';

/** The server refuses more in a text. */
const MAX_PICTURES = 20;
/** Links live five minutes. */
const RENEW_MS = 240_000;
const PAUSE_MS = 600;

const picturesIn = (text: string): string[] => {
  const found = [...text.matchAll(/picture:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g)].map(([, id]) => id!);
  return [...new Set(found)].slice(0, MAX_PICTURES).toSorted();
};

/** Pictures and charts of a text in the console, also of one that is being written. */
export function useConsoleMedia(text: string): MarkdownMedia {
  const ids = picturesIn(text).join(',');
  const { data: pictures } = useQuery({
    queryKey: ['analysis', 'pictures', ids],
    queryFn: ({ signal }) => fetchData<AnalysisPictureWire[]>(`/admin/analysis/pictures?ids=${ids}`, { signal }),
    enabled: ids !== '',
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => ({
      picture: (id, description) =>
        pictures === undefined ? (
          <Skeleton height={160} />
        ) : (
          <PostPicture picture={pictures.find((one) => one.id === id)} description={description} />
        ),
      chart: (source) => <ChartPreview source={source} />,
    }),
    [pictures],
  );
}

export const previewChart = async (source: string, signal?: AbortSignal) =>
  (
    await request<Answer<AnalysisChartPreviewWire>>('/admin/analysis/charts', {
      method: 'POST',
      json: { source },
      ...(signal && { signal }),
    })
  ).body.data;

/** As it is typed, once typing pauses; where it is no chart yet, what is missing. */
function ChartPreview({ source }: { source: string }) {
  const paused = usePaused(source, PAUSE_MS);
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'chart', paused],
    queryFn: ({ signal }) => previewChart(paused, signal),
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (error) return <Notice kind="warn" title={messageOf(error)} />;
  if (!data) return <Skeleton height={340} />;
  return <PostChart chart={data.chart} candles={data.candles} error={null} onRetry={() => void refetch()} />;
}
