import { z } from 'zod';
import { postAudiences, postLanguages } from './analysis.types.js';
import { markdownProblem } from './markdown-check.rules.js';

export const MAX_TITLE = 120;
export const MAX_SUMMARY = 300;
export const MAX_BODY = 20_000;
const MAX_LABELS = 10;

const PAIR = /^[A-Z0-9]{2,15}\/[A-Z0-9]{2,15}$/;
const TAG = /^[\p{Ll}\p{Lo}\p{Nd}][\p{Ll}\p{Lo}\p{M}\p{Nd}-]{0,29}$/u;

const breaksLine = /[\p{Cc}\u2028\u2029]/u;
/** Overrides and isolates turn what is read around. */
const turnsAround = /[\u202A-\u202E\u2066-\u2069]/u;
/** A text has lines and tabs, and no other control characters. */
const controls = /[^\P{Cc}\n\t]/u;

const length = (text: string) => [...text].length;
const upTo = (what: string, max: number) => `${what} can have up to ${max.toLocaleString('en')} characters`;

/** One line. `what` names it in messages, `missing` asks for it. */
export const lineText = (what: string, missing: string, max: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .refine((text) => length(text) <= max, upTo(what, max))
    .refine((text) => !breaksLine.test(text), `${what} must be one line without control characters`)
    .refine((text) => !turnsAround.test(text), `${what} cannot contain characters that reverse the writing direction`);

/** Markdown that pages can show. */
export const markdownText = (what: string, missing: string, max: number) =>
  z
    .string(missing)
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => text.trim() !== '', missing)
    .refine((text) => length(text) <= max, { error: upTo(what, max), abort: true })
    .refine((text) => !controls.test(text), `${what} cannot contain control characters`)
    .refine((text) => !turnsAround.test(text), `${what} cannot contain characters that reverse the writing direction`)
    .superRefine((text, context) => {
      const problem = markdownProblem(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    });

const labels = (name: string, one: z.ZodType<string>) =>
  z
    .array(one, `${name} must be a list`)
    .max(MAX_LABELS, `An analysis can have up to ${MAX_LABELS} ${name}`)
    .transform((list) => [...new Set(list)]);

export const pairText = z
  .string('A pair is written like BTC/USDT')
  .trim()
  .toUpperCase()
  .refine((text) => PAIR.test(text), 'A pair is written like BTC/USDT');
const TAG_RULE = 'A tag has 1 to 30 letters, digits and hyphens';
export const tagText = z
  .string(TAG_RULE)
  .trim()
  .toLowerCase()
  .refine((text) => TAG.test(text), TAG_RULE);

/** What an author writes. Lengths count characters. */
export const postContent = {
  title: lineText('A title', 'Enter a title', MAX_TITLE),
  summary: lineText('A summary', 'Enter a summary', MAX_SUMMARY),
  body: markdownText('The text', 'Enter a text', MAX_BODY),
  pairs: labels('pairs', pairText),
  tags: labels('tags', tagText),
  audience: z.enum(postAudiences, `audience must be one of ${postAudiences.join(', ')}`),
  language: z.enum(postLanguages, `language must be one of ${postLanguages.join(', ')}`).nullable(),
};

const MAX_SLUG = 64;

/** Returns a name for addresses: Latin letters, digits and hyphens. Empty where a title has none. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '');
