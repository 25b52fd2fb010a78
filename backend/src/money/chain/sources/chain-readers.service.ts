import type { ChainSettings } from '../../../platform/config/index.js';
import type { Clock } from '../../../platform/domain/index.js';
import type { Chain } from '../chain.types.js';
import type { ChainReader } from './chain-reader.port.js';
import { EsploraReader } from './esplora.reader.js';
import { TronReader } from './tron.reader.js';

/** The readers that the settings allow for. Each keeps the tip and the pauses of its source, so a process has one of each. */
export class ChainReaders {
  readonly #readers: Readonly<Record<Chain, ChainReader | null>>;
  readonly #second: Readonly<Record<Chain, ChainReader | null>>;

  constructor({ bitcoin, tron }: ChainSettings, clock: Clock) {
    const { apiUrl, indexUrl, apiKey } = tron;
    this.#readers = {
      bitcoin: bitcoin.apiUrl === undefined ? null : new EsploraReader({ url: bitcoin.apiUrl, clock }),
      tron: apiUrl === undefined ? null : new TronReader({ url: apiUrl, indexUrl: indexUrl ?? apiUrl, apiKey, clock }),
    };
    this.#second = {
      bitcoin: bitcoin.secondApiUrl === undefined ? null : new EsploraReader({ url: bitcoin.secondApiUrl, clock }),
      tron: tron.secondApiUrl === undefined ? null : new TronReader({ url: tron.secondApiUrl, indexUrl: tron.secondApiUrl, clock }),
    };
  }

  /** Returns null where no source is set: payments on this chain are compared by a person. */
  of(chain: Chain): ChainReader | null {
    return this.#readers[chain];
  }

  /** The source that large payments are compared with; null where none is set: an admin decides about them. */
  second(chain: Chain): ChainReader | null {
    return this.#second[chain];
  }
}
