export { lessonCatalogue, LessonCatalogue } from './lesson-catalogue.settings.js';
export { LessonProgressRepository } from './lesson-progress.repository.js';
export { LessonsService, type QuizResult } from './lessons.service.js';
export type { LessonOfMember } from './lesson.types.js';
