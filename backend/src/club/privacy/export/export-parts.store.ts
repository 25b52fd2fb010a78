import { Injectable, Logger } from '@nestjs/common';
import { FileSealer } from '../../../platform/crypto/index.js';
import { FileStore, newStorageKey } from '../../../platform/storage/index.js';

/** File stores accept objects of 16 MB at most and hold one of them in memory. */
const PART_BYTES = 8 * 1024 * 1024;

interface Owned {
  id: string;
  userId: string;
}

/** Stores the bytes of an export in parts, sealed like uploaded files. The file sweep deletes parts that no row names. */
@Injectable()
export class ExportPartsStore {
  private readonly log = new Logger('Privacy');

  constructor(
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
  ) {}

  /** Stores `bytes` and returns their number. `note` receives all keys so far before a part is written under the last of them. */
  async write(owned: Owned, bytes: AsyncIterable<Buffer>, note: (keys: string[]) => Promise<void>): Promise<number> {
    const source = bytes[Symbol.asyncIterator]();
    const keys: string[] = [];
    let total = 0;
    let next = await source.next();
    const part = async function* (): AsyncGenerator<Buffer> {
      for (let length = 0; next.done !== true && length < PART_BYTES; next = await source.next()) {
        length += next.value.length;
        total += next.value.length;
        yield next.value;
      }
    };
    do {
      keys.push(newStorageKey());
      await note(keys);
      await this.store.put(keys.at(-1)!, this.sealer.seal(part(), contextOf(owned, keys.length - 1)));
    } while (next.done !== true);
    return total;
  }

  /** Reads the bytes. Throws ObjectMissing before the first byte of a part, SealBroken. */
  async *read(owned: Owned, keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const [index, key] of keys.entries()) yield* this.sealer.open(await this.store.open(key), contextOf(owned, index));
  }

  /** Deletes parts; missing ones are no error. What cannot be deleted now is left to the file sweep. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      try {
        await this.store.delete(key);
      } catch (error) {
        this.log.warn({ err: error }, 'a part of an export is left to the sweep');
      }
    }
  }
}

const contextOf = ({ id, userId }: Owned, index: number) => ({ table: 'data_exports', rowId: id, userId, field: `part-${index}` });
