import { parse } from 'yaml';
import type { ContentBlock, LandingContent } from './schema.ts';

/** Languages of what the console edits (backend/src/platform/domain/language.rules.ts). */
const LANGUAGES = ['en', 'es', 'ar'] as const;
type Translated<T> = Record<(typeof LANGUAGES)[number], T | null>;

/** As the console edits it: backend/src/club/site-content/site-content.types.ts. */
export interface EditableContent {
  figures: Record<string, string>;
  faqs: {
    title: Translated<string>;
    lead: Translated<string>;
    items: {
      question: Translated<string>;
      answer: Translated<ContentBlock[]>;
      action: { label: Translated<string>; link: string } | null;
    }[];
  };
}

type Faqs = LandingContent['faqs'];
type Item = Faqs['items'][number];
type Action = NonNullable<Item['action']>;
interface Site {
  figures?: Record<string, string | number>;
  landing?: { faqs?: Partial<Omit<Faqs, 'items'>> & { items?: (Partial<Item> | null)[] } };
}

/**
 * Returns the sections that the console edits, in each language, from the source of site.yaml and of its translations by language. Quotes of
 * figures stay as they are. The files fit their schema: site-content.ts has read them.
 */
export function editableContent(source: string, translations: Readonly<Record<string, string>>): EditableContent {
  const sites = LANGUAGES.map((language) => parse(language === 'en' ? source : (translations[language] ?? '{}')) as Site);
  const faqs = sites.map((site) => site.landing?.faqs);
  const each = <T>(read: (one: (typeof faqs)[number]) => T | null | undefined) =>
    Object.fromEntries(LANGUAGES.map((language, at) => [language, read(faqs[at]) ?? null])) as Translated<T>;
  const items = (faqs[0]?.items ?? []) as Item[];
  return {
    figures: Object.fromEntries(Object.entries(sites[0]?.figures ?? {}).map(([name, figure]) => [name, String(figure)])),
    faqs: {
      title: each((one) => one?.title),
      lead: each((one) => one?.lead),
      items: items.map((item, at) => ({
        question: each((one) => one?.items?.[at]?.question),
        answer: each((one) => one?.items?.[at]?.answer),
        action: item.action
          ? { label: each((one) => (one?.items?.[at]?.action as Partial<Action> | undefined)?.label), link: item.action.link }
          : null,
      })),
    },
  };
}
