import { Decimal } from '../../domain/index.js';
import type { Side, SignalTerms } from '../../../trading/signals/index.js';
import { frames, type Idea } from './demo-ideas.js';
import { conditionOf, messageOf, type Figures, type Risk } from './demo-signal.messages.js';
import { SEEN_HOURS, type MarketView } from './market-view.reader.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Significant digits of a price level. */
const TYPED_DIGITS = 5;

/** Turns an idea into a signal's terms. Levels are multiples of the market's recent range. */
export function termsOf(idea: Idea, view: MarketView): SignalTerms {
  const { base, frame, at, draws, hours } = idea;
  const side = sideOf(idea, view);
  // A spot market has no short side.
  const leverageFactor = side === 'short' ? Math.max(2, idea.leverage) : idea.leverage;
  const way = side === 'long' ? 1 : -1;
  const { range, risk: share, least } = frames[frame];
  const risk = Decimal.max(view.range(range).times(share), view.price.times(least));
  const places = Math.min(view.places, Math.max(0, TYPED_DIGITS - 1 - Math.floor(Math.log10(view.price.toNumber()))));
  const level = (from: Decimal, risks: number) => from.plus(risk.times(risks.toFixed(4)).times(way)).toDecimalPlaces(places);
  const entry = level(view.price, -idea.pullback);
  const [stop, first, second, third] = [level(entry, -1), ...idea.targets.map((target) => level(entry, target))] as [
    Decimal,
    Decimal,
    Decimal,
    Decimal,
  ];
  const percent = risk.dividedBy(entry).times(100);
  const riskLevel = riskOf(percent, leverageFactor);
  const mean = view.mean(SEEN_HOURS);
  const figures: Figures = {
    base,
    distance: view.price.dividedBy(mean).minus(1).times(100).abs().toFixed(1),
    isAbove: view.price.greaterThan(mean),
    high: view.high.toDecimalPlaces(places).toFixed(),
    low: view.low.toDecimalPlaces(places).toFixed(),
    entry: entry.toFixed(),
    stop: stop.toFixed(),
    first: first.toFixed(),
    second: second.toFixed(),
  };
  return {
    base,
    quote: 'USDT',
    asset: `${base}USDT`,
    tradeType: draws.one('word', side === 'long' ? ['Buy', 'Long'] : ['Sell', 'Short']),
    side,
    timeFrame: frame,
    riskLevel,
    leverage: `${leverageFactor}x`,
    leverageFactor,
    recommendedPositionSize: { Low: '3% of the account', Medium: '2% of the account', High: '1% of the account' }[riskLevel],
    duration: draws.one<string>('duration', frames[frame].durations),
    currentPrice: view.price.toFixed(),
    entryPrice: entry.toFixed(),
    stopLoss: stop.toFixed(),
    trailingStopLoss: idea.trail === 'percent' ? `${percent.times('1.25').toDecimalPlaces(1).toFixed()}%` : idea.trail,
    takeProfit1: first.toFixed(),
    takeProfit2: second.toFixed(),
    takeProfit3: third.toFixed(),
    marketCondition: conditionOf(idea, side, figures),
    signalMessage: messageOf(idea, side, riskLevel, figures),
    date: at.toISOString().slice(0, 10),
    time: at.toISOString().slice(11, 16),
    ...closureOf(at, hours),
  };
}

function sideOf({ side, frame }: Idea, view: MarketView): Side {
  if (side !== 'trend') return side;
  return view.price.greaterThan(view.mean(frames[frame].range)) ? 'long' : 'short';
}

/** Risk of the position, leverage included. */
function riskOf(percent: Decimal, leverage: number): Risk {
  const lost = percent.times(leverage);
  if (lost.lessThan(4)) return 'Low';
  return lost.lessThan(9) ? 'Medium' : 'High';
}

/** Rounds up to a day, or to an hour for short signals. */
function closureOf(at: Date, hours: number): Pick<SignalTerms, 'projectedDateOfClosure' | 'projectedClosureAt'> {
  const end = at.getTime() + hours * HOUR_MS;
  if (hours < 48) {
    const instant = new Date(Math.ceil(end / HOUR_MS) * HOUR_MS);
    return { projectedDateOfClosure: `${instant.toISOString().slice(0, 16)}Z`, projectedClosureAt: instant };
  }
  const day = new Date(Math.floor(end / DAY_MS) * DAY_MS);
  return { projectedDateOfClosure: day.toISOString().slice(0, 10), projectedClosureAt: new Date(day.getTime() + DAY_MS) };
}
