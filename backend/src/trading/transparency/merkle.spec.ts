import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../platform/domain/canonical-json.rules.js';
import { EMPTY_ROOT, isConsistent, isIncluded, leafHash, MerkleTree, RunningRoot } from './merkle.js';

const hashOf = (...parts: (Uint8Array | string)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const data = (i: number) => Buffer.from(canonicalJson({ seq: i, side: 'long', asset: 'BTC/USDT', entry: String(100 + i) }));
const hashes = (size: number) => Array.from({ length: size }, (_, i) => leafHash(data(i)));
const flipped = (bytes: Uint8Array, bit = 0) => {
  const copy = Buffer.from(bytes);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
};

/** RFC 6962 word for word. */
function naive(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return hashOf('');
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hashOf(Buffer.of(1), naive(leaves.slice(0, k)), naive(leaves.slice(k)));
}

const MOST = 70;
const all = hashes(MOST);
const tree = new MerkleTree();
for (const hash of all) tree.append(hash);
const sizes = Array.from({ length: MOST }, (_, i) => i + 1);

describe('the Merkle tree', () => {
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, 'b55beca9eac07bcfe24ef27b1f745a7a64bd310ca9186f651ff36fcc8434cf25'],
    [4, '7c5e9bfc5ab8c58277e6c5c84647d60a3005beb80da15e1339d9237f4c975095'],
    [7, 'b9461fe3014555068711dc590ff6921439da08f50679a3df49d549c5f108c571'],
  ])('has the root of the rules at size %i', (size, root) => {
    expect(tree.root(size).toString('hex')).toBe(root);
  });

  it('has the root of RFC 6962 at every size, and so has the running root', () => {
    const running = new RunningRoot();
    expect(running.root()).toEqual(EMPTY_ROOT);
    for (const size of sizes) {
      running.append(all[size - 1]!);
      expect(tree.root(size)).toEqual(naive(all.slice(0, size)));
      expect(running.root()).toEqual(tree.root(size));
    }
  });

  it('knows no size it never had', () => {
    for (const size of [-1, MOST + 1, 1.5, Number.NaN]) expect(() => tree.root(size)).toThrow(RangeError);
    expect(() => tree.inclusion(5, 5)).toThrow(RangeError);
    expect(() => tree.inclusion(-1, 5)).toThrow(RangeError);
    expect(() => tree.consistency(0, 5)).toThrow(RangeError);
    expect(() => tree.consistency(6, 5)).toThrow(RangeError);
  });
});

describe('inclusion', () => {
  it('holds for every leaf of every size', () => {
    for (const size of sizes)
      for (let index = 0; index < size; index++)
        expect(isIncluded({ hash: all[index]!, index, size, root: tree.root(size), path: tree.inclusion(index, size) })).toBe(true);
  });

  it('is refused for another leaf, index, size, root or path', () => {
    const cases = fc
      .integer({ min: 1, max: MOST })
      .chain((size) =>
        fc.record({ size: fc.constant(size), index: fc.nat(size - 1), other: fc.nat(2 * MOST), bit: fc.nat(255), step: fc.nat(6) }),
      );
    fc.assert(
      fc.property(cases, ({ size, index, other, bit, step }) => {
        const claim = { hash: all[index]!, index, size, root: tree.root(size), path: tree.inclusion(index, size) };
        expect(isIncluded({ ...claim, hash: flipped(claim.hash, bit) })).toBe(false);
        expect(isIncluded({ ...claim, root: flipped(claim.root, bit) })).toBe(false);
        expect(isIncluded({ ...claim, index: other })).toBe(other === index);
        expect(isIncluded({ ...claim, path: [...claim.path, claim.root] })).toBe(false);
        expect(isIncluded({ ...claim, index: -1 })).toBe(false);
        expect(isIncluded({ ...claim, index: index + 0.5 })).toBe(false);
        if (claim.path.length === 0) return;
        const at = step % claim.path.length;
        expect(isIncluded({ ...claim, path: claim.path.with(at, flipped(claim.path[at]!, bit)) })).toBe(false);
        expect(isIncluded({ ...claim, path: claim.path.toSpliced(at, 1) })).toBe(false);
        expect(isIncluded({ ...claim, path: claim.path.with(at, claim.path[at]!.subarray(1)) })).toBe(false);
      }),
    );
  });
});

describe('consistency', () => {
  it('holds between all sizes, and tells no other root', () => {
    for (const to of sizes) {
      for (let from = 1; from <= to; from++) {
        const claim = { from, to, fromRoot: tree.root(from), toRoot: tree.root(to), path: tree.consistency(from, to) };
        expect(isConsistent(claim)).toBe(true);
        expect(isConsistent({ ...claim, fromRoot: flipped(claim.fromRoot) })).toBe(false);
        expect(isConsistent({ ...claim, toRoot: flipped(claim.toRoot) })).toBe(false);
      }
    }
  });

  it('is refused where a leaf of the old tree is another in the new one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST - 1 }), fc.integer({ min: 1, max: MOST }), fc.nat(MOST), (one, other, changed) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        fc.pre(from < to);
        const forged = new MerkleTree();
        for (const [i, hash] of all.slice(0, to).entries()) forged.append(i === changed % from ? flipped(hash) : hash);
        const path = forged.consistency(from, to);
        expect(isConsistent({ from, to, fromRoot: tree.root(from), toRoot: forged.root(to), path })).toBe(false);
        expect(isConsistent({ from, to, fromRoot: forged.root(from), toRoot: forged.root(to), path })).toBe(true);
      }),
    );
  });

  it('is refused for another path or sizes that are none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MOST - 1 }),
        fc.integer({ min: 1, max: MOST }),
        fc.nat(255),
        fc.nat(6),
        (one, other, bit, step) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other)];
          fc.pre(from < to);
          const claim = { from, to, fromRoot: tree.root(from), toRoot: tree.root(to), path: tree.consistency(from, to) };
          const at = step % claim.path.length;
          expect(isConsistent({ ...claim, path: claim.path.with(at, flipped(claim.path[at]!, bit)) })).toBe(false);
          expect(isConsistent({ ...claim, path: claim.path.toSpliced(at, 1) })).toBe(false);
          expect(isConsistent({ ...claim, path: [...claim.path, claim.toRoot] })).toBe(false);
          expect(isConsistent({ ...claim, path: [] })).toBe(false);
          expect(isConsistent({ ...claim, from: 0 })).toBe(false);
          expect(isConsistent({ ...claim, from: to, to: from })).toBe(false);
          expect(isConsistent({ ...claim, to: to + 0.5 })).toBe(false);
        },
      ),
    );
  });
});
