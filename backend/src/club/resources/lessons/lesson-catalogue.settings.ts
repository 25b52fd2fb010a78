import { resourcePages, type ResourceBlock, type ResourceSection } from '../pages/index.js';
import { quizOf, translatedTitle } from './lesson-quizzes.settings.js';
import type { Lesson } from './lesson.types.js';

const WORDS_A_MINUTE = 180;

const textsOf = (block: ResourceBlock): readonly string[] =>
  typeof block === 'string' ? [block] : 'list' in block ? block.list : [block.example, ...block.steps];

function readingMinutes({ blocks }: ResourceSection): number {
  const words = blocks.flatMap(textsOf).join(' ').split(/\s+/).length;
  return Math.ceil(words / WORDS_A_MINUTE);
}

/** The lessons in their order: the sections of the pages. */
export class LessonCatalogue {
  readonly #byId: ReadonlyMap<string, Lesson>;

  constructor(readonly lessons: readonly Lesson[]) {
    this.#byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  }

  find(id: string): Lesson | undefined {
    return this.#byId.get(id);
  }
}

export const lessonCatalogue = new LessonCatalogue(
  resourcePages.flatMap(({ sections }, index) =>
    sections.map((section): Lesson => ({
      id: section.id,
      page: index + 1,
      title: (language) => translatedTitle(section.id, language) ?? section.title,
      minutes: readingMinutes(section),
      quiz: quizOf(section.id),
    })),
  ),
);
