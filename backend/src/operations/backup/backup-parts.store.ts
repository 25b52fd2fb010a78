import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileSealer, SealContext } from '../../platform/crypto/index.js';
import { BackupRefused } from './backup.errors.js';
import type { Part } from './manifest.store.js';

type Bytes = AsyncIterable<Buffer>;

/**
 * The parts of one backup: compressed, and sealed with the key ring as files are, for what they hold is personal. Bytes flow through;
 * nothing is whole in memory.
 */
export class BackupParts {
  constructor(
    private readonly folder: string,
    private readonly backupId: string,
    private readonly sealer: FileSealer,
  ) {}

  /** Throws where the part is there already. */
  async write(name: string, source: Bytes): Promise<Part> {
    const path = this.pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(
      source,
      createGzip(),
      (zipped: Bytes) => this.sealer.seal(zipped, this.contextOf(name)),
      async function* (sealed: Bytes) {
        for await (const chunk of sealed) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
    return { bytes, sha256: hash.digest('hex') };
  }

  /** What was written, into `target`, which is ended with it; `see` is shown each piece. Throws SealBroken. */
  async read(name: string, target: Writable, see: (piece: Buffer) => void = () => undefined): Promise<void> {
    await pipeline(
      createReadStream(this.pathOf(name)),
      (sealed: Bytes) => this.sealer.open(sealed, this.contextOf(name)),
      createGunzip(),
      async function* (pieces: Bytes) {
        for await (const piece of pieces) {
          see(piece);
          yield piece;
        }
      },
      target,
    );
  }

  /** Throws BackupRefused where the part is gone, cut or altered. */
  async check(name: string, { bytes, sha256 }: Part): Promise<void> {
    const path = this.pathOf(name);
    const found = await stat(path).catch(() => null);
    if (!found) throw new BackupRefused(`${fileOf(name)} is missing from the backup`);
    if (found.size !== bytes) throw new BackupRefused(`${fileOf(name)} has ${found.size} bytes in place of ${bytes}`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) throw new BackupRefused(`${fileOf(name)} was altered: its SHA-256 is not the one of the backup`);
  }

  static pathIn(folder: string, name: string): string {
    return join(folder, fileOf(name));
  }

  private pathOf(name: string): string {
    return BackupParts.pathIn(this.folder, name);
  }

  private contextOf(name: string): SealContext {
    return { table: 'backup', rowId: this.backupId, userId: null, field: name };
  }
}

const PART_NAME = /^(?:database\/[a-z_][a-z0-9_]*|files-index)$/;

export const tablePart = (table: string) => `database/${table}`;
export const FILES_INDEX = 'files-index';

/** Throws for a name that could lead out of the folder. */
function fileOf(name: string): string {
  if (!PART_NAME.test(name)) throw new BackupRefused(`${JSON.stringify(name)} is no part of a backup`);
  return `${name}.gz.sealed`;
}
