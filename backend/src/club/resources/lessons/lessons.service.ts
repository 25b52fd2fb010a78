import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput, type FieldError } from '../../../platform/domain/index.js';
import { LessonCatalogue } from './lesson-catalogue.settings.js';
import { LessonProgressRepository } from './lesson-progress.repository.js';
import { choices, type Choice, type Lesson, type LessonOfMember, type LessonProgress, type Question, type Quiz } from './lesson.types.js';
import { answerProblems, LessonHasNoQuiz, LessonHasQuiz, NoSuchLesson } from './lessons.errors.js';

/** Answers by question id, as sent. */
export type GivenAnswers = Readonly<Record<string, string>>;

export interface MarkedQuestion {
  question: Question;
  chosen: Choice;
}

export interface QuizResult extends LessonOfMember {
  score: number;
  passed: boolean;
  questions: readonly MarkedQuestion[];
}

const untouched: LessonProgress = {
  startedAt: null,
  completedAt: null,
  bookmarkedAt: null,
  bestScore: null,
  attempts: 0,
  lastAttemptAt: null,
};

/**
 * Lessons and how far a member is with them. Whether the member may read lessons is settled before these methods. All but `list` throw
 * NoSuchLesson.
 */
@Injectable()
export class LessonsService {
  constructor(
    private readonly catalogue: LessonCatalogue,
    private readonly records: LessonProgressRepository,
  ) {}

  /** All lessons in their order. */
  async list(userId: string): Promise<LessonOfMember[]> {
    const { lessons } = this.catalogue;
    const progress = await this.records.findAll(
      userId,
      lessons.map(({ id }) => id),
    );
    return lessons.map((lesson) => ({ lesson, progress: progress.get(lesson.id) ?? untouched }));
  }

  async find(userId: string, id: string): Promise<LessonOfMember> {
    const lesson = this.lesson(id);
    return { lesson, progress: (await this.records.findAll(userId, [id])).get(id) ?? untouched };
  }

  async open(userId: string, id: string): Promise<LessonOfMember> {
    const lesson = this.lesson(id);
    return { lesson, progress: await this.records.start(userId, id) };
  }

  /** Completes a lesson without a quiz. Throws LessonHasQuiz. */
  async read(userId: string, id: string): Promise<LessonOfMember> {
    const lesson = this.lesson(id);
    if (lesson.quiz !== null) throw new LessonHasQuiz();
    return { lesson, progress: await this.records.complete(userId, id) };
  }

  async bookmark(userId: string, id: string, on: boolean): Promise<LessonOfMember> {
    const lesson = this.lesson(id);
    return { lesson, progress: await this.records.bookmark(userId, id, on) };
  }

  /** Marks the answers and counts the attempt. Throws LessonHasNoQuiz, and InvalidInput naming each question without a valid answer. */
  async answer(tx: EntityManager, userId: string, id: string, given: GivenAnswers): Promise<QuizResult> {
    const lesson = this.lesson(id);
    if (lesson.quiz === null) throw new LessonHasNoQuiz();
    const questions = mark(lesson.quiz, given);
    const score = questions.filter(({ question, chosen }) => question.right === chosen).length;
    const passed = score >= lesson.quiz.passAt;
    return { lesson, progress: await this.records.recordAttempt(tx, userId, id, { score, passed }), score, passed, questions };
  }

  private lesson(id: string): Lesson {
    const lesson = this.catalogue.find(id);
    if (!lesson) throw new NoSuchLesson();
    return lesson;
  }
}

const isChoice = (value: string): value is Choice => (choices as readonly string[]).includes(value);

function mark({ questions }: Quiz, given: GivenAnswers): MarkedQuestion[] {
  const problems: FieldError[] = [];
  const marked: MarkedQuestion[] = [];
  for (const question of questions) {
    const chosen = Object.hasOwn(given, question.id) ? given[question.id]! : null;
    if (chosen !== null && isChoice(chosen)) marked.push({ question, chosen });
    else
      problems.push({
        field: `answers.${question.id}`,
        message: chosen === null ? answerProblems.missing : answerProblems.unknownChoice,
      });
  }
  const known = new Set(questions.map(({ id }) => id));
  for (const id of Object.keys(given))
    if (!known.has(id)) problems.push({ field: `answers.${id}`, message: answerProblems.unknownQuestion });
  if (problems.length > 0) throw new InvalidInput(problems);
  return marked;
}
