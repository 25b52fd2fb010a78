import type { Language } from '../../../platform/domain/index.js';
import type { LessonsWire, LessonWire, LessonWithQuizWire, QuizResultWire } from '../../../platform/wire/index.js';
import type { LessonOfMember, QuizResult } from '../lessons/index.js';
import { choices } from '../lessons/lesson.types.js';

export function presentLesson({ lesson, progress }: LessonOfMember, language: Language): LessonWire {
  const { id, page, minutes, quiz } = lesson;
  return {
    id,
    page,
    title: lesson.title(language),
    minutes,
    state: progress.completedAt !== null ? 'completed' : progress.startedAt !== null ? 'started' : 'new',
    completedAt: progress.completedAt,
    bookmarked: progress.bookmarkedAt !== null,
    quiz: quiz && {
      questions: quiz.questions.length,
      passAt: quiz.passAt,
      bestScore: progress.bestScore,
      attempts: progress.attempts,
      lastAttemptAt: progress.lastAttemptAt,
    },
  };
}

export function presentLessons(all: readonly LessonOfMember[], language: Language): LessonsWire {
  const open = all.filter(({ progress }) => progress.completedAt === null);
  return {
    done: all.length - open.length,
    next: open[0]?.lesson.id ?? null,
    lessons: all.map((one) => presentLesson(one, language)),
  };
}

/** Leaves out the right answers and why they are right. */
export function presentLessonWithQuiz(one: LessonOfMember, language: Language): LessonWithQuizWire {
  const questions = one.lesson.quiz?.questions ?? [];
  return {
    ...presentLesson(one, language),
    questions: questions.map(({ id, text }) => {
      const texts = text(language);
      return { id, question: texts.question, choices: choices.map((choice) => ({ id: choice, text: texts[choice] })) };
    }),
  };
}

export function presentResult({ score, passed, questions, ...one }: QuizResult, language: Language): QuizResultWire {
  return {
    lesson: presentLesson(one, language),
    score,
    passed,
    questions: questions.map(({ question, chosen }) => ({
      id: question.id,
      chosen,
      right: question.right,
      why: question.text(language).why,
    })),
  };
}
