import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { lessonPath, lessonsQuery } from '../../lib/my-lessons';
import styles from './next-lesson-card.module.css';

/** The next lesson of a subscriber. Nothing once all are done, and nothing where they cannot be loaded: money comes first here. */
export function NextLessonCard() {
  const { data, isError } = useQuery(lessonsQuery());
  const next = data?.lessons.find(({ id }) => id === data.next);
  if (isError || (data && !next)) return null;
  return (
    <Card title={t('dashboards.nextLesson.title')} busy={!data}>
      {data && next ? (
        <>
          <Link to={lessonPath(next)} className={styles.title}>
            {next.title}
          </Link>
          <p className={styles.facts}>
            {t('dashboards.nextLesson.meta', { minutes: next.minutes, done: data.done, total: data.lessons.length })}
          </p>
        </>
      ) : (
        <Skeleton height={44} />
      )}
    </Card>
  );
}
