import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { AppConfig } from '../../platform/config/index.js';
import { NotFound } from '../../platform/domain/index.js';
import { quoteState } from '../chain/index.js';
import { NoOpenQuote } from './invoice-payment.errors.js';
import type { ShownPayment } from './invoice-payment.reader.js';

/** After a payment was sent, and blocks that then make it final on either chain. */
const BLOCKS_AFTER_MS = 6000;
const BLOCKS = 20;
const MAX_WAIT_MS = 5000;

type Wallet = NonNullable<AppConfig['demoWallet']>;

/** Pays quotes from the wallet of the sandbox that `npm start` brings along. Where real chains are read there is none. */
@Injectable()
export class DemoWalletService implements OnApplicationShutdown {
  private readonly log = new Logger('DemoWallet');
  private readonly stopped = new AbortController();

  constructor(private readonly config: AppConfig) {}

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  /** Sends exactly the amount of the newest quote. Throws NotFound outside the demo, and NoOpenQuote (409). */
  async pay({ quote, now }: Pick<ShownPayment, 'quote' | 'now'>): Promise<void> {
    const { demoWallet } = this.config;
    if (demoWallet === null) throw new NotFound('demo wallet');
    if (!quote || quoteState(quote, now) === 'ended') throw new NoOpenQuote();
    const { chain, address, units } = quote;
    await this.act(demoWallet, `${chain}/pay`, { address, amount: units.toString() });
    void this.mineLater(demoWallet, chain);
  }

  private async mineLater(wallet: Wallet, chain: string): Promise<void> {
    try {
      await pause(BLOCKS_AFTER_MS, undefined, { signal: this.stopped.signal, ref: false });
      await this.act(wallet, `${chain}/mine`, { blocks: BLOCKS });
    } catch (error) {
      if (!this.stopped.signal.aborted) this.log.warn({ err: error, chain }, 'the sandbox makes no blocks');
    }
  }

  private async act({ url, token }: Wallet, act: string, body: object): Promise<void> {
    const answer = await fetch(`${url}/__control/chain/${act}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-control-token': token },
      signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(MAX_WAIT_MS)]),
    });
    if (!answer.ok) throw new Error(`the sandbox answers ${answer.status} to ${act}`);
  }
}
