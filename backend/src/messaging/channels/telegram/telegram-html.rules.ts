/** A text of Telegram's HTML. Everything else is escaped. */
export class TelegramHtml {
  constructor(readonly html: string) {}
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

const tagged = (tag: string) => (text: string | TelegramHtml) =>
  new TelegramHtml(`<${tag}>${text instanceof TelegramHtml ? text.html : escaped(text)}</${tag}>`);

/** Bold. */
export const bold = tagged('b');
/** A figure, which a touch copies. */
export const code = tagged('code');
export const link = (text: string, url: string): TelegramHtml => new TelegramHtml(`<a href="${escaped(url)}">${escaped(text)}</a>`);

export const htmlOf = (part: string | TelegramHtml): string => (part instanceof TelegramHtml ? part.html : escaped(part));
