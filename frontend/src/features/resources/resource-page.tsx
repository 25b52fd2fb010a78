import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { day } from '../../lib/format/date';
import { english, isForeign } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import { LESSON_PARAM, lessonsQuery } from '../../lib/my-lessons';
import type { LessonsWire } from '../../lib/wire/types';
import { LessonCard } from './lesson-card';
import { ProgressCard } from './progress-card';
import styles from './resource-page.module.css';
import { type PageContent, resourcePageQuery } from './resources';

const pagePaths: readonly string[] = [paths.resources, paths.resourcesSecond];

/** One page of the resources: its lessons, one below the other. */
export function ResourcePage({ page }: { page: 1 | 2 }) {
  const { data, error, refetch } = useQuery(resourcePageQuery(page));
  const lessons = useQuery(lessonsQuery());
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
      {error && !data ? (
        <Card>
          <ErrorState title={t('resources.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data && !lessons.isPending ? (
        <Lessons key={data.id} content={data} progress={lessons.data} onRetry={() => void lessons.refetch()} />
      ) : (
        <Placeholder />
      )}
      <nav aria-label={t('resources.pages')} className={styles.pages}>
        {before !== undefined && (
          <Link to={before} className={buttonClass()}>
            <ArrowLeft className="mirrored" size={16} aria-hidden="true" />
            {t('resources.previous')}
          </Link>
        )}
        {after !== undefined && (
          <Link to={after} className={`${buttonClass()} ${styles.next}`}>
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
    <div className={styles.waiting} aria-busy="true">
      <Skeleton height={92} />
      <Skeleton height={26} />
      <Skeleton height={420} />
    </div>
  );
}

interface LessonsProps {
  content: PageContent;
  /** Undefined: it could not be loaded, and the lessons are texts. */
  progress: LessonsWire | undefined;
  onRetry: () => void;
}

/** Opens the lesson of the address, else the next one; the others stay closed until they are pressed. */
function Lessons({ content: { intro, sections }, progress, onRetry }: LessonsProps) {
  const asked = useAskedLesson(sections.map(({ id }) => id));
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>(() => {
    const first = asked ?? (progress ? progress.next : sections[0]?.id);
    return first == null ? {} : { [first]: true };
  });
  const { key } = useLocation();
  useEffect(() => {
    if (asked === null) return;
    setOpened((before) => ({ ...before, [asked]: true }));
    // After the screen has scrolled to its top, as it does when it opens.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(asked);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, key]);
  return (
    <div className={styles.lessons}>
      {progress ? (
        <ProgressCard progress={progress} />
      ) : (
        <Notice kind="warn" title={t('resources.lessons.failed')}>
          <p>{t('resources.lessons.failedText')}</p>
          <Button size="small" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      {isForeign() && <p className={styles.intro}>{t('resources.inEnglish')}</p>}
      <p className={styles.intro} {...english}>
        {intro}
      </p>
      <ol className={styles.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <LessonCard
              section={section}
              progress={progress}
              isOpen={opened[section.id] ?? false}
              onToggle={() => setOpened((before) => ({ ...before, [section.id]: !before[section.id] }))}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Returns the lesson that the address names, if this page has it. */
function useAskedLesson(ids: readonly string[]): string | null {
  const [search] = useSearchParams();
  const asked = search.get(LESSON_PARAM);
  return asked !== null && ids.includes(asked) ? asked : null;
}
