import { follows } from './attribution.rules.js';
import type { Fill, Signal } from './club-share.types.js';

/**
 * Finds the fills that followed signals, or closed what had followed one: a fill that is left out is own trading as a whole and changes no
 * line (`attribute`). Keeps no fills, so that any number of them can pass.
 */
export class AttributedFills {
  /** The signals that were followed. */
  readonly followed = new Set<Signal>();
  private readonly open = { buy: 0n, sell: 0n };

  /** `signals`: those of one symbol and market, in order. */
  constructor(
    private readonly signals: readonly Signal[],
    private readonly entryBand: bigint,
  ) {}

  /** Returns whether the fill is an entry or an exit. Fills of the symbol and market are given in order. */
  takes(fill: Fill): boolean {
    const opposite = fill.side === 'buy' ? 'sell' : 'buy';
    const closed = this.open[opposite] < fill.qty ? this.open[opposite] : fill.qty;
    this.open[opposite] -= closed;
    const rest = fill.qty - closed;
    const signal = rest === 0n ? undefined : this.signals.find((one) => follows(fill, one, this.entryBand));
    if (signal) {
      this.open[fill.side] += rest;
      this.followed.add(signal);
    }
    return closed > 0n || signal !== undefined;
  }
}
