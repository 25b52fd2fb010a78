import { Bookmark } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { lessonPath } from '../../lib/my-lessons';
import type { LessonsWire } from '../../lib/wire/types';
import styles from './progress-card.module.css';

/** How many lessons are done, the next one, and those with a bookmark. */
export function ProgressCard({ progress: { done, next, lessons } }: { progress: LessonsWire }) {
  const nextLesson = lessons.find(({ id }) => id === next);
  const marked = lessons.filter(({ bookmarked }) => bookmarked);
  const words = t('resources.lessons.done', { done, total: lessons.length });
  return (
    <Card>
      <div className={styles.progress}>
        <p className={styles.words} id="lessons-done">
          {words}
        </p>
        <div
          className={styles.track}
          role="progressbar"
          aria-labelledby="lessons-done"
          aria-valuemin={0}
          aria-valuemax={lessons.length}
          aria-valuenow={done}
          aria-valuetext={words}
        >
          <span style={{ width: `${lessons.length === 0 ? 0 : (done / lessons.length) * 100}%` }} />
        </div>
        <p className={styles.next}>
          {nextLesson ? (
            <>
              {t('resources.lessons.next')}: <Link to={lessonPath(nextLesson)}>{nextLesson.title}</Link>
            </>
          ) : (
            t('resources.lessons.allDone')
          )}
        </p>
        {marked.length > 0 && (
          <nav aria-label={t('resources.lessons.bookmarks')}>
            <ul className={styles.bookmarks}>
              {marked.map((lesson) => (
                <li key={lesson.id}>
                  <Link to={lessonPath(lesson)} className={styles.bookmark}>
                    <Bookmark size={16} aria-hidden="true" />
                    {lesson.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Card>
  );
}
