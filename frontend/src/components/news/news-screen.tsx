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
import { t } from '../../lib/i18n/texts';
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
      intro={t('news.intro')}
      actions={
        agrees && (
          <Button look="quiet" onClick={() => choose(false)}>
            {t('news.stop')}
          </Button>
        )
      }
    >
      <Card flush={agrees}>
        {error && widget === undefined ? (
          <ErrorState title={t('news.failed')} error={error} onRetry={() => void refetch()} />
        ) : widget === undefined ? (
          <Skeleton height={320} />
        ) : widget === null ? (
          <EmptyState title={t('news.none.title')}>{t('news.none.text')}</EmptyState>
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
      <h2>{t('news.question.title', { provider })}</h2>
      <p>{t('news.question.text', { provider })}</p>
      <p>{t('news.question.choice')}</p>
      <Button look="primary" onClick={onAgree}>
        {t('news.question.load')}
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
          <Notice kind="warn" live title={online ? t('news.away.slow', { provider: widget.provider }) : t('news.away.offline')}>
            {t(online ? 'news.away.slowText' : 'news.away.offlineText')}
          </Notice>
        </div>
      )}
      {online && (
        <iframe
          key={url}
          title={t('news.frame', { provider: widget.provider })}
          src={url}
          // Another origin's scripts may run in their own frame; they reach neither this page nor the window around it.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={styles.frame}
          onLoad={() => setLoaded(true)}
        />
      )}
      <p className={styles.foot}>
        <span>{t('news.nothing')}</span>
        <ButtonAnchor
          size="small"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          icon={<ExternalLink className="mirrored" size={15} aria-hidden="true" />}
        >
          {t('news.newTab')}
        </ButtonAnchor>
      </p>
    </div>
  );
}
