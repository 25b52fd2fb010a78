import { z } from 'zod';
import { lineText, markdownText } from '../analysis/index.js';
import { calendarAudiences, calendarKinds, calendarLanguages } from './calendar.types.js';

const MAX_TITLE = 120;
const MAX_SUMMARY = 300;
const MAX_DESCRIPTION = 10_000;
const MAX_CAPACITY = 100_000;
const MAX_URL = 1000;
export const MAX_HOURS = 24;
const HOUR_MS = 3_600_000;
/** Before that no event was held. Also keeps years out that a database cannot store. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2200;

const LINK = 'Enter an address that begins with https://';
/** Addresses with a name or password in them look like another site. */
function isSecureLink(text: string): boolean {
  if (!/^https:\/\/[^\s\p{Cc}\\]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** An https address; null: none. Comes out as a browser spells it. */
export const secureLink = z
  .string(LINK)
  .trim()
  .max(MAX_URL, `An address can have up to ${MAX_URL.toLocaleString('en')} characters`)
  .refine(isSecureLink, LINK)
  .transform((text) => new URL(text).href)
  .nullable();

const instant = (name: string) =>
  z.iso
    .datetime({ offset: true, abort: true, error: `${name} must be a time, like 2026-12-01T18:00:00Z` })
    .transform((text) => new Date(text))
    .refine((at) => at.getUTCFullYear() >= FIRST_YEAR && at.getUTCFullYear() < LAST_YEAR, `${name} is too far away`);

const CAPACITY = `capacity must be a whole number from 1 to ${MAX_CAPACITY.toLocaleString('en')}, or null`;

/** What an author writes. Lengths count characters. */
export const calendarContent = {
  kind: z.enum(calendarKinds, `kind must be one of ${calendarKinds.join(', ')}`),
  title: lineText('A title', 'Enter a title', MAX_TITLE),
  summary: lineText('A summary', 'Enter a summary', MAX_SUMMARY),
  description: markdownText('The description', 'Enter a description', MAX_DESCRIPTION),
  language: z.enum(calendarLanguages, `language must be one of ${calendarLanguages.join(', ')}`).nullable(),
  startsAt: instant('startsAt'),
  endsAt: instant('endsAt'),
  audience: z.enum(calendarAudiences, `audience must be one of ${calendarAudiences.join(', ')}`),
  capacity: z.number(CAPACITY).int(CAPACITY).min(1, CAPACITY).max(MAX_CAPACITY, CAPACITY).nullable(),
  joinUrl: secureLink,
};

/** For `superRefine`: the end follows the start, by at most 24 hours. */
export function checkTimes({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, context: z.RefinementCtx): void {
  const ms = endsAt.getTime() - startsAt.getTime();
  const flaw = (message: string) => context.addIssue({ code: 'custom', path: ['endsAt'], message });
  if (ms <= 0) flaw('The end must be after the start');
  else if (ms > MAX_HOURS * HOUR_MS) flaw(`An event can last up to ${MAX_HOURS} hours`);
}
