import { queryOptions, useQuery } from '@tanstack/react-query';
import { ExternalLink, Newspaper } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { request } from '../../lib/api';
import { readStored, writeStored } from '../../lib/storage';
import type { Answer, NewsWire } from '../../lib/wire/types';
import { useColorMode } from '../../theme/color-mode';
import { Button, ButtonAnchor } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { EmptyState, ErrorState, Skeleton } from '../feedback/states';
import { Card, Screen } from '../layout/screen';
import styles from './news-screen.module.css';

const AGREED_KEY = 'tidemark:news-from';
/** By then a frame that can be reached has drawn something. */
const SLOW_AFTER_MS = 15_000;

type Widget = NonNullable<NewsWire['widget']>;

const newsQuery = queryOptions({
  queryKey: ['news-widget'],
  queryFn: async ({ signal }) => (await request<Answer<NewsWire>>('/me/news', { signal })).body.data.widget,
  staleTime: Number.POSITIVE_INFINITY,
});

const originOf = (address: string) => new URL(address).origin;

/** The choice is about one site: another one is asked about anew. */
function useAgreement(origin: string | null): [boolean, (agrees: boolean) => void] {
  const [agreed, setAgreed] = useState(() => readStored(AGREED_KEY));
  const choose = (agrees: boolean) => {
    const next = agrees ? origin : null;
    writeStored(AGREED_KEY, next);
    setAgreed(next);
  };
  return [origin !== null && agreed === origin, choose];
}

function subscribeToNetwork(listener: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
}

const useOnline = () => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);

/** Market news of another site, in a frame of its own. Nothing is loaded from there before somebody has agreed to it. */
export function NewsScreen({ title }: { title: string }) {
  const { data: widget, error, refetch } = useQuery(newsQuery);
  const [agrees, choose] = useAgreement(widget ? originOf(widget.url) : null);
  return (
    <Screen
      title={title}
      intro="Headlines from around the market, chosen and written by others."
      actions={
        agrees && (
          <Button look="quiet" onClick={() => choose(false)}>
            Stop loading news
          </Button>
        )
      }
    >
      <Card flush={agrees}>
        {error && widget === undefined ? (
          <ErrorState title="The news could not be looked up" error={error} onRetry={() => void refetch()} />
        ) : widget === undefined ? (
          <Skeleton height={320} />
        ) : widget === null ? (
          <EmptyState title="No news here">This site shows no news of others at the moment.</EmptyState>
        ) : agrees ? (
          <Frame widget={widget} />
        ) : (
          <Question provider={widget.provider} onAgree={() => choose(true)} />
        )}
      </Card>
    </Screen>
  );
}

function Question({ provider, onAgree }: { provider: string; onAgree: () => void }) {
  return (
    <div className={styles.question}>
      <Newspaper size={28} aria-hidden="true" className={styles.icon} />
      <h2>Load news from {provider}?</h2>
      <p>
        The news comes from another company. If you load it, your browser connects to {provider}, which then learns your internet address
        and may set cookies of its own. It learns nothing about your account here: it runs in a closed frame.
      </p>
      <p>Your choice is kept in this browser, and you can take it back at any time on this page.</p>
      <Button look="primary" onClick={onAgree}>
        Load news
      </Button>
    </div>
  );
}

function Frame({ widget }: { widget: Widget }) {
  const mode = useColorMode();
  const online = useOnline();
  const url = widget.url.replaceAll('{theme}', mode);
  const [loaded, setLoaded] = useState(false);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  const away = !online || (slow && !loaded);
  return (
    <div className={styles.widget}>
      {away && (
        <div className={styles.above}>
          <Notice kind="warn" live title={online ? `${widget.provider} does not answer` : 'You are offline'}>
            {online
              ? 'It may be down, or something in your browser or network keeps it out. The rest of Tidemark is not affected.'
              : 'The news comes back once you are connected again.'}
          </Notice>
        </div>
      )}
      {online && (
        <iframe
          key={url}
          title={`Market news from ${widget.provider}`}
          src={url}
          // Another origin's scripts may run in their own frame; they reach neither this page nor the window around it.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={styles.frame}
          onLoad={() => setLoaded(true)}
        />
      )}
      <p className={styles.foot}>
        <span>Nothing to see? A blocker or your network may keep the news out.</span>
        <ButtonAnchor
          size="small"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          icon={<ExternalLink size={15} aria-hidden="true" />}
        >
          Open it in a new tab
        </ButtonAnchor>
      </p>
    </div>
  );
}
