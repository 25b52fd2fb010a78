import { Injectable } from '@nestjs/common';
import { FileSealer } from '../../platform/crypto/index.js';
import { FileStore } from '../../platform/storage/index.js';
import { fileSealContext, type StoredFile } from './stored-file.entity.js';

/** Opens what files hold. */
@Injectable()
export class FileContentsService {
  constructor(
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
  ) {}

  /** Decrypts a whole file, so that no byte of an altered or truncated one is used. Files are 10 MB at most. Throws SealBroken. */
  async read(file: Pick<StoredFile, 'id' | 'userId' | 'storageKey'>): Promise<Buffer> {
    const all: Buffer[] = [];
    for await (const piece of this.sealer.open(await this.store.open(file.storageKey), fileSealContext(file))) all.push(piece);
    return Buffer.concat(all);
  }
}
