import { Bookmark, ChevronDown, Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../components/feedback/button';
import { day } from '../../lib/format/date';
import { english } from '../../lib/i18n/english';
import { t } from '../../lib/i18n/texts';
import type { LessonsWire } from '../../lib/wire/types';
import styles from './lesson-card.module.css';
import { LessonQuiz } from './lesson-quiz';
import { LessonText } from './lesson-text';
import { type Lesson, useBookmark, useOpenLesson, useReadLesson } from './lessons';
import type { Section } from './resources';

const icons = { new: Circle, started: CircleDot, completed: CircleCheck } as const;

interface LessonCardProps {
  section: Section;
  progress: LessonsWire | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** A lesson that opens and closes: state, time to read and bookmark in its head, text and quiz within. */
export function LessonCard({ section, progress, isOpen, onToggle }: LessonCardProps) {
  const lesson = progress?.lessons.find(({ id }) => id === section.id);
  const { mutate: noteOpened } = useOpenLesson(section.id);
  const isNew = lesson?.state === 'new';
  useEffect(() => {
    if (isOpen && isNew) noteOpened();
  }, [isOpen, isNew, noteOpened]);
  const panel = `${section.id}-panel`;
  return (
    <div className={isOpen ? `${styles.lesson} ${styles.open}` : styles.lesson}>
      <div className={styles.head}>
        {lesson && <StateIcon state={lesson.state} />}
        <div className={styles.words}>
          <h2 className={styles.title}>
            <button type="button" id={section.id} className={styles.toggle} aria-expanded={isOpen} aria-controls={panel} onClick={onToggle}>
              {lesson ? lesson.title : <span {...english}>{section.title}</span>}
            </button>
          </h2>
          {lesson && (
            <ul className={styles.facts}>
              {facts(lesson).map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
        {lesson && <BookmarkButton lesson={lesson} />}
        <ChevronDown size={20} aria-hidden="true" className={styles.chevron} />
      </div>
      <div id={panel} className={styles.panel} hidden={!isOpen}>
        {isOpen && (
          <>
            <LessonText section={section} />
            {lesson && progress && (lesson.quiz ? <LessonQuiz lesson={lesson} progress={progress} /> : <MarkAsRead lesson={lesson} />)}
          </>
        )}
      </div>
    </div>
  );
}

function StateIcon({ state }: { state: Lesson['state'] }) {
  const Icon = icons[state];
  return <Icon size={20} aria-hidden="true" className={`${styles.state} ${styles[state]}`} />;
}

function facts({ state, completedAt, minutes, quiz }: Lesson): string[] {
  return [
    state === 'completed' ? t('resources.lessons.state.completed', { day: day(completedAt) }) : t(`resources.lessons.state.${state}`),
    t('resources.lessons.minutes', { minutes }),
    ...(quiz && quiz.bestScore !== null ? [t('resources.lessons.score', { score: quiz.bestScore, questions: quiz.questions })] : []),
  ];
}

function BookmarkButton({ lesson }: { lesson: Lesson }) {
  const bookmark = useBookmark(lesson);
  return (
    <button
      type="button"
      className={styles.bookmark}
      aria-pressed={lesson.bookmarked}
      aria-label={t('resources.lessons.bookmark', { title: lesson.title })}
      onClick={() => bookmark.mutate(!lesson.bookmarked)}
    >
      <Bookmark size={20} aria-hidden="true" />
    </button>
  );
}

/** Completes a lesson without a quiz. */
function MarkAsRead({ lesson }: { lesson: Lesson }) {
  const read = useReadLesson(lesson.id);
  if (lesson.state === 'completed') return null;
  return (
    <div className={styles.read}>
      <Button look="primary" busy={read.isPending} onClick={() => read.mutate()}>
        {t('resources.lessons.markRead')}
      </Button>
    </div>
  );
}
