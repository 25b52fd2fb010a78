import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import type { CalendarItemWire } from '../../lib/wire/types';
import { EventFacts } from './event-facts';
import styles from './calendar.module.css';

interface EventListProps<Item extends CalendarItemWire> {
  list: UseInfiniteQueryResult<InfiniteData<{ events: Item[] }>>;
  pathOf: (slug: string) => string;
  empty: { title: string; text: string; action?: ReactNode };
}

/** Events as cards, a page at a time. */
export function EventList<Item extends CalendarItemWire>({ list, pathOf, empty }: EventListProps<Item>) {
  const events = list.data?.pages.flatMap((page) => page.events);
  if (events === undefined)
    return (
      <Card busy={!list.error}>
        {list.error ? (
          <ErrorState title={t('calendar.failed')} error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Card>
    );
  if (events.length === 0)
    return (
      <Card>
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <ul className={styles.list}>
        {events.map((event) => (
          <li key={event.slug}>
            <EventCard event={event} path={pathOf(event.slug)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <p className={styles.after}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t(list.isFetchingNextPage ? 'calendar.loadingMore' : 'calendar.more')}
          </Button>
        </p>
      )}
    </>
  );
}

function EventCard({ event, path }: { event: CalendarItemWire; path: string }) {
  const { title, summary, language } = event;
  const spoken = language === null ? {} : { lang: language };
  return (
    <Card>
      <article className={styles.card}>
        <h2 dir="auto" {...spoken}>
          <Link to={path}>{title}</Link>
        </h2>
        <EventFacts event={event} />
        <p dir="auto" {...spoken}>
          {summary}
        </p>
      </article>
    </Card>
  );
}
