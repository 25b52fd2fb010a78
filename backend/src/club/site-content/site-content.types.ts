import type { Language } from '../../platform/domain/index.js';

/** Sections of the landing page that the console edits. */
export const siteSections = ['faqs'] as const;
export type SiteSection = (typeof siteSections)[number];

/** A text in each language; null: visitors read it in English. */
export type Translated<T> = { en: T } & Record<Exclude<Language, 'en'>, T | null>;

/** A paragraph, or a list of short points. */
export type TextBlock = string | { list: string[] };

export interface FaqItem {
  question: Translated<string>;
  answer: Translated<TextBlock[]>;
  /** A button below the answer. */
  action: { label: Translated<string>; link: string } | null;
}

/** Questions and answers. Texts quote the figures of site.yaml as `{{name}}`. */
export interface FaqsContent {
  title: Translated<string>;
  lead: Translated<string>;
  items: FaqItem[];
}

/** Content of a section in one language, as the web app renders it. */
export interface FaqsTexts {
  title: string;
  lead: string;
  items: { question: string; answer: TextBlock[]; action?: { label: string; link: string } }[];
}

/** Figures of site.yaml by name. */
export type Figures = Readonly<Record<string, string>>;
