import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { DenialJournal, type Actor } from '../../platform/http/session-reader.port.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AuditLog } from './audit-log.service.js';

/** Refusals in the audit log: who tried what they may not do. Each person fills a few lines an hour at most. */
@Injectable()
export class AuditedDenials extends DenialJournal {
  constructor(
    private readonly orm: MikroORM,
    private readonly audit: AuditLog,
    private readonly limits: RateLimits,
  ) {
    super();
  }

  async note({ userId, role }: Actor, { method, route }: { method: string; route: string }): Promise<void> {
    if (!(await this.limits.allows('denialsRecorded', userId))) return;
    await this.audit.record(this.orm.em.fork(), { action: 'access.deny', actorId: userId, actorRole: role, detail: { method, route } });
  }
}
