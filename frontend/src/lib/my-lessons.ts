import { queryOptions } from '@tanstack/react-query';
import { paths } from '../config/routes';
import { request } from './api';
import { currentLanguage } from './i18n/language';
import type { Answer, LessonsWire, LessonWire } from './wire/types';

/** The name of a lesson's id in the address of the page that shows it. */
export const LESSON_PARAM = 'lesson';

export const lessonPath = ({ id, page }: Pick<LessonWire, 'id' | 'page'>): string =>
  `${page === 1 ? paths.resources : paths.resourcesSecond}?${LESSON_PARAM}=${encodeURIComponent(id)}`;

/** All lessons with the member's progress; refused (403) before the payment is approved. Titles are in the language of the page. */
export const lessonsQuery = () =>
  queryOptions({
    queryKey: ['lessons', currentLanguage()],
    queryFn: async ({ signal }) => (await request<Answer<LessonsWire>>('/me/lessons', { signal })).body.data,
  });

/** Returns the lessons with one of them changed. */
export function withLesson(all: LessonsWire, changed: LessonWire): LessonsWire {
  const lessons = all.lessons.map((lesson) => (lesson.id === changed.id ? changed : lesson));
  const open = lessons.filter(({ state }) => state !== 'completed');
  return { done: lessons.length - open.length, next: open[0]?.id ?? null, lessons };
}
