import type { Chain, ChainReader, ChainReading, ReadOptions, Sighting } from '../../../src/money/chain/index.js';
import { SourceUnavailable } from '../../../src/money/sources/index.js';

type RejectReason = NonNullable<Sighting['rejected']>;

export interface Output {
  address: string;
  /** Satoshi, or 10^-6 USDT. */
  units: bigint;
  rejected: RejectReason | null;
}

export interface Transaction {
  chain: Chain;
  txid: string;
  outputs: readonly Output[];
  /** `dropped`: unknown to its chain. */
  at: Block | 'mempool' | 'dropped';
}

interface Block {
  id: string;
  time: Date;
}

/** From which on the sandbox's TRON takes nothing back. */
const SOLID = 19;

/** Two chains that do what a history says, and readers of what they hold at the moment of asking. */
export class ScriptedChains {
  readonly transactions: Transaction[] = [];
  /** Whether every request fails. */
  isAway = false;
  /** Whether readings leave out the newest transaction and say so. */
  isCut = false;
  private readonly blocks: Record<Chain, Block[]> = { bitcoin: [], tron: [] };
  private count = 0;
  /** Tells that somebody asks. The answer holds what is so now, and is given when this resolves. */
  onAsked: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly now: () => Date) {
    this.mine('bitcoin', 1);
    this.mine('tron', 1);
  }

  pay(chain: Chain, outputs: readonly Output[]): void {
    const txid = (++this.count).toString(16).padStart(64, chain === 'bitcoin' ? 'b' : 'd');
    this.transactions.push({ chain, txid, outputs, at: 'mempool' });
  }

  mine(chain: Chain, blocks: number): void {
    for (let n = 0; n < blocks; n++) {
      const block = { id: chain === 'tron' ? String(80_000_000 + ++this.count) : `block ${++this.count}`, time: this.now() };
      this.blocks[chain].push(block);
      for (const one of this.transactions) if (one.chain === chain && one.at === 'mempool') one.at = block;
    }
  }

  /** Takes the newest blocks of Bitcoin back. Their transactions are in the mempool again, or unknown. One more block follows. */
  reorganise(depth: number, fate: 'mempool' | 'dropped' | 'mined again'): void {
    const lost = new Set(this.blocks.bitcoin.splice(-Math.min(depth, this.blocks.bitcoin.length - 1)));
    for (const one of this.transactions)
      if (typeof one.at !== 'string' && lost.has(one.at)) one.at = fate === 'dropped' ? 'dropped' : 'mempool';
    const waiting = this.transactions.filter(({ at }) => at === 'mempool');
    if (fate === 'mempool') for (const one of waiting) one.at = 'dropped';
    this.mine('bitcoin', lost.size + 1);
    if (fate === 'mempool') for (const one of waiting) one.at = one.chain === 'bitcoin' ? 'mempool' : one.at;
  }

  /** Sends again what the chain has forgotten. */
  sendAgain(): void {
    for (const one of this.transactions) if (one.at === 'dropped') one.at = 'mempool';
  }

  reader(chain: Chain): ChainReader {
    const refuse = () => Promise.reject(new SourceUnavailable('GET /', 'is away'));
    return {
      chain,
      tip: refuse,
      transfersIn: refuse,
      transfersTo: async (address, options) => {
        const reading = this.isAway ? null : this.read(chain, address, options);
        await this.onAsked();
        if (reading === null) throw new SourceUnavailable('GET /', 'is away');
        return reading;
      },
    };
  }

  private read(chain: Chain, address: string, { since, skip }: ReadOptions): ChainReading {
    const blocks = this.blocks[chain];
    const found = this.transactions.filter(
      (one) =>
        one.chain === chain &&
        one.at !== 'dropped' &&
        !skip?.has(one.txid) &&
        // The index of TRON knows what is in a block, and is asked for a window.
        (chain === 'bitcoin' || (one.at !== 'mempool' && one.at.time >= since)),
    );
    const told = this.isCut ? found.slice(0, -1) : found;
    const sightings = told.flatMap((one) =>
      one.outputs.flatMap((output, index) => (output.address === address ? [sightingOf(one, output, index, blocks)] : [])),
    );
    return { tip: { height: blocks.length, time: this.now() }, isComplete: !this.isCut, sightings, contradictions: [] };
  }
}

function sightingOf({ chain, txid, at }: Transaction, output: Output, index: number, blocks: readonly Block[]): Sighting {
  const block = typeof at === 'string' ? null : at;
  const confirmations = block === null ? 0 : blocks.length - blocks.indexOf(block);
  return {
    ...output,
    chain,
    txid,
    index,
    confirmations,
    irreversible: chain === 'tron' && confirmations >= SOLID,
    block: block?.id ?? null,
    blockTime: block?.time ?? null,
  };
}
