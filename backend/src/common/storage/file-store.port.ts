import { randomBytes } from 'node:crypto';
import { DomainError } from '../domain/domain-error.js';

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** No object under that key. */
export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`nothing is stored under ${key}`);
    this.name = 'ObjectMissing';
  }
}

const SPACE_CODES = new Set(['ENOSPC', 'EDQUOT']);

/** The object store or the folder cannot be written: a 503; where its disk is full, a 507. Nothing was stored. */
export class StorageUnavailable extends DomainError {
  constructor(cause: unknown) {
    const full = SPACE_CODES.has((cause as NodeJS.ErrnoException).code ?? '');
    super(
      full ? 'out-of-space' : 'unavailable',
      full ? 'storage.full' : 'storage.unavailable',
      'Files cannot be stored at the moment. Please try again later',
    );
    this.cause = cause;
  }
}

/** Keeps sealed bytes under random keys. It never sees plaintext, and knows neither owners nor types. */
export abstract class FileStore {
  /** Stores all of `sealed` durably before it returns; on any failure nothing stays behind. Throws StorageUnavailable, or what `sealed` throws. */
  abstract put(key: string, sealed: AsyncIterable<Uint8Array>): Promise<void>;
  /** The stored bytes. Throws ObjectMissing before the first of them. */
  abstract open(key: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removing what is not there is no error. */
  abstract delete(key: string): Promise<void>;
  /** Every object, in no order. */
  abstract list(): AsyncIterable<StoredObject>;
  /** Removes what writes that never ended left behind before `before`. Returns how many. */
  abstract removeUnfinished(before: Date): Promise<number>;
}

const KEY = /^[0-9a-f]{32}$/;

/** A key nobody can guess, evenly spread over folders. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex');
}

export function isStorageKey(value: string): boolean {
  return KEY.test(value);
}

/** `abcd…` as `ab/cd/abcd…`: at most 256 entries a folder on the way. Throws for anything but a key, so no path can be smuggled in. */
export function fannedOut(key: string): string {
  if (!isStorageKey(key)) throw new RangeError('not a storage key');
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}
