export type AnalysisAudienceWire = 'public' | 'members';
export type AnalysisLanguageWire = 'en' | 'es' | 'ar';

/** An analysis in the feed. */
export interface AnalysisItemWire {
  /** Names it in addresses. */
  slug: string;
  title: string;
  summary: string;
  /** `BTC/USDT` */
  pairs: string[];
  tags: string[];
  /** `members`: the text is for members who paid. */
  audience: AnalysisAudienceWire;
  /** Of the text; null: not said. */
  language: AnalysisLanguageWire | null;
  readingMinutes: number;
  publishedAt: string;
  /** Of the last change of its text since; null: none. */
  editedAt: string | null;
}

/** GET /analysis?q=&tag=&pair=&before=&limit= */
export interface AnalysisFeedWire {
  posts: AnalysisItemWire[];
  /** For `before`; null: there are no older ones. */
  next: string | null;
}

/** A picture that a text names as `picture:<id>`. */
export interface AnalysisPictureWire {
  id: string;
  /** A path of this site. Of members' texts and in the console it is signed, and lives five minutes. */
  url: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** A chart that a text describes in a fenced block with the word `chart`. */
export interface AnalysisChartWire {
  /** The text between its fences, by which its place in the text is found. */
  source: string;
  /** For GET /analysis/{slug}/charts/{id}. */
  id: string;
  /** `BTC/USDT` */
  pair: string;
  market: 'spot' | 'futures';
  timeframe: '5m' | '15m' | '30m' | '1h' | '4h' | '1d';
  /** UTC days, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  /** Prices are decimal strings. */
  levels: { price: string; label: string }[];
}

/** GET /analysis/{slug}/charts/{id}, GET /me/analysis/{slug}/charts/{id}: 1500 candles at most. */
export interface AnalysisCandlesWire {
  venue: 'binance' | 'bybit' | 'okx';
  /** How long a candle is, in seconds. */
  step: number;
  /** In order; the time is the second since 1970 at which it opens, prices are decimal strings. */
  candles: [time: number, open: string, high: string, low: string, close: string][];
  /** False: candles of some of its minutes are not stored. */
  complete: boolean;
}

/** POST /admin/analysis/charts: a chart of a text that is being written. */
export interface AnalysisChartPreviewWire {
  chart: AnalysisChartWire;
  candles: AnalysisCandlesWire;
}

/** GET /analysis/{slug}, GET /me/analysis/{slug} */
export interface AnalysisPostWire extends AnalysisItemWire {
  /** Markdown; null: it is for members who paid. */
  body: string | null;
  /** Those of the text. */
  pictures: AnalysisPictureWire[];
  charts: AnalysisChartWire[];
}

/** What an author writes: POST /admin/analysis. PUT /admin/analysis/{id} and POST …/correct add `revision`. */
export interface AnalysisContentWire {
  title: string;
  summary: string;
  /** Markdown, at most 20,000 characters. */
  body: string;
  pairs: string[];
  tags: string[];
  audience: AnalysisAudienceWire;
  language: AnalysisLanguageWire | null;
}

export type AnalysisStateWire = 'draft' | 'scheduled' | 'published' | 'withdrawn';
export type AnalysisMoveWire = 'schedule' | 'unschedule' | 'publish' | 'withdraw';

/** `analysis` of the console. */
export interface AnalysisRecordWire extends AnalysisContentWire {
  id: string;
  slug: string;
  state: AnalysisStateWire;
  may: AnalysisMoveWire[];
  /** How a change of its text is saved: `edit` by PUT, `correct` by POST …/correct, which takes a recent confirmation. */
  save: 'edit' | 'correct';
  /** Raised by each save; a change names the one that it began with. */
  revision: number;
  readingMinutes: number;
  /** Full name; null: their account no longer exists. */
  author: string | null;
  publishAt: string | null;
  /** Of the first publication. */
  publishedAt: string | null;
  editedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** `analysis/{id}/revisions`: texts that the analysis had before, newest first. */
export interface AnalysisRevisionWire {
  id: string;
  revision: number;
  content: AnalysisContentWire;
  /** Full name of who replaced it; null: their account no longer exists. */
  replacedBy: string | null;
  replacedAt: string;
}

/** GET /admin/analysis/reach: whom a publication would be told to now. */
export interface AnalysisReachWire {
  /** Members who find it in their notification centre. */
  centre: number;
  /** Addresses of members who chose it, by channel. */
  telegram: number;
  push: number;
  webhook: number;
}
