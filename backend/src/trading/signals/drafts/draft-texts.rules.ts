import type { FieldError } from '../../../platform/domain/index.js';
import { bold, code, escaped, htmlOf } from '../../../messaging/channels/index.js';
import { oddsOf } from '../signal-odds.js';
import type { DraftTerms } from './draft-terms.rules.js';

// What the bot says to admins, in English as everything for them.

const MAX_MESSAGE = 1500;
const HOW =
  'Reply to this message with <code>publish</code> to publish it. To change prices or the leverage, add them: ' +
  '<code>publish entry 64200 stop 62900 tp1 65400 tp2 66900 tp3 69000 leverage 5x</code>. You get a preview with a button first.';

export const draftAnswers = {
  notRead:
    'Nothing was published. Reply with <code>publish</code>, or add changes such as <code>publish stop 62900 tp1 65400</code>. ' +
    'You can change <code>entry</code>, <code>stop</code>, <code>tp1</code>, <code>tp2</code>, <code>tp3</code> and <code>leverage</code>.',
  noRight: 'Nothing was published. You no longer have the right to publish signals.',
  notConfirmed:
    'Nothing was published. Confirm in the console first that it is you: open the signal there and send it to your Telegram again.',
  published: 'This draft is already published.',
  confirmed: 'This draft is being published.',
  replaced: 'Nothing was published. You sent a newer draft. Reply to that one.',
  expired: 'Nothing was published. This draft is older than 24 hours. Send it again from the console.',
  buttonOver: 'Nothing was published. This button no longer works. Reply to the draft again for a new one.',
  late: 'Nothing was published, because it took too long. Reply to the draft again.',
  publishing: 'Publishing…',
} as const;

/** The message of a draft. Throws InvalidInput where its prices contradict each other. */
export const draftText = (terms: DraftTerms): string => `${bold('Draft of a signal').html}\n${termsText(terms)}\n\n${HOW}`;

const PRESS = 'Press the button within two minutes to publish this to the trade club. A signal cannot be taken back.';

/** Terms as they would be published. */
export const previewText = (terms: DraftTerms): string => `${bold('Preview').html}\n${termsText(terms)}\n\n${PRESS}`;

export const publishedText = ({ base, quote, side }: { base: string; quote: string; side: string }, url: string): string =>
  `${bold(`Published: ${side.toUpperCase()} ${base}/${quote}`).html}\n<a href="${escaped(url)}">Open the signal</a>`;

export const refusedText = (problems: readonly FieldError[]): string =>
  `Nothing was published.\n${problems.map(({ message }) => `• ${escaped(message)}`).join('\n')}\nReply to the draft again.`;

function termsText(terms: DraftTerms): string {
  const { risk, marginRisk, targets } = oddsOf(terms);
  const goals = [terms.takeProfit1, terms.takeProfit2, terms.takeProfit3].map((price, n) => {
    const { reward, ratio } = targets[n]!;
    return `${htmlOf(code(price))} ${reward}% ${ratio}R`;
  });
  const message = terms.signalMessage.length > MAX_MESSAGE ? `${terms.signalMessage.slice(0, MAX_MESSAGE)}…` : terms.signalMessage;
  return [
    htmlOf(bold(`${terms.side.toUpperCase()} ${terms.base}/${terms.quote} · ${terms.leverageFactor}x`)),
    `Entry ${htmlOf(code(terms.entryPrice))} · Stop ${htmlOf(code(terms.stopLoss))} (risk ${risk}%, ${marginRisk}% of the margin)`,
    `Targets ${goals.join(' · ')}`,
    `Trailing stop ${escaped(terms.trailingStopLoss)} · size ${escaped(terms.recommendedPositionSize)}`,
    `Open until ${escaped(terms.projectedDateOfClosure)}`,
    escaped(message),
  ].join('\n');
}
