import { divided, ONE } from '../../../../platform/domain/scaled.js';
import type { SeenCandle } from './candles.js';
import type { Amendment, Exit, ScoreTerms } from './score.types.js';

/** How ambiguous minutes are resolved. */
export type Doubt = 'pessimistic' | 'optimistic';

/** Terms with the sign convention of SeenCandle: prices of a short are negative. */
export interface SeenTerms extends Pick<ScoreTerms, 'weights' | 'trail'> {
  direction: 1n | -1n;
  entry: bigint;
  stop: bigint;
  targets: readonly bigint[];
}

export function seenTerms({ side, entry, stop, targets, weights, trail }: ScoreTerms): SeenTerms {
  const direction = side === 'long' ? 1n : -1n;
  return {
    direction,
    entry: direction * entry,
    stop: direction * stop,
    targets: targets.map((target) => direction * target),
    weights,
    trail,
  };
}

interface State {
  phase: 'pending' | 'open' | 'over';
  missed: boolean;
  /** Cancelled before it was filled. */
  cancelled: boolean;
  /** It is unknown whether the entry was reached before the first target. */
  doubtful: boolean;
  entry: { price: bigint; time: number } | null;
  stop: bigint;
  /** Best price since the fill, for a percentage stop. */
  peak: bigint;
  next: number;
  left: bigint;
  exits: Exit[];
}

/** State machine of one signal (rules.md section 1). Every decision is made in integers. */
export class Trade {
  private state: State;
  private unsure = false;

  constructor(
    private readonly terms: SeenTerms,
    private readonly doubt: Doubt,
  ) {
    const left = terms.weights.reduce((sum, weight) => sum + weight, 0n);
    this.state = {
      phase: 'pending',
      missed: false,
      cancelled: false,
      doubtful: false,
      entry: null,
      stop: terms.stop,
      peak: 0n,
      next: 0,
      left,
      exits: [],
    };
  }

  get phase(): State['phase'] {
    return this.state.phase;
  }

  get missed(): boolean {
    return this.state.missed;
  }

  get cancelled(): boolean {
    return this.state.cancelled;
  }

  get doubtful(): boolean {
    return this.state.doubtful;
  }

  get entry(): State['entry'] {
    return this.state.entry;
  }

  get exits(): readonly Exit[] {
    return this.state.exits;
  }

  get stop(): bigint {
    return this.state.stop;
  }

  get peak(): bigint {
    return this.state.peak;
  }

  /** The next target. */
  get target(): bigint | undefined {
    return this.terms.targets[this.state.next];
  }

  /**
   * Processes a candle; `first`: the first one of the signal. If the order of events is open, it is replayed from `finer` candles. Returns
   * whether it is still open.
   */
  take(candle: SeenCandle, first: boolean, finer: () => readonly SeenCandle[] | undefined): boolean {
    const before = { ...this.state, exits: [...this.state.exits] };
    this.unsure = false;
    this.play(candle, first);
    if (!this.unsure) return false;
    const pieces = finer();
    if (!pieces || pieces.length === 0) return true;
    this.state = before;
    this.unsure = false;
    for (const [n, piece] of pieces.entries()) if (this.phase !== 'over') this.play({ ...piece, time: candle.time }, first && n === 0);
    return this.unsure;
  }

  /** Processes a high that reached no level: it can only move a percentage stop. */
  pass(high: bigint): void {
    this.follow({ high }, false);
  }

  /** Closes the rest at the last price before the closure. */
  expire(time: number, close: bigint): void {
    if (this.phase === 'open') this.leave('expiry', close, time);
  }

  /** Applies an amendment from the minute on that opens at `time`. */
  amend(amendment: Amendment, time: number): void {
    const { state, terms } = this;
    if (amendment.kind === 'move_stop') {
      const stop = terms.direction * amendment.stop;
      if (this.phase === 'open' || stop < terms.entry) this.raise(stop);
    } else if (this.phase === 'pending') {
      state.phase = 'over';
      state.cancelled = true;
    } else if (this.phase === 'open' && amendment.kind === 'close_now') this.leave('closed', terms.direction * amendment.price, time);
  }

  private play(candle: SeenCandle, first: boolean): void {
    let isInside = false;
    if (this.phase === 'pending') isInside = this.enter(candle, first);
    else if (this.phase === 'open') this.hold(candle);
    if (this.phase === 'open') this.follow(candle, isInside);
  }

  /** Returns whether the entry was filled within the candle, after its open. */
  private enter(candle: SeenCandle, first: boolean): boolean {
    const { time, open, high, low } = candle;
    const { terms, state } = this;
    const target = terms.targets[0]!;
    if (first && open <= terms.entry) {
      // The entry was marketable at once.
      this.fill(open, time);
      this.hold(candle);
      return false;
    }
    if (open > target) return this.miss();
    const isThrough = low < terms.entry;
    const isGone = high > target;
    if (!isThrough) return isGone && this.miss();
    if (open < terms.entry) {
      this.fill(terms.entry, time);
      this.hold(candle);
      return false;
    }
    if (!isGone) {
      this.fill(terms.entry, time);
      if (low <= state.stop) this.leave('stop', state.stop, time);
      return true;
    }
    this.unsure = true;
    state.doubtful = true;
    this.fill(terms.entry, time);
    if (this.doubt === 'optimistic') this.hold({ ...candle, open: terms.entry });
    else if (low <= state.stop) this.leave('stop', state.stop, time);
    return true;
  }

  private miss(): false {
    this.state.phase = 'over';
    this.state.missed = true;
    return false;
  }

  private fill(price: bigint, time: number): void {
    Object.assign(this.state, { phase: 'open', entry: { price, time }, peak: price });
  }

  /** Processes a candle with an open position. */
  private hold({ time, open, high, low, close }: SeenCandle): void {
    const { state } = this;
    if (open <= state.stop) return this.leave('stop', open, time);
    // A target that the candle opens beyond is filled first.
    while (this.phase === 'open' && this.target !== undefined && open > this.target) this.reach(time);
    if (this.phase !== 'open') return;
    const isGood = this.target !== undefined && high > this.target;
    if (low <= state.stop) {
      if (isGood) {
        this.unsure = true;
        if (this.doubt === 'optimistic') while (this.phase === 'open' && this.target !== undefined && high > this.target) this.reach(time);
      }
      if (this.phase === 'open') this.leave('stop', state.stop, time);
      return;
    }
    while (this.phase === 'open' && this.target !== undefined && high > this.target) {
      this.reach(time);
      if (this.phase !== 'open' || low > state.stop) continue;
      // The target moved the stop into the candle's range, so the low may be before or after it. A close beyond the new stop proves that
      // the
      // stop was hit; only whether a further target was reached before remains open.
      const isHit = close <= state.stop;
      const isFurther = this.target !== undefined && high > this.target;
      if (isHit && !isFurther) return this.leave('stop', state.stop, time);
      this.unsure = true;
      if (this.doubt === 'pessimistic') this.leave('stop', state.stop, time);
    }
  }

  private reach(time: number): void {
    const { state, terms } = this;
    const at = state.next++;
    const weight = terms.weights[at]!;
    state.exits.push({ reason: `tp${at + 1}`, price: terms.targets[at]!, weight, time });
    state.left -= weight;
    if (state.left === 0n) {
      state.phase = 'over';
      return;
    }
    const { kind } = terms.trail;
    if (kind === 'breakeven' || (kind === 'moving' && at === 0)) this.raise(state.entry!.price);
    else if (kind === 'moving') this.raise(terms.targets[at - 1]!);
  }

  /** Moves a percentage stop after a candle's high, for the next candle. The candle of the fill does not count: its high may be earlier. */
  private follow({ high }: Pick<SeenCandle, 'high'>, isInside: boolean): void {
    const { trail, direction } = this.terms;
    if (trail.kind !== 'percent') return;
    const { state } = this;
    if (!isInside && high > state.peak) state.peak = high;
    this.raise(divided(state.peak * (ONE - direction * trail.share), ONE));
  }

  /** Moves the stop towards the profit only. */
  private raise(stop: bigint): void {
    if (stop > this.state.stop) this.state.stop = stop;
  }

  private leave(reason: 'stop' | 'expiry' | 'closed', price: bigint, time: number): void {
    const { state } = this;
    state.exits.push({ reason, price, weight: state.left, time });
    state.left = 0n;
    state.phase = 'over';
  }
}
