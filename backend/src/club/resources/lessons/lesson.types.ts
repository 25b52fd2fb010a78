import type { Language } from '../../../platform/domain/index.js';

export const choices = ['a', 'b', 'c'] as const;
export type Choice = (typeof choices)[number];

export type QuestionText = Readonly<Record<Choice | 'question' | 'why', string>>;

export interface Question {
  id: string;
  right: Choice;
  text: (language: Language) => QuestionText;
}

export interface Quiz {
  /** So many right answers pass it. */
  passAt: number;
  questions: readonly Question[];
}

export interface Lesson {
  id: string;
  /** The page of the resources that contains its text, from 1. */
  page: number;
  title: (language: Language) => string;
  /** Reading time. */
  minutes: number;
  /** Null: the lesson is done once it is read. */
  quiz: Quiz | null;
}

/** How far a member is with a lesson. Times are ISO instants. */
export interface LessonProgress {
  startedAt: string | null;
  completedAt: string | null;
  bookmarkedAt: string | null;
  bestScore: number | null;
  attempts: number;
  lastAttemptAt: string | null;
}

export interface LessonOfMember {
  lesson: Lesson;
  progress: LessonProgress;
}
