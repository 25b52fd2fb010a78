import type { z } from 'zod';
import type { Language } from '../../../platform/domain/index.js';
import type { TextFormat } from '../../../platform/texts/index.js';
import type { EmailKind } from '../../preferences/index.js';

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
  /**
   * What it is about, where members have preferences for that: checked again when the letter leaves. Without it the letter is sent in any
   * case.
   */
  kind?: EmailKind | ((data: z.output<D>) => EmailKind);
  /** News in the data, with the address that ends them; comes out empty where they cannot be ended. */
  unsubscribe?: string;
}

export function letter<D extends z.ZodObject>(definition: Letter<D>): Letter<D> {
  return definition;
}

/** The kind of a letter with these data; null: members have no preferences for it. */
export function kindOfLetter({ kind }: Letter, data: Record<string, unknown>): EmailKind | null {
  return (typeof kind === 'function' ? kind(data) : kind) ?? null;
}
