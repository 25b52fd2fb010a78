import type { ChainSettings } from '../../../platform/config/index.js';
import { BitcoinAccount, selfTestDerivation } from './bitcoin-account.rules.js';

/** Derives the addresses of invoices from the operator's account key. */
export class ReceivingAddresses {
  readonly #account: BitcoinAccount | null;

  /** Runs the self-test: a process that would derive wrong addresses does not start. */
  constructor({ bitcoin }: ChainSettings) {
    if (bitcoin.accountKey !== undefined) selfTestDerivation();
    this.#account = bitcoin.accountKey === undefined ? null : new BitcoinAccount(bitcoin.accountKey);
  }

  /** Returns the address at an index of the account, null without an account: then invoices share PAY_BTC_ADDRESS. */
  bitcoinAt(index: number): string | null {
    return this.#account?.addressAt(index) ?? null;
  }
}
