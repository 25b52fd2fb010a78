import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, FileText } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { day } from '../../lib/format/date';
import { english, isForeign } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import styles from './lesson-page.module.css';
import { type Lesson, type LessonBlock, lessonQuery } from './resources';

const pagePaths: readonly string[] = [paths.resources, paths.resourcesSecond];

/** One page of the resources. The text comes from the server, which knows who has subscribed. */
export function LessonPage({ page }: { page: 1 | 2 }) {
  const { data, error, refetch } = useQuery(lessonQuery(page));
  const [before, after] = [pagePaths[page - 2], pagePaths[page]];
  return (
    <Screen
      title={data?.title ?? t('resources.title')}
      isEnglish={data !== undefined}
      intro={data ? t('resources.lesson', { page: data.page, pages: data.pages, day: day(data.updated) }) : t('resources.intro')}
      actions={
        <Link to={paths.resourceFrame} className={buttonClass()}>
          <FileText size={16} aria-hidden="true" />
          {t('resources.readAsPdf')}
        </Link>
      }
    >
      <Card>
        {isForeign() && <p className={styles.language}>{t('resources.inEnglish')}</p>}
        {error && !data ? (
          <ErrorState title={t('resources.failed')} error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Text key={data.id} lesson={data} />
        ) : (
          <Placeholder />
        )}
      </Card>
      <nav aria-label={t('resources.pages')} className={styles.pages}>
        {before !== undefined && (
          <Link to={before} className={buttonClass()}>
            <ArrowLeft className="mirrored" size={16} aria-hidden="true" />
            {t('resources.previous')}
          </Link>
        )}
        {after !== undefined && (
          <Link to={after} className={`${buttonClass({ look: 'primary' })} ${styles.next}`}>
            {t('resources.next')}
            <ArrowRight className="mirrored" size={16} aria-hidden="true" />
          </Link>
        )}
      </nav>
    </Screen>
  );
}

function Placeholder() {
  return (
    <div className={styles.document} aria-busy="true">
      <Skeleton height={52} />
      {[1, 2, 3, 4].map((part) => (
        <Skeleton key={part} height={260} />
      ))}
    </div>
  );
}

function Text({ lesson: { intro, sections } }: { lesson: Lesson }) {
  return (
    <article className={styles.document} {...english}>
      <p className={styles.intro}>{intro}</p>
      {sections.map(({ id, title, blocks }) => (
        <section key={id} className={styles.section} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {blocks.map((block, place) => (
            <Block key={place} block={block} />
          ))}
        </section>
      ))}
    </article>
  );
}

function Block({ block }: { block: LessonBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    );
  }
  return (
    <figure className={styles.example}>
      <figcaption>{t('resources.example', { example: block.example })}</figcaption>
      <ol>
        {block.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </figure>
  );
}
