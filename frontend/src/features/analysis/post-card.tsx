import { Link } from 'react-router';
import { Card } from '../../components/layout/screen';
import { analysisPath } from '../../config/routes';
import type { AnalysisItem } from './api/get-analysis';
import { PostFacts, PostLabels } from './post-facts';
import styles from './analysis.module.css';

/** An analysis in the feed. */
export function PostCard({ post }: { post: AnalysisItem }) {
  const { slug, title, summary, language } = post;
  return (
    <Card>
      <article className={styles.card}>
        <h2 dir="auto" {...(language !== null && { lang: language })}>
          <Link to={analysisPath(slug)}>{title}</Link>
        </h2>
        <PostFacts post={post} />
        <p dir="auto" {...(language !== null && { lang: language })}>
          {summary}
        </p>
        <PostLabels post={post} />
      </article>
    </Card>
  );
}
