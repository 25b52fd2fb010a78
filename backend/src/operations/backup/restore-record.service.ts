import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchorsService, AuditLog, findLastSeal } from '../audit/index.js';
import type { Manifest } from './manifest.store.js';

/** Records a restore in the audit log and among the external anchors. */
@Injectable()
export class RestoreRecordService {
  constructor(
    private readonly orm: MikroORM,
    private readonly audit: AuditLog,
    private readonly anchors: AuditAnchorsService,
  ) {}

  /** Call it after the checks: they measure the wait of unsealed events against the last event. */
  async record(manifest: Manifest): Promise<void> {
    const em = this.orm.em.fork();
    // External anchors may name events newer than the backup. Without this line the next verification would report the chain as cut off.
    const end = await findLastSeal(em);
    await this.anchors.publishRestore(BigInt(end?.count ?? 0), end?.hash ?? Buffer.alloc(32));
    await this.audit.record(em, {
      action: 'backup.restore',
      actorId: null,
      actorRole: null,
      targetType: 'backup',
      targetId: manifest.id,
      detail: { at: manifest.at, product: manifest.product, auditEnd: String(end?.count ?? 0) },
    });
  }
}
