import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { InvalidInput, uuidv7 } from '../../../platform/domain/index.js';
import { ExportArchiveService } from './export-archive.service.js';

/** Writes the export of a member who asked for it by letter to a file of this machine. */
@Injectable()
export class OperatorExportService {
  constructor(
    private readonly em: EntityManager,
    private readonly archive: ExportArchiveService,
    private readonly audit: AuditLog,
  ) {}

  /** Records the export before reading any data. A failed export leaves no file. Returns its bytes. Throws InvalidInput, SealBroken. */
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
