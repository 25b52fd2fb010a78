import type { ChainTip } from './chain-reader.port.js';

/** A tip that was accepted, and when. */
export interface AcceptedTip {
  height: number;
  at: Date;
}

/** Bitcoin: a fall of this many blocks, or a rise of `MAX_RISE` within the window, is a fault of the source. */
const MAX_FALL = 3;
const MAX_RISE = 20;
const RISE_WINDOW_MS = 10 * 60_000;
/** TRON makes a block every 3 seconds: a newest block older than this is an outage. */
const STALE_MS = 5 * 60_000;

/** Returns why a tip of Bitcoin cannot be true, null if it can. `last`: the tip accepted before. */
export function bitcoinTipProblem(last: AcceptedTip | null, height: number, now: Date): string | null {
  if (last === null) return null;
  if (last.height - height >= MAX_FALL) return `the tip fell from ${last.height} to ${height}`;
  const isSoon = now.getTime() - last.at.getTime() <= RISE_WINDOW_MS;
  return isSoon && height - last.height >= MAX_RISE ? `the tip rose from ${last.height} to ${height}` : null;
}

/** Returns why a tip of TRON cannot be used, null if it can. */
export function tronTipProblem({ time }: ChainTip, now: Date): string | null {
  const age = time === null ? 0 : now.getTime() - time.getTime();
  return age > STALE_MS ? `the newest block is ${Math.round(age / 1000)} s old` : null;
}
