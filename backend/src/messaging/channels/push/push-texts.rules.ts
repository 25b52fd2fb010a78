import { z } from 'zod';
import { directionOf, signed, type Language } from '../../../platform/domain/index.js';
import { formatMessage, textFormat } from '../../../platform/texts/index.js';
import arabic from '../../../../locales/ar/push.json' with { type: 'json' };
import english from '../../../../locales/en/push.json' with { type: 'json' };
import spanish from '../../../../locales/es/push.json' with { type: 'json' };
import { accountKindOf, accountText, accountTitle } from '../account-notices/account-notice.rules.js';
import { readSummary, SUMMARY, type QuietSummary } from './quiet-summary.rules.js';

const catalogues: Readonly<Record<Language, typeof english>> = { en: english, es: spanish, ar: arabic };

type SignalText = keyof typeof english.signal;
type Values = Record<string, string>;

const change = z.object({ kind: z.enum(['move_stop', 'cancel', 'close_now']), stop: z.string().nullable(), price: z.string().nullable() });
/** What a notification shows of the state of a signal (signal-event.messages.ts). */
const signalState = z.object({
  id: z.uuid(),
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  entry: z.string(),
  stop: z.string(),
  targets: z.array(z.string()),
  changes: z.array(change),
  outcome: z.object({ r: z.string().nullable() }).nullable(),
});
type SignalState = z.output<typeof signalState>;

/** What a notification says. */
export interface PushText {
  title: string;
  body: string;
  dir: 'ltr' | 'rtl';
  /** What it is about: a signal, a notice, a summary, or the subscription itself. */
  subjectId: string;
  /** A path of our site. */
  path: string;
}

/** The kind of the event that a browser gets after it was added. */
export const SUBSCRIBED = 'push.subscribed';

/** Returns what a device shows of an event; null for a kind that it does not show. `eventId`: the subject of what is about no signal. */
export function pushText(kind: string, payload: string, language: Language, eventId: string): PushText | null {
  const dir = directionOf(language);
  if (kind === SUBSCRIBED) {
    const { title, body } = catalogues[language].subscribed;
    return { title, body, dir, subjectId: eventId, path: '/#/notification-settings' };
  }
  if (accountKindOf(kind) !== null)
    return { ...accountText(payload, language), body: catalogues[language].account.body, dir, subjectId: eventId };
  if (kind === SUMMARY) return { ...summaryText(readSummary(payload), language), dir, subjectId: eventId };
  if (kind === 'analysis.published') {
    const { id, slug, title, summary } = analysis.parse((JSON.parse(payload) as { data: unknown }).data);
    return { title, body: summary, dir, subjectId: id, path: `/#/analysis/${slug}` };
  }
  if (!kind.startsWith('signal.')) return null;
  const signal = signalState.parse((JSON.parse(payload) as { data: unknown }).data);
  return { ...signalText(signal, language), dir, subjectId: signal.id, path: `/#/user-trade-signal/${signal.id}` };
}

const analysis = z.object({ id: z.uuid(), slug: z.string(), title: z.string(), summary: z.string() });

/** How much there is, and what: signals first. */
function summaryText({ counts, signals, notices }: QuietSummary, language: Language): Pick<PushText, 'title' | 'body' | 'path'> {
  const { isolate, list } = textFormat(language);
  const texts = catalogues[language];
  const lines = [
    ...(counts.signals > 0
      ? [
          formatMessage(language, texts.summary.signals, { count: counts.signals }),
          list(signals.map(({ side, symbol }) => formatMessage(language, texts.signal[side], { symbol: isolate(symbol) }))),
        ]
      : []),
    ...(counts.notices > 0
      ? [
          formatMessage(language, texts.summary.notices, { count: counts.notices }),
          ...notices.map(({ notice, facts }) => accountTitle(notice, facts, language)),
        ]
      : []),
  ];
  return {
    title: texts.summary.title,
    body: lines.join('\n'),
    path: counts.notices === 0 ? '/#/user-trade-signal' : '/#/notifications',
  };
}

/** The newest change or the result first: a device shows two lines of a long text. */
function signalText(signal: SignalState, language: Language): Pick<PushText, 'title' | 'body'> {
  const { isolate } = textFormat(language);
  const say = (text: SignalText, values: Values = {}) =>
    formatMessage(
      language,
      catalogues[language].signal[text],
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)])),
    );
  const news = newsOf(signal, say);
  const terms = [
    say('entry', { entry: signal.entry }),
    say('stop', { stop: signal.stop }),
    ...(signal.targets.length > 0 ? [say('targets', { targets: signal.targets.join(' · ') })] : []),
  ].join('\n');
  return { title: say(signal.side, { symbol: signal.symbol }), body: news === null ? terms : signal.outcome ? news : `${news}\n${terms}` };
}

function newsOf({ changes, outcome }: SignalState, say: (text: SignalText, values?: Values) => string): string | null {
  if (outcome) return outcome.r === null ? say('noTrade') : say('result', { r: signed(outcome.r) });
  const last = changes.at(-1);
  if (!last) return null;
  if (last.kind === 'move_stop') return say('moveStop', { stop: last.stop ?? '' });
  if (last.kind === 'cancel') return say('cancel');
  return last.price === null ? say('closeNowUnpriced') : say('closeNow', { price: last.price });
}
