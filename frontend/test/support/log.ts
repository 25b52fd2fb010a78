import { createHash, webcrypto } from 'node:crypto';
import type { LogDump, LogHead, Receipt, TellingLeaf } from '../../../scripts/verify-log.mjs';
import type { Call, Routes } from './api';

// jsdom has random numbers alone; the page's mathematics is the browser's own.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });

const sha256 = (...parts: Uint8Array[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
export const leafHashOf = (data: Uint8Array) => sha256(Uint8Array.of(0), data);

/** RFC 6962 word for word. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length <= 1) return leaves[0] ?? sha256();
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Uint8Array.of(1), rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

function pathOf(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length <= 1) return [];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return index < k
    ? [...pathOf(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
}

function consistencyOf(from: number, leaves: readonly Buffer[], whole = true): Buffer[] {
  if (from === leaves.length) return whole ? [] : [rootOf(leaves)];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return from <= k
    ? [...consistencyOf(from, leaves.slice(0, k), whole), rootOf(leaves.slice(k))]
    : [...consistencyOf(from - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))];
}

const START = Date.parse('2026-11-20T10:00:00.000Z');
const timeOf = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

export const signalId = (index: number) => `0190a1f0-0000-7000-8000-00000000000${index}`;

export class TestLog {
  private constructor(
    private readonly keys: webcrypto.CryptoKeyPair,
    readonly dump: LogDump,
    private readonly opened: readonly Required<TellingLeaf>[],
  ) {}

  /** As a member saved it who was told the signal. */
  receipt(index: number): Receipt {
    return { format: 'tidemark.receipt/v1', entries: [{ ...this.opened[index]! }] };
  }

  /** `hashes` of leaves that say nothing, or the signals of the seven of which the first `revealed` have ended; `heads` are the sizes that were signed. */
  static async of({
    count = 7,
    revealed = 3,
    heads = [3, 5],
    hashes,
  }: { count?: number; revealed?: number; heads?: number[]; hashes?: Buffer[] } = {}): Promise<TestLog> {
    const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const spki = new Uint8Array(await webcrypto.subtle.exportKey('spki', keys.publicKey));
    const opened: Required<TellingLeaf>[] = [];
    const leaves = Array.from({ length: hashes?.length ?? count }, (_, index): TellingLeaf => {
      const told = { index, kind: 'signal', at: timeOf(index) };
      if (hashes) return { ...told, hash: hashes[index]!.toString('base64') };
      const content = JSON.stringify({
        entry: String(100 + index),
        id: signalId(index),
        kind: 'signal',
        message: `Idea ${index}`,
        publishedAt: told.at,
        side: 'long',
        targets: ['110', '120'],
      });
      const nonce = Buffer.alloc(32, index + 1);
      const leaf = { ...told, hash: leafHashOf(sha256(nonce, Buffer.from(content))).toString('base64') };
      opened.push({ ...leaf, content, nonce: nonce.toString('base64') });
      return index < revealed ? { ...opened[index]! } : leaf;
    });
    const log = new TestLog(
      keys,
      {
        log: {
          format: 'tidemark.log/v1',
          keys: [{ id: sha256(spki).toString('hex'), publicKey: Buffer.from(spki).toString('base64') }],
          size: leaves.length,
          head: null,
        },
        heads: [],
        leaves,
      },
      opened,
    );
    for (const size of heads) await log.sign(size);
    return log;
  }

  get hashes(): Buffer[] {
    return this.dump.leaves.map(({ hash }) => Buffer.from(hash, 'base64'));
  }

  /** As the server would, over the first `size` leaves as they are now. */
  async sign(size: number): Promise<LogHead> {
    const head = {
      number: this.dump.heads.length + 1,
      size,
      root: rootOf(this.hashes.slice(0, size)).toString('base64'),
      signedAt: timeOf(size - 0.5),
    };
    const text = ['tidemark.log/v1', head.number, head.size, head.root, head.signedAt].join('\n');
    const signature = await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, this.keys.privateKey, new TextEncoder().encode(text));
    const signed = { ...head, signature: Buffer.from(signature).toString('base64'), keyId: this.dump.log.keys[0]!.id };
    this.dump.heads.push(signed);
    this.dump.log.head = signed;
    return signed;
  }

  /** The public routes over what the log is at the time of the call. */
  routes(): Routes {
    const answer = (data: unknown) => ({ body: { message: '', data } });
    const number = ({ search }: Call, name: string) => Number(search.get(name));
    const base64 = (path: Buffer[]) => path.map((hash) => hash.toString('base64'));
    return {
      'GET /log': () => answer(this.dump.log),
      'GET /log/heads': (call) =>
        answer(this.dump.heads.filter((head) => head.number >= number(call, 'from')).slice(0, number(call, 'limit'))),
      'GET /log/leaves': (call) =>
        answer(this.dump.leaves.filter(({ index }) => index >= number(call, 'from')).slice(0, number(call, 'limit'))),
      'GET /log/proof/consistency': (call) =>
        answer({ path: base64(consistencyOf(number(call, 'from'), this.hashes.slice(0, number(call, 'to')))) }),
      'GET /log/proof/inclusion': (call) =>
        answer({ path: base64(pathOf(number(call, 'index'), this.hashes.slice(0, number(call, 'size')))) }),
    };
  }
}
