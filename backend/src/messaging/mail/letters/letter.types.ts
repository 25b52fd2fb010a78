import type { z } from 'zod';

/**
 * The words of one letter; the layout makes the HTML and the plain text of them, so the two never tell different things.
 * Every sentence is a handlebars template over the letter's own data and `publicUrl`.
 */
export interface Letter<D extends z.ZodObject = z.ZodObject> {
  /** What the letter needs: parsed before it is queued and again before it is sent. */
  data: D;
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Somebody's own words as the letter itself: line breaks stay, nothing in them becomes a link or HTML. */
  message?: string;
  /** Somebody's own words, set apart from ours. */
  quote?: string;
  /** One button; `path` follows PUBLIC_URL. */
  action?: { label: string; path: string };
  /** Small print below the button. */
  notes?: string[];
  /** Only for whoever asked for such mails and may have them: asked again when the letter leaves. */
  topic?: 'signals';
  /** The address that ends mails of this kind, or a template that comes out empty where they cannot be ended. */
  unsubscribe?: string;
}

export function letter<D extends z.ZodObject>(definition: Letter<D>): Letter<D> {
  return definition;
}
