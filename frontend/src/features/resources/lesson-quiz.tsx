import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { ChoiceCard, ChoiceGroup } from '../../components/form/inputs';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { useRepeatKey } from '../../lib/use-repeat-key';
import type { LessonsWire } from '../../lib/wire/types';
import styles from './lesson-quiz.module.css';
import { answerQuiz, type Lesson, type Question, type QuizResult, quizQuery, storeLesson } from './lessons';
import { QuizResultView } from './quiz-result';

/** The quiz at the end of a lesson: questions, and after they are answered the right answers and why. */
export function LessonQuiz({ lesson, progress }: { lesson: Lesson; progress: LessonsWire }) {
  const { data, error, refetch } = useQuery(quizQuery(lesson.id));
  const [result, setResult] = useState<QuizResult | null>(null);
  const [attempt, setAttempt] = useState(0);
  const heading = useId();
  if (!lesson.quiz) return null;
  return (
    <section className={styles.quiz} aria-labelledby={heading}>
      <h3 id={heading}>{t('resources.quiz.title')}</h3>
      {data === undefined ? (
        error ? (
          <ErrorState title={t('resources.quiz.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={540} />
        )
      ) : result ? (
        <QuizResultView
          result={result}
          questions={data}
          next={progress.lessons.find(({ id }) => id === progress.next)}
          onAgain={() => {
            setResult(null);
            setAttempt(attempt + 1);
          }}
        />
      ) : (
        <>
          <p className={styles.intro}>{t('resources.quiz.intro', { questions: lesson.quiz.questions, passAt: lesson.quiz.passAt })}</p>
          <QuizForm key={attempt} lesson={lesson} questions={data} isRetry={attempt > 0} onResult={setResult} />
        </>
      )}
    </section>
  );
}

interface QuizFormProps {
  lesson: Lesson;
  questions: readonly Question[];
  /** The form appears because the member asked for it, and takes the focus. */
  isRetry: boolean;
  onResult: (result: QuizResult) => void;
}

function QuizForm({ lesson, questions, isRetry, onResult }: QuizFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setChecked] = useState(false);
  const repeatKey = useRepeatKey();
  const send = useMutation({
    mutationFn: () => answerQuiz(lesson.id, answers, repeatKey.headersFor({ lesson: lesson.id, answers })),
    onSuccess: (result) => {
      storeLesson(client, result.lesson);
      onResult(result);
    },
  });
  const nameOf = (question: Question) => `${lesson.id}-${question.id}`;
  const focusOn = (question: Question | undefined) =>
    question && form.current?.querySelector<HTMLInputElement>(`input[name="${nameOf(question)}"]`)?.focus();
  useEffect(() => {
    if (isRetry) form.current?.querySelector('input')?.focus();
  }, [isRetry]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const missing = questions.find(({ id }) => answers[id] === undefined);
    if (missing) focusOn(missing);
    else send.mutate();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {questions.map((question) => (
        <ChoiceGroup
          key={question.id}
          label={question.question}
          error={isChecked && answers[question.id] === undefined ? t('resources.quiz.missing') : undefined}
        >
          {question.choices.map(({ id, text }) => (
            <ChoiceCard
              key={id}
              label={text}
              name={nameOf(question)}
              value={id}
              checked={answers[question.id] === id}
              onChange={() => setAnswers((before) => ({ ...before, [question.id]: id }))}
            />
          ))}
        </ChoiceGroup>
      ))}
      {send.error && (
        <Notice kind="error" live>
          {messageOf(send.error)}
        </Notice>
      )}
      <div>
        <Button type="submit" look="primary" busy={send.isPending}>
          {send.isPending ? t('resources.quiz.checking') : t('resources.quiz.check')}
        </Button>
      </div>
    </form>
  );
}
