import type { Clock } from '../../../platform/domain/index.js';
import { bitcoinAddress } from '../../../platform/config/index.js';
import { bitcoinScript } from '../addresses/bitcoin-account.rules.js';
import { SourceContradiction, SourceShape } from '../../sources/index.js';
import type { Sighting } from '../payments/transfer.rules.js';
import type { ChainReader, ChainReading, ChainTip, ReadOptions } from './chain-reader.port.js';
import * as shapes from './esplora.schema.js';
import type { EsploraTransaction } from './esplora.schema.js';
import { parseJson, parseText } from './source-answer.rules.js';
import { SourceHttpClient, type SourceHttpSettings } from '../../sources/index.js';
import { bitcoinTipProblem, type AcceptedTip } from './tip.rules.js';

/** mempool.space answers 429 before it bans an address. */
const LIMIT_STATUSES = [429];
/** Confirmed transactions a page; fewer mean that it is the last one. */
const PAGE = 25;
/** Unconfirmed transactions that a source lists of an address at most. */
const MAX_UNCONFIRMED = 50;
/** Pages of one address in one reading. An address of our own has a handful of transactions. */
const MAX_PAGES = 20;
/** A block's time can be this far off. */
const BLOCK_TIME_SLACK_MS = 2 * 3_600_000;

export type EsploraSettings = Pick<SourceHttpSettings, 'url' | 'timeoutMs' | 'maxBytes'> & { clock: Clock };

/** Answers that one reading has checked against each other. */
interface Round {
  tip: ChainTip;
  /** Hashes of the best chain by height. */
  hashes: Map<number, string>;
  signal: AbortSignal | undefined;
}

/**
 * Reads Bitcoin from an Esplora-compatible API. A confirmation counts only if the transaction's block is in the best chain at the height
 * that the source gives (`/block-height`), which exposes forks and invented confirmations.
 */
export class EsploraReader implements ChainReader {
  readonly chain = 'bitcoin';
  readonly #http: SourceHttpClient;
  readonly #clock: Clock;
  #accepted: AcceptedTip | null = null;

  constructor(settings: EsploraSettings) {
    this.#http = new SourceHttpClient({ ...settings, limitStatuses: LIMIT_STATUSES });
    this.#clock = settings.clock;
  }

  async tip(signal?: AbortSignal): Promise<ChainTip> {
    return (await this.#round(signal)).tip;
  }

  async transfersTo(address: string, { since, signal }: ReadOptions): Promise<ChainReading> {
    const canonical = bitcoinAddress(address);
    const script = bitcoinScript(canonical);
    const round = await this.#round(signal);
    const found = await this.#list(canonical, script, since, signal);
    const sightings = [];
    for (const one of found) sightings.push(...(await this.#sightings(one, canonical, script, round)));
    const unconfirmed = found.filter(({ status }) => !status.confirmed).length;
    return { tip: round.tip, isComplete: unconfirmed < MAX_UNCONFIRMED, sightings, contradictions: [] };
  }

  async transfersIn(txid: string, addresses: readonly string[], signal?: AbortSignal): Promise<ChainReading | null> {
    const round = await this.#round(signal);
    const answer = await this.#http.send({ path: `/tx/${encodeURIComponent(txid)}`, signal });
    if (answer.status === 404) return null;
    const found = parseJson(answer, shapes.transaction);
    if (found.txid !== txid) throw new SourceContradiction(answer.request, 'the answer is about another transaction');
    const sightings: Sighting[] = [];
    for (const address of new Set(addresses.map(bitcoinAddress)))
      sightings.push(...(await this.#sightings(found, address, bitcoinScript(address), round)));
    return { tip: round.tip, isComplete: true, sightings, contradictions: [] };
  }

  /** Reads the tip and checks that the best chain has a block there: a tip that is told too high has none. */
  async #round(signal: AbortSignal | undefined): Promise<Round> {
    const answer = await this.#http.send({ path: '/blocks/tip/height', signal });
    if (answer.status !== 200) throw new SourceShape(answer.request, `HTTP ${answer.status}`);
    const height = parseText(answer, shapes.tipHeight);
    const now = this.#clock.now();
    const problem = bitcoinTipProblem(this.#accepted, height, now);
    if (problem !== null) throw new SourceContradiction(answer.request, problem);
    const round: Round = { tip: { height, time: null }, hashes: new Map(), signal };
    if ((await this.#hashAt(height, round)) === null) throw new SourceContradiction(answer.request, `there is no block ${height}`);
    this.#accepted = { height, at: now };
    return round;
  }

  /** Lists the transactions of an address, unconfirmed ones first, back to `since`. */
  async #list(address: string, script: string, since: Date, signal: AbortSignal | undefined): Promise<EsploraTransaction[]> {
    const found = new Map<string, EsploraTransaction>();
    const oldest = since.getTime() - BLOCK_TIME_SLACK_MS;
    let path = `/address/${encodeURIComponent(address)}/txs`;
    for (let page = 1; page <= MAX_PAGES; page++) {
      const answer = await this.#http.send({ path, signal });
      if (answer.status !== 200) throw new SourceShape(answer.request, `HTTP ${answer.status}`);
      const list = parseJson(answer, shapes.transactions);
      const before = found.size;
      for (const one of list)
        if (one.vout.some(({ scriptpubkey }) => scriptpubkey === script)) found.set(one.txid, found.get(one.txid) ?? one);
      const confirmed = list.filter(({ status }) => status.confirmed);
      const last = confirmed.at(-1);
      if (confirmed.length < PAGE || !last?.status.confirmed || last.status.block_time * 1000 < oldest) return [...found.values()];
      if (page > 1 && found.size === before && list.every(({ txid }) => found.has(txid)))
        throw new SourceContradiction(answer.request, 'a page repeats the one before it');
      path = `/address/${encodeURIComponent(address)}/txs/chain/${last.txid}`;
    }
    throw new SourceShape(`GET /address/${address}/txs`, `more than ${MAX_PAGES} pages`);
  }

  async #sightings(one: EsploraTransaction, address: string, script: string, round: Round): Promise<Sighting[]> {
    const { status, txid } = one;
    const outputs = one.vout.flatMap(({ scriptpubkey, value }, index) => (scriptpubkey === script ? [{ index, value }] : []));
    if (outputs.length > 0 && status.confirmed && (await this.#hashAt(status.block_height, round)) !== status.block_hash)
      throw new SourceContradiction(`GET /block-height/${status.block_height}`, `the best chain does not have the block of ${txid}`);
    const place = status.confirmed
      ? {
          // The tip may lag behind the block.
          confirmations: Math.max(1, round.tip.height - status.block_height + 1),
          block: status.block_hash,
          blockTime: new Date(status.block_time * 1000),
        }
      : { confirmations: 0, block: null, blockTime: null };
    return outputs.map(({ index, value }) => ({
      chain: 'bitcoin',
      txid,
      index,
      address,
      units: BigInt(value),
      irreversible: false,
      rejected: value === 0 ? 'no-value' : null,
      ...place,
    }));
  }

  /** Returns the hash of the best chain's block, null above the tip. */
  async #hashAt(height: number, { hashes, signal }: Round): Promise<string | null> {
    const known = hashes.get(height);
    if (known !== undefined) return known;
    const answer = await this.#http.send({ path: `/block-height/${height}`, signal });
    if (answer.status === 404) return null;
    const hash = parseText(answer, shapes.blockHash);
    hashes.set(height, hash);
    return hash;
  }
}
