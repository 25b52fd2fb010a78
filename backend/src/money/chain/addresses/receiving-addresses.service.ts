import type { ChainSettings } from '../../../platform/config/index.js';
import { BitcoinAccount, selfTestDerivation } from './bitcoin-account.rules.js';

/** Derives the addresses of invoices from the operator's account key. */
export class ReceivingAddresses {
  readonly #accounts = new Map<string, BitcoinAccount>();

  /** Runs the self-test: a process that would derive wrong addresses does not start. */
  constructor({ bitcoin }: ChainSettings) {
    if (bitcoin.accountKey === undefined) return;
    selfTestDerivation();
    this.bitcoinAt(bitcoin.accountKey, 0);
  }

  /** Returns the address at an index of an account. `accountKey`: an xpub or zpub that the settings accepted. */
  bitcoinAt(accountKey: string, index: number): string {
    const account = this.#accounts.get(accountKey) ?? new BitcoinAccount(accountKey);
    this.#accounts.set(accountKey, account);
    return account.addressAt(index);
  }
}
