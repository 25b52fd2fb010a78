import type { INestApplicationContext } from '@nestjs/common';
import type { InvoicePaymentWire, TransactionCheckWire } from '../../../src/platform/wire/index.js';
import { ChainWatchHandler } from '../../../src/money/invoice-payments/chain-watch.handler.js';
import { ChainWatchService } from '../../../src/money/invoice-payments/chain-watch.service.js';
import type { SignedIn } from '../../support/people.js';
import { eventually } from '../../e2e/support/eventually.js';
import { startTestWorker } from '../../support/test-app.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { get } from '../payments/paying.js';
import { InvoiceWorld } from './invoice-world.js';

/** The public example account of BIP 84. */
export const XPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

/** Less than a test has: an address that is not read is named. */
const READ_MS = 150_000;

/** Blocks of TRON after which one is solid. */
const SOLID = 20;

export type Chain = 'bitcoin' | 'tron';

/** Members who pay invoices on the chains of a sandbox, and the worker that reads them when a test says so. */
export class ChainWorld {
  private constructor(
    readonly world: InvoiceWorld,
    readonly sandbox: OwnSandbox,
    private readonly worker: INestApplicationContext,
  ) {}

  /** `settings`: more of them, made for the address of the sandbox. */
  static async start(settings: (sandbox: string) => Promise<NodeJS.ProcessEnv> = async () => ({})): Promise<ChainWorld> {
    const sandbox = await OwnSandbox.start();
    const world = await InvoiceWorld.start({
      EXCHANGE_URL: sandbox.url,
      BITCOIN_API_URL: `${sandbox.url}/chain/bitcoin`,
      BITCOIN_XPUB: XPUB,
      TRON_API_URL: `${sandbox.url}/chain/tron`,
      ...(await settings(sandbox.url)),
    });
    const worker = await startTestWorker(world.api.config);
    // The job of every five seconds stands still.
    worker.get(ChainWatchHandler, { strict: false }).handle = () => Promise.resolve();
    return new ChainWorld(world, sandbox, worker);
  }

  async stop(): Promise<void> {
    await this.worker.close();
    await this.world.stop();
    await this.sandbox.stop();
  }

  /** A member with an open invoice, and its id. */
  async billed(): Promise<{ member: SignedIn; invoiceId: string }> {
    // A suite may take longer than the newest block of TRON may be old.
    await this.mine('tron', SOLID);
    const member = await this.world.verified();
    const [invoice] = await this.world.invoicesOf(member);
    return { member, invoiceId: invoice!.id };
  }

  post(member: SignedIn, path: string, body: object = {}) {
    return this.world.api.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${member.token}` },
      payload: body,
    });
  }

  async quote(member: SignedIn, invoiceId: string, chain: Chain): Promise<NonNullable<InvoicePaymentWire['quote']>> {
    const response = await this.post(member, `/me/invoices/${invoiceId}/quotes`, { chain });
    if (response.statusCode !== 200) throw new Error(`a quote was refused: ${response.body}`);
    return response.json<{ data: InvoicePaymentWire }>().data.quote!;
  }

  async payment(member: SignedIn, invoiceId: string): Promise<InvoicePaymentWire> {
    return (await get(this.world.api, `/me/invoices/${invoiceId}/payment`, member)).json<{ data: InvoicePaymentWire }>().data;
  }

  /** Looks up a transaction as the member does on the page of the payment. */
  async check(member: SignedIn, invoiceId: string, txid: string): Promise<TransactionCheckWire> {
    const response = await this.post(member, `/me/invoices/${invoiceId}/transactions`, { txid });
    if (response.statusCode !== 200) throw new Error(`a transaction was not looked up: ${response.body}`);
    return response.json<{ data: TransactionCheckWire }>().data;
  }

  act(what: string, body: object = {}) {
    return this.sandbox.control<{ txids: string[] }>('POST', `chain/${what}`, body);
  }

  /** Pays a quote as the sandbox can: exactly, short, twice. */
  async pay({ chain, address, amount }: { chain: Chain; address: string; amount: string }, changes: object = {}): Promise<string[]> {
    const places = chain === 'bitcoin' ? 8 : 6;
    const [whole, fraction = ''] = amount.split('.');
    const units = BigInt(whole + fraction.padEnd(places, '0')).toString();
    return (await this.act(`${chain}/pay`, { address, amount: units, ...changes })).txids;
  }

  mine(chain: Chain, blocks: number) {
    return this.act(`${chain}/mine`, { blocks });
  }

  /**
   * Reads every address, whenever it is due. Repeats after a pause where a reading took too long: until each was read after this call, or
   * the sandbox has a fault.
   */
  async read(): Promise<void> {
    const start = new Date();
    await eventually(async () => {
      await this.world.rows(`update receiving_addresses set next_read_at = now() - interval '1 second'`);
      await this.worker.get(ChainWatchService, { strict: false }).run();
      const unread = await this.unread(start);
      if (unread.length > 0) throw new Error(`addresses that were not read: ${JSON.stringify(unread)}`);
    }, READ_MS);
  }

  private async unread(since: Date): Promise<object[]> {
    const unread = await this.world.rows<{ failing: boolean }>(
      `select chain, address, read_at, next_read_at, failing_since is not null as failing from receiving_addresses
        where read_at is null or read_at < ?`,
      [since.toISOString()],
    );
    if (unread.length === 0) return [];
    const faults = await this.sandbox.control<unknown[]>('GET', 'faults');
    return faults.length === 0 ? unread : unread.filter(({ failing }) => !failing);
  }

  /** Lets time pass for the quotes of an invoice. */
  async end(invoiceId: string, minutes: number): Promise<void> {
    await this.world.rows(
      `update payment_quotes set opened_at = opened_at - make_interval(mins => ?), ends_at = ends_at - make_interval(mins => ?)
        where invoice_id = ?`,
      [minutes, minutes, invoiceId],
    );
  }
}
