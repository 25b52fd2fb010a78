import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fannedOut, newStorageKey, ObjectMissing, StorageUnavailable, type FileStore } from './file-store.port.js';
import { LocalFileStore } from './local-file-store.adapter.js';
import { S3FileStore } from './s3-file-store.adapter.js';

/** Speaks as much of S3 as the store uses, and checks what the client signs: key, region, and the body's hash. */
class BucketDouble {
  readonly objects = new Map<string, Buffer>();
  readonly refused: string[] = [];
  failing = false;
  #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const bytes = Buffer.concat(body);
    const url = new URL(request.url!, 'http://bucket');
    if (this.failing) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    if (
      !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=KEY/') ||
      !request.headers.authorization.includes('/eu-test-1/s3/')
    )
      this.refused.push('signature');
    if (request.method === 'PUT' && request.headers['x-amz-content-sha256'] !== createHash('sha256').update(bytes).digest('hex'))
      this.refused.push('hash');
    const key = url.pathname.replace(/^\/bucket\/?/, '');
    if (request.method === 'PUT') this.objects.set(key, bytes);
    if (request.method === 'DELETE') this.objects.delete(key);
    if (request.method !== 'GET') return void response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
    if (url.searchParams.get('list-type') === '2')
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(this.#page(url.searchParams));
    const found = this.objects.get(key);
    if (found) response.writeHead(200, { 'content-length': found.length }).end(found);
    else
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
  }

  /** Two keys a page, so that paging is walked. */
  #page(query: URLSearchParams): string {
    const from = Number(query.get('continuation-token') ?? 0);
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).slice(from);
    const contents = keys
      .slice(0, 2)
      .map((key) => `<Contents><Key>${key}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`);
    const next = keys.length > 2 ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    const truncated = `<IsTruncated>${keys.length > 2}</IsTruncated>`;
    return `<?xml version="1.0"?><ListBucketResult>${truncated}${contents.join('')}${next}</ListBucketResult>`;
  }
}

async function* chunks(...parts: (Buffer | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}
async function read(store: FileStore, key: string): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of await store.open(key)) all.push(chunk);
  return Buffer.concat(all);
}
async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key, modifiedAt } of store.list()) {
    expect(modifiedAt.getTime()).toBeGreaterThan(Date.UTC(2026, 0));
    keys.push(key);
  }
  return keys.sort();
}

const root = mkdtempSync(join(tmpdir(), 'file-store-'));
const bucket = new BucketDouble();
let s3: S3FileStore;
const local = new LocalFileStore(root);
const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

beforeAll(async () => {
  s3 = new S3FileStore({
    endpoint: await bucket.start(),
    bucket: 'bucket',
    region: 'eu-test-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'SECRET',
  });
});
afterAll(async () => {
  await bucket.stop();
  rmSync(root, { recursive: true, force: true });
});

describe.each([
  ['local disk', () => local as FileStore],
  ['S3', () => s3 as FileStore],
])('file store on %s', (_, storeOf) => {
  it('keeps what was put, in its order, until it is deleted', async () => {
    const store = storeOf();
    const [key, first, second] = [newStorageKey(), randomBytes(100_000), randomBytes(7)];
    await store.put(key, chunks(first, second));
    expect((await read(store, key)).equals(Buffer.concat([first, second]))).toBe(true);
    await store.delete(key);
    await expect(store.open(key)).rejects.toThrow(ObjectMissing);
    await store.delete(key);
  });

  it('lists every object, over all pages', async () => {
    const store = storeOf();
    const keys = Array.from({ length: 5 }, newStorageKey).sort();
    for (const key of keys) await store.put(key, chunks(Buffer.from(key)));
    expect(await keysOf(store)).toEqual(keys);
    for (const key of keys) await store.delete(key);
    expect(await keysOf(store)).toEqual([]);
  });

  it('leaves nothing behind when the source fails half-way', async () => {
    const store = storeOf();
    const key = newStorageKey();
    await expect(store.put(key, chunks(randomBytes(50_000), new Error('sealing failed')))).rejects.toThrow('sealing failed');
    await expect(store.open(key)).rejects.toThrow(ObjectMissing);
    expect(await keysOf(store)).toEqual([]);
  });

  it.each(['../../etc/passwd', 'abc', `${'a'.repeat(31)}/`, 'A'.repeat(32), ''])('takes no key that could be a path: %p', async (key) => {
    const store = storeOf();
    await expect(store.put(key, chunks(Buffer.from('x')))).rejects.toThrow('not a storage key');
    await expect(store.open(key)).rejects.toThrow('not a storage key');
    await expect(store.delete(key)).rejects.toThrow('not a storage key');
  });
});

describe('LocalFileStore', () => {
  it('fans out over two levels and lets nobody else read', async () => {
    const key = newStorageKey();
    await local.put(key, chunks(Buffer.from('x')));
    const path = join(root, key.slice(0, 2), key.slice(2, 4), key);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(fannedOut(key)).toBe(`${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`);
    await local.delete(key);
  });

  it('leaves no temporary file after a failed write', async () => {
    await expect(local.put(newStorageKey(), chunks(randomBytes(10), new Error('cut')))).rejects.toThrow('cut');
    expect(filesUnder(root)).toEqual([]);
  });

  it('removes the parts of interrupted writes once they are old, and never whole files', async () => {
    const key = newStorageKey();
    await local.put(key, chunks(Buffer.from('whole')));
    mkdirSync(join(root, '.incoming'), { recursive: true });
    for (const name of ['old', 'young']) writeFileSync(join(root, '.incoming', name), 'part');
    utimesSync(join(root, '.incoming', 'old'), new Date('2026-01-01'), new Date('2026-01-01'));
    expect(await local.removeUnfinished(new Date('2026-06-01'))).toBe(1);
    expect(filesUnder(root).sort()).toEqual([key, 'young'].sort());
    rmSync(join(root, '.incoming', 'young'));
    await local.delete(key);
  });

  it('says 503 where the disk refuses, not which path', async () => {
    const blocked = join(root, 'blocked');
    writeFileSync(blocked, 'a file where a folder should be');
    const failure = await new LocalFileStore(blocked).put(newStorageKey(), chunks(Buffer.from('x'))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect((failure as Error).message).not.toContain(blocked);
    rmSync(blocked);
  });

  it('says that its disk is full', async () => {
    async function* full(): AsyncGenerator<Uint8Array> {
      yield* chunks(Buffer.from('x'));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    }
    await expect(local.put(newStorageKey(), full())).rejects.toMatchObject({ kind: 'out-of-space', code: 'storage.full' });
  });
});

describe('S3FileStore', () => {
  it('signs every request, bodies included', async () => {
    const key = newStorageKey();
    await s3.put(key, chunks(Buffer.from('signed')));
    await read(s3, key);
    expect([...bucket.objects.keys()]).toEqual([`files/${fannedOut(key)}`]);
    expect(bucket.refused).toEqual([]);
    await s3.delete(key);
  });

  it('says 503 where the bucket refuses', async () => {
    bucket.failing = true;
    await expect(s3.put(newStorageKey(), chunks(Buffer.from('x')))).rejects.toThrow(StorageUnavailable);
    await expect(s3.open(newStorageKey())).rejects.toThrow(StorageUnavailable);
    bucket.failing = false;
  });
});
