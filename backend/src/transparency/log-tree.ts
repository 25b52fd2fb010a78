import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { InvalidInput } from '../common/domain/index.js';
import { MerkleTree } from './merkle.js';

const BATCH = 10_000;

export interface Inclusion {
  index: number;
  size: number;
  hash: Buffer;
  root: Buffer;
  path: Buffer[];
}

/** Proofs, out of the leaf hashes that this process has read. It reads each once, because none ever changes: 64 bytes a leaf, and the database is asked for new ones alone. */
@Injectable()
export class LogTree {
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
      // Somebody else's reading may have begun before this leaf was there.
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
      const rows = await em.execute<{ index: string; leaf_hash: Buffer }[]>(
        'select index, leaf_hash from log_leaves where index >= ? order by index limit ?',
        [this.tree.size, BATCH],
      );
      for (const { index, leaf_hash } of rows) {
        if (Number(index) !== this.tree.size) return; // a hole: nothing after it can be proven
        this.tree.append(leaf_hash);
      }
      if (rows.length < BATCH) return;
    }
  }
}
