import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { InvalidInput } from '../../platform/domain/index.js';
import { findLeafHashes } from './log.repository.js';
import { MerkleTree } from './merkle.js';

const BATCH = 10_000;

export interface Inclusion {
  index: number;
  size: number;
  hash: Buffer;
  root: Buffer;
  path: Buffer[];
}

/** Computes proofs from leaf hashes cached in memory, 64 bytes per leaf. Leaves never change, so each is read once per process. */
@Injectable()
export class LogTreeService {
  private readonly tree = new MerkleTree();
  private reading: Promise<void> | null = null;

  constructor(private readonly orm: MikroORM) {}

  /** Throws InvalidInput naming what the log does not have yet. */
  async inclusion(index: number, size: number): Promise<Inclusion> {
    const tree = await this.of('size', size);
    if (index >= size) throw InvalidInput.field('index', 'index must be below size');
    return { index, size, hash: tree.leaf(index), root: tree.root(size), path: tree.inclusion(index, size) };
  }

  /** Throws InvalidInput. */
  async consistency(from: number, to: number): Promise<Buffer[]> {
    const tree = await this.of('to', to);
    if (from > to) throw InvalidInput.field('from', 'from must be at most to');
    return tree.consistency(from, to);
  }

  private async of(field: string, size: number): Promise<MerkleTree> {
    if (this.tree.size < size) {
      await this.read();
      // A read already in progress may have started before this leaf was there.
      if (this.tree.size < size) await this.read();
    }
    if (this.tree.size < size) throw InvalidInput.field(field, `The log has ${this.tree.size} leaves`);
    return this.tree;
  }

  private read(): Promise<void> {
    this.reading ??= this.readOn().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readOn(): Promise<void> {
    const em = this.orm.em.fork();
    for (;;) {
      const leaves = await findLeafHashes(em, this.tree.size, BATCH);
      for (const { index, hash } of leaves) {
        if (index !== this.tree.size) return; // a gap: nothing after it can be proven
        this.tree.append(hash);
      }
      if (leaves.length < BATCH) return;
    }
  }
}
