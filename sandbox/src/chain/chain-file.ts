import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SavedBitcoinChain } from './bitcoin-chain.ts';
import type { SavedTronChain } from './tron-chain.ts';

export interface SavedChains {
  bitcoin: SavedBitcoinChain;
  tron: SavedTronChain;
}

/** Keeps the chains over restarts: a payment that vanished with its block would be reversed. */
export class ChainFile {
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns what the file has; undefined: there is no file yet. Throws where it cannot be read. */
  read(): SavedChains | undefined {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as SavedChains;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`the chains cannot be read from ${this.path}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Replaces the file as a whole, so that a process that is killed meanwhile leaves the one before. */
  write(chains: SavedChains): void {
    const next = `${this.path}.next`;
    writeFileSync(next, JSON.stringify(chains), { mode: 0o600 });
    renameSync(next, this.path);
  }
}
