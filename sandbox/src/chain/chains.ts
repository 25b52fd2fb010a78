import { randomBytes } from 'node:crypto';
import { BitcoinChain } from './bitcoin-chain.ts';
import { esplora } from './esplora.ts';
import { json } from './answer.ts';
import type { ChainFile } from './chain-file.ts';
import type { ChainAnswer } from './answer.ts';
import { tronApi } from './tron-api.ts';
import { TronChain } from './tron-chain.ts';

/** Where the chains' APIs begin: `/chain/bitcoin` and `/chain/tron`. */
export const CHAIN_PATH = '/chain/';

/** The two chains of one sandbox. */
export class Chains {
  bitcoin: BitcoinChain;
  tron: TronChain;
  private readonly now: () => number;
  private readonly file: ChainFile | undefined;

  /** `file`: the chains go on from what it has, and are kept in it. */
  constructor(now: () => number, file?: ChainFile) {
    this.now = now;
    this.file = file;
    const saved = file?.read();
    // A database can know transactions of chains whose file is gone.
    const salt = file ? randomBytes(8).toString('hex') : '';
    this.bitcoin = new BitcoinChain(now, { salt, saved: saved?.bitcoin });
    this.tron = new TronChain(now, { salt, saved: saved?.tron });
  }

  /** Writes both chains to their file, if there is one. */
  keep(): void {
    this.file?.write({ bitcoin: this.bitcoin.saved(), tron: this.tron.saved() });
  }

  reset(): void {
    this.bitcoin = new BitcoinChain(this.now);
    this.tron = new TronChain(this.now);
  }

  /** One request; `path` begins with CHAIN_PATH. */
  answer(method: string, path: string, query: URLSearchParams, body: string): ChainAnswer {
    const [, , name] = path.split('/');
    const rest = path.slice(CHAIN_PATH.length + (name?.length ?? 0));
    if (name === 'bitcoin') return esplora(this.bitcoin, method, rest);
    if (name === 'tron') return tronApi(this.tron, method, rest, query, body);
    return json({ error: `there is no chain ${name}` }, 404);
  }
}
