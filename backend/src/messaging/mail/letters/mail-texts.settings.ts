import type { z } from 'zod';
import { DEFAULT_LANGUAGE, directionOf, languages, type Language } from '../../../platform/domain/index.js';
import arabic from '../../../../locales/ar/mail.json' with { type: 'json' };
import english from '../../../../locales/en/mail.json' with { type: 'json' };
import spanish from '../../../../locales/es/mail.json' with { type: 'json' };
import { optionalEmails, SIGNAL_DIGEST, type EmailKind } from '../../preferences/index.js';
import { formatMessage } from '../../../platform/texts/index.js';
import type { Letter, LetterText } from './letter.types.js';

type Catalogue = Record<keyof typeof english, unknown>;

/** The catalogues of `backend/locales`. `npm run texts` compares them with the English one. */
const catalogues: Readonly<Record<Language, Catalogue>> = { en: english, es: spanish, ar: arabic };

/** Id of a letter in the catalogues. */
export type LetterTextId = `mail.${Exclude<keyof typeof english, 'layout'>}`;

/** Sentences about what happened to a signal, in the daily email. */
export const digestTexts = (language: Language): Readonly<Record<keyof (typeof english)['signal-digest']['news'], string>> =>
  (catalogues[language] as typeof english)['signal-digest'].news;

interface CatalogueText extends Omit<LetterText, 'action'> {
  action?: string;
}

/** Returns the texts of a letter in each language; `path` is where its button leads. */
function letterTexts(id: LetterTextId, path: string | null): Readonly<Record<Language, LetterText>> {
  const name = id.slice('mail.'.length) as keyof Catalogue;
  const texts = languages.map((language): [Language, LetterText] => {
    const { action, ...text } = catalogues[language][name] as CatalogueText;
    return [language, { ...text, ...(action !== undefined && path !== null && { action: { label: action, path } }) }];
  });
  return Object.fromEntries(texts) as Record<Language, LetterText>;
}

/** A letter with its texts in the catalogues; `path` is where its button leads, null without one. */
export function translated<D extends z.ZodObject>(
  id: LetterTextId,
  data: D,
  path: string | null,
  more: Pick<Letter<D>, 'values' | 'quote' | 'message' | 'kind' | 'unsubscribe' | 'languageOf'> = {},
): Letter<D> {
  const { en, ...translations } = letterTexts(id, path);
  return { data, ...en, translations, ...more };
}

/** Texts around every letter, and the sides of its layout. */
export interface LayoutTexts {
  language: Language;
  direction: 'ltr' | 'rtl';
  start: 'left' | 'right';
  copy: string;
  /** The line below the letter, before and after the address of the site. */
  account: readonly [before: string, after: string];
  /** The same in plain text. */
  accountPlain: readonly [before: string, after: string];
  /** How to stop emails of a kind that can be stopped: the sentence before, in and after its link. */
  unsubscribe: Readonly<Partial<Record<EmailKind, readonly [before: string, link: string, after: string]>>>;
  unsubscribePlain: Readonly<Partial<Record<EmailKind, string>>>;
  /** Names the link to the notification settings. */
  settings: string;
}

const SITE = '{site}';

const aroundSite = (text: string): [string, string] => {
  const [before = '', after = ''] = text.split(SITE);
  return [before, after];
};

/** Splits `Before [link] after`. */
function aroundLink(text: string): [string, string, string] {
  const [before = '', link = '', after = ''] = text.split(/[[\]]/);
  return [before, link, after];
}

/** Returns the texts of the layout. */
export function layoutTexts(language: Language = DEFAULT_LANGUAGE): LayoutTexts {
  const { copy, account, accountPlain, unsubscribe, unsubscribePlain, kinds, settings } = catalogues[language]
    .layout as typeof english.layout;
  const ofKinds = <T>(make: (values: { kind: string }) => T) =>
    Object.fromEntries(
      [...optionalEmails, SIGNAL_DIGEST].map((kind) => [kind, make({ kind: kinds[kind as keyof typeof kinds] })]),
    ) as Partial<Record<EmailKind, T>>;
  const direction = directionOf(language);
  return {
    language,
    direction,
    start: direction === 'rtl' ? 'right' : 'left',
    copy,
    account: aroundSite(account),
    accountPlain: aroundSite(accountPlain),
    unsubscribe: ofKinds((values) => aroundLink(formatMessage(language, unsubscribe, values))),
    unsubscribePlain: ofKinds((values) => formatMessage(language, unsubscribePlain, values)),
    settings,
  };
}
