import { Link, useLocation } from 'react-router';
import { PostChart } from '../../components/analysis/post-chart';
import { PostPicture } from '../../components/analysis/post-picture';
import { buttonClass } from '../../components/feedback/button';
import { EmptyState } from '../../components/feedback/states';
import { TextField } from '../../components/form/inputs';
import { LanguageLinks } from '../../components/layout/language-links';
import { PublicPage } from '../../components/layout/public-page';
import { Card } from '../../components/layout/screen';
import { Markdown, type MarkdownMedia } from '../../components/markdown/markdown';
import { analysisPath, paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import type { AnalysisCandlesWire, AnalysisFeedWire, AnalysisPostWire } from '../../lib/wire/types';
import { AtomLink } from './atom-link';
import { Locked } from './locked';
import { PostCard } from './post-card';
import { PostFacts, PostLabels } from './post-facts';
import styles from './analysis.module.css';

/** What the server makes a page of: the feed of a visitor, one analysis, or null where there is no such analysis. */
export type AnalysisDocumentContent = { feed: AnalysisFeedWire; q: string } | PostContent | null;

interface PostContent {
  post: AnalysisPostWire;
  /** Candles of its charts, by their id. */
  candles: Record<string, AnalysisCandlesWire>;
}

/** Analyses as the server sends them to visitors and crawlers: complete without a script. Members read them within the app. */
export function AnalysisDocument({ content }: { content: AnalysisDocumentContent }) {
  if (content === null)
    return (
      <PublicPage languages={<LanguageLinks />} width="wide" title={t('analysis.title')}>
        <div className={styles.below}>
          <Card>
            <EmptyState title={t('analysis.missing')}>{t('analysis.missingText')}</EmptyState>
          </Card>
          <All />
        </div>
      </PublicPage>
    );
  return 'post' in content ? <PostDocument {...content} /> : <FeedDocument {...content} />;
}

/** Title and description of the page, for search engines and link previews. */
export function titleOf(content: AnalysisDocumentContent): { title: string; description: string } {
  if (content === null) return { title: t('analysis.missing'), description: '' };
  if ('post' in content) return { title: content.post.title, description: content.post.summary };
  return { title: t('analysis.title'), description: t('analysis.intro') };
}

function FeedDocument({ feed, q }: { feed: AnalysisFeedWire; q: string }) {
  const { search } = useLocation();
  const older = new URLSearchParams(search);
  if (feed.next !== null) older.set('before', feed.next);
  return (
    <PublicPage languages={<LanguageLinks />} width="wide" title={t('analysis.title')} intro={t('analysis.intro')}>
      <div className={styles.below}>
        <form role="search" action={paths.analysis} className={styles.filters}>
          <TextField label={t('analysis.search')} type="search" name="q" defaultValue={q} maxLength={100} autoComplete="off" />
          <input type="submit" value={t('analysis.find')} className={buttonClass()} />
        </form>
        {feed.posts.length === 0 ? (
          <Card>
            <EmptyState title={t(search === '' ? 'analysis.empty' : 'analysis.none')}>
              {t(search === '' ? 'analysis.emptyText' : 'analysis.noneText')}
            </EmptyState>
          </Card>
        ) : (
          <ul className={styles.feed}>
            {feed.posts.map((post) => (
              <li key={post.slug}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        )}
        <p className={styles.after}>
          {feed.next !== null && (
            <Link to={`${paths.analysis}?${older.toString()}`} rel="next" className={buttonClass()}>
              {t('analysis.more')}
            </Link>
          )}
          {search !== '' && <Link to={paths.analysis}>{t('analysis.all')}</Link>}
          <AtomLink />
        </p>
      </div>
    </PublicPage>
  );
}

const nothing = () => undefined;

const mediaOf = ({ post: { pictures, charts }, candles }: PostContent): MarkdownMedia => ({
  picture: (id, description) => <PostPicture picture={pictures.find((one) => one.id === id)} description={description} isDocument />,
  chart: (source) => {
    const chart = charts.find((one) => one.source === source);
    return chart ? <PostChart chart={chart} candles={candles[chart.id]} error={null} onRetry={nothing} isDocument /> : null;
  },
});

function PostDocument({ post, candles }: PostContent) {
  const { slug, title, summary, body, language } = post;
  return (
    <PublicPage languages={<LanguageLinks />} width="wide" title={title} intro={<span dir="auto">{summary}</span>}>
      <div className={styles.below}>
        <div className={styles.head}>
          <PostFacts post={post} />
          <PostLabels post={post} />
        </div>
        {body === null ? (
          <Locked isVisitor />
        ) : (
          <Card>
            <article aria-label={title}>
              <Markdown text={body} language={language} media={mediaOf({ post, candles })} />
            </article>
          </Card>
        )}
        <p className={styles.risk}>{t('analysis.risk')}</p>
        <p className={styles.after}>
          <a href={`/#${analysisPath(slug)}`}>{t('analysis.inApp')}</a>
        </p>
        <All />
      </div>
    </PublicPage>
  );
}

const All = () => (
  <p className={styles.after}>
    <Link to={paths.analysis}>{t('analysis.all')}</Link>
  </p>
);
