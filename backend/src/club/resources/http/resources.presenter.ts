import type { HandbookWire, LessonWire } from '../../../platform/wire/index.js';
import { handbook } from '../lessons/index.js';
import type { PagedLesson } from '../resources.service.js';

export const FILE_NAME = 'tidemark-handbook.pdf';

export const presentLesson = ({ lesson, page, pages }: PagedLesson): LessonWire => ({ ...lesson, page, pages });

export const presentHandbook = (file: { url: string; byteSize: number; pages: number }): HandbookWire => ({
  title: handbook.title,
  fileName: FILE_NAME,
  ...file,
});
