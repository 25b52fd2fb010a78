import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import type { LessonProgress } from './lesson.types.js';

const columns = ['started_at', 'completed_at', 'bookmarked_at', 'best_score', 'attempts', 'last_attempt_at'] as const;

interface Row {
  started_at: string | null;
  completed_at: string | null;
  bookmarked_at: string | null;
  best_score: number | null;
  attempts: number;
  last_attempt_at: string | null;
}

const instant = (stored: string | null) => (stored === null ? null : new Date(stored).toISOString());
const progressOf = (row: Row): LessonProgress => ({
  startedAt: instant(row.started_at),
  completedAt: instant(row.completed_at),
  bookmarkedAt: instant(row.bookmarked_at),
  bestScore: row.best_score,
  attempts: row.attempts,
  lastAttemptAt: instant(row.last_attempt_at),
});

const now = sql<string>`now()`;

/**
 * Every statement about the table `lesson_progress`. Each names the member whose row it reads or writes; writes return the row, and a
 * repeated one keeps the first time.
 */
@Injectable()
export class LessonProgressRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the rows of a member by lesson, at most one for each of `lessons`. */
  async findAll(userId: string, lessons: readonly string[]): Promise<ReadonlyMap<string, LessonProgress>> {
    const rows = await db(this.em)
      .selectFrom('lesson_progress')
      .select(['lesson', ...columns])
      .where('user_id', '=', userId)
      .where('lesson', 'in', [...lessons])
      .execute();
    return new Map(rows.map(({ lesson, ...row }) => [lesson, progressOf(row)]));
  }

  async start(userId: string, lesson: string): Promise<LessonProgress> {
    const row = await db(this.em)
      .insertInto('lesson_progress')
      .values({ user_id: userId, lesson, started_at: now })
      .onConflict((on) =>
        on.columns(['user_id', 'lesson']).doUpdateSet((eb) => ({ started_at: eb.fn.coalesce('lesson_progress.started_at', now) })),
      )
      .returning(columns)
      .executeTakeFirstOrThrow();
    return progressOf(row);
  }

  async complete(userId: string, lesson: string): Promise<LessonProgress> {
    const row = await db(this.em)
      .insertInto('lesson_progress')
      .values({ user_id: userId, lesson, started_at: now, completed_at: now })
      .onConflict((on) =>
        on.columns(['user_id', 'lesson']).doUpdateSet((eb) => ({
          started_at: eb.fn.coalesce('lesson_progress.started_at', now),
          completed_at: eb.fn.coalesce('lesson_progress.completed_at', now),
        })),
      )
      .returning(columns)
      .executeTakeFirstOrThrow();
    return progressOf(row);
  }

  async bookmark(userId: string, lesson: string, on: boolean): Promise<LessonProgress> {
    const row = await db(this.em)
      .insertInto('lesson_progress')
      .values({ user_id: userId, lesson, bookmarked_at: on ? now : null })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'lesson'])
          .doUpdateSet((eb) => ({ bookmarked_at: on ? eb.fn.coalesce('lesson_progress.bookmarked_at', now) : null })),
      )
      .returning(columns)
      .executeTakeFirstOrThrow();
    return progressOf(row);
  }

  /** Counts an attempt at the quiz. The best score stays, and so does the time of the first pass. Takes the caller's transaction. */
  async recordAttempt(
    tx: EntityManager,
    userId: string,
    lesson: string,
    { score, passed }: { score: number; passed: boolean },
  ): Promise<LessonProgress> {
    const completed = passed ? now : null;
    const row = await db(tx)
      .insertInto('lesson_progress')
      .values({
        user_id: userId,
        lesson,
        started_at: now,
        completed_at: completed,
        best_score: score,
        attempts: 1,
        last_attempt_at: now,
      })
      .onConflict((on) =>
        on.columns(['user_id', 'lesson']).doUpdateSet((eb) => ({
          started_at: eb.fn.coalesce('lesson_progress.started_at', now),
          completed_at: passed ? eb.fn.coalesce('lesson_progress.completed_at', now) : eb.ref('lesson_progress.completed_at'),
          best_score: sql<number>`greatest(lesson_progress.best_score, excluded.best_score)`,
          attempts: eb('lesson_progress.attempts', '+', 1),
          last_attempt_at: now,
        })),
      )
      .returning(columns)
      .executeTakeFirstOrThrow();
    return progressOf(row);
  }
}
