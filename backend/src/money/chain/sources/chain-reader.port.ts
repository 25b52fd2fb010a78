import type { Chain } from '../chain.types.js';
import type { Sighting } from '../payments/transfer.rules.js';

/** The newest block of a chain as its source knows it. */
export interface ChainTip {
  height: number;
  /** Time of that block; null where the source does not give it. */
  time: Date | null;
}

/** Two answers about one transaction disagree. It changes nothing, and an admin is told. */
export interface Contradiction {
  txid: string;
  problem: string;
}

/** One reading. A source that is away, limited or malformed throws a SourceError instead: half a list changes nothing. */
export interface ChainReading {
  tip: ChainTip;
  /** False where there may be more than the source or our limits allow: then an absence proves nothing. */
  isComplete: boolean;
  /** Every transfer to the address in the window, rejected ones included. */
  sightings: readonly Sighting[];
  contradictions: readonly Contradiction[];
}

/** Other tokens, and transfers of no amount: anybody can send any number of them to an address. */
export interface WorthlessTransfers {
  /** Amounts that quotes ask for: transfers of them are read first, because the payer probably chose the wrong token. */
  amounts: ReadonlySet<bigint>;
  /** How many of other amounts are looked at. */
  others: number;
}

export interface ReadOptions {
  /**
   * Start of the window: older blocks may be left out. It lies before every transfer whose absence matters, and on TRON ten minutes before
   * the newest row that is known, because rows can appear late.
   */
  since: Date;
  /** Transactions whose transfers are all irreversible or rejected, so that nothing about them can change. */
  skip?: ReadonlySet<string> | undefined;
  /** TRON only: how many transfers that pay nothing are read beside those of USDT. Absent: none. */
  worthless?: WorthlessTransfers | undefined;
  signal?: AbortSignal | undefined;
}

/** Reads one chain from one source. Every method rejects with a SourceError, or with the reason of an aborted signal. */
export interface ChainReader {
  readonly chain: Chain;

  tip(signal?: AbortSignal): Promise<ChainTip>;

  /** Finds the transfers to one of our addresses. Throws an Error for an invalid address. */
  transfersTo(address: string, options: ReadOptions): Promise<ChainReading>;

  /**
   * Looks up what one transaction pays to addresses of ours, for a proof that a member uploaded. `txid`: 64 lower-case hexadecimal digits.
   * Null: the source does not know the transaction yet, which does not make the proof a fake.
   */
  transfersIn(txid: string, addresses: readonly string[], signal?: AbortSignal): Promise<ChainReading | null>;
}
