import { scriptOf } from './addresses.ts';
import { digest } from './hashes.ts';

export interface BitcoinOutput {
  address: string;
  /** Satoshi. */
  value: number;
}

export interface BitcoinTransaction {
  txid: string;
  /** What it spends; a replacement spends the same. */
  input: string;
  outputs: (BitcoinOutput & { script: string; type: string })[];
  /** It enters the mempool at this time of the sandbox's clock, */
  visibleAt: number;
  /** and no block below this height takes it. */
  notBefore: number;
}

export interface BitcoinBlock {
  height: number;
  hash: string;
  /** Unix seconds. */
  time: number;
  txids: string[];
}

/** What the chain's API says that is not so. */
export interface BitcoinLies {
  /** Blocks by which the tip is told higher than it is. */
  tipAhead?: number;
  /** The tip stands still at this height. */
  tipFrozen?: number;
  /** Blocks by which transactions are told deeper than they are, under their true block hash. */
  buried?: number;
  /** Transactions of the mempool are told to be in the newest block, under a made-up hash. */
  mempoolConfirmed?: boolean;
}

/** A chain as it is kept in a file. */
export interface SavedBitcoinChain {
  /** Makes its transactions differ from those of another chain; empty: they are the same in every run. */
  salt: string;
  count: number;
  forks: number;
  transactions: BitcoinTransaction[];
  /** From the first block on: hash, time and transactions of each. */
  blocks: [hash: string, time: number, ...txids: string[]][];
}

/** The sandbox cannot do what was asked: 400 with this text. */
export class ChainRefusal extends Error {}

const FIRST_HEIGHT = 900_000;
const FILLER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** A Bitcoin chain without miners: blocks appear when they are asked for. */
export class BitcoinChain {
  lies: BitcoinLies = {};
  private readonly now: () => number;
  private blocks: BitcoinBlock[] = [];
  private readonly all: Map<string, BitcoinTransaction>;
  private readonly salt: string;
  private count: number;
  private forks: number;

  /** `now`: milliseconds of the sandbox's clock. `saved`: the chain goes on from there. `salt`: of a new one. */
  constructor(now: () => number, { salt = '', saved }: { salt?: string; saved?: SavedBitcoinChain | undefined } = {}) {
    this.now = now;
    this.salt = saved?.salt ?? salt;
    this.count = saved?.count ?? 0;
    this.forks = saved?.forks ?? 0;
    this.all = new Map(saved?.transactions.map((one) => [one.txid, one]));
    if (saved) this.blocks = saved.blocks.map(([hash, time, ...txids], index) => ({ height: FIRST_HEIGHT + index, hash, time, txids }));
    else this.mine(3);
  }

  saved(): SavedBitcoinChain {
    const { salt, count, forks, all, blocks } = this;
    return { salt, count, forks, transactions: [...all.values()], blocks: blocks.map(({ hash, time, txids }) => [hash, time, ...txids]) };
  }

  get tip(): BitcoinBlock {
    return this.blocks.at(-1)!;
  }

  blockAt(height: number): BitcoinBlock | undefined {
    return this.blocks[height - FIRST_HEIGHT];
  }

  blockOf(txid: string): BitcoinBlock | undefined {
    return this.blocks.find(({ txids }) => txids.includes(txid));
  }

  isKnownBlock(hash: string): BitcoinBlock | undefined {
    return this.blocks.find((block) => block.hash === hash);
  }

  /** A transaction that the API knows: in a block, or in the mempool by now. */
  find(txid: string): BitcoinTransaction | undefined {
    const found = this.all.get(txid);
    return found && (this.blockOf(txid) || found.visibleAt <= this.now()) ? found : undefined;
  }

  /** Newest first: those of the mempool, then those of blocks. */
  of(script: string): { mempool: BitcoinTransaction[]; confirmed: BitcoinTransaction[] } {
    const mine = [...this.all.values()].filter(({ outputs }) => outputs.some((output) => output.script === script)).toReversed();
    const height = ({ txid }: BitcoinTransaction): number => this.blockOf(txid)?.height ?? 0;
    return {
      mempool: mine.filter((one) => !this.blockOf(one.txid) && one.visibleAt <= this.now()),
      confirmed: mine.filter((one) => this.blockOf(one.txid)).toSorted((a, b) => height(b) - height(a)),
    };
  }

  /** Adds one transaction with these outputs, preceded by one that is nobody's. `delayMs`, `delayBlocks`: it shows up later. */
  pay(
    outputs: BitcoinOutput[],
    { delayMs = 0, delayBlocks = 0, replaces }: { delayMs?: number; delayBlocks?: number; replaces?: string } = {},
  ) {
    const before = replaces === undefined ? undefined : this.all.get(replaces);
    if (replaces !== undefined && (!before || this.blockOf(replaces))) throw new ChainRefusal(`${replaces} is not in the mempool`);
    const txid = digest(`bitcoin transaction ${this.salt}${++this.count}`);
    const scripted = [{ address: FILLER, value: 12_345 }, ...outputs].map((output) => {
      const script = scriptOf(output.address);
      if (!script) throw new ChainRefusal(`${output.address} is no Bitcoin address`);
      return { ...output, ...script };
    });
    if (before) this.all.delete(before.txid);
    this.all.set(txid, {
      txid,
      input: before?.input ?? digest(`coin ${this.salt}${this.count}`),
      outputs: scripted,
      visibleAt: this.now() + delayMs,
      notBefore: this.tip.height + 1 + delayBlocks,
    });
    return txid;
  }

  /** Takes a transaction out of the mempool, as a replacement that pays somebody else does. */
  drop(txid: string): void {
    if (this.blockOf(txid) || !this.all.delete(txid)) throw new ChainRefusal(`${txid} is not in the mempool`);
  }

  mine(count: number): void {
    for (let i = 0; i < count; i++) {
      const height = (this.blocks.at(-1)?.height ?? FIRST_HEIGHT - 1) + 1;
      const waiting = [...this.all.values()].filter((one) => !this.blockOf(one.txid) && one.visibleAt <= this.now());
      const txids = waiting.filter((one) => one.notBefore <= height).map(({ txid }) => txid);
      const hash = `00000000${digest(`bitcoin block ${height} of fork ${this.forks}`).slice(8)}`;
      this.blocks.push({ height, hash, time: Math.floor(this.now() / 1000), txids });
    }
  }

  /**
   * Replaces the newest `depth` blocks by one more with other hashes. Their transactions go back to the mempool, or are gone where `drop`
   * says so; with `keep` the new blocks hold them again.
   */
  reorganise(depth: number, { drop = false, keep = false }: { drop?: boolean; keep?: boolean } = {}): void {
    if (!Number.isInteger(depth) || depth < 1 || depth >= this.blocks.length) throw new ChainRefusal('depth is a number of blocks');
    const orphaned = this.blocks.splice(-depth).flatMap(({ txids }) => txids);
    this.forks++;
    for (const txid of orphaned) {
      if (drop) this.all.delete(txid);
      else if (!keep) this.all.get(txid)!.notBefore = this.tip.height + depth + 2;
    }
    this.mine(depth + 1);
  }
}
