import { describe, expect, it } from '@jest/globals';
import { randomBytes, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { FileSealer, SEGMENT_BYTES } from './file-sealer.service.js';
import { keyIdOf } from './data-key.js';
import { LocalKeyring } from './key-ring.provider.js';
import { lengthPrefixed, SealBroken, type SealContext } from './seal-context.types.js';

const context: SealContext = { table: 'files', rowId: 'file-1', userId: 'user-1', field: 'content' };
const kek = randomBytes(32);
const sealer = new FileSealer(new LocalKeyring({ current: 'k1', keys: new Map([['k1', kek]]) }));
const HEADER_BYTES = 1 + 1 + 2 + 2 + 60 + 4;
const SEALED_SEGMENT = SEGMENT_BYTES + 16;

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
const seal = (bytes: Buffer, at = context) => collect(sealer.seal([bytes], at));
const open = (bytes: Buffer, at = context) => collect(sealer.open([bytes], at));

/** Header and segments of a sealed file. */
function parts(sealed: Buffer): { header: Buffer; segments: Buffer[] } {
  const segments: Buffer[] = [];
  for (let at = HEADER_BYTES; at < sealed.length; at += SEALED_SEGMENT) segments.push(sealed.subarray(at, at + SEALED_SEGMENT));
  return { header: sealed.subarray(0, HEADER_BYTES), segments };
}

describe('FileSealer', () => {
  it.each([0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES, 3 * SEGMENT_BYTES + 7])(
    'gives back a file of %i bytes',
    async (length) => {
      const file = randomBytes(length);
      const sealed = await seal(file);
      expect(sealed.length).toBe(HEADER_BYTES + length + 16 * Math.max(1, Math.ceil(length / SEGMENT_BYTES)));
      expect((await open(sealed)).equals(file)).toBe(true);
    },
  );

  it('makes the same of a stream however it is chopped', async () => {
    const file = randomBytes(2 * SEGMENT_BYTES + 100);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 50, max: 70_000 }), { minLength: 1, maxLength: 12 }), async (sizes) => {
        const chop = (bytes: Buffer) => {
          const chunks: Buffer[] = [];
          for (let at = 0, i = 0; at < bytes.length; i += 1) chunks.push(bytes.subarray(at, (at += sizes[i % sizes.length]!)));
          return chunks;
        };
        const sealed = await collect(sealer.seal(chop(file), context));
        expect((await collect(sealer.open(chop(sealed), context))).equals(file)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('opens a file that another implementation of AES-GCM sealed by the written format', async () => {
    const aad = lengthPrefixed('club/v1', 'files', 'file-1', 'user-1', 'content');
    const [dataKey, wrapIv, prefix] = [randomBytes(32), randomBytes(12), randomBytes(4)];
    const aes = async (key: Buffer, iv: Buffer, plaintext: Buffer, additionalData: Buffer) => {
      const imported = await webcrypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
      return Buffer.from(await webcrypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData, tagLength: 128 }, imported, plaintext));
    };
    const nonce = (counter: number, last: number) => Buffer.concat([prefix, Buffer.of(0, 0, 0, 0, 0, 0, counter, last)]);
    const wrapped = Buffer.concat([wrapIv, await aes(kek, wrapIv, dataKey, Buffer.concat([Buffer.from('wrap:k1:'), aad]))]);
    const file = Buffer.concat([
      Buffer.of(0xe2, 2, 0x6b, 0x31, 0, 60),
      wrapped,
      prefix,
      await aes(dataKey, nonce(0, 0), Buffer.alloc(SEGMENT_BYTES, 'a'), aad),
      await aes(dataKey, nonce(1, 1), Buffer.from('end'), aad),
    ]);
    expect((await open(file)).equals(Buffer.concat([Buffer.alloc(SEGMENT_BYTES, 'a'), Buffer.from('end')]))).toBe(true);
  });

  it('shows nothing of the file', async () => {
    const sealed = await seal(Buffer.from('%PDF-1.7 a very recognisable text'.repeat(4000)));
    expect(sealed.includes('recognisable')).toBe(false);
    expect(sealed.includes('%PDF')).toBe(false);
  });

  it('does not open after any single bit of a small file is turned', async () => {
    const sealed = await seal(Buffer.from('small file'));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      await expect(open(altered)).rejects.toThrow(SealBroken);
    }
  });

  it('does not open when cut: anywhere, at a segment border, or down to its header', async () => {
    const sealed = await seal(randomBytes(2 * SEGMENT_BYTES + 50));
    const lengths = [
      0,
      1,
      5,
      HEADER_BYTES - 1,
      HEADER_BYTES,
      HEADER_BYTES + 3,
      HEADER_BYTES + SEALED_SEGMENT,
      HEADER_BYTES + 2 * SEALED_SEGMENT,
      sealed.length - 1,
    ];
    for (const length of lengths) await expect(open(sealed.subarray(0, length))).rejects.toThrow(SealBroken);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: sealed.length - 1 }), (length) =>
        expect(open(sealed.subarray(0, length))).rejects.toThrow(SealBroken),
      ),
      { numRuns: 40 },
    );
  });

  it('does not open with segments swapped, repeated, dropped, appended, or taken from another file', async () => {
    const file = randomBytes(3 * SEGMENT_BYTES + 10);
    const { header, segments } = parts(await seal(file));
    const foreign = parts(await seal(file)).segments;
    const [a, b, c, d] = segments as [Buffer, Buffer, Buffer, Buffer];
    expect((await open(Buffer.concat([header, a, b, c, d]))).equals(file)).toBe(true);
    const arrangements = [
      [b, a, c, d],
      [a, a, c, d],
      [a, b, b, c, d],
      [a, c, d],
      [b, c, d],
      [a, b, d],
      [a, b, c, d, d],
      [a, b, c, d, Buffer.alloc(1)],
      [a, foreign[1]!, c, d],
      [a, b, c, foreign[3]!],
      [a],
      [d],
      [],
    ];
    for (const arrangement of arrangements) await expect(open(Buffer.concat([header, ...arrangement]))).rejects.toThrow(SealBroken);
  });

  it('hands out only authentic segments before it meets a broken one', async () => {
    const file = randomBytes(2 * SEGMENT_BYTES);
    const sealed = await seal(file);
    sealed[sealed.length - 1]! ^= 1;
    const seen: Buffer[] = [];
    await expect(
      (async () => {
        for await (const piece of sealer.open([sealed], context)) seen.push(piece);
      })(),
    ).rejects.toThrow(SealBroken);
    expect(Buffer.concat(seen).equals(file.subarray(0, SEGMENT_BYTES))).toBe(true);
  });

  it.each(['rowId', 'userId'] as const)('does not open as the file of another %s', async (part) => {
    const sealed = await seal(Buffer.from('mine'));
    await expect(open(sealed, { ...context, [part]: 'another' })).rejects.toThrow(SealBroken);
  });

  it('does not open by another ring', async () => {
    const sealed = await seal(Buffer.from('mine'));
    const other = new FileSealer(new LocalKeyring({ current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }));
    await expect(collect(other.open([sealed], context))).rejects.toThrow(SealBroken);
  });

  it('refuses what is no sealed file without reading on', async () => {
    let pulled = 0;
    function* endless() {
      for (;;) {
        pulled += 1;
        yield Buffer.from('plain text, not sealed at all');
      }
    }
    await expect(collect(sealer.open(endless(), context))).rejects.toThrow('not a sealed file');
    expect(pulled).toBeLessThan(3);
  });

  it('closes its source however it ends', async () => {
    const sealed = await seal(randomBytes(3 * SEGMENT_BYTES));
    const broken = Buffer.from(sealed);
    broken[HEADER_BYTES + 5]! ^= 1;
    for (const bytes of [sealed, broken, sealed.subarray(0, 20), Buffer.from('plain')]) {
      let closed = false;
      async function* source() {
        try {
          for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
        } finally {
          closed = true;
        }
      }
      await collect(sealer.open(source(), context)).catch((error: unknown) => expect(error).toBeInstanceOf(SealBroken));
      expect(closed).toBe(true);
    }
  });

  it('changes the wrapped key alone when it is rewrapped, however the bytes come', async () => {
    const keys = new Map([
      ['k1', kek],
      ['a longer id', randomBytes(32)],
    ]);
    const next = new FileSealer(new LocalKeyring({ current: 'a longer id', keys }));
    const sealed = await seal(randomBytes(2 * SEGMENT_BYTES + 5));
    const bytewise = Array.from({ length: 100 }, (_, n) => sealed.subarray(n, n + 1));
    const again = await collect(next.rewrap([...bytewise, sealed.subarray(100)], context));
    expect([keyIdOf(sealed), keyIdOf(again)]).toEqual(['k1', 'a longer id']);
    expect(again.subarray(again.length - sealed.length + HEADER_BYTES - 4)).toEqual(sealed.subarray(HEADER_BYTES - 4));
    expect(await collect(next.open([again], context))).toEqual(await open(sealed));
    await expect(open(again)).rejects.toThrow(SealBroken);
    await expect(collect(next.rewrap([sealed], { ...context, rowId: 'file-2' }))).rejects.toThrow(SealBroken);
    await expect(collect(next.rewrap([Buffer.from('plain')], context))).rejects.toThrow('not a sealed file');
  });

  it('gives a file a new data key, and stops where it does not open', async () => {
    const keys = new Map([
      ['k1', kek],
      ['next', randomBytes(32)],
    ]);
    const next = new FileSealer(new LocalKeyring({ current: 'next', keys }));
    const file = randomBytes(2 * SEGMENT_BYTES + 5);
    const sealed = await seal(file);
    const again = await collect(next.reseal([sealed], context));
    expect(keyIdOf(again)).toBe('next');
    expect(again.subarray(-100)).not.toEqual(sealed.subarray(-100));
    expect((await collect(next.open([again], context))).equals(file)).toBe(true);
    await expect(collect(next.reseal([sealed.subarray(0, -1)], context))).rejects.toThrow(SealBroken);
    await expect(collect(next.reseal([sealed], { ...context, rowId: 'file-2' }))).rejects.toThrow(SealBroken);
  });

  it('tries a key by the head alone, and closes the source', async () => {
    const sealed = await seal(randomBytes(3 * SEGMENT_BYTES));
    const tried = async (by: FileSealer, at = context) => {
      let [read, closed] = [0, false];
      async function* source() {
        try {
          for (; read < sealed.length; read += 1000) yield sealed.subarray(read, read + 1000);
        } finally {
          closed = true;
        }
      }
      try {
        return await by.checkKey(source(), at);
      } finally {
        expect([read, closed]).toEqual([0, true]);
      }
    };
    expect(await tried(sealer)).toBe('k1');
    await expect(tried(new FileSealer(new LocalKeyring({ current: 'k1', keys: new Map([['k1', randomBytes(32)]]) })))).rejects.toThrow(
      SealBroken,
    );
    await expect(tried(sealer, { ...context, userId: 'another' })).rejects.toThrow(SealBroken);
    await expect(sealer.checkKey([Buffer.from('plain')], context)).rejects.toThrow('not a sealed file');
  });
});
