/** A text in each language; null: visitors read it in English. */
export interface SiteTextWire<T> {
  en: T;
  es: T | null;
  ar: T | null;
}

/** A paragraph, or a list of short points. */
export type SiteBlockWire = string | { list: string[] };

export interface FaqItemWire {
  question: SiteTextWire<string>;
  answer: SiteTextWire<SiteBlockWire[]>;
  /** A button below the answer. */
  action: { label: SiteTextWire<string>; link: string } | null;
}

/** Questions and answers of the landing page. Texts quote figures as `{{name}}`. */
export interface FaqsContentWire {
  title: SiteTextWire<string>;
  lead: SiteTextWire<string>;
  items: FaqItemWire[];
}

/** `site-sections` of the console. */
export interface SiteSectionWire {
  /** `faqs` */
  id: string;
  /** Null: there is no draft. */
  draft: FaqsContentWire | null;
  /** Raised by each change of the draft; a change names the one that it began with. */
  revision: number;
  draftedBy: string | null;
  draftedAt: string | null;
  /** Of the published content; 0: the initial content. */
  version: number;
  publishedBy: string | null;
  publishedAt: string | null;
  /** What visitors read. Null: the server has no web app, and nothing was published. */
  content: FaqsContentWire | null;
  /** What the web app was built with. */
  initial: FaqsContentWire | null;
  /** Figures that texts can quote, by name. */
  figures: Record<string, string>;
}

/** `site-sections/{section}/versions` of the console. */
export interface SitePublicationWire {
  id: string;
  version: number;
  /** Null: the initial content, published again. */
  content: FaqsContentWire | null;
  /** The version that was published again; 0: the initial content. Null: a draft. */
  restoredFrom: number | null;
  publishedBy: string | null;
  publishedAt: string;
}
