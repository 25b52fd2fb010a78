import { firstAt, type CandleColumns } from '../market/index.js';
import type { DueAlert, EvaluatedAlert, NewFiring } from './alert-evaluation.repository.js';
import type { AlertSignal } from './alert-signal.query.js';
import { applyCandle, LIQUIDATION_BAND, stateAt, zoneOf, type AlertTerms } from './alert.rules.js';

/** Candles older than this when they are evaluated are skipped: an alert would be about a price of the past. Seconds. */
export const MAX_REPLAY = 3 * 86_400;

export interface KnownMinutes {
  columns: CandleColumns;
  /** End of the known range that starts at a minute. */
  throughFrom(second: number): number;
}

/**
 * Evaluates an alert up to the last known minute before `now` (seconds since 1970). Returns what is stored of it, and its crossings, oldest
 * first. `signal`: of an alert about one.
 */
export function evaluateAlert(
  alert: DueAlert,
  signal: AlertSignal | null,
  minutes: KnownMinutes,
  now: number,
): { evaluated: EvaluatedAlert; firings: NewFiring[] } {
  const { id, userId, isAllowed, repeats } = alert;
  const level = levelOf(alert, signal);
  const horizon = Math.ceil((now - MAX_REPLAY) / 60) * 60;
  const isLate = alert.checkedTo < horizon;
  const from = Math.max(alert.checkedTo, horizon);
  const through = Math.max(from, minutes.throughFrom(from));
  const evaluated: EvaluatedAlert = {
    id,
    level,
    // Nothing is known of the price before a gap, and nothing of what a member who may not have alerts was not told.
    state: isLate || !isAllowed ? { isArmed: false, last: null } : alert.state,
    checkedTo: through,
    isDone: false,
    endReason: signal?.hasEnded || (alert.signalId !== null && signal === null) ? 'signal-ended' : null,
    unchecked: isLate ? { from: alert.checkedTo, to: horizon } : null,
  };
  if (!isAllowed || evaluated.endReason !== null) return { evaluated, firings: [] };
  const zone = zoneOf(termsOf(alert, level));
  // The team has moved the stop: the alert waits for the new one.
  if (level !== alert.level && evaluated.state.last !== null) evaluated.state = stateAt(zone, evaluated.state.last);
  const { time, open, high, low, close } = minutes.columns;
  const firings: NewFiring[] = [];
  for (let n = firstAt(minutes.columns, from); n < minutes.columns.size && time[n]! < through; n++) {
    const candle = { open: open[n]!, high: high[n]!, low: low[n]!, close: close[n]! };
    const { state, crossed } = applyCandle(zone, evaluated.state, candle);
    evaluated.state = state;
    if (crossed === null) continue;
    firings.push({ alertId: id, userId, minute: time[n]!, way: crossed, level, high: candle.high, low: candle.low });
    if (repeats) continue;
    evaluated.isDone = true;
    evaluated.checkedTo = time[n]! + 60;
    break;
  }
  return { evaluated, firings };
}

/** Of a position, `level` is the price at the set distance from its liquidation. */
const termsOf = ({ kind, way, percent }: DueAlert, level: string): AlertTerms =>
  kind === 'liquidation' ? { level, way, percent: null, band: LIQUIDATION_BAND } : { level, way, percent };

const levelOf = ({ kind, level }: DueAlert, signal: AlertSignal | null): string => (kind === 'signal-stop' && signal ? signal.stop : level);
