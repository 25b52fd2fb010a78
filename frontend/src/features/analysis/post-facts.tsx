import { Link } from 'react-router';
import { Moment } from '../../components/exchange/moment';
import { Badge } from '../../components/feedback/badge';
import { paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import type { AnalysisItem } from './api/get-analysis';
import styles from './analysis.module.css';

const filtered = (name: 'pair' | 'tag', value: string) => `${paths.analysis}?${new URLSearchParams({ [name]: value })}`;

/** When it was published, how long it takes, whom it is for. */
export function PostFacts({ post: { publishedAt, editedAt, readingMinutes, audience } }: { post: AnalysisItem }) {
  return (
    <p className={styles.facts}>
      <Moment at={publishedAt} />
      <span>{t('analysis.minutes', { count: readingMinutes })}</span>
      {editedAt !== null && (
        <span>
          {t('analysis.edited')} <Moment at={editedAt} />
        </span>
      )}
      {audience === 'members' && <Badge tone="info">{t('analysis.members')}</Badge>}
    </p>
  );
}

/** Its pairs and tags, each of which leads to the others with it. */
export function PostLabels({ post: { pairs, tags, title } }: { post: AnalysisItem }) {
  if (pairs.length + tags.length === 0) return null;
  return (
    <ul className={styles.labels} aria-label={t('analysis.labels', { title })}>
      {pairs.map((pair) => (
        <li key={pair}>
          <Link to={filtered('pair', pair)} translate="no" dir="ltr">
            {pair}
          </Link>
        </li>
      ))}
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={filtered('tag', tag)} dir="auto">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
