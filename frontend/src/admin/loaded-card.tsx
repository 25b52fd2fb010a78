import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../components/feedback/states';
import { Card } from '../components/layout/screen';

interface LoadedCardProps<T> {
  title: string;
  aside?: ReactNode;
  span: 6 | 12;
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** Said where it could not be loaded. */
  failed: string;
  /** Of its outline, in pixels. */
  height: number;
  children: (data: T) => ReactNode;
}

/** A card with what a request answers. An answer that is there stays while a later request fails. */
export function LoadedCard<T>({ title, aside, span, query: { data, error, refetch }, failed, height, children }: LoadedCardProps<T>) {
  const isLoading = data === undefined && !error;
  return (
    <Card title={title} aside={aside} busy={isLoading} span={span}>
      {data !== undefined ? (
        children(data)
      ) : isLoading ? (
        <Skeleton height={height} />
      ) : (
        <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}
