import { z } from 'zod';
import { Decimal, signed, type Language } from '../../../platform/domain/index.js';
import { formatMessage, textFormat } from '../../../platform/texts/index.js';
import arabic from '../../../../locales/ar/telegram.json' with { type: 'json' };
import english from '../../../../locales/en/telegram.json' with { type: 'json' };
import spanish from '../../../../locales/es/telegram.json' with { type: 'json' };
import { accountKindOf, accountText } from '../account-notices/account-notice.rules.js';
import { bold, code, htmlOf, link, TelegramHtml } from './telegram-html.rules.js';

export const catalogues: Readonly<Record<Language, typeof english>> = { en: english, es: spanish, ar: arabic };

type SignalText = keyof typeof english.signal;
export type ReplyText = keyof typeof english.reply;

const change = z.object({ kind: z.enum(['move_stop', 'cancel', 'close_now']), stop: z.string().nullable(), price: z.string().nullable() });
const outcome = z.object({ r: z.string().nullable() });
/** What a message shows of the state of a signal (signal-event.messages.ts). */
const signalState = z.object({
  id: z.uuid(),
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  entry: z.string(),
  stop: z.string(),
  initial_stop: z.string(),
  targets: z.array(z.string()),
  leverage: z.number().nullable(),
  closes_at: z.string(),
  changes: z.array(change),
  outcome: outcome.nullable(),
});
type SignalState = z.output<typeof signalState>;

/** The texts of one event. */
export interface TelegramText {
  /** The whole state. */
  html: string;
  /** The same without its last line, which is the link; null where there is none. */
  body: string | null;
  action: { text: string; url: string } | null;
  /** The newest change in short; null where there is none. */
  news: string | null;
}

/** Returns what Telegram shows of an event; null for a kind that it does not show. */
export function eventText(kind: string, payload: string, language: Language, publicUrl: string): TelegramText | null {
  if (kind === CONNECTED) return { html: replyText('connected', language), body: null, action: null, news: null };
  if (accountKindOf(kind) !== null) return accountMessage(payload, language, publicUrl);
  if (kind === NOTE)
    return { html: note.parse((JSON.parse(payload) as { data: unknown }).data).html, body: null, action: null, news: null };
  if (kind === 'analysis.published') return analysisMessage(payload, language, publicUrl);
  if (!kind.startsWith('signal.')) return null;
  return signalText(signalState.parse((JSON.parse(payload) as { data: unknown }).data), language, publicUrl);
}

const note = z.object({ html: z.string() });
/** The kind of events with a text of another module for one user. */
export const NOTE = 'telegram.note';

/** The kind of the event that a member gets after they connected. */
export const CONNECTED = 'telegram.connected';

/** Returns a sentence of the bot, as HTML. */
export function replyText(text: ReplyText, language: Language, values: Record<string, string> = {}): string {
  return filled(catalogues[language].reply[text], language, values);
}

/** The subject of the email and a link, and nothing else: a chat may be read over a shoulder. */
function accountMessage(payload: string, language: Language, publicUrl: string): TelegramText {
  const { title, path } = accountText(payload, language);
  const action = { text: catalogues[language].account.action, url: `${publicUrl}${path}` };
  const body = htmlOf(bold(title));
  return { html: `${body}\n${htmlOf(link(action.text, action.url))}`, body, action, news: null };
}

const analysis = z.object({ slug: z.string(), title: z.string(), summary: z.string() });

/** Title and summary, which visitors may read as well. */
function analysisMessage(payload: string, language: Language, publicUrl: string): TelegramText {
  const { slug, title, summary } = analysis.parse((JSON.parse(payload) as { data: unknown }).data);
  const action = { text: catalogues[language].analysis.action, url: `${publicUrl}/#/analysis/${slug}` };
  const body = `${htmlOf(bold(title))}\n${htmlOf(summary)}`;
  return { html: `${body}\n${htmlOf(link(action.text, action.url))}`, body, action, news: null };
}

function signalText(signal: SignalState, language: Language, publicUrl: string): TelegramText {
  const say = (text: SignalText, values: Values = {}) => new TelegramHtml(filled(catalogues[language].signal[text], language, values));
  const { moment } = textFormat(language);
  const title = say(signal.side, { symbol: signal.symbol });
  const head = signal.leverage === null ? title : say('leverage', { title, factor: String(signal.leverage) });
  const targets = signal.targets.map((price) =>
    htmlOf(say('target', { price: code(price), distance: distance(signal.entry, price), r: multiple(signal, price) })),
  );
  const news = newsOf(signal, say);
  const entry = htmlOf(say('entry', { entry: code(signal.entry) }));
  const stop = htmlOf(say('stop', { stop: code(signal.stop), distance: distance(signal.entry, signal.stop) }));
  const lines = [
    htmlOf(bold(head)),
    `${entry} · ${stop}`,
    ...(targets.length > 0 ? [htmlOf(say('targets', { targets: new TelegramHtml(targets.join(' · ')) }))] : []),
    ...(signal.outcome === null ? [htmlOf(say('open', { at: moment(signal.closes_at) }))] : []),
    ...news.map((line) => htmlOf(bold(line))),
  ];
  const action = { text: catalogues[language].signal.action, url: `${publicUrl}/#/user-trade-signal/${signal.id}` };
  const last = news.at(-1);
  const body = lines.join('\n');
  return {
    html: `${body}\n${htmlOf(link(action.text, action.url))}`,
    body,
    action,
    news: last === undefined ? null : `${htmlOf(bold(title))}\n${htmlOf(last)}`,
  };
}

/** A line for each change, the oldest first, and for the result. */
function newsOf({ changes, outcome: result }: SignalState, say: (text: SignalText, values?: Values) => TelegramHtml): TelegramHtml[] {
  const lines = changes.map(({ kind, stop, price }) => {
    if (kind === 'move_stop') return say('moveStop', { stop: code(stop ?? '') });
    if (kind === 'cancel') return say('cancel');
    return price === null ? say('closeNowUnpriced') : say('closeNow', { price: code(price) });
  });
  if (result === null) return lines;
  return [...lines, result.r === null ? say('noTrade') : say('result', { r: signed(result.r) })];
}

type Values = Record<string, string | TelegramHtml>;

/** Fills a message of the catalogue. Values are escaped, and in a text from right to left keep their own direction. */
export function filled(message: string, language: Language, values: Values): string {
  const { isolate } = textFormat(language);
  return formatMessage(
    language,
    message,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(htmlOf(value))])),
  );
}

/** How far a price is from the entry, in percent. */
function distance(entry: string, price: string): string {
  return `${signed(new Decimal(price).minus(entry).div(entry).times(100))}%`;
}

/** A price in multiples of the risk. */
function multiple({ side, entry, initial_stop }: SignalState, price: string): string {
  const risk = new Decimal(entry).minus(initial_stop).abs();
  const gain = new Decimal(price).minus(entry).times(side === 'long' ? 1 : -1);
  return risk.isZero() ? '–' : signed(gain.div(risk));
}
