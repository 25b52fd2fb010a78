import { z } from 'zod';
import { formatMessage, type TextFormat } from '../../../platform/texts/index.js';
import { SIGNAL_DIGEST } from '../../preferences/index.js';
import { digestTexts, translated } from './mail-texts.settings.js';

/** What happened to a signal, with the figures of it. */
const news = z.discriminatedUnion('what', [
  z.object({ what: z.literal('published'), entry: z.string(), stop: z.string() }),
  z.object({ what: z.literal('moveStop'), stop: z.string() }),
  z.object({ what: z.literal('cancel') }),
  z.object({ what: z.literal('closeNow'), price: z.string() }),
  z.object({ what: z.literal('result'), r: z.string() }),
  z.object({ what: z.literal('noTrade') }),
]);
const digestItem = z.object({ symbol: z.string(), side: z.enum(['long', 'short']), at: z.iso.datetime(), news });
export type DigestItem = z.output<typeof digestItem>;

/** Items that a daily email lists. */
export const MAX_DIGEST_ITEMS = 50;

const digest = z.object({
  items: z.array(digestItem).min(1).max(MAX_DIGEST_ITEMS),
  /** Items beyond those. */
  more: z.number().int().nonnegative(),
});

function digestValues({ items, more }: z.output<typeof digest>, { language, isolate, moment }: TextFormat) {
  const texts = digestTexts(language);
  const lines = items.map(({ symbol, side, at, news: { what, ...figures } }) => {
    const values = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, isolate(value)]));
    return [
      formatMessage(language, texts[side], { symbol: isolate(symbol) }),
      formatMessage(language, texts[what], values),
      moment(at),
    ].join('\n');
  });
  const rest = more === 0 ? [] : [formatMessage(language, texts.more, { count: more })];
  return { count: items.length + more, message: [...lines, ...rest].join('\n\n') };
}

export const signalLetters = {
  // New signals, updates and results, by an administrator: in the language they were written in, with texts around them in the reader's.
  signal: translated(
    'mail.signal',
    z.object({
      subject: z.string().min(1).max(200),
      message: z.string().min(1).max(10_000),
      signalId: z.uuid(),
      /** Letters queued by earlier versions have none. */
      kind: z.enum(['signal-published', 'signal-changed', 'signal-ended']).default('signal-published'),
    }),
    '/#/user-trade-signal/{signalId}',
    { kind: ({ kind }) => kind, message: '{message}' },
  ),
  // What a member gets once a day instead of an email for each.
  'signal-digest': translated('mail.signal-digest', digest, '/#/user-trade-signal', {
    kind: SIGNAL_DIGEST,
    message: '{message}',
    values: digestValues,
  }),
} as const;
