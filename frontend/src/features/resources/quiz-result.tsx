import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../components/feedback/button';
import { t } from '../../lib/i18n/texts';
import { lessonPath } from '../../lib/my-lessons';
import styles from './lesson-quiz.module.css';
import type { Lesson, Question, QuizResult } from './lessons';

interface QuizResultProps {
  result: QuizResult;
  questions: readonly Question[];
  /** The next lesson to do; undefined: all are done. */
  next: Lesson | undefined;
  onAgain: () => void;
}

/** What was right, what the right answers are and why. Takes the focus, so that a screen reader begins with the result. */
export function QuizResultView({ result, questions, next, onAgain }: QuizResultProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const goesOn = result.passed && next !== undefined;
  return (
    <div className={styles.result}>
      <div ref={summary} tabIndex={-1} className={result.passed ? `${styles.summary} ${styles.passed}` : styles.summary}>
        <p className={styles.score}>{t('resources.quiz.result', { score: result.score, questions: questions.length })}</p>
        <p>
          {result.passed
            ? t('resources.quiz.passed')
            : t('resources.quiz.notPassed', { passAt: result.lesson.quiz?.passAt ?? questions.length })}
        </p>
      </div>
      <ol className={styles.marked}>
        {questions.map((question) => (
          <MarkedQuestion key={question.id} question={question} marked={result.questions.find(({ id }) => id === question.id)} />
        ))}
      </ol>
      <div className={styles.actions}>
        {goesOn && (
          <Link to={lessonPath(next)} className={buttonClass({ look: 'primary' })}>
            {t('resources.lessons.next')}
          </Link>
        )}
        <Button look={result.passed ? 'secondary' : 'primary'} onClick={onAgain}>
          {t('resources.quiz.again')}
        </Button>
      </div>
    </div>
  );
}

function MarkedQuestion({ question, marked }: { question: Question; marked: QuizResult['questions'][number] | undefined }) {
  if (!marked) return null;
  const textOf = (choice: string) => question.choices.find(({ id }) => id === choice)?.text ?? choice;
  const right = textOf(marked.right);
  const isRight = marked.chosen === marked.right;
  return (
    <li>
      <p className={styles.question}>{question.question}</p>
      {!isRight && (
        <p className={styles.wrong}>
          <X size={18} aria-hidden="true" />
          {t('resources.quiz.chosen', { answer: textOf(marked.chosen) })}
        </p>
      )}
      <p className={styles.right}>
        <Check size={18} aria-hidden="true" />
        {isRight ? t('resources.quiz.correct', { answer: right }) : t('resources.quiz.rightAnswer', { answer: right })}
      </p>
      <p className={styles.why}>{marked.why}</p>
    </li>
  );
}
