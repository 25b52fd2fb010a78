import type { AnalysisItemWire, AnalysisPostWire, AnalysisRecordWire } from '../../src/lib/wire/types';

export const item: AnalysisItemWire = {
  slug: 'the-range',
  title: 'The range',
  summary: 'Why 64,100 matters.',
  pairs: ['BTC/USDT'],
  tags: ['macro'],
  audience: 'public',
  language: 'en',
  readingMinutes: 2,
  publishedAt: '2026-11-20T14:05:00.000Z',
  editedAt: null,
};
export const post = (body: string | null, more: Partial<AnalysisPostWire> = {}): AnalysisPostWire => ({ ...item, body, ...more });

export const analysisDraft: AnalysisRecordWire = {
  id: 'a-1',
  slug: 'the-range',
  title: 'The range',
  summary: 'Why 64,100 matters.',
  body: 'Buyers **held** it.',
  pairs: ['BTC/USDT'],
  tags: ['macro'],
  audience: 'public',
  language: null,
  state: 'draft',
  may: ['schedule', 'publish'],
  save: 'edit',
  revision: 3,
  readingMinutes: 1,
  author: 'Amara Okafor',
  publishAt: null,
  publishedAt: null,
  editedAt: null,
  createdAt: '2026-11-20T14:05:00.000Z',
  updatedAt: '2026-11-20T14:05:00.000Z',
};
