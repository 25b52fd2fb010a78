export interface ClockChange {
  /** Distance of the exchange's clock from the machine's. */
  offsetMs?: number;
  /** Moves both the exchange's clock and the world on, also when the world stands still. */
  advanceMs?: number;
  /** true: the world stands still now; a time: both go there first; false: the world runs again, from the clock's time. */
  freeze?: boolean | number;
  /** How much faster than the machine the clock runs. */
  driftMsPerMinute?: number;
}

/**
 * Two times. `server` is what GET /time answers and signatures are judged by; it always runs. `world` is the moment the members' data are
 * answered for; it is the same unless frozen. So a frozen world can be read for as long as a test needs without -1021.
 */
export class Clock {
  private readonly base: () => number;
  private offset = 0;
  private drift = 0;
  private driftSince = 0;
  private frozenAt: number | undefined;

  /** `base` is the machine's clock; tests pass their own. */
  constructor(base: () => number) {
    this.base = base;
  }

  server(): number {
    const now = this.base();
    return Math.floor(now + this.offset + (this.drift * (now - this.driftSince)) / 60_000);
  }

  world(): number {
    return this.frozenAt ?? this.server();
  }

  /** Base time, for durations that must not follow the world. */
  real(): number {
    return this.base();
  }

  change(change: ClockChange): void {
    if (change.offsetMs !== undefined) {
      this.offset = change.offsetMs;
      this.driftSince = this.base();
    }
    if (change.driftMsPerMinute !== undefined) {
      this.offset = this.server() - this.base();
      this.drift = change.driftMsPerMinute;
      this.driftSince = this.base();
    }
    if (change.advanceMs !== undefined) {
      this.offset += change.advanceMs;
      if (this.frozenAt !== undefined) this.frozenAt += change.advanceMs;
    }
    if (typeof change.freeze === 'number') {
      this.offset += change.freeze - this.server();
      this.frozenAt = change.freeze;
    } else if (change.freeze !== undefined) {
      this.frozenAt = change.freeze ? this.world() : undefined;
    }
  }

  reset(): void {
    this.offset = 0;
    this.drift = 0;
    this.frozenAt = undefined;
  }

  describe(): { server: number; world: number; offsetMs: number; driftMsPerMinute: number; frozen: boolean } {
    return {
      server: this.server(),
      world: this.world(),
      offsetMs: this.server() - this.base(),
      driftMsPerMinute: this.drift,
      frozen: this.frozenAt !== undefined,
    };
  }
}
