import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const LessonProgressSchema = defineEntity({
  name: 'LessonProgressRecord',
  tableName: 'lesson_progress',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** Id of a section of the resources. */
    lesson: p.string().length(40).primary(),
    startedAt: p.datetime().nullable(),
    /** Of the quiz that was passed first, or of the lesson that was read. */
    completedAt: p.datetime().nullable(),
    bookmarkedAt: p.datetime().nullable(),
    /** Right answers of the best attempt. */
    bestScore: p.smallint().nullable(),
    attempts: p.integer().default(0),
    lastAttemptAt: p.datetime().nullable(),
  },
});

/** How far a member is with a lesson. Without a row: not opened, no bookmark. */
export class LessonProgressRecord extends LessonProgressSchema.class {}
LessonProgressSchema.setClass(LessonProgressRecord);
export { LessonProgressSchema };
