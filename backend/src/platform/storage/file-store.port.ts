import { randomBytes } from 'node:crypto';
import { DomainError } from '../domain/domain.errors.js';

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** There is no object with this key. */
export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`nothing is stored under ${key}`);
    this.name = 'ObjectMissing';
  }
}

const SPACE_CODES = new Set(['ENOSPC', 'EDQUOT']);

/** The store cannot be written: a 503, or a 507 if its disk is full. Nothing was stored. */
export class StorageUnavailable extends DomainError {
  constructor(cause: unknown) {
    const full = SPACE_CODES.has((cause as NodeJS.ErrnoException).code ?? '');
    super(
      full ? 'out-of-space' : 'unavailable',
      full ? 'storage.full' : 'storage.unavailable',
      'Files cannot be stored right now. Please try again later',
    );
    this.cause = cause;
  }
}

/** Stores sealed bytes under random keys. Sees no plaintext, owners or types. */
export abstract class FileStore {
  /**
   * Stores all of `sealed` durably before it returns; leaves nothing behind on failure. Throws StorageUnavailable, or what `sealed` throws.
   */
  abstract put(key: string, sealed: AsyncIterable<Uint8Array>): Promise<void>;
  /** Reads the stored bytes. Throws ObjectMissing before the first of them. */
  abstract open(key: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removes an object; a missing one is no error. */
  abstract delete(key: string): Promise<void>;
  /** Lists every object, in no order. */
  abstract list(): AsyncIterable<StoredObject>;
  /** Removes leftovers of unfinished writes older than `before`. Returns how many. */
  abstract removeUnfinished(before: Date): Promise<number>;
}

const KEY = /^[0-9a-f]{32}$/;

/** Returns a random key, evenly spread over folders. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex');
}

export function isStorageKey(value: string): boolean {
  return KEY.test(value);
}

/** Maps `abcd…` to `ab/cd/abcd…`: at most 256 entries a folder. Throws for anything but a key, which prevents path traversal. */
export function fannedOut(key: string): string {
  if (!isStorageKey(key)) throw new RangeError('not a storage key');
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}
