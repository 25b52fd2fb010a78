import type {
  AnalysisCandlesWire,
  AnalysisChartWire,
  AnalysisItemWire,
  AnalysisPictureWire,
  AnalysisPostWire,
  AnalysisRecordWire,
} from '../../src/lib/wire/types';

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
export const post = (body: string | null, more: Partial<AnalysisPostWire> = {}): AnalysisPostWire => ({
  ...item,
  body,
  pictures: [],
  charts: [],
  ...more,
});

export const picture: AnalysisPictureWire = {
  id: '0190a1b2-0000-7000-8000-0123456789ab',
  url: '/api/v1/analysis/pictures/0190a1b2-0000-7000-8000-0123456789ab',
  width: 1200,
  height: 600,
};
export const chart: AnalysisChartWire = {
  source: 'BTC/USDT 4h 2026-11-01 2026-11-02\nlevel 68000 Range high',
  id: '0123456789abcdef',
  pair: 'BTC/USDT',
  market: 'spot',
  timeframe: '4h',
  from: '2026-11-01',
  to: '2026-11-02',
  levels: [{ price: '68000', label: 'Range high' }],
};
export const candles: AnalysisCandlesWire = {
  venue: 'binance',
  step: 14_400,
  candles: [
    [1_793_491_200, '64000.1', '64900', '63800.25', '64500'],
    [1_793_505_600, '64500', '65100.5', '64100', '65000'],
  ],
  complete: true,
};

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
