import type { z } from 'zod';
import type { Language } from '../../../platform/domain/index.js';
import type { TextFormat } from '../../../platform/texts/index.js';

/**
 * The texts of a letter in one language. The layout makes HTML and plain text from them. Each one is an ICU message over the letter's
 * values and `publicUrl`.
 */
export interface LetterText {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** One button; `path` follows PUBLIC_URL. */
  action?: { label: string; path: string };
  /** Small print below the button. */
  notes?: string[];
}

/** A letter: what it needs, and its texts in English. */
export interface Letter<D extends z.ZodObject = z.ZodObject> extends LetterText {
  /** What the letter needs: parsed before it is queued and again before it is sent. Data queued by earlier versions must still parse. */
  data: D;
  /** Its texts in other languages. Without them it is English for every reader. */
  translations?: Readonly<Partial<Record<Language, LetterText>>>;
  /** Formats the data for the texts, in the reader's language. Without it the texts are filled with the data itself. */
  values?(data: z.output<D>, format: TextFormat): Record<string, string | number>;
  /** Returns the language for a reader without an account. Without it that is English. */
  languageOf?(data: z.output<D>): Language;
  /** Returns a text that is set apart from ours, such as the reason of a decision. */
  quote?(data: z.output<D>, format: TextFormat): string;
  /** Text by a person as the letter itself: line breaks stay, nothing in it becomes a link or HTML. */
  message?: string;
  /** Sent only to members who subscribed to the topic and have access to it: checked again when the letter leaves. */
  topic?: 'signals';
  /** The address that ends mails of this kind, or a template that comes out empty where they cannot be ended. */
  unsubscribe?: string;
}

export function letter<D extends z.ZodObject>(definition: Letter<D>): Letter<D> {
  return definition;
}
