import { DomainError } from '../../../platform/domain/index.js';

/** A 404. */
export class NoSuchLesson extends DomainError {
  constructor() {
    super('not-found', 'lesson.not-found', 'There is no such lesson');
  }
}

/** A 409: reading it does not complete the lesson. */
export class LessonHasQuiz extends DomainError {
  constructor() {
    super('conflict', 'lesson.has-quiz', 'Pass the quiz to complete this lesson');
  }
}

/** A 409. */
export class LessonHasNoQuiz extends DomainError {
  constructor() {
    super('conflict', 'lesson.no-quiz', 'This lesson has no quiz');
  }
}

/** Said of a field of the answers. */
export const answerProblems = {
  missing: 'Answer this question',
  unknownChoice: 'Choose one of the answers',
  unknownQuestion: 'This quiz has no such question',
} as const;
