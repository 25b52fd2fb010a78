import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { ExchangeAccountService } from '../../../trading/exchange-accounts/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { notCompleted } from '../../reviews/index.js';
import { ErasureRequestRepository } from '../erasure/erasure-request.repository.js';
import { MemberDataRepository } from '../erasure/member-data.repository.js';
import { MemberErasureService } from '../erasure/member-erasure.service.js';
import { MemberRetentionRepository, type OwnedRow } from './member-retention.repository.js';
import { ShredderService } from './shredder.service.js';

/**
 * Deletes members' data whose retention period is over. Methods take `tx`, the transaction that has locked the rows, record the deletion
 * for each member in the audit log, and return the number of deleted files.
 */
@Injectable()
export class MemberRetentionService {
  constructor(
    private readonly rows: MemberRetentionRepository,
    private readonly data: MemberDataRepository,
    private readonly requests: ErasureRequestRepository,
    private readonly shredder: ShredderService,
    private readonly erasure: MemberErasureService,
    private readonly exchange: ExchangeAccountService,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /** Deletes accounts that were never confirmed, with every row that names them but their consent events. */
  async deleteSignUps(tx: EntityManager, userIds: readonly string[]): Promise<number> {
    let files = 0;
    for (const userId of userIds) {
      files += await this.shredder.shredFilesOf(tx, userId);
      await this.data.deleteIdempotencyKeys(tx, userId);
      await this.record(tx, 'sign-ups', userId, {});
    }
    await this.data.deleteUsers(tx, userIds);
    return files;
  }

  async shredRejectedKyc(tx: EntityManager, submissionIds: readonly string[]): Promise<number> {
    await this.recordSubmissions(tx, 'rejected-kyc', await this.rows.findSubmissions(tx, submissionIds));
    return this.shredder.shredSubmissions(tx, 'kyc', submissionIds);
  }

  /** Deletes documents that were asked for again and replaced; what was asked for and why stays with the submission. */
  async shredReplacedDocuments(tx: EntityManager, requestIds: readonly string[]): Promise<number> {
    const replaced = await this.rows.findReplaced(tx, requestIds);
    for (const { id, userId } of replaced) await this.record(tx, 'replaced-documents', userId, { submissionId: id });
    return this.shredder.shredFiles(
      tx,
      replaced.map(({ fileId }) => fileId),
    );
  }

  /** Deletes undecided submissions with their exchange keys. Members may send the form again; those not rejected get an email. */
  async shredUnfinishedKyc(tx: EntityManager, submissionIds: readonly string[]): Promise<number> {
    const submitters = await this.rows.findSubmitters(tx, submissionIds);
    await this.recordSubmissions(tx, 'unfinished-kyc', await this.rows.findSubmissions(tx, submissionIds));
    for (const { id, userId, isMember } of submitters) {
      await this.rows.resetPendingKyc(tx, userId);
      await this.exchange.removeKey(tx, userId);
      if (isMember)
        await this.mail.queue(tx, {
          letter: 'kyc-rejected',
          to: userId,
          data: notCompleted.letterData,
          dedupeKey: `kyc-unfinished:${id}`,
        });
    }
    return this.shredder.shredSubmissions(tx, 'kyc', submissionIds);
  }

  async deleteKeys(tx: EntityManager, accountIds: readonly string[]): Promise<number> {
    for (const { id, userId } of await this.rows.deleteKeys(tx, accountIds))
      await this.record(tx, 'exchange-keys', userId, { accountId: id });
    return 0;
  }

  async deleteExchangeLogins(tx: EntityManager, submissionIds: readonly string[]): Promise<number> {
    await this.recordSubmissions(tx, 'exchange-sign-ins', await this.rows.findSubmissions(tx, submissionIds));
    await this.rows.deleteExchangeLogins(tx, submissionIds);
    return 0;
  }

  async eraseHistories(tx: EntityManager, userIds: readonly string[]): Promise<number> {
    for (const userId of userIds) await this.erasure.eraseHistory(tx, { userId, requestId: await this.requests.findCompleted(tx, userId) });
    return 0;
  }

  async eraseIdentities(tx: EntityManager, userIds: readonly string[]): Promise<number> {
    let files = 0;
    for (const userId of userIds)
      files += await this.erasure.eraseIdentity(tx, { userId, requestId: await this.requests.findCompleted(tx, userId) });
    return files;
  }

  private async recordSubmissions(tx: EntityManager, rule: string, submissions: readonly OwnedRow[]): Promise<void> {
    for (const { id, userId } of submissions) await this.record(tx, rule, userId, { submissionId: id });
  }

  private record(tx: EntityManager, rule: string, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(tx, {
      action: 'retention.delete',
      actorId: null,
      actorRole: null,
      targetType: 'user',
      targetId: userId,
      detail: { rule, ...detail },
    });
  }
}
