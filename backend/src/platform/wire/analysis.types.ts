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

/** GET /analysis/{slug}, GET /me/analysis/{slug} */
export interface AnalysisPostWire extends AnalysisItemWire {
  /** Markdown; null: it is for members who paid. */
  body: string | null;
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
