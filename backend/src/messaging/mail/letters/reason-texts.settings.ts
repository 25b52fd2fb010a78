import { z } from 'zod';
import type { Language } from '../../../platform/domain/index.js';
import arabic from '../../../../locales/ar/reasons.json' with { type: 'json' };
import english from '../../../../locales/en/reasons.json' with { type: 'json' };
import spanish from '../../../../locales/es/reasons.json' with { type: 'json' };
import { formatMessage, type TextFormat } from '../../../platform/texts/index.js';

type Reasons = Readonly<Record<string, string | { readonly sentence: string; readonly advice?: string }>>;

/** Reasons that letters quote, by group and code. `npm run texts` compares the languages. */
const catalogues: Readonly<Record<Language, Record<keyof typeof english, Reasons>>> = { en: english, es: spanish, ar: arabic };

/** Id of a group of reasons in the catalogues. */
type ReasonGroup = `reasons.${keyof typeof english}`;

function reasonOf(group: ReasonGroup, code: string | undefined, language: Language) {
  const reasons = catalogues[language][group.slice('reasons.'.length) as keyof typeof english];
  return code !== undefined && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
}

/** What a letter about a rejection needs. */
export const rejection = z.object({
  /** In English, as stored with the decision. */
  reason: z.string().min(1).max(1000),
  /** Code of the reason; letters queued by earlier versions have none. */
  code: z.string().max(60).optional(),
  /** The reviewer's own words. */
  words: z.string().max(1000).optional(),
});

/** Returns the sentence of a rejection, its advice unless the decision is final, and the reviewer's own words. */
export function rejectionText(
  group: 'reasons.kyc' | 'reasons.payment',
  { reason, code, words }: z.output<typeof rejection>,
  { language, isolate }: TextFormat,
  { final } = { final: false },
): string {
  const listed = reasonOf(group, code, language);
  if (typeof listed !== 'object') return reason;
  return [listed.sentence, final ? '' : listed.advice, words && isolate(words)].filter(Boolean).join(' ');
}

/** What a letter about a stored key needs. */
export const keyProblem = z.object({
  /** In English. */
  problem: z.string().min(1).max(1000),
  /** Letters queued by earlier versions have none. */
  code: z.enum(Object.keys(english.key) as (keyof typeof english.key)[]).optional(),
  /** Rights that the key should not have, by their names on the exchange's key page. */
  rights: z.array(z.string().max(200)).max(100).optional(),
});

/** Returns what is wrong with a stored key. */
export function keyProblemText(
  group: 'reasons.key',
  { problem, code, rights = [] }: z.output<typeof keyProblem>,
  { language, list }: TextFormat,
): string {
  const text = reasonOf(group, code, language);
  return typeof text === 'string' ? formatMessage(language, text, { rights: list(rights) }) : problem;
}
