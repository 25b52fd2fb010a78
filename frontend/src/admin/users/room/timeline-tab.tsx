import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Moment } from '../../../components/exchange/figures';
import { Button } from '../../../components/feedback/button';
import { ErrorState, Skeleton } from '../../../components/feedback/states';
import { Card } from '../../../components/layout/screen';
import { consolePaths } from '../../../config/console-routes';
import { fetchData, messageOf } from '../../../lib/api';
import type { TimelineEventWire, TimelineWire } from '../../../lib/wire/types';
import styles from './room.module.css';
import { byWords, sentenceOf } from './timeline-sentences';

const casePath = { kyc: consolePaths.kycReview, payment: consolePaths.payment } as const;
const caseName = { kyc: 'Open the KYC case', payment: 'Open the payment' } as const;

const pathOf = (userId: string, before: string) =>
  `/admin/users/${encodeURIComponent(userId)}/timeline${before === '' ? '' : `?before=${encodeURIComponent(before)}`}`;

/** What happened to somebody, newest first. */
export function TimelineTab({ userId }: { userId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery({
    queryKey: ['timeline', userId],
    queryFn: ({ signal, pageParam }) => fetchData<TimelineWire>(pathOf(userId, pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  if (data === undefined) {
    return (
      <Card title="Timeline" busy={error === null}>
        {error === null ? (
          <Skeleton height={240} />
        ) : (
          <ErrorState title="The timeline could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card title="Timeline">
      <ol className={styles.timeline} aria-label="Timeline">
        {data.pages
          .flatMap(({ events }) => events)
          .map((event) => (
            <Event key={`${event.action}-${event.id}`} event={event} />
          ))}
      </ol>
      {isFetchNextPageError && <p role="alert">{messageOf(error)}</p>}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Show earlier events'}
        </Button>
      )}
    </Card>
  );
}

function Event({ event: { at, action, by, case: about } }: { event: TimelineEventWire }) {
  return (
    <li>
      <span>{sentenceOf(action)}</span>
      <span className={styles.when}>
        <Moment at={at} /> · {byWords[by]}
        {about !== null && (
          <>
            {' · '}
            <Link to={casePath[about.kind](about.id)}>{caseName[about.kind]}</Link>
          </>
        )}
      </span>
    </li>
  );
}
