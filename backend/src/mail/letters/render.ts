import Handlebars from 'handlebars';
import type { Letter } from './letter.js';
import { htmlLayout, textLayout } from './layout.js';
import { letters, type LetterData, type LetterName } from './letters.js';

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
  quote: string | null;
  action: { label: string; url: string } | null;
  notes: string[];
  publicUrl: string;
}

const strict = { strict: true, knownHelpersOnly: true } as const;
const asHtml = Handlebars.compile<Words>(htmlLayout, strict);
const asText = Handlebars.compile<Words>(textLayout, { ...strict, noEscape: true });

/** Subject, plain text and HTML of a letter. `publicUrl` has no slash at its end. */
export function renderLetter<N extends LetterName>(name: N, data: LetterData<N>, publicUrl: string): RenderedLetter {
  const definition: Letter = letters[name];
  // The words are filled in unescaped and escaped once, by the HTML layout; the plain text needs none.
  const fill = (template: string) => Handlebars.compile<object>(template, { ...strict, noEscape: true })({ ...data, publicUrl });
  const words: Words = {
    subject: singleLine(fill(definition.subject)),
    preview: fill(definition.preview),
    heading: fill(definition.heading),
    paragraphs: definition.paragraphs.map(fill),
    quote: definition.quote ? fill(definition.quote) : null,
    action: definition.action ? { label: definition.action.label, url: `${publicUrl}${fill(definition.action.path)}` } : null,
    notes: (definition.notes ?? []).map(fill),
    publicUrl,
  };
  return { subject: words.subject, text: asText(words), html: asHtml(words) };
}

/** A header is one line: control characters in a subject would begin the next header (security T9). */
function singleLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim().slice(0, 200);
}
