import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { InvalidInput, uuidv7 } from '../../../platform/domain/index.js';
import { ExportArchive } from './export-archive.js';

/** A member's copy of their data for somebody who asked for it by letter: the same archive, as a file of this machine. */
@Injectable()
export class OperatorExport {
  constructor(
    private readonly em: EntityManager,
    private readonly archive: ExportArchive,
    private readonly audit: AuditLog,
  ) {}

  /** Written down before a byte is read. A copy that fails leaves no file. Returns its size. Throws InvalidInput, SealBroken. */
  async write(userId: string, file: string, onStep: (step: string, percent: number) => void): Promise<number> {
    const id = uuidv7();
    const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    await new Promise<void>((resolve, reject) => {
      out.once('open', () => resolve());
      out.once('error', (error: NodeJS.ErrnoException) => reject(InvalidInput.field('to', `${file} cannot be made: ${error.code}`)));
    });
    try {
      await this.audit.record(this.em.fork(), {
        action: 'privacy.export-write',
        actorId: null,
        actorRole: null,
        targetType: 'user',
        targetId: userId,
        detail: { exportId: id },
      });
      const step = (name: string, percent: number) => Promise.resolve(onStep(name, percent));
      await this.archive.make(id, userId, step, (zip) => pipeline(zip, out));
      return out.bytesWritten;
    } catch (error) {
      out.destroy();
      await rm(file, { force: true });
      throw error;
    }
  }
}
