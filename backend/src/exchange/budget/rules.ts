import type { Lane } from '../port/index.js';
import type { BudgetScope } from './weight-budget.js';

/** What is known of one window of a scope. Weights. */
export interface Counters {
  /** Of calls let go in this window. */
  taken: number;
  /** Of calls let go in a neighbouring window that may be counted in this one. */
  spilled: number;
  /** Of calls let go in this window that are not answered yet. */
  underWay: number;
  /** The venue's own count, as it last told. */
  seen: number;
  /** Taken by those who wait (urgent and interactive). */
  held: number;
  /** Taken by backfill. */
  backfill: number;
}

export const noCounters: Readonly<Counters> = { taken: 0, spilled: 0, underWay: 0, seen: 0, held: 0, backfill: 0 };

/** Where a moment lies in the venue's windows. Times in milliseconds of the venue's clock. */
export interface Place {
  window: number;
  startsAt: number;
  endsAt: number;
  /** How near to a window's edge the two clocks may disagree about the window. */
  guardMs: number;
  /** A call let go here may still be counted in the window before. */
  early: boolean;
  /** Calls of the window before may still be under way. */
  carry: boolean;
  /** What is kept of the interactive use of the last window, in thousandths. */
  reserve: number;
}

/** A question to the counters: `weight` out of a window, under these caps. */
export interface Terms {
  weight: number;
  backfill: boolean;
  /** What the window may reach. */
  cap: number;
  /** What backfill may always take. */
  half: number;
  early: boolean;
  carry: boolean;
  reserve: number;
}

/** Up to here a window may be used by each lane; the rest is for whatever else calls from our address, and for what the venue counts differently. */
const SHARES: Record<Lane, number> = { urgent: 0.98, interactive: 0.96, backfill: 0.93 };
const BACKFILL_FLOOR = 0.5;
/** The clock is measured every ten minutes, and may drift a tenth of a second a minute. */
const GUARD_MS = 1000;
const GUARD_PART = 30;
/** No call is under way longer: its answer has a deadline. What is then unanswered belongs to a process that is gone. */
const CARRY_MS = 30_000;
/** By then what interactive work used of the last window is no longer kept for it, or a quiet window would be half empty. */
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
 * The most the venue can have counted, or will, of what we know. By our own books every call let go counts, with those of the window before
 * that are still under way (`carried`). By the venue's book, which knows others at our address too, its last word and all that is under way.
 */
export function usedOf({ taken, spilled, underWay, seen }: Counters, carried: number): number {
  return Math.max(taken + spilled, seen + underWay) + carried;
}

/**
 * Whether the weight may go. The stores do the same sums, each in its own language; a test compares them with this one.
 * A call dearer than the whole share goes alone.
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
 * Whether a call that was answered near the end of its window, or later, may be counted in the window after it (`next`). Not where the count
 * told with its answer is more than that window can have seen of us: then it is the count of its own window.
 */
export function spills(told: number, own: Counters, next: Counters): boolean {
  return told <= next.taken + next.spilled + own.underWay;
}

/** What is kept for interactive work: what it used of the last window and has not used of this one. */
function reserved({ reserve }: Terms, now: Counters, before: Counters): number {
  return Math.floor((Math.max(0, before.held - now.held) * reserve) / 1000);
}

/** When to ask again after a refusal, in the venue's time: the first moment at which the answer can be another. */
export function askAgainAt(terms: Terms, now: Counters, before: Counters, place: Place, venueTime: number): number {
  const { weight, cap } = terms;
  const nextWindow = place.endsAt + place.guardMs;
  if (now.taken + now.spilled + weight > cap || now.seen + weight > cap) return nextWindow;
  const soon = venueTime + Math.max(2, (place.endsAt - place.startsAt) / ASK_AGAIN_PART);
  const used = usedOf(now, terms.carry ? before.underWay : 0);
  // Answers that come in make room.
  if (used + weight > cap) return Math.min(soon, nextWindow);
  const keptNow = terms.backfill ? reserved(terms, now, before) : 0;
  if (used + weight > cap - keptNow && now.backfill + weight > terms.half) {
    const room = (cap - used - weight) / (before.held - now.held);
    return Math.max(soon, place.startsAt + (place.endsAt - place.startsAt) * RESERVE_UNTIL * (1 - room));
  }
  return Math.max(place.startsAt + place.guardMs, venueTime + 1);
}
