import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { keyIdOf } from '../../platform/crypto/index.js';
import { ObjectMissing, type FileStore } from '../../platform/storage/index.js';

export interface CopiedFile {
  key: string;
  bytes: number;
  sha256: string;
}

/** At a time: enough to keep an object store busy, few enough to hold in memory. */
const AT_ONCE = 8;
const TOLD_EVERY = 1000;
/** The first bytes of a sealed file name its key. */
const HEAD_BYTES = 64;

/** Lines of a file, in batches. */
export async function* batchesOf<T>(lines: AsyncIterable<string>, parse: (line: string) => T): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const line of lines) {
    if (batch.push(parse(line)) < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Each line without its end. Every line has one: what follows the last is no line. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of source) {
    const all = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = all.indexOf(10); end !== -1; end = all.indexOf(10, start)) {
      yield all.toString('utf8', start, end);
      start = end + 1;
    }
    rest = all.subarray(start);
  }
}

export const linesIn = (path: string) => linesOf(createReadStream(path) as AsyncIterable<Buffer>);

/** Copies one stored object as it is, sealed. Null where `from` does not have it. */
export async function copyObject(key: string, from: FileStore, to: FileStore): Promise<(CopiedFile & { keyId: string | null }) | null> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  let source: AsyncIterable<Uint8Array>;
  try {
    source = await from.open(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  await to.put(
    key,
    (async function* () {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
        yield chunk;
      }
    })(),
  );
  return { key, bytes, sha256: hash.digest('hex'), keyId: keyIdOf(head) };
}

/** Of what is stored under the key; null where nothing is. */
export async function sumOf(key: string, store: FileStore): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await store.open(key)) hash.update(chunk);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  return hash.digest('hex');
}

/** Tells now and then how many there were. */
export function teller(note: (line: string) => void, what: string): (more: number) => void {
  let count = 0;
  return (more) => {
    const before = Math.floor(count / TOLD_EVERY);
    count += more;
    if (Math.floor(count / TOLD_EVERY) > before) note(`${count} ${what}`);
  };
}
