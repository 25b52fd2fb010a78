import type { LandingContent } from '../../../content/schema';
import type { FaqsContentWire, SiteSectionWire, SiteTextWire } from '../../lib/wire/types';

export type SiteLanguage = keyof SiteTextWire<string>;
export const languageNames: Readonly<Record<SiteLanguage, string>> = { en: 'English', es: 'Spanish', ar: 'Arabic' };
export const siteLanguages: readonly SiteLanguage[] = ['en', 'es', 'ar'];
export const directionOf = (language: SiteLanguage): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

export const sectionNames: Readonly<Record<string, string>> = { faqs: 'Questions and answers' };
export const nameOf = (section: string): string => sectionNames[section] ?? section;

/** Returns the section as visitors read it: figures filled in, English where a text is not translated. */
export function faqsIn(content: FaqsContentWire, language: SiteLanguage, figures: SiteSectionWire['figures']): LandingContent['faqs'] {
  const pick = <T>(texts: SiteTextWire<T>): T => texts[language] ?? texts.en;
  const fill = (text: string) => text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (quote, name: string) => figures[name] ?? quote);
  return {
    title: fill(pick(content.title)),
    lead: fill(pick(content.lead)),
    items: content.items.map(({ question, answer, action }) => ({
      question: fill(pick(question)),
      answer: pick(answer).map((block) => (typeof block === 'string' ? fill(block) : { list: block.list.map(fill) })),
      ...(action && { action: { label: fill(pick(action.label)), link: action.link } }),
    })),
  };
}
