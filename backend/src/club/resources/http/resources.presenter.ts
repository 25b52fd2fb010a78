import type { HandbookWire, ResourcePageWire } from '../../../platform/wire/index.js';
import { handbook } from '../pages/index.js';
import type { NumberedPage } from '../resources.service.js';

export const FILE_NAME = 'tidemark-handbook.pdf';

export const presentPage = ({ content, page, pages }: NumberedPage): ResourcePageWire => ({ ...content, page, pages });

export const presentHandbook = (file: { url: string; byteSize: number; pages: number }): HandbookWire => ({
  title: handbook.title,
  fileName: FILE_NAME,
  ...file,
});
