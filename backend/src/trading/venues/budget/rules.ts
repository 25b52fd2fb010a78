import type { Lane } from '../port/index.js';
import type { BudgetScope } from './weight-budget.js';

/** Counters of one window of a scope, in weight. */
export interface Counters {
  /** Granted in this window. */
  taken: number;
  /** Granted in an adjacent window, but possibly counted in this one. */
  spilled: number;
  /** Granted in this window and not answered yet. */
  underWay: number;
  /** The venue's last reported count. */
  seen: number;
  /** Granted to the urgent and interactive lanes. */
  held: number;
  /** Granted to backfill. */
  backfill: number;
}

export const noCounters: Readonly<Counters> = { taken: 0, spilled: 0, underWay: 0, seen: 0, held: 0, backfill: 0 };

/** The position of a time in the venue's windows. Milliseconds of the venue's clock. */
export interface Place {
  window: number;
  startsAt: number;
  endsAt: number;
  /** Distance from a window's edge within which the two clocks may disagree. */
  guardMs: number;
  /** A call granted now may still be counted in the previous window. */
  early: boolean;
  /** Calls of the previous window may still be unanswered. */
  carry: boolean;
  /** Share of the interactive use of the previous window that is reserved, in thousandths. */
  reserve: number;
}

/** A request to take `weight` from a window under these caps. */
export interface Terms {
  weight: number;
  backfill: boolean;
  /** Maximum of the window. */
  cap: number;
  /** Always available to backfill. */
  half: number;
  early: boolean;
  carry: boolean;
  reserve: number;
}

/** Share of a window that each lane may use; the rest is for other calls from our address and for differences of counting. */
const SHARES: Record<Lane, number> = { urgent: 0.98, interactive: 0.96, backfill: 0.93 };
const BACKFILL_FLOOR = 0.5;
/** The clock is measured every ten minutes and may drift 0.1 s a minute. */
const GUARD_MS = 1000;
const GUARD_PART = 30;
/** Deadline of a call; later it belongs to a process that is gone. */
const CARRY_MS = 30_000;
/** After this time the reserve for interactive work is released, so that a quiet window is not left half empty. */
const RESERVE_UNTIL = 0.5;
const ASK_AGAIN_PART = 600;

export function placeOf(venueTime: number, windowMs: number): Place {
  const window = Math.floor(venueTime / windowMs);
  const startsAt = window * windowMs;
  const into = venueTime - startsAt;
  const guardMs = guardOf(windowMs);
  return {
    window,
    startsAt,
    endsAt: startsAt + windowMs,
    guardMs,
    early: into < guardMs,
    carry: into < Math.min(windowMs, CARRY_MS),
    reserve: Math.floor(1000 * Math.max(0, 1 - into / (windowMs * RESERVE_UNTIL))),
  };
}

export function guardOf(windowMs: number): number {
  return Math.min(GUARD_MS, windowMs / GUARD_PART);
}

export function termsOf({ limit }: BudgetScope, weight: number, lane: Lane, { early, carry, reserve }: Place): Terms {
  return {
    weight,
    backfill: lane === 'backfill',
    cap: Math.floor(limit * SHARES[lane]),
    half: Math.floor(limit * BACKFILL_FLOOR),
    early,
    carry,
    reserve,
  };
}

/**
 * Returns the maximum that the venue can count in this window: by our own counters, all granted calls and the unanswered ones of the
 * previous window (`carried`); by the venue's count, which includes other users of our address, its last value plus all unanswered calls.
 */
export function usedOf({ taken, spilled, underWay, seen }: Counters, carried: number): number {
  return Math.max(taken + spilled, seen + underWay) + carried;
}

/**
 * Returns whether the weight is granted. The stores compute the same in their own languages, and a test compares them with this function. A
 * call that exceeds the whole share is granted alone.
 */
export function grants(terms: Terms, now: Counters, before: Counters): boolean {
  const { weight, cap } = terms;
  const fits = (used: number) => used + weight <= cap || used === 0;
  if (terms.early && !fits(usedOf(before, 0))) return false;
  const used = usedOf(now, terms.carry ? before.underWay : 0);
  if (!fits(used)) return false;
  return !terms.backfill || used === 0 || used + weight <= cap - reserved(terms, now, before) || now.backfill + weight <= terms.half;
}

/**
 * Returns whether a call that was answered near the end of its window, or later, may be counted in the next window (`next`). It is not if
 * the count in the answer exceeds what we can have used of that window: then it belongs to the call's own window.
 */
export function spills(told: number, own: Counters, next: Counters): boolean {
  return told <= next.taken + next.spilled + own.underWay;
}

/** Returns the reserve for interactive work: its use of the previous window minus that of this one. */
function reserved({ reserve }: Terms, now: Counters, before: Counters): number {
  return Math.floor((Math.max(0, before.held - now.held) * reserve) / 1000);
}

/** Returns the venue time from which on a denied request may be granted. */
export function askAgainAt(terms: Terms, now: Counters, before: Counters, place: Place, venueTime: number): number {
  const { weight, cap } = terms;
  const nextWindow = place.endsAt + place.guardMs;
  if (now.taken + now.spilled + weight > cap || now.seen + weight > cap) return nextWindow;
  const soon = venueTime + Math.max(2, (place.endsAt - place.startsAt) / ASK_AGAIN_PART);
  const used = usedOf(now, terms.carry ? before.underWay : 0);
  // Answers release weight.
  if (used + weight > cap) return Math.min(soon, nextWindow);
  const keptNow = terms.backfill ? reserved(terms, now, before) : 0;
  if (used + weight > cap - keptNow && now.backfill + weight > terms.half) {
    const room = (cap - used - weight) / (before.held - now.held);
    return Math.max(soon, place.startsAt + (place.endsAt - place.startsAt) * RESERVE_UNTIL * (1 - room));
  }
  return Math.max(place.startsAt + place.guardMs, venueTime + 1);
}
