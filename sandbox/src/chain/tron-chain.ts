import { ChainRefusal } from './bitcoin-chain.ts';
import { tronBase58, tronHex } from './addresses.ts';
import { digest } from './hashes.ts';

/** The contract of USDT on the main network. */
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** Another token that calls itself USDT. */
export const FALSE_USDT = tronBase58(`41${digest('false USDT').slice(0, 40)}`);
/** Whose transfers are nobody's. */
export const STRANGER = tronBase58(`41${digest('stranger').slice(0, 40)}`);

export interface TronTransfer {
  to: string;
  /** 10^-6 USDT. */
  value: bigint;
  contract: string;
}

export interface TronTransaction {
  txid: string;
  from: string;
  transfers: TronTransfer[];
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  visibleAt: number;
  notBefore: number;
  /** Blocks after its own from which the index knows it. */
  indexDelay: number;
}

export interface TronBlock {
  number: number;
  /** Milliseconds. */
  time: number;
  txids: string[];
}

/** What the API says that is not so. */
export interface TronLies {
  /** `/walletsolidity` answers from the newest block. */
  headAsSolid?: boolean;
  /** The index tells other amounts than the receipts hold. */
  indexValues?: boolean;
  /** The newest solid block stands still at this number. */
  solidFrozen?: number;
}

/** A chain as it is kept in a file. */
export interface SavedTronChain {
  /** Makes its transactions differ from those of another chain; empty: they are the same in every run. */
  salt: string;
  count: number;
  transactions: (Omit<TronTransaction, 'transfers'> & { transfers: (Omit<TronTransfer, 'value'> & { value: string })[] })[];
  /** From the first block on: time and transactions of each. */
  blocks: [time: number, ...txids: string[]][];
}

/** A block is solid once 18 have followed it: 19 confirmations. */
export const SOLID_DEPTH = 18;
const FIRST_NUMBER = 80_000_000;

/** A TRON chain that produces blocks when they are asked for. */
export class TronChain {
  lies: TronLies = {};
  private readonly now: () => number;
  private blocks: TronBlock[] = [];
  private readonly all: Map<string, TronTransaction>;
  private readonly salt: string;
  private count: number;

  /** `now`: milliseconds of the sandbox's clock. `saved`: the chain goes on from there. `salt`: of a new one. */
  constructor(now: () => number, { salt = '', saved }: { salt?: string; saved?: SavedTronChain | undefined } = {}) {
    this.now = now;
    this.salt = saved?.salt ?? salt;
    this.count = saved?.count ?? 0;
    this.all = new Map(
      saved?.transactions.map((one) => [
        one.txid,
        { ...one, transfers: one.transfers.map((transfer) => ({ ...transfer, value: BigInt(transfer.value) })) },
      ]),
    );
    if (saved) this.blocks = saved.blocks.map(([time, ...txids], index) => ({ number: FIRST_NUMBER + index, time, txids }));
    else this.mine(SOLID_DEPTH + 2);
  }

  saved(): SavedTronChain {
    const transactions = [...this.all.values()].map((one) => ({
      ...one,
      transfers: one.transfers.map((transfer) => ({ ...transfer, value: String(transfer.value) })),
    }));
    return { salt: this.salt, count: this.count, transactions, blocks: this.blocks.map(({ time, txids }) => [time, ...txids]) };
  }

  get head(): TronBlock {
    return this.blocks.at(-1)!;
  }

  get solid(): TronBlock {
    if (this.lies.headAsSolid) return this.head;
    const number = Math.min(this.head.number - SOLID_DEPTH, this.lies.solidFrozen ?? Infinity);
    return this.blocks[number - FIRST_NUMBER]!;
  }

  blockNumbered(number: number): TronBlock | undefined {
    return this.blocks[number - FIRST_NUMBER];
  }

  blockOf(txid: string): TronBlock | undefined {
    return this.blocks.find(({ txids }) => txids.includes(txid));
  }

  find(txid: string): TronTransaction | undefined {
    return this.all.get(txid);
  }

  /** Transfers to an address that the index knows, oldest first. `contract`: of this token alone. */
  of(address: string, contract?: string): { transaction: TronTransaction; transfer: TronTransfer; block: TronBlock }[] {
    return this.blocks.flatMap((block) =>
      block.txids.flatMap((txid) => {
        const transaction = this.all.get(txid)!;
        const isIndexed = transaction.result === 'SUCCESS' && block.number + transaction.indexDelay <= this.head.number;
        const mine = transaction.transfers.filter(
          (transfer) => transfer.to === address && transfer.contract === (contract ?? transfer.contract),
        );
        return isIndexed ? mine.map((transfer) => ({ transaction, transfer, block })) : [];
      }),
    );
  }

  /** Adds one transaction that emits these transfers in this order. */
  pay(
    transfers: TronTransfer[],
    options: { result?: TronTransaction['result']; delayMs?: number; delayBlocks?: number; indexDelay?: number } = {},
  ): string {
    for (const { to, contract } of transfers)
      for (const address of [to, contract]) if (!tronHex(address)) throw new ChainRefusal(`${address} is no TRON address`);
    const txid = digest(`tron transaction ${this.salt}${++this.count}`);
    this.all.set(txid, {
      txid,
      from: STRANGER,
      transfers,
      result: options.result ?? 'SUCCESS',
      visibleAt: this.now() + (options.delayMs ?? 0),
      notBefore: this.head.number + 1 + (options.delayBlocks ?? 0),
      indexDelay: options.indexDelay ?? 0,
    });
    return txid;
  }

  mine(count: number): void {
    for (let i = 0; i < count; i++) {
      const number = (this.blocks.at(-1)?.number ?? FIRST_NUMBER - 1) + 1;
      const waiting = [...this.all.values()].filter((one) => !this.blockOf(one.txid) && one.visibleAt <= this.now());
      this.blocks.push({ number, time: this.now(), txids: waiting.filter((one) => one.notBefore <= number).map(({ txid }) => txid) });
    }
  }

  /** Replaces blocks that are not solid by as many others; their transactions wait again, or are gone. */
  reorganise(depth: number, { drop = false }: { drop?: boolean } = {}): void {
    if (!Number.isInteger(depth) || depth < 1 || depth > SOLID_DEPTH) throw new ChainRefusal(`depth is 1 to ${SOLID_DEPTH} blocks`);
    const orphaned = this.blocks.splice(-depth).flatMap(({ txids }) => txids);
    for (const txid of orphaned) {
      if (drop) this.all.delete(txid);
      else this.all.get(txid)!.notBefore = this.head.number + depth + 1;
    }
    this.mine(depth);
  }
}
