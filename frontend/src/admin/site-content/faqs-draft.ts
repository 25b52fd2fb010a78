import type { FaqsContentWire, SiteTextWire } from '../../lib/wire/types';
import { blocksOf, textOf } from './answer-text';
import { languageNames, siteLanguages, type SiteLanguage } from './section-texts';

export type DraftText = Record<SiteLanguage, string>;

export interface DraftItem {
  question: DraftText;
  /** As `textOf` writes it. */
  answer: DraftText;
  /** Empty: the answer has no button. */
  link: string;
  label: DraftText;
}

/** What the form holds. */
export interface FaqsDraft {
  title: DraftText;
  lead: DraftText;
  items: DraftItem[];
}

const empty: DraftText = { en: '', es: '', ar: '' };
export const emptyItem: DraftItem = { question: empty, answer: empty, link: '', label: empty };

export const emptyDraft: FaqsDraft = { title: empty, lead: empty, items: [] };

const typed = ({ en, es, ar }: SiteTextWire<string>): DraftText => ({ en, es: es ?? '', ar: ar ?? '' });
const sent = ({ en, es, ar }: DraftText): SiteTextWire<string> => ({ en: en.trim(), es: es.trim() || null, ar: ar.trim() || null });
const answerIn = (text: string) => (text.trim() === '' ? null : blocksOf(text));

export const toDraft = ({ title, lead, items }: FaqsContentWire): FaqsDraft => ({
  title: typed(title),
  lead: typed(lead),
  items: items.map(({ question, answer, action }) => ({
    question: typed(question),
    answer: { en: textOf(answer.en), es: textOf(answer.es ?? []), ar: textOf(answer.ar ?? []) },
    link: action?.link ?? '',
    label: action ? typed(action.label) : empty,
  })),
});

export const toContent = ({ title, lead, items }: FaqsDraft): FaqsContentWire => ({
  title: sent(title),
  lead: sent(lead),
  items: items.map(({ question, answer, link, label }) => ({
    question: sent(question),
    answer: { en: blocksOf(answer.en), es: answerIn(answer.es), ar: answerIn(answer.ar) },
    action: link.trim() === '' ? null : { label: sent(label), link: link.trim() },
  })),
});

const parts: Readonly<Record<string, string>> = { question: 'question', answer: 'answer', label: 'text of the button', link: 'link' };

/** Returns the place of a field that the server names, such as `content.items.2.answer.es.0`: “Question 3, answer (Spanish)”. */
export function placeOf(field: string): string {
  const [, first = '', at = '', ...rest] = field.split('.');
  const language = siteLanguages.find((one) => [at, ...rest].includes(one));
  const suffix = language ? ` (${languageNames[language]})` : '';
  if (first !== 'items') return `${first === 'lead' ? 'Introduction' : 'Title'}${suffix}`;
  if (at === '') return 'Questions';
  const part = rest.map((one) => parts[one]).findLast((one) => one !== undefined);
  return `Question ${Number(at) + 1}${part ? `, ${part}` : ''}${suffix}`;
}
