import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { InvalidInput, languages, type Language } from '../../platform/domain/index.js';
import type { FaqsContent, FaqsTexts, Figures, Translated } from './site-content.types.js';

export const MAX_ITEMS = 40;
const MAX_LINE = 200;
const MAX_PARAGRAPH = 2000;
const MAX_BLOCKS = 20;
const MAX_LABEL = 60;
const MAX_LINK = 500;

const breaksLine = /[\p{Cc}\u2028\u2029]/u;
/** Overrides and isolates reverse what is read around them. */
const reverses = /[\u202A-\u202E\u2066-\u2069]/u;
/** As in frontend/content/schema.ts: an anchor of the page, a screen, a web or mail address. */
const LINK = /^(#[a-z-]+|#\/[\w/-]*|https:\/\/\S+|mailto:\S+@\S+)$/;
const QUOTED = /\{\{\s*(\w+)\s*\}\}/g;

const length = (text: string) => [...text].length;

const line = (what: string, max: number) =>
  z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .refine((text) => length(text) <= max, `Enter up to ${max.toLocaleString('en')} characters`)
    .refine((text) => !breaksLine.test(text), 'Enter one line without control characters')
    .refine((text) => !reverses.test(text), 'Characters that reverse the writing direction are not allowed');

const translated = <T extends z.ZodType>(one: T) => z.strictObject({ en: one, es: one.nullable(), ar: one.nullable() });

const block = z.union(
  [
    line('a paragraph', MAX_PARAGRAPH),
    z.strictObject({ list: z.array(line('a point', MAX_PARAGRAPH)).min(1, 'Enter a point').max(MAX_BLOCKS, 'A list has up to 20 points') }),
  ],
  { error: `Enter paragraphs and lists of up to ${MAX_PARAGRAPH.toLocaleString('en')} characters each, without control characters` },
);

const answer = z
  .array(block, 'Enter an answer')
  .min(1, 'Enter an answer')
  .max(MAX_BLOCKS, `An answer has up to ${MAX_BLOCKS} paragraphs and lists`)
  .refine((blocks) => distinct(blocks.map((one) => JSON.stringify(one))), 'Two paragraphs of the answer are the same')
  .refine((blocks) => blocks.every((one) => typeof one === 'string' || distinct(one.list)), 'Two points of a list are the same');

const item = z.strictObject({
  question: translated(line('a question', MAX_LINE)),
  answer: translated(answer),
  action: z
    .strictObject({
      label: translated(line('the text of the button', MAX_LABEL)),
      link: z
        .string('Enter a link')
        .trim()
        .max(MAX_LINK, `Enter up to ${MAX_LINK} characters`)
        .regex(LINK, 'Enter a link such as #faqs, #/register, https://… or mailto:…'),
    })
    .nullable(),
});

const distinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

/** Questions and answers as the console sends them. Questions differ in each language: they name the entries of the page. */
export const faqsContent = z
  .strictObject({
    title: translated(line('a title', MAX_LINE)),
    lead: translated(line('an introduction', MAX_LINE)),
    items: z
      .array(item, 'Enter the questions')
      .min(1, 'Keep at least one question')
      .max(MAX_ITEMS, `The section has up to ${MAX_ITEMS} questions`),
  })
  .superRefine(({ items }, context) => {
    for (const language of languages) {
      const seen = new Set<string>();
      for (const [at, { question }] of items.entries()) {
        const text = textIn(question, language);
        if (seen.has(text))
          context.addIssue({ code: 'custom', path: ['items', at, 'question', language], message: 'The same question is asked above' });
        seen.add(text);
      }
    }
  }) satisfies z.ZodType<FaqsContent>;

const textIn = <T>(texts: Translated<T>, language: Language): T => texts[language] ?? texts.en;

/** Refuses quotes of figures that site.yaml does not have. Throws InvalidInput with the field of each. */
export function checkFigures(content: FaqsContent, figures: Figures): void {
  const problems = quotesIn(content, 'content').flatMap(({ field, name }) =>
    Object.hasOwn(figures, name) ? [] : [{ field, message: `There is no figure {{${name}}}` }],
  );
  if (problems.length > 0) throw new InvalidInput(problems);
}

function quotesIn(value: unknown, field: string): { field: string; name: string }[] {
  if (typeof value === 'string') return [...value.matchAll(QUOTED)].map((match) => ({ field, name: match[1]! }));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) => quotesIn(one, `${field}.${name}`));
}

/** Returns the section in one language with the figures filled in; English where a text is not translated. */
export function faqsIn(content: FaqsContent, language: Language, figures: Figures): FaqsTexts {
  const fill = (text: string) => text.replaceAll(QUOTED, (quote, name: string) => figures[name] ?? quote);
  const line = (texts: Translated<string>) => fill(textIn(texts, language));
  return {
    title: line(content.title),
    lead: line(content.lead),
    items: content.items.map(({ question, answer: blocks, action }) => ({
      question: line(question),
      answer: textIn(blocks, language).map((one) => (typeof one === 'string' ? fill(one) : { list: one.list.map(fill) })),
      ...(action && { action: { label: line(action.label), link: action.link } }),
    })),
  };
}

export const isSameContent = (one: FaqsContent | null, other: FaqsContent | null): boolean => isDeepStrictEqual(one, other);
