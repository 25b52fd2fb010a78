import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fannedOut, FileStore, isStorageKey, ObjectMissing, StorageUnavailable, type StoredObject } from './file-store.port.js';

/**
 * Stores sealed files in a local folder: written to a temporary name, synced, then renamed, so that a crash leaves a whole file or none.
 */
export class LocalFileStore extends FileStore {
  readonly #root: string;
  /** On the same file system, so that a rename is atomic. */
  readonly #incoming: string;

  constructor(root: string) {
    super();
    this.#root = root;
    this.#incoming = join(root, '.incoming');
  }

  async put(key: string, sealed: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.#root, fannedOut(key));
    const temporary = join(this.#incoming, `${key}.${randomBytes(4).toString('hex')}`);
    try {
      for (const folder of [this.#incoming, dirname(path)]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await write(temporary, sealed);
      await rename(temporary, path);
      await syncFolder(dirname(path));
    } catch (error) {
      // A leftover is removed later as unfinished; the first failure is the one to report.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw isSystemError(error) ? new StorageUnavailable(error) : error;
    }
  }

  async open(key: string): Promise<AsyncIterable<Uint8Array>> {
    const path = join(this.#root, fannedOut(key));
    const handle = await open(path, 'r').catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new ObjectMissing(key) : error;
    });
    return handle.createReadStream({ highWaterMark: 128 * 1024 });
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.#root, fannedOut(key)), { force: true });
  }

  async *list(): AsyncGenerator<StoredObject, void, undefined> {
    for (const first of await entries(this.#root)) {
      for (const second of await entries(join(this.#root, first))) {
        const folder = join(this.#root, first, second);
        for (const key of (await entries(folder)).filter(isStorageKey)) {
          const modifiedAt = await modified(join(folder, key));
          if (modifiedAt) yield { key, modifiedAt };
        }
      }
    }
  }

  async removeUnfinished(before: Date): Promise<number> {
    let removed = 0;
    for (const name of await entries(this.#incoming)) {
      const path = join(this.#incoming, name);
      const modifiedAt = await modified(path);
      if (!modifiedAt || modifiedAt >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}

async function write(path: string, sealed: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of sealed) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a folder: otherwise a power cut may lose the new name though the bytes are on disk. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function entries(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Returns null for a file that was deleted meanwhile. */
async function modified(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function isSystemError(error: unknown): boolean {
  return typeof (error as Partial<NodeJS.ErrnoException> | undefined)?.syscall === 'string';
}
