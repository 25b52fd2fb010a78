import { Decimal } from '../../../../platform/domain/index.js';
import type { WireRow } from '../ccxt/index.js';

export const contractKinds = ['SWAP', 'FUTURES'] as const;
export type ContractKind = (typeof contractKinds)[number];

interface Contract {
  /** Worth of one contract: in the base coin, or in dollars where the contract is inverse. */
  value: string;
  inverse: boolean;
}

/**
 * What one contract stands for, from the venue's list of instruments; sizes of fills, orders and positions are in contracts everywhere
 * else. Contracts that have ended are not listed any more. Those of one family (BTC-USDT: the perpetual one and every month) are worth the
 * same, so a listed one speaks for one that is gone. Of a family that is gone altogether nobody tells the worth: its sizes stay contracts.
 */
export class ContractSizes {
  readonly #contracts = new Map<string, Contract>();
  readonly #families = new Map<string, Contract>();

  constructor(lists: readonly (readonly WireRow[])[]) {
    for (const row of lists.flat()) {
      // A contract yet to be listed has no worth so far.
      if (!row.has('ctVal')) continue;
      const id = row.text('instId');
      const contract = { value: row.decimal('ctVal'), inverse: row.textOr('ctType', 'linear') === 'inverse' };
      this.#contracts.set(id, contract);
      this.#families.set(familyOf(id), contract);
    }
  }

  knows(instId: string): boolean {
    return this.#contracts.has(instId);
  }

  /** Contracts as an amount of what they stand for: the base coin, or dollars of an inverse contract. Exact. */
  amount(instId: string, contracts: string): string {
    const contract = this.#of(instId);
    return contract ? new Decimal(contracts).times(contract.value).toFixed() : contracts;
  }

  /** The same in the quote coin, at a price. Exact. */
  worth(instId: string, contracts: string, price: string): string {
    const amount = this.amount(instId, contracts);
    return this.#of(instId)?.inverse ? amount : new Decimal(amount).times(price).toFixed();
  }

  #of(instId: string): Contract | undefined {
    return this.#contracts.get(instId) ?? this.#families.get(familyOf(instId));
  }
}

/** `BTC-USDT-SWAP` and `BTC-USDT-260925` -> `BTC-USDT`. */
export function familyOf(instId: string): string {
  return instId.split('-').slice(0, 2).join('-');
}
