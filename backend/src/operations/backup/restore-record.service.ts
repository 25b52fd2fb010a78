import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchors, AuditLog } from '../audit/index.js';
import type { Manifest } from './manifest.store.js';

/** Records that a backup was restored: in the audit log, and beside the anchors that are kept outside the database. */
@Injectable()
export class RestoreRecord {
  constructor(
    private readonly orm: MikroORM,
    private readonly audit: AuditLog,
    private readonly anchors: AuditAnchors,
  ) {}

  /** After the checks, for they measure by the last event how long others wait for their seal. */
  async record(manifest: Manifest): Promise<void> {
    const em = this.orm.em.fork();
    // Anchors that were kept outside know of events that the backup is older than: without this the next verification would call them cut
    // off.
    const [end] = await em.execute<{ seq: string; hash: Buffer }[]>('select seq, hash from audit_seals order by seq desc limit 1');
    await this.anchors.publishRestore(BigInt(end?.seq ?? 0), end?.hash ?? Buffer.alloc(32));
    await this.audit.record(em, {
      action: 'backup.restore',
      actorId: null,
      actorRole: null,
      targetType: 'backup',
      targetId: manifest.id,
      detail: { at: manifest.at, product: manifest.product, auditEnd: end?.seq ?? '0' },
    });
  }
}
