import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { fannedOut, FileStore, isStorageKey, ObjectMissing, StorageUnavailable, type StoredObject } from './file-store.port.js';
import type { S3Settings } from '../config/index.js';

const PREFIX = 'files/';
/** Bounds the memory of one write; sealed uploads are at most a little over 10 MB. */
const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

/** Stores sealed files in a bucket of an S3-compatible store, under `files/ab/cd/abcd…`. A PUT is atomic there. */
export class S3FileStore extends FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
    super();
    this.#bucket = bucket;
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 3,
      // Many compatible stores do not know the newer checksum headers; the signature covers the body's SHA-256 already.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
    });
  }

  async put(key: string, sealed: AsyncIterable<Uint8Array>): Promise<void> {
    const Key = PREFIX + fannedOut(key);
    // Buffered in memory: length and hash are signed, and a retry can send it again.
    const Body = await collect(sealed);
    await this.#reach(() =>
      this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body, ContentType: 'application/octet-stream' })),
    );
  }

  async open(key: string): Promise<AsyncIterable<Uint8Array>> {
    const Key = PREFIX + fannedOut(key);
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key }));
      if (Body instanceof Readable) return Body as AsyncIterable<Uint8Array>;
    } catch (error) {
      if (error instanceof NoSuchKey) throw new ObjectMissing(key);
      throw new StorageUnavailable(error);
    }
    throw new ObjectMissing(key);
  }

  async delete(key: string): Promise<void> {
    const Key = PREFIX + fannedOut(key);
    await this.#reach(() => this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key })));
  }

  async *list(): AsyncGenerator<StoredObject, void, undefined> {
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.#reach(() =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: PREFIX, ...(token !== undefined && { ContinuationToken: token }) }),
        ),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        const key = Key?.split('/').at(-1);
        if (key && LastModified && isStorageKey(key)) yield { key, modifiedAt: LastModified };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  /** Does nothing: an unfinished PUT leaves nothing behind. */
  removeUnfinished(): Promise<number> {
    return Promise.resolve(0);
  }

  async #reach<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw new StorageUnavailable(error);
    }
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > MAX_OBJECT_BYTES) throw new RangeError('the object is too large');
    all.push(chunk);
  }
  return Buffer.concat(all, length);
}
