/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };
export type JsonObject = { readonly [name: string]: Json | undefined };

/** What a call of a method comes to. */
export type Answer = { ok: true; result: Json } | Refusal;

export interface Refusal {
  ok: false;
  error_code: number;
  description: string;
  parameters?: JsonObject;
}

export const refusal = (error_code: number, description: string, parameters?: JsonObject): Refusal => ({
  ok: false,
  error_code,
  description,
  ...(parameters && { parameters }),
});

const TAGS = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code', 'pre', 'a', 'tg-spoiler', 'blockquote']);
const TAG = /<(\/?)([a-z-]+)((?: [^<>]*)?)>/gy;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/** Reads HTML as Telegram does: a few tags, balanced. Returns the text without them, or what is wrong. */
export function plainText(html: string): { text: string } | { problem: string } {
  const open: string[] = [];
  let text = '';
  for (let at = 0; at < html.length;) {
    if (html[at] !== '<') {
      text += html[at++];
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    const [whole = '', end, name = ''] = tag ?? [];
    if (!tag || !TAGS.has(name)) return { problem: `can't parse entities: Unsupported start tag "${name}" at byte offset ${at}` };
    if (end === '') open.push(name);
    else if (open.pop() !== name) return { problem: `can't parse entities: Unmatched end tag at byte offset ${at}` };
    at += whole.length;
  }
  if (open.length > 0) return { problem: `can't parse entities: Can't find end tag corresponding to start tag "${open.at(-1)}"` };
  return { text: text.replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity] ?? entity) };
}
