import { createHash } from 'node:crypto';

const HASH_BYTES = 32;
/** Prefixes that distinguish leaves from inner nodes (RFC 6962, section 2.1). */
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const EMPTY_ROOT = sha256();
export const leafHash = (data: Uint8Array): Buffer => sha256(LEAF, data);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** Returns the largest power of two below `n`, for `n` above one. Does not shift bits, because sizes exceed 32 bits. */
function splitOf(n: number): number {
  let half = 1;
  while (half * 2 < n) half *= 2;
  return half;
}

/**
 * An append-only Merkle tree with roots and proofs of any earlier size (RFC 6962). Keeps the nodes of full subtrees, 64 bytes per leaf; a
 * proof takes log n steps.
 */
export class MerkleTree {
  /** Level k: the roots of full subtrees with 2^k leaves, in order. */
  private readonly levels: { bytes: Buffer; count: number }[] = [];

  get size(): number {
    return this.levels[0]?.count ?? 0;
  }

  append(hash: Uint8Array): void {
    let node = hash;
    for (let level = 0; ; level++) {
      const at = this.put(level, node);
      if (at % 2 === 0) return;
      node = nodeHash(this.node(level, at - 1), node);
    }
  }

  leaf(index: number): Buffer {
    return this.node(0, index);
  }

  /** Throws RangeError for a size that the tree never had. */
  root(size = this.size): Buffer {
    this.has(size);
    return size === 0 ? EMPTY_ROOT : this.range(0, size);
  }

  /** The way from a leaf to the root of a size, from below (RFC 9162, 2.1.3.1). Throws RangeError. */
  inclusion(index: number, size: number): Buffer[] {
    this.has(size);
    if (!(index >= 0 && index < size)) throw new RangeError('no such leaf');
    const path: Buffer[] = [];
    let [start, end] = [0, size];
    while (end - start > 1) {
      const middle = start + splitOf(end - start);
      if (index < middle) {
        path.push(this.range(middle, end));
        end = middle;
      } else {
        path.push(this.range(start, middle));
        start = middle;
      }
    }
    return path.reverse();
  }

  /** What shows that the tree of size `to` begins with that of size `from`, from below (RFC 9162, 2.1.4.1). Throws RangeError. */
  consistency(from: number, to: number): Buffer[] {
    this.has(to);
    if (!(from >= 1 && from <= to)) throw new RangeError('no such size');
    const path: Buffer[] = [];
    let [start, end] = [0, to];
    while (end !== from) {
      const middle = start + splitOf(end - start);
      if (from <= middle) {
        path.push(this.range(middle, end));
        end = middle;
      } else {
        path.push(this.range(start, middle));
        start = middle;
      }
    }
    // The old root itself is known to whoever asks; of a smaller subtree the hash must be told.
    if (start > 0) path.push(this.range(start, end));
    return path.reverse();
  }

  /** The root over the leaves from `start` to `end`; `start` is where a subtree of that size begins. */
  private range(start: number, end: number): Buffer {
    const n = end - start;
    if (n === 1) return this.node(0, start);
    const half = splitOf(n);
    if (half * 2 === n) return this.node(Math.log2(n), start / n);
    return nodeHash(this.range(start, start + half), this.range(start + half, end));
  }

  private has(size: number): void {
    if (!(Number.isInteger(size) && size >= 0 && size <= this.size)) throw new RangeError('no such size');
  }

  private node(level: number, at: number): Buffer {
    return this.levels[level]!.bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  }

  /** Returns the node's index in its level. */
  private put(level: number, node: Uint8Array): number {
    const row = (this.levels[level] ??= { bytes: Buffer.alloc(16 * HASH_BYTES), count: 0 });
    if (row.count * HASH_BYTES === row.bytes.length) row.bytes = Buffer.concat([row.bytes, Buffer.alloc(row.bytes.length)]);
    row.bytes.set(node, row.count * HASH_BYTES);
    return row.count++;
  }
}

/** Computes the root of a tree that is read once from its first leaf on: log n hashes in memory, no proofs. */
export class RunningRoot {
  /** Full subtrees from the largest to the smallest. */
  private readonly peaks: { hash: Uint8Array; leaves: number }[] = [];
  size = 0;

  append(hash: Uint8Array): void {
    let [node, leaves] = [hash, 1];
    for (let last = this.peaks.at(-1); last?.leaves === leaves; last = this.peaks.at(-1)) {
      this.peaks.pop();
      node = nodeHash(last.hash, node);
      leaves *= 2;
    }
    this.peaks.push({ hash: node, leaves });
    this.size += 1;
  }

  root(): Buffer {
    const [last, ...others] = this.peaks.toReversed();
    return last ? Buffer.from(others.reduce((right, { hash }) => nodeHash(hash, right), last.hash)) : EMPTY_ROOT;
  }
}

export interface InclusionClaim {
  hash: Uint8Array;
  index: number;
  size: number;
  root: Uint8Array;
  path: readonly Uint8Array[];
}

/** Verifies an inclusion proof (RFC 9162, section 2.1.3.2). */
export function isIncluded({ hash, index, size, root, path }: InclusionClaim): boolean {
  if (!(Number.isInteger(index) && Number.isInteger(size) && index >= 0 && index < size) || !areHashes([hash, root, ...path])) return false;
  let [fn, sn, r] = [index, size - 1, hash];
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      r = nodeHash(r, p);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(r, root);
}

export interface ConsistencyClaim {
  from: number;
  to: number;
  fromRoot: Uint8Array;
  toRoot: Uint8Array;
  path: readonly Uint8Array[];
}

/** Verifies a consistency proof (RFC 9162, section 2.1.4.2). */
export function isConsistent({ from, to, fromRoot, toRoot, path }: ConsistencyClaim): boolean {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from <= to) || !areHashes([fromRoot, toRoot, ...path])) return false;
  if (from === to) return path.length === 0 && same(fromRoot, toRoot);
  const [first, ...rest] = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : path;
  if (!first || path.length === 0) return false;
  let [fn, sn] = [from - 1, to - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let [fr, sr] = [first, first];
  for (const c of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(c, fr);
      sr = nodeHash(c, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = nodeHash(sr, c);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(fr, fromRoot) && same(sr, toRoot);
}

const half = (n: number): number => Math.floor(n / 2);
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
const areHashes = (all: readonly Uint8Array[]): boolean => all.every(({ length }) => length === HASH_BYTES);
