import { Decimal } from '../../../platform/domain/index.js';
import type { PublishedAmendment } from '../amendments/signal-amendment.repository.js';
import type { SignalScore } from '../scoring/jobs/signal-score.repository.js';
import type { SignalWithOutcome } from '../signal-with-outcome.query.js';

export interface SignalMessage {
  subject: string;
  message: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number) => String(n).padStart(2, '0');
const momentOf = (at: Date): string =>
  `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
const nameOf = ({ base, quote, side }: SignalWithOutcome): string => `${base}/${quote} ${side}`;
/** Lines of one thought, an empty line between thoughts. */
const letterOf = (...thoughts: string[][]): string => thoughts.map((lines) => lines.join('\n')).join('\n\n');

/** A multiple of the risk, with its sign. */
export function rOf(r: string): string {
  const rounded = new Decimal(r).toFixed(2);
  return `${Number(rounded) > 0 ? '+' : ''}${rounded} R`;
}

export function publishedMessage(signal: SignalWithOutcome): SignalMessage {
  return {
    subject: `New signal: ${nameOf(signal)}`,
    message: letterOf(
      [
        `Entry ${signal.entryPrice}`,
        `Stop loss ${signal.stopLoss}`,
        `Take profit ${signal.takeProfit1}, ${signal.takeProfit2} and ${signal.takeProfit3}`,
        `Trailing stop ${signal.trailingStopLoss}`,
      ],
      [
        `Leverage ${signal.leverage}, size ${signal.recommendedPositionSize}, risk ${signal.riskLevel}`,
        `Time frame ${signal.timeFrame}, duration ${signal.duration}, closes ${signal.projectedDateOfClosure}`,
      ],
      [signal.marketCondition],
      [signal.signalMessage],
      [`Published ${momentOf(signal.publishedAt)}.`],
    ),
  };
}

const amended: Record<PublishedAmendment['kind'], (amendment: PublishedAmendment) => [heading: string, sentence: string]> = {
  cancel: () => ['cancelled', 'The signal was cancelled before it was filled. If your order for the entry still waits, take it back.'],
  move_stop: ({ stop }) => [`stop moved to ${stop}`, `The stop loss stands at ${stop} from now on.`],
  close_now: ({ price }) => [
    'close now',
    `Close what is left of the position. The market offered ${price} when this was said. ` +
      'If your order for the entry still waits, take it back.',
  ],
};

export function amendedMessage(signal: SignalWithOutcome, amendment: PublishedAmendment): SignalMessage {
  const [heading, sentence] = amended[amendment.kind](amendment);
  return {
    subject: `${nameOf(signal)}: ${heading}`,
    message: letterOf(
      [sentence],
      [`Said ${momentOf(amendment.at)}, of the signal of ${momentOf(signal.publishedAt)} with the entry ${signal.entryPrice}.`],
    ),
  };
}

const reasons: Record<string, string> = {
  tp1: 'Take profit 1',
  tp2: 'Take profit 2',
  tp3: 'Take profit 3',
  stop: 'Stop',
  expiry: 'Closure',
  closed: 'Closed by hand',
};

export function endedMessage(signal: SignalWithOutcome, score: SignalScore): SignalMessage {
  const about = `The signal of ${momentOf(signal.publishedAt)} with the entry ${signal.entryPrice}.`;
  if (score.status !== 'closed' || score.rNet === null || score.rGross === null) {
    return {
      subject: `${nameOf(signal)}: ended without a result`,
      message: letterOf([unfilled[score.status] ?? 'It has ended, and counts neither as a gain nor as a loss.'], [about]),
    };
  }
  const doubt =
    score.ambiguous.length > 0 && score.rOptimistic !== null
      ? [
          `A minute of its market left open what came first: the worse way counts. ` +
            `The better one would have been ${rOf(score.rOptimistic)}.`,
        ]
      : [];
  return {
    subject: `${nameOf(signal)}: ended with ${rOf(score.rNet)}`,
    message: letterOf(
      score.exits.map(({ reason, price, t }) => `${reasons[reason] ?? reason} at ${price}, ${momentOf(new Date(t * 1000))}`),
      [
        `${rOf(score.rNet)} after fees${score.rFunding === null ? '' : ' and funding'}, ${rOf(score.rGross)} before them. ` +
          'R is what the signal put at risk.',
        ...doubt,
        'What one signal made says nothing about the next.',
      ],
      [about],
    ),
  };
}

const unfilled: Partial<Record<SignalScore['status'], string>> = {
  missed: 'The market went to its first target without offering the entry: there was no trade.',
  missed_ambiguous: 'Whether the market offered the entry in time cannot be told: its gain does not count.',
  expired_unfilled: 'The market never offered the entry: there was no trade.',
};
