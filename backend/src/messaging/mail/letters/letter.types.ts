import type { z } from 'zod';
import type { Language } from '../../../platform/domain/index.js';

/**
 * The texts of a letter in one language. The layout makes HTML and plain text from them. Each one is a handlebars template over the
 * letter's own data and `publicUrl`.
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
  /** What the letter needs: parsed before it is queued and again before it is sent. */
  data: D;
  /** Its texts in other languages. Without them it is English for every reader. */
  translations?: Readonly<Partial<Record<Language, LetterText>>>;
  /** Somebody's own words as the letter itself: line breaks stay, nothing in them becomes a link or HTML. */
  message?: string;
  /** Somebody's own words, set apart from ours. */
  quote?: string;
  /** Only for whoever asked for such mails and may have them: asked again when the letter leaves. */
  topic?: 'signals';
  /** The address that ends mails of this kind, or a template that comes out empty where they cannot be ended. */
  unsubscribe?: string;
}

export function letter<D extends z.ZodObject>(definition: Letter<D>): Letter<D> {
  return definition;
}
