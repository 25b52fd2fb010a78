import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import { csvFile, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { BroadcastResultsRepository, type BroadcastRecipient, type RecipientFilter } from './broadcast-results.repository.js';

/** Rows in memory at once. */
const BATCH = 1000;

const columns: readonly CsvColumn<BroadcastRecipient>[] = [
  { header: 'No', kind: 'figure', of: ({ position }) => String(position) },
  { header: 'Name', kind: 'text', of: ({ fullName }) => fullName },
  { header: 'Result', kind: 'text', of: ({ status }) => status },
  { header: 'Held until (UTC)', kind: 'time', of: ({ heldUntil }) => heldUntil },
  { header: 'Tries', kind: 'figure', of: ({ attempts }) => String(attempts) },
  { header: 'Sent (UTC)', kind: 'time', of: ({ sentAt }) => sentAt },
  { header: 'Unsubscribed (UTC)', kind: 'time', of: ({ unsubscribedAt }) => unsubscribedAt },
  { header: 'Reason', kind: 'text', of: ({ lastAnswer }) => lastAnswer },
  { header: 'User id', kind: 'text', of: ({ userId }) => userId },
];

/** Exports what became of a broadcast as CSV. An audit record names the admin, because personal data leaves the product. */
@Injectable()
export class BroadcastFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly results: BroadcastResultsRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns every recipient of the filter, read while the file is sent. Throws TooMany, NotFound. */
  async csv(adminId: string, id: string, filter: RecipientFilter): Promise<MadeFile> {
    await this.limits.consume('userFileAdmin', adminId);
    const file = await csvFile('broadcast-recipients', this.clock.now(), columns, this.results.all(id, filter, BATCH));
    await this.audit.record(this.em, {
      action: 'broadcast.export',
      actorId: adminId,
      actorRole: 'admin',
      targetType: 'broadcast',
      targetId: id,
      detail: { ...filter },
    });
    return file;
  }
}
