import { tronAddress } from '../../../platform/config/index.js';
import type { Clock } from '../../../platform/domain/index.js';
import { SourceContradiction, SourceError, SourceShape } from '../../sources/index.js';
import { USDT_CONTRACT } from '../chain.types.js';
import type { Sighting } from '../payments/transfer.rules.js';
import type { ChainReader, ChainReading, ChainTip, Contradiction, ReadOptions, WorthlessTransfers } from './chain-reader.port.js';
import { parseJson } from './source-answer.rules.js';
import { SourceHttpClient, type SourceHttpSettings } from '../../sources/index.js';
import { tronTipProblem } from './tip.rules.js';
import { failedSighting, isFailure, isSuccess, sightingsIn } from './tron-receipt.mapper.js';
import * as shapes from './tron.schema.js';
import type { TransferRow, TronReceipt } from './tron.schema.js';

/** TronGrid's answers beyond the request limit; a request in the silence that follows prolongs it. */
const LIMIT_STATUSES = [403, 429, 503];
const PAGE = 200;
const MAX_PAGES = 20;
/** Receipts that one reading asks for, oldest first; the next reading goes on. */
const MAX_RECEIPTS = 200;
/** Receipts of transfers that pay nothing but have an amount that a quote asks for. */
const MAX_ASKED_FOR = 10;

export type TronSettings = Pick<SourceHttpSettings, 'url' | 'timeoutMs' | 'maxBytes'> & {
  clock: Clock;
  /** Where TronGrid's index answers (`/v1/accounts`): a full node cannot list the transfers of an address. */
  indexUrl: string;
  apiKey?: string | undefined;
};

type Node = 'wallet' | 'walletsolidity';

interface FoundReceipt {
  receipt: TronReceipt;
  isSolid: boolean;
}

/**
 * Reads USDT on TRON. The index finds transactions and nothing else: amounts, contract and result are those of the receipt, and only a
 * solid receipt is final. The head may report a failure for seconds that is none.
 */
export class TronReader implements ChainReader {
  readonly chain = 'tron';
  readonly #node: SourceHttpClient;
  readonly #index: SourceHttpClient;
  readonly #clock: Clock;

  constructor({ indexUrl, apiKey, ...settings }: TronSettings) {
    const headers = apiKey === undefined ? undefined : { 'TRON-PRO-API-KEY': apiKey };
    this.#node = new SourceHttpClient({ ...settings, headers, limitStatuses: LIMIT_STATUSES });
    this.#index =
      indexUrl === settings.url ? this.#node : new SourceHttpClient({ ...settings, url: indexUrl, headers, limitStatuses: LIMIT_STATUSES });
    this.#clock = settings.clock;
  }

  /** Returns the newest solid block. */
  async tip(signal?: AbortSignal): Promise<ChainTip> {
    const tip = await this.#newestBlock('walletsolidity', signal);
    const problem = tronTipProblem(tip, this.#clock.now());
    if (problem !== null) throw new SourceContradiction('POST /walletsolidity/getnowblock', problem);
    return tip;
  }

  async transfersTo(address: string, { since, skip, worthless, signal }: ReadOptions): Promise<ChainReading> {
    const canonical = tronAddress(address);
    const tip = await this.tip(signal);
    const rows = await this.#rows(canonical, since, signal);
    const txids = [...new Set(rows.map((row) => row.transaction_id))].filter((txid) => !skip?.has(txid));
    const beside = worthless === undefined ? [] : await this.#worthless(canonical, since, worthless, signal);
    const extra = [...new Set(beside)].filter((txid) => !txids.includes(txid) && !skip?.has(txid));
    const found: FoundReceipt[] = [];
    for (const txid of [...txids.slice(0, MAX_RECEIPTS), ...extra]) {
      const one = await this.#receipt(txid, signal);
      if (one !== null) found.push(one);
    }
    // After the receipts: none of them can be in a newer block.
    const head = found.length === 0 ? tip.height : (await this.#newestBlock('wallet', signal)).height;
    const checked = found.map(({ receipt, isSolid }) => {
      const sightings = isSuccess(receipt) ? sightingsIn(receipt, canonical, { isSolid, head }) : [];
      return { sightings, contradiction: isSolid ? contradictionOf(receipt, rows, sightings) : null };
    });
    return {
      tip,
      isComplete: txids.length <= MAX_RECEIPTS,
      sightings: checked.flatMap(({ sightings, contradiction }) => (contradiction ? [] : sightings)),
      contradictions: checked.flatMap(({ contradiction }) => contradiction ?? []),
    };
  }

  async transfersIn(txid: string, addresses: readonly string[], signal?: AbortSignal): Promise<ChainReading | null> {
    const [first, ...others] = new Set(addresses.map(tronAddress));
    if (first === undefined) throw new RangeError('a transaction is compared with one address at least');
    const tip = await this.tip(signal);
    const found = await this.#receipt(txid, signal);
    if (found === null) return null;
    const { receipt, isSolid } = found;
    const { height: head } = await this.#newestBlock('wallet', signal);
    // A failed transaction has no logs, so that it is no other address's.
    const failed = isSolid && isFailure(receipt) ? [failedSighting(receipt, first, head)] : [];
    const sightings = isSuccess(receipt)
      ? [first, ...others].flatMap((address) => sightingsIn(receipt, address, { isSolid, head }))
      : failed;
    return { tip, isComplete: true, sightings, contradictions: [] };
  }

  async #newestBlock(node: Node, signal: AbortSignal | undefined): Promise<ChainTip> {
    const answer = await this.#node.send({ path: `/${node}/getnowblock`, body: {}, signal });
    if (answer.status !== 200) throw new SourceShape(answer.request, `HTTP ${answer.status}`);
    const { number, timestamp } = parseJson(answer, shapes.block).block_header.raw_data;
    return { height: number, time: new Date(timestamp) };
  }

  /** Lists the rows of the index for USDT to an address, oldest first. */
  async #rows(address: string, since: Date, signal: AbortSignal | undefined): Promise<TransferRow[]> {
    const path = listPath(address);
    const query = listQuery({ contract_address: USDT_CONTRACT, order_by: 'block_timestamp,asc', min_timestamp: millis(since) });
    const rows: TransferRow[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.#index.send({ path, query, signal });
      if (answer.status !== 200) throw new SourceShape(answer.request, `HTTP ${answer.status}`);
      const { data, meta } = parseJson(answer, shapes.transferPage);
      // Spam without a value, approvals, and transfers from the address, whatever the query asked for.
      rows.push(...data.filter(({ to, type, value }) => to === address && type === 'Transfer' && BigInt(value) > 0n));
      if (meta.fingerprint === undefined) return rows;
      if (meta.fingerprint === query.get('fingerprint')) throw new SourceContradiction(answer.request, 'a page repeats the one before it');
      query.set('fingerprint', meta.fingerprint);
    }
    throw new SourceShape(`GET ${path}`, `more than ${MAX_PAGES} pages`);
  }

  /**
   * Lists transactions with transfers to an address that have no value, of the newest rows of any token. What strangers send must not keep
   * payments from being read: whatever is wrong with this answer, it is left out.
   */
  async #worthless(
    address: string,
    since: Date,
    { amounts, others }: WorthlessTransfers,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const query = listQuery({ order_by: 'block_timestamp,desc', min_timestamp: millis(since) });
    try {
      const answer = await this.#index.send({ path: listPath(address), query, signal });
      if (answer.status !== 200) return [];
      const rows = parseJson(answer, shapes.anyTokenPage)
        .data.filter((row) => row !== null)
        .filter(({ to, type }) => to === address && type === 'Transfer')
        .filter(({ token_info: token, value }) => token.address !== USDT_CONTRACT || BigInt(value) === 0n);
      const [asked, rest] = [
        rows.filter(({ value }) => amounts.has(BigInt(value))),
        rows.filter(({ value }) => !amounts.has(BigInt(value))),
      ];
      return [...asked.slice(0, MAX_ASKED_FOR), ...rest.slice(0, others)].map((row) => row.transaction_id);
    } catch (error) {
      if (error instanceof SourceError) return [];
      throw error;
    }
  }

  /** Returns the receipt that the solid chain knows, else the head's; null if neither does. */
  async #receipt(txid: string, signal: AbortSignal | undefined): Promise<FoundReceipt | null> {
    for (const node of ['walletsolidity', 'wallet'] as const) {
      const answer = await this.#node.send({ path: `/${node}/gettransactioninfobyid`, body: { value: txid }, signal });
      if (answer.status !== 200) throw new SourceShape(answer.request, `HTTP ${answer.status}`);
      const receipt = parseJson(answer, shapes.receiptOrNothing);
      if (receipt !== null && receipt.id !== txid) throw new SourceContradiction(answer.request, 'the answer is about another transaction');
      if (receipt !== null) return { receipt, isSolid: node === 'walletsolidity' };
    }
    return null;
  }
}

const listPath = (address: string): string => `/v1/accounts/${encodeURIComponent(address)}/transactions/trc20`;
const listQuery = (more: Record<string, string>) => new URLSearchParams({ only_to: 'true', limit: String(PAGE), ...more });
const millis = (since: Date): string => String(Math.max(0, since.getTime()));

/** Index and receipt agree if every row of the index is a log of the receipt; rows can be missing. */
function contradictionOf(receipt: TronReceipt, rows: readonly TransferRow[], sightings: readonly Sighting[]): Contradiction | null {
  const left = sightings.filter(({ rejected }) => rejected === null).map(({ units }) => units);
  for (const { value } of rows.filter((row) => row.transaction_id === receipt.id)) {
    const at = left.indexOf(BigInt(value));
    if (at < 0) return { txid: receipt.id, problem: `the index has a transfer of ${value} units that the receipt does not have` };
    left.splice(at, 1);
  }
  return null;
}
