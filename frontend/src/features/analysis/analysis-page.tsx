import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../components/feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/states';
import { TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { AnalysisFrame } from './analysis-frame';
import { type FeedFilter, feedQuery } from './api/get-analysis';
import { AtomLink } from './atom-link';
import { PostCard } from './post-card';
import styles from './analysis.module.css';

const PAUSE_MILLISECONDS = 300;
const MAX_LETTERS = 100;
const filterNames = ['pair', 'tag'] as const;

/** Market analyses by the team, the newest first. */
export function AnalysisPage() {
  const [params, setParams] = useSearchParams();
  const filter: FeedFilter = { q: params.get('q') ?? '', tag: params.get('tag') ?? '', pair: params.get('pair') ?? '' };
  const feed = useInfiniteQuery(feedQuery(filter));
  const posts = feed.data?.pages.flatMap((page) => page.posts);
  const set = (name: keyof FeedFilter, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <AnalysisFrame title={t('analysis.title')} intro={t('analysis.intro')}>
      <search className={styles.filters}>
        <SearchField q={filter.q} onSearch={(q) => set('q', q)} />
        {filterNames
          .filter((name) => filter[name] !== '')
          .map((name) => (
            <Button key={name} size="small" onClick={() => set(name, '')}>
              {t(`analysis.filter.${name}`, { value: filter[name] })}
            </Button>
          ))}
      </search>
      {posts === undefined ? (
        <Card busy={!feed.error}>
          {feed.error ? (
            <ErrorState title={t('analysis.failed')} error={feed.error} onRetry={() => void feed.refetch()} />
          ) : (
            <Skeleton height={320} />
          )}
        </Card>
      ) : posts.length === 0 ? (
        <Card>
          <EmptyState title={t(isFiltered ? 'analysis.none' : 'analysis.empty')}>
            {t(isFiltered ? 'analysis.noneText' : 'analysis.emptyText')}
          </EmptyState>
        </Card>
      ) : (
        <ul className={styles.feed}>
          {posts.map((post) => (
            <li key={post.slug}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.after}>
        {feed.hasNextPage && (
          <Button busy={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
            {t(feed.isFetchingNextPage ? 'analysis.loadingMore' : 'analysis.more')}
          </Button>
        )}
        <AtomLink />
      </div>
    </AnalysisFrame>
  );
}

/** A word counts once typing pauses. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  // Changed from outside: by going back.
  if (shown !== q) {
    setShown(q);
    setTyped(q);
  }
  const search = useEffectEvent(() => onSearch(typed.trim()));
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => search(), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return (
    <TextField
      label={t('analysis.search')}
      type="search"
      maxLength={MAX_LETTERS}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
