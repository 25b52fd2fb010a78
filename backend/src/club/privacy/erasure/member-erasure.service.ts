import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { ShredderService } from '../retention/shredder.service.js';
import { ErasureRequestRepository, type ErasurePart } from './erasure-request.repository.js';
import { MemberDataRepository } from './member-data.repository.js';

/** A member whose membership has ended, and the completed request that ended it; null: the retention period is over. */
export interface FormerMember {
  userId: string;
  requestId: string | null;
}

/** Erases a former member's data. Methods take `tx`, the transaction that has locked the member's row. */
@Injectable()
export class MemberErasureService {
  constructor(
    private readonly data: MemberDataRepository,
    private readonly requests: ErasureRequestRepository,
    private readonly shredder: ShredderService,
    private readonly audit: AuditLog,
  ) {}

  async eraseHistory(tx: EntityManager, member: FormerMember): Promise<void> {
    await this.data.deleteHistory(tx, member.userId);
    await this.finish(tx, 'history', member);
  }

  /** Leaves a row without personal data, because others refer to its id. Returns the number of deleted files. */
  async eraseIdentity(tx: EntityManager, member: FormerMember): Promise<number> {
    const { userId } = member;
    let files = 0;
    for (const [kind, table] of [
      ['kyc', 'kyc_submissions'],
      ['payment', 'payments'],
    ] as const) {
      const ids = await this.data.findSubmissions(tx, table, userId);
      if (ids.length > 0) files += await this.shredder.shredSubmissions(tx, kind, ids);
    }
    await this.data.deleteInvoiceRecipients(tx, userId);
    await this.data.deletePersonalRows(tx, userId);
    files += await this.shredder.shredFilesOf(tx, userId);
    await this.data.anonymise(tx, userId);
    await this.finish(tx, 'identity', member);
    return files;
  }

  private async finish(tx: EntityManager, part: ErasurePart, { userId, requestId }: FormerMember): Promise<void> {
    if (requestId) await this.requests.markErased(tx, requestId, part);
    await this.audit.record(tx, {
      action: `privacy.erase-${part}`,
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: userId,
      detail: requestId ? { requestId } : {},
    });
  }
}
