import Handlebars from 'handlebars';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import type { EmailKind } from '../../preferences/index.js';
import type { Letter, LetterText } from './letter.types.js';
import { htmlLayout } from './layout.js';
import { layoutTexts, type LayoutTexts } from './mail-texts.settings.js';
import { letters, type LetterData, type LetterName } from './letters.js';
import { formatMessage, hasIsolated, textFormat, textParts, type TextFormat, type TextPart } from '../../../platform/texts/index.js';

export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Lines of paragraphs. */
  message: string[][];
  /** Lines. */
  quote: string[] | null;
  action: { label: string; url: string } | null;
  notes: string[];
  /** The address that ends emails of this kind, with the words around it; null where they cannot be ended. */
  unsubscribe: { url: string; words: readonly [before: string, link: string, after: string]; plain: string } | null;
  /** Where members choose what they get; null in letters without a kind. */
  settings: { url: string; label: string } | null;
  publicUrl: string;
  layout: LayoutTexts;
}

/** The end of a letter to a member: what it is about, and the address that ends emails of this kind, empty where they cannot be ended. */
export interface LetterFooter {
  kind: EmailKind;
  unsubscribeUrl: string;
}

const SETTINGS_PATH = '/#/notification-settings';
const SUBJECT_LENGTH = 200;
const PREVIEW_LENGTH = 120;

/** The words as the HTML layout needs them: isolated parts apart, so that Handlebars escapes every part. */
interface HtmlWords extends Omit<Words, 'heading' | 'paragraphs' | 'quote' | 'notes'> {
  heading: TextPart[];
  paragraphs: TextPart[][];
  quote: TextPart[][] | null;
  notes: TextPart[][];
}

const toHtml = Handlebars.compile<HtmlWords>(htmlLayout, { strict: true, knownHelpersOnly: true });

/**
 * Returns subject, plain text and HTML of a letter, in English where it has no texts in the reader's language. `publicUrl` has no slash at
 * its end. Without `footer` the letter has no kind; a broadcast has its address in the data.
 */
export function renderLetter<N extends LetterName>(
  name: N,
  data: LetterData<N>,
  publicUrl: string,
  language: Language = DEFAULT_LANGUAGE,
  footer: LetterFooter | null = null,
): RenderedLetter {
  const definition: Letter = letters[name];
  const translation = definition.translations?.[language];
  const own: LetterText = translation ?? definition;
  const format = textFormat(translation ? language : DEFAULT_LANGUAGE);
  const values = { ...(definition.values?.(data, format) ?? (data as Record<string, string | number>)), publicUrl };
  // Values are filled in unescaped and escaped once, by the HTML layout; the plain text needs no escaping.
  const fill = (message: string) => formatMessage(format.language, message, values);
  const layout = layoutTexts(format.language);
  const newsUrl = definition.unsubscribe === undefined ? '' : fill(definition.unsubscribe);
  const { kind, unsubscribeUrl: url } = footer ?? { kind: 'news' as const, unsubscribeUrl: newsUrl };
  const ending = layout.unsubscribe[kind];
  const words: Words = {
    subject: singleLine(fill(own.subject), SUBJECT_LENGTH),
    preview: singleLine(fill(own.preview), PREVIEW_LENGTH),
    heading: fill(own.heading),
    paragraphs: own.paragraphs.map(fill),
    message: definition.message === undefined ? [] : paragraphsOf(fill(definition.message)),
    quote: definition.quote ? linesOf(definition.quote(data, format)) : null,
    action: own.action ? { label: own.action.label, url: `${publicUrl}${fill(own.action.path)}` } : null,
    notes: (own.notes ?? []).map(fill),
    unsubscribe: url === '' || !ending ? null : { url, words: ending, plain: layout.unsubscribePlain[kind] ?? '' },
    settings: footer || url !== '' ? { url: `${publicUrl}${SETTINGS_PATH}`, label: layout.settings } : null,
    publicUrl,
    layout,
  };
  return { subject: words.subject, text: asText(words, format), html: asHtml(words) };
}

function asHtml({ heading, paragraphs, quote, notes, ...words }: Words): string {
  return toHtml({
    ...words,
    heading: textParts(heading),
    paragraphs: paragraphs.map(textParts),
    quote: quote?.map(textParts) ?? null,
    notes: notes.map(textParts),
  });
}

/** The same words as plain text, blocks parted by empty lines. */
function asText(
  { heading, paragraphs, message, quote, action, notes, unsubscribe, settings, publicUrl, layout }: Words,
  { isolate }: TextFormat,
): string {
  const blocks = [
    heading,
    ...paragraphs,
    ...message.map((lines) => lines.join('\n')),
    ...(quote ? [quote.map((line) => `> ${hasIsolated(line) ? line : isolate(line)}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `--\n${layout.accountPlain.join(publicUrl)}`,
    ...(unsubscribe ? [`${unsubscribe.plain}\n${unsubscribe.url}`] : []),
    ...(settings ? [`${settings.label}:\n${settings.url}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A header is one line: control characters in a subject would begin the next header (security T9). */
function singleLine(text: string, longest: number): string {
  return [...text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()].slice(0, longest).join('');
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** An empty line parts two paragraphs; more of them part no further. */
function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (line.trim() !== '') paragraphs.at(-1)?.push(line);
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
  }
  return paragraphs.filter((lines) => lines.length > 0);
}
