import type { ChainSettings } from '../../../platform/config/index.js';
import type { Clock } from '../../../platform/domain/index.js';
import type { Chain } from '../chain.types.js';
import type { ChainReader } from './chain-reader.port.js';
import { EsploraReader } from './esplora.reader.js';
import { TronReader } from './tron.reader.js';

/** The readers that the settings allow for. Each keeps the tip and the pauses of its source, so a process has one of each. */
export class ChainReaders {
  readonly #readers: Readonly<Record<Chain, ChainReader | null>>;

  constructor({ bitcoin, tron }: ChainSettings, clock: Clock) {
    const { apiUrl, indexUrl, apiKey } = tron;
    this.#readers = {
      bitcoin: bitcoin.apiUrl === undefined ? null : new EsploraReader({ url: bitcoin.apiUrl, clock }),
      tron: apiUrl === undefined ? null : new TronReader({ url: apiUrl, indexUrl: indexUrl ?? apiUrl, apiKey, clock }),
    };
  }

  /** Returns null where no source is set: payments on this chain are compared by a person. */
  of(chain: Chain): ChainReader | null {
    return this.#readers[chain];
  }
}
